import { Box, Button, Skeleton, Stack } from '@chakra-ui/react';
import { passkeyNameMaxLength } from '@parley/contracts/users/limits';
import {
  getSecondFactors,
  makeRecoveryCodes,
  removePasskey,
  removeTotp,
  renamePasskey,
} from '@parley/contracts/routes/second-factors';
import type { Passkey, SecondFactors } from '@parley/contracts/users/second-factors';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { lazyPart } from '../../loading/part.tsx';
import { currentUserKey, useMe } from '../../auth/auth.tsx';
import { accessWords } from '../../i18n/en/access.ts';
import { common } from '../../i18n/en/common.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { focusAtFirst, TextField } from '../../ui/fields.tsx';
import { ItemForm } from '../../ui/item-form.tsx';
import { Panel } from '../../ui/panel.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { Tag } from '../../ui/tag.tsx';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import { hasPasskeys } from '../../auth/ask-passkey.ts';
import { toastFailure } from '../../ui/toast/failure.ts';
import { Awaited } from '../../ui/awaited.tsx';

const SetUpDialog = lazyPart(() => import('./set-up-dialog.tsx'));

export type SetUp = { kind: 'totp' } | { kind: 'passkey' } | { kind: 'codes'; codes: readonly string[] };

/** Returns a function that reads the user's factors and account again. */
export function useRefreshFactors() {
  const client = useQueryClient();
  const { id } = useMe();
  return () => {
    void client.invalidateQueries({ queryKey: keyOf(getSecondFactors, { params: { id } }) });
    void client.invalidateQueries({ queryKey: currentUserKey });
  };
}

/** Shows the user's own second factors, and sets up more. */
export function SecondFactor() {
  const { id } = useMe();
  const factors = useRead(getSecondFactors, { params: { id } });
  const [setUp, setSetUp] = useState<SetUp | null>(null);
  return (
    <Panel title={accessWords('secondFactor')} description={accessWords('secondFactorHint')}>
      {factors.isPending && <Skeleton height="9rem" />}
      <Awaited read={factors} />
      {factors.data && <Factors factors={factors.data} onSetUp={setSetUp} />}
      {setUp && <SetUpDialog setUp={setUp} onClose={() => setSetUp(null)} />}
    </Panel>
  );
}

function Row({ label, hint, children }: { label: ReactNode; hint: ReactNode; children?: ReactNode }) {
  return (
    <Box data-setting="" display="flex" flexWrap="wrap" alignItems="center" columnGap="4" rowGap="2">
      <Box flex="1 1 14rem" minW="0">
        <Box fontWeight="500" fontSize="sm" overflowWrap="anywhere">
          {label}
        </Box>
        <Box color="fg.muted" fontSize="sm">
          {hint}
        </Box>
      </Box>
      <Box display="flex" gap="2">
        {children}
      </Box>
    </Box>
  );
}

function Factors({ factors, onSetUp }: { factors: SecondFactors; onSetUp: (setUp: SetUp) => void }) {
  const { id } = useMe();
  const refresh = useRefreshFactors();
  const [removing, setRemoving] = useState<'totp' | Passkey | null>(null);
  const hasOne = factors.totp || factors.passkeys.length > 0;
  const isHere = window.location.origin === factors.passkeysAt;
  const remove = useMutation({
    mutationFn: (factor: 'totp' | Passkey) =>
      factor === 'totp'
        ? call(removeTotp, { params: { id } })
        : call(removePasskey, { params: { id, passkeyId: factor.id } }),
    onSuccess: () => {
      refresh();
      toast({ title: accessWords('factorRemoved') });
    },
    onError: (error) => toastFailure(error),
    onSettled: () => setRemoving(null),
  });
  const makeCodes = useMutation({
    mutationFn: () => call(makeRecoveryCodes, { params: { id } }),
    onSuccess: ({ recoveryCodes }) => {
      refresh();
      onSetUp({ kind: 'codes', codes: recoveryCodes });
    },
    onError: (error) => toastFailure(error),
  });
  return (
    <Stack gap="5">
      <Row
        label={
          <>
            {accessWords('codeApp')} {factors.totp && <Tag tone="green">{accessWords('on')}</Tag>}
          </>
        }
        hint={accessWords('codeAppHint')}
      >
        <Button size="xs" variant="outline" onClick={() => onSetUp({ kind: 'totp' })}>
          {accessWords(factors.totp ? 'replace' : 'setUp')}
        </Button>
        {factors.totp && (
          <Button size="xs" variant="ghost" onClick={() => setRemoving('totp')}>
            {common('remove')}
          </Button>
        )}
      </Row>
      <Row
        label={accessWords('passkeys')}
        hint={isHere ? accessWords('passkeysHint') : accessWords('passkeysElsewhere', { address: factors.passkeysAt })}
      >
        {isHere && hasPasskeys() && (
          <Button size="xs" variant="outline" onClick={() => onSetUp({ kind: 'passkey' })}>
            {accessWords('addPasskey')}
          </Button>
        )}
      </Row>
      {factors.passkeys.length > 0 && (
        <Stack as="ul" gap="3" listStyleType="none" ps="4" borderStartWidth="2px">
          {factors.passkeys.map((passkey) => (
            <li key={passkey.id}>
              <PasskeyRow passkey={passkey} onRemove={() => setRemoving(passkey)} />
            </li>
          ))}
        </Stack>
      )}
      {hasOne && (
        <Row label={accessWords('recoveryCodes')} hint={accessWords('codesLeft', { count: factors.recoveryCodesLeft })}>
          <Button size="xs" variant="outline" {...pausedWhile(makeCodes.isPending, () => makeCodes.mutate())}>
            {accessWords('makeCodes')}
          </Button>
        </Row>
      )}
      <ConfirmDialog
        open={removing !== null}
        title={accessWords('removeFactor')}
        confirmLabel={common('remove')}
        pending={remove.isPending}
        onClose={() => setRemoving(null)}
        onConfirm={() => removing && remove.mutate(removing)}
      >
        {removing !== null && removing !== 'totp' ? <bdi>{removing.name}</bdi> : accessWords('removeFactorHint')}
      </ConfirmDialog>
    </Stack>
  );
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { id } = useMe();
  const refresh = useRefreshFactors();
  const [name, setName] = useState<string | null>(null);
  const rename = useMutation({
    mutationFn: (wanted: string) =>
      call(renamePasskey, { params: { id, passkeyId: passkey.id }, body: { name: wanted } }),
    onSuccess: () => {
      setName(null);
      refresh();
    },
    onError: (error) => toastFailure(error),
  });
  if (name !== null) {
    return (
      <ItemForm
        saveLabel={accessWords('rename')}
        isPaused={rename.isPending || name.trim() === ''}
        onSave={() => rename.mutate(name)}
        onLeave={() => setName(null)}
      >
        <TextField
          label={accessWords('passkeyName')}
          ref={focusAtFirst}
          maxLength={passkeyNameMaxLength}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </ItemForm>
    );
  }
  return (
    <Row
      label={<bdi>{passkey.name}</bdi>}
      hint={
        passkey.lastUsedAt
          ? accessWords.rich('lastUsed', { time: <Time at={passkey.lastUsedAt} /> })
          : accessWords('neverUsed')
      }
    >
      <Button size="xs" variant="ghost" onClick={() => setName(passkey.name)}>
        {accessWords('rename')}
      </Button>
      <Button size="xs" variant="ghost" onClick={onRemove}>
        {common('remove')}
      </Button>
    </Row>
  );
}
