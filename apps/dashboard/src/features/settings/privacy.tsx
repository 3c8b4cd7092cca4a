import { Box, Button, Stack } from '@chakra-ui/react';
import { eraseVisitorData, exportVisitorData } from '@parley/contracts/routes/data';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { callPatiently, send } from '../../api/call.ts';
import { useCommands } from '../../commands/commands.ts';
import { common } from '../../i18n/en/common.ts';
import { settingsWords } from '../../i18n/en/settings.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { exactTime } from '../../ui/times.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { saveAs } from '../../ui/save-as.ts';
import { toastFailure } from '../../ui/toast/failure.ts';

/** A visitor's right to a copy and to be forgotten, by email address. Admins only. */
export function Privacy() {
  const [email, setEmail] = useState('');
  const [erasing, setErasing] = useState(false);
  const wanted = email.trim();
  const copy = useMutation({
    mutationFn: async () => {
      const response = await send(exportVisitorData, { body: { email: wanted } });
      saveAs(await response.blob(), `visitor-${wanted.replace(/[^a-z\d.@-]/gi, '_')}.json`);
    },
    onSuccess: () => toast({ title: settingsWords('exported'), description: settingsWords('inDownloads') }),
    onError: (error) => toastFailure(error, settingsWords('exportFailed')),
  });
  const erase = useMutation({
    mutationFn: () => callPatiently(eraseVisitorData, { body: { email: wanted } }),
    onSuccess: () => toast({ title: settingsWords('erased') }),
    onError: (error) => toastFailure(error, common('deleteFailed')),
    onSettled: () => setErasing(false),
  });
  const field = useRef<HTMLInputElement>(null);
  const group = 'General' as const;
  useCommands([
    { id: 'privacy', label: settingsWords('visitorData'), group, keys: 'x v', run: () => field.current?.focus() },
    ...(wanted && !copy.isPending
      ? [{ id: 'privacy:export', label: settingsWords('exportVisitor'), group, keys: 'x o', run: () => copy.mutate() }]
      : []),
    ...(wanted && !erase.isPending
      ? [{ id: 'privacy:erase', label: settingsWords('eraseVisitor'), group, keys: 'x f', run: () => setErasing(true) }]
      : []),
  ]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    copy.mutate();
  };
  const receipt = erase.data;
  return (
    <Panel title={settingsWords('privacy')} description={settingsWords('privacyHint')}>
      <form onSubmit={submit}>
        <Stack gap="3">
          <Box maxW="sm">
            <TextField
              ref={field}
              label={settingsWords('visitorEmail')}
              type="email"
              required
              autoComplete="off"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          </Box>
          <Box display="flex" gap="2">
            <Button type="submit" variant="outline" {...pausedWhile(!wanted || copy.isPending)}>
              {settingsWords('exportTheirs')}
            </Button>
            <Button
              variant="outline"
              colorPalette="red"
              color="fg.error"
              {...pausedWhile(!wanted || erase.isPending, () => setErasing(true))}
            >
              {settingsWords('eraseTheirs')}
            </Button>
          </Box>
          {receipt && (
            <Box
              as="output"
              display="block"
              fontSize="sm"
              bg="bg.subtle"
              borderRadius="lg"
              p="3"
              overflowWrap="anywhere"
            >
              {settingsWords('receipt', {
                id: receipt.receiptId,
                time: exactTime(receipt.erasedAt),
                visitors: receipt.visitors,
                conversations: receipt.conversations,
                messages: receipt.messages,
                mails: receipt.mails,
              })}
            </Box>
          )}
        </Stack>
      </form>
      <ConfirmDialog
        open={erasing}
        title={settingsWords('eraseTitle')}
        confirmLabel={settingsWords('erase')}
        pending={erase.isPending}
        onClose={() => setErasing(false)}
        onConfirm={() => erase.mutate()}
      >
        {settingsWords.rich('eraseHint', { email: <bdi>{wanted}</bdi> })}
      </ConfirmDialog>
    </Panel>
  );
}
