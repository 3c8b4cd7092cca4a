import { Box, Button, IconButton, Stack, Switch } from '@chakra-ui/react';
import { type Webhook, type WebhookTest, webhookEvents } from '@parley/contracts/entities';
import { previousSecretHours } from '@parley/contracts/limits';
import {
  addWebhook,
  deleteWebhook,
  endPreviousWebhookSecret,
  listWebhooks,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '@parley/contracts/routes/integrations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { KeyRound, ListTree, Trash2 } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { wordsOf } from '../../api/call-error.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { useCommands } from '../../commands/commands.ts';
import { rowProps, useRowKeys } from '../../commands/rows.ts';
import { useDraft } from '../../forms/draft.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CopyLine } from '../../ui/copy-line.tsx';
import { FailedState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { Tag } from '../../ui/tag.tsx';
import { Time } from '../../ui/time.tsx';
import { exactTime } from '../../ui/times.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { Deliveries } from './deliveries.tsx';

type WebhookEvent = Webhook['events'][number];

function useRefreshWebhooks() {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: keyOf(listWebhooks) });
}
const failed = (title: string) => (error: Error) =>
  toast({ title, description: wordsOf(error), variant: 'destructive' });

/** Signed webhooks for conversation and message events, to any address. */
export function Webhooks() {
  const webhooks = useRead(listWebhooks, {});
  useRowKeys({
    p: 'Test webhook',
    a: 'Webhook on or off',
    u: 'Replace signing secret',
    e: 'End the secret before',
    o: 'Deliveries of the webhook',
    '#': 'Delete webhook',
  });
  return (
    <Panel title="Webhooks" description="Signed calls to your own systems about conversations and messages." flush>
      <AddWebhook />
      {webhooks.isError && !webhooks.data && (
        <FailedState compact error={webhooks.error} retry={() => void webhooks.refetch()} />
      )}
      <Box as="ul" listStyleType="none">
        {webhooks.data?.map((webhook) => (
          <WebhookItem key={webhook.id} webhook={webhook} />
        ))}
      </Box>
    </Panel>
  );
}

const newWebhook = { url: '', events: webhookEvents };

function AddWebhook() {
  const refresh = useRefreshWebhooks();
  const draft = useDraft<{ url: string; events: readonly WebhookEvent[] }>('webhook new', newWebhook);
  const { url, events } = draft.value;
  const field = useRef<HTMLInputElement>(null);
  const toField = () => field.current?.focus();
  useCommands([{ id: 'webhook:add', label: 'Add webhook', group: 'General', keys: 'w', run: toField }]);
  const add = useMutation({
    mutationFn: () => call(addWebhook, { body: { url: url.trim(), events: [...events] } }),
    onSuccess: () => {
      draft.reset();
      refresh();
      toast({ title: 'Integration updated', description: 'Webhook added.' });
    },
    onError: failed('Update failed'),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="3" p="4">
        <Box display="flex" gap="2" alignItems="flex-end">
          <TextField
            ref={field}
            label="Address"
            type="url"
            placeholder="https://"
            required
            value={url}
            onChange={(event) => draft.set({ url: event.target.value })}
          />
          <Button type="submit" {...pausedWhile(add.isPending || events.length === 0)}>
            Add webhook
          </Button>
          {draft.isDirty && (
            <Button variant="ghost" onClick={draft.reset}>
              Discard
            </Button>
          )}
        </Box>
        <Box as="fieldset" display="flex" flexWrap="wrap" columnGap="4" rowGap="1.5" fontSize="sm">
          <legend className="sr-only">Events</legend>
          {webhookEvents.map((event) => (
            <label key={event}>
              <input
                type="checkbox"
                checked={events.includes(event)}
                onChange={({ target }) =>
                  draft.set({
                    events: target.checked ? [...events, event] : events.filter((each) => each !== event),
                  })
                }
              />{' '}
              {event}
            </label>
          ))}
        </Box>
        {add.data && <NewSecret secret={add.data.secret} />}
      </Stack>
    </form>
  );
}

function WebhookItem({ webhook }: { webhook: Webhook }) {
  const { id, host } = webhook;
  const refresh = useRefreshWebhooks();
  const [open, setOpen] = useState(false);
  const [asking, setAsking] = useState<'delete' | 'rotate' | null>(null);
  const done = () => setAsking(null);
  const update = useMutation({
    mutationFn: (isActive: boolean) => call(updateWebhook, { params: { id }, body: { isActive } }),
    onSuccess: () => {
      refresh();
      toast({ title: 'Integration updated' });
    },
    onError: failed('Update failed'),
  });
  const remove = useMutation({
    mutationFn: () => call(deleteWebhook, { params: { id } }),
    onSuccess: () => {
      refresh();
      toast({ title: 'Integration updated', description: 'Webhook deleted.' });
    },
    onError: failed('Delete failed'),
    onSettled: done,
  });
  const test = useMutation({
    mutationFn: () => call(testWebhook, { params: { id } }),
    onError: failed('Test failed'),
  });
  const rotate = useMutation({
    mutationFn: () => call(rotateWebhookSecret, { params: { id } }),
    onSuccess: () => {
      refresh();
      toast({ title: 'Integration updated', description: 'Signing secret replaced.' });
    },
    onError: failed('Update failed'),
    onSettled: done,
  });
  return (
    <Box as="li" {...rowProps} borderTopWidth="1px">
      <Box display="flex" flexWrap="wrap" alignItems="center" gap="2" px="4" py="2.5">
        <Box flex="1 1 14rem" minW="0" overflowWrap="anywhere" fontSize="sm">
          {host || 'Address unreadable: enter it again'}
          <Box color="fg.muted" fontSize="xs">
            {webhook.events.join(', ')} · added <Time at={webhook.createdAt} />
          </Box>
        </Box>
        <Box display="flex" alignItems="center" gap="2">
          <Button
            size="2xs"
            variant="outline"
            aria-label={`Test the webhook to ${host}`}
            aria-keyshortcuts="p"
            {...pausedWhile(test.isPending, () => test.mutate())}
          >
            {test.isPending ? 'Testing…' : 'Test'}
          </Button>
          <Switch.Root size="sm" checked={webhook.isActive} onCheckedChange={({ checked }) => update.mutate(checked)}>
            <Switch.HiddenInput aria-label={`Webhook to ${host}`} aria-keyshortcuts="a" />
            <Switch.Control />
          </Switch.Root>
          <IconButton
            size="xs"
            variant="ghost"
            aria-label={`Replace the signing secret of the webhook to ${host}`}
            aria-keyshortcuts="u"
            onClick={() => setAsking('rotate')}
          >
            <KeyRound size={15} aria-hidden />
          </IconButton>
          <IconButton
            size="xs"
            variant="ghost"
            aria-label={`Deliveries to ${host}`}
            aria-keyshortcuts="o"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            <ListTree size={15} aria-hidden />
          </IconButton>
          <IconButton
            size="xs"
            variant="ghost"
            aria-label={`Delete the webhook to ${host}`}
            aria-keyshortcuts="#"
            onClick={() => setAsking('delete')}
          >
            <Trash2 size={15} aria-hidden />
          </IconButton>
        </Box>
      </Box>
      {(test.data || rotate.data || webhook.previousSecretUntil) && (
        <Stack gap="2.5" px="4" pb="3" fontSize="xs">
          {test.data && <TestResult result={test.data} />}
          {rotate.data && <NewSecret secret={rotate.data.secret} />}
          {webhook.previousSecretUntil && <PreviousSecret webhook={webhook} until={webhook.previousSecretUntil} />}
        </Stack>
      )}
      {open && (
        <Box px="4" pb="4">
          <Deliveries channel="webhook" webhookId={id} />
        </Box>
      )}
      <ConfirmDialog
        open={asking === 'rotate'}
        title="Replace signing secret"
        confirmLabel="Replace"
        pending={rotate.isPending}
        onClose={done}
        onConfirm={() => rotate.mutate()}
      >
        {host} gets a new secret, shown once. For {previousSecretHours} hours deliveries are signed with the present one
        as well.
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'delete'}
        title="Delete webhook"
        confirmLabel="Delete"
        pending={remove.isPending}
        onClose={done}
        onConfirm={() => remove.mutate()}
      >
        {host} is no longer called, and its delivery log goes.
      </ConfirmDialog>
    </Box>
  );
}

/** What came of the last test, in the row it belongs to. */
function TestResult({ result: { success, responseStatus, milliseconds, message } }: { result: WebhookTest }) {
  const what = responseStatus === null ? 'No answer' : `Answered ${responseStatus}`;
  return (
    <Box role="status" display="flex" flexWrap="wrap" alignItems="center" gap="2" color="fg.muted">
      <Tag tone={success ? 'green' : 'red'}>{success ? 'Test arrived' : 'Test failed'}</Tag>
      <Box flex="1 1 13rem" minW="0" overflowWrap="anywhere">
        {what} after {milliseconds} ms{message && `: ${message}`}
      </Box>
    </Box>
  );
}

function NewSecret({ secret }: { secret: string }) {
  return (
    <Box>
      <Box fontSize="sm" mb="1.5">
        The signing secret, shown this once:
      </Box>
      <CopyLine text={secret} label="Copy signing secret" keys="y" />
    </Box>
  );
}

/** Until when the secret before still signs, and a button that ends it now. */
function PreviousSecret({ webhook: { id, host }, until }: { webhook: Webhook; until: string }) {
  const refresh = useRefreshWebhooks();
  const end = useMutation({
    mutationFn: () => call(endPreviousWebhookSecret, { params: { id } }),
    onSuccess: () => {
      refresh();
      toast({ title: 'Integration updated', description: 'The secret before signs no more.' });
    },
    onError: failed('Update failed'),
  });
  return (
    <Box display="flex" flexWrap="wrap" alignItems="center" gap="2" color="fg.muted">
      <Box flex="1 1 13rem">
        Signed with the secret before as well until <time dateTime={until}>{exactTime(until)}</time>.
      </Box>
      <Button
        size="2xs"
        variant="outline"
        aria-label={`Stop signing with the secret before for ${host}`}
        aria-keyshortcuts="e"
        {...pausedWhile(end.isPending, () => end.mutate())}
      >
        End now
      </Button>
    </Box>
  );
}
