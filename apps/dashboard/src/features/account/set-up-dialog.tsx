import { Box, Button, Skeleton, Stack } from '@chakra-ui/react';
import { passkeyNameMaxLength } from '@parley/contracts/users/limits';
import { addPasskey, beginPasskey, beginTotp, confirmTotp } from '@parley/contracts/routes/second-factors';
import { useMutation } from '@tanstack/react-query';
import { encodeQR } from 'qr';
import { type FormEvent, useEffect, useMemo, useState } from 'react';
import { call } from '../../api/call.ts';
import { wordsOf } from '../../api/call-error.ts';
import { useMe } from '../../auth/auth.tsx';
import { accessWords } from '../../i18n/en/access.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { describeBrowser } from '../../ui/browser.ts';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { FailedState } from '../../ui/empty-state.tsx';
import { focusAtFirst, TextField } from '../../ui/fields.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { makePasskey } from '../../auth/ask-passkey.ts';
import { type SetUp, useRefreshFactors } from './second-factor.tsx';

/** Sets a second factor up; the first one ends with its recovery codes. */
export default function SetUpDialog({ setUp, onClose }: { setUp: SetUp; onClose: () => void }) {
  const refresh = useRefreshFactors();
  const [codes, setCodes] = useState<readonly string[] | null>(setUp.kind === 'codes' ? setUp.codes : null);
  const added = (recoveryCodes: readonly string[] | null) => {
    toast({ title: accessWords('factorAdded') });
    if (recoveryCodes) setCodes(recoveryCodes);
    else {
      refresh();
      onClose();
    }
  };
  const done = () => {
    refresh();
    onClose();
  };
  if (codes) return <Codes codes={codes} onClose={done} />;
  if (setUp.kind === 'passkey') return <NewPasskey onAdded={added} onClose={onClose} />;
  return <CodeApp onAdded={added} onClose={onClose} />;
}

interface StepProps {
  onAdded: (recoveryCodes: readonly string[] | null) => void;
  onClose: () => void;
}

function CodeApp({ onAdded, onClose }: StepProps) {
  const { id } = useMe();
  const [code, setCode] = useState('');
  const begin = useMutation({ mutationFn: () => call(beginTotp, { params: { id } }) });
  const confirm = useMutation({
    mutationFn: () => call(confirmTotp, { params: { id }, body: { code } }),
    onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
    onError: () => setCode(''),
  });
  const { mutate: start } = begin;
  useEffect(() => start(), [start]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!confirm.isPending) confirm.mutate();
  };
  return (
    <DialogFrame
      title={accessWords('codeApp')}
      size="sm"
      onSubmit={submit}
      onClose={onClose}
      footer={
        <Button type="submit" {...pausedWhile(!begin.data || confirm.isPending)}>
          {accessWords('confirm')}
        </Button>
      }
    >
      {begin.isError && <FailedState compact error={begin.error} retry={() => begin.mutate()} />}
      {begin.isPending && <Skeleton height="16rem" />}
      {begin.data && (
        <Stack gap="4">
          <Box color="fg.muted">{accessWords('scan')}</Box>
          <QrCode text={begin.data.uri} />
          <CopyLine text={begin.data.secret} label={accessWords('key')} />
          <TextField
            label={accessWords('code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            required
            ref={focusAtFirst}
            dir="ltr"
            value={code}
            error={confirm.error ? wordsOf(confirm.error) : undefined}
            onChange={(event) => setCode(event.target.value)}
          />
        </Stack>
      )}
    </DialogFrame>
  );
}

/** Dark on light in both colour modes: not every camera reads it the other way round. */
function QrCode({ text }: { text: string }) {
  const rows = useMemo(() => encodeQR(text, 'raw', { border: 2 }), [text]);
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <Box alignSelf="center" bg="white" borderRadius="md" width="12rem" borderWidth="1px">
      <svg viewBox={`0 0 ${rows.length} ${rows.length}`} role="img" aria-label={accessWords('qrCode')}>
        <path d={path} fill="black" shapeRendering="crispEdges" />
      </svg>
    </Box>
  );
}

function NewPasskey({ onAdded, onClose }: StepProps) {
  const { id } = useMe();
  const [name, setName] = useState(() => describeBrowser(navigator.userAgent).slice(0, passkeyNameMaxLength));
  const add = useMutation({
    mutationFn: async () => {
      const passkey = await makePasskey(await call(beginPasskey, { params: { id } }));
      return call(addPasskey, { params: { id }, body: { name, passkey } });
    },
    onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!add.isPending) add.mutate();
  };
  return (
    <DialogFrame
      title={accessWords('addPasskey')}
      size="sm"
      onSubmit={submit}
      onClose={onClose}
      footer={
        <Button type="submit" {...pausedWhile(name.trim() === '' || add.isPending)}>
          {accessWords('addPasskey')}
        </Button>
      }
    >
      <TextField
        label={accessWords('passkeyName')}
        required
        ref={focusAtFirst}
        maxLength={passkeyNameMaxLength}
        value={name}
        error={add.error ? wordsOf(add.error) : undefined}
        onChange={(event) => setName(event.target.value)}
      />
    </DialogFrame>
  );
}

function Codes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <DialogFrame
      title={accessWords('recoveryCodes')}
      size="sm"
      stays
      onClose={onClose}
      footer={<Button onClick={onClose}>{accessWords('codesKept')}</Button>}
    >
      <Stack gap="4">
        <Box color="fg.muted">{accessWords('codesHint')}</Box>
        <CopyLine text={codes.join('\n')} label={accessWords('copyCodes')} />
      </Stack>
    </DialogFrame>
  );
}
