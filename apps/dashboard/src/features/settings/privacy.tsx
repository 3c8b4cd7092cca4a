import { Box, Button, Stack } from '@chakra-ui/react';
import { eraseVisitorData, exportVisitorData } from '@parley/contracts/routes/data';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { callPatiently, send } from '../../api/call.ts';
import { wordsOf } from '../../api/call-error.ts';
import { useCommands } from '../../commands/commands.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { exactTime } from '../../ui/times.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { saveAs } from './save-as.ts';

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
    onSuccess: () => toast({ title: 'Export successful', description: 'The file is in your downloads.' }),
    onError: (error) => toast({ title: 'Export failed', description: wordsOf(error), variant: 'destructive' }),
  });
  const erase = useMutation({
    mutationFn: () => callPatiently(eraseVisitorData, { body: { email: wanted } }),
    onSuccess: () => toast({ title: 'Visitor erased' }),
    onError: (error) => toast({ title: 'Delete failed', description: wordsOf(error), variant: 'destructive' }),
    onSettled: () => setErasing(false),
  });
  const field = useRef<HTMLInputElement>(null);
  const group = 'General' as const;
  useCommands([
    { id: 'privacy', label: 'Data of a visitor', group, keys: 'x v', run: () => field.current?.focus() },
    ...(wanted && !copy.isPending
      ? [{ id: 'privacy:export', label: 'Export the visitor’s data', group, keys: 'x o', run: () => copy.mutate() }]
      : []),
    ...(wanted && !erase.isPending
      ? [{ id: 'privacy:erase', label: 'Erase the visitor’s data…', group, keys: 'x f', run: () => setErasing(true) }]
      : []),
  ]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    copy.mutate();
  };
  const receipt = erase.data;
  return (
    <Panel title="Privacy" description="Everything kept about a visitor, by email address.">
      <form onSubmit={submit}>
        <Stack gap="3">
          <Box maxW="22.5rem">
            <TextField
              ref={field}
              label="Email address of the visitor"
              type="email"
              required
              autoComplete="off"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          </Box>
          <Box display="flex" gap="2">
            <Button type="submit" variant="outline" {...pausedWhile(!wanted || copy.isPending)}>
              Export their data
            </Button>
            <Button
              variant="outline"
              colorPalette="red"
              color="fg.error"
              {...pausedWhile(!wanted || erase.isPending, () => setErasing(true))}
            >
              Erase their data…
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
              Receipt {receipt.receiptId}, {exactTime(receipt.erasedAt)}: {receipt.visitors} visitors,{' '}
              {receipt.conversations} conversations, {receipt.messages} messages and {receipt.mails} mails erased.
            </Box>
          )}
        </Stack>
      </form>
      <ConfirmDialog
        open={erasing}
        title="Erase visitor"
        confirmLabel="Erase"
        pending={erase.isPending}
        onClose={() => setErasing(false)}
        onConfirm={() => erase.mutate()}
      >
        Every conversation, message, picture and mail of <bdi>{wanted}</bdi> is erased. This cannot be undone.
      </ConfirmDialog>
    </Panel>
  );
}
