import { Box, Button, IconButton, Stack, Switch } from '@chakra-ui/react';
import { type Webhook, type WebhookTest, webhookEvents } from '@parley/contracts/entities';
import { previousSecretHours } from '@parley/contracts/channels/limits';
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
import { keyOf, useRead } from '../../api/read.ts';
import { useCommands } from '../../commands/commands.ts';
import { rowProps, useRowKeys } from '../../commands/rows.ts';
import { useDraft } from '../../forms/draft.ts';
import { common } from '../../i18n/en/common.ts';
import { forms } from '../../i18n/en/forms.ts';
import { integrationWords } from '../../i18n/en/integrations.ts';
import { webhookWords } from '../../i18n/en/webhooks.ts';
import { t } from '../../i18n/server-text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { CopyLine } from '../../ui/copy-line.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { Tag } from '../../ui/tag.tsx';
import { Time } from '../../ui/time.tsx';
import { exactTime } from '../../ui/times.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { Deliveries } from '../../domain/deliveries/deliveries.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';
import { Awaited } from '../../ui/awaited.tsx';

type WebhookEvent = Webhook['events'][number];

function useRefreshWebhooks() {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: keyOf(listWebhooks) });
}
/** Signed webhooks for conversation and message events, to any address. */
export function Webhooks() {
  const webhooks = useRead(listWebhooks, {});
  useRowKeys({
    p: webhookWords('testCommand'),
    a: webhookWords('onOff'),
    u: webhookWords('replaceCommand'),
    e: webhookWords('endCommand'),
    o: webhookWords('deliveriesCommand'),
    '#': webhookWords('delete'),
  });
  return (
    <Panel title={webhookWords('title')} description={webhookWords('about')} flush>
      <AddWebhook />
      <Awaited read={webhooks} />
      <Box as="ul" listStyleType="none">
        {webhooks.data?.map((webhook) => (
          <WebhookItem key={webhook.id} webhook={webhook} />
        ))}
      </Box>
    </Panel>
  );
}

/** Without admins' events: a receiver of conversations need not see the audit log. */
const newWebhook = { url: '', events: webhookEvents.filter((event) => event !== 'audit.entry') };

function AddWebhook() {
  const refresh = useRefreshWebhooks();
  const draft = useDraft<{ url: string; events: readonly WebhookEvent[] }>('webhook new', newWebhook);
  const { url, events } = draft.value;
  const field = useRef<HTMLInputElement>(null);
  const toField = () => field.current?.focus();
  useCommands([{ id: 'webhook:add', label: webhookWords('add'), group: 'General', keys: 'w', run: toField }]);
  const add = useMutation({
    mutationFn: () => call(addWebhook, { body: { url: url.trim(), events: [...events] } }),
    onSuccess: () => {
      draft.reset();
      refresh();
      toast({ title: common('integrationUpdated'), description: webhookWords('added') });
    },
    onError: (error) => toastFailure(error),
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
            label={webhookWords('address')}
            type="url"
            placeholder="https://"
            required
            value={url}
            onChange={(event) => draft.set({ url: event.target.value })}
          />
          <Button type="submit" {...pausedWhile(add.isPending || events.length === 0)}>
            {webhookWords('add')}
          </Button>
          {draft.isDirty && (
            <Button variant="ghost" onClick={draft.reset}>
              {forms('discard')}
            </Button>
          )}
        </Box>
        <Box as="fieldset" display="flex" flexWrap="wrap" columnGap="4" rowGap="1.5" fontSize="sm">
          <legend className="sr-only">{webhookWords('events')}</legend>
          {webhookEvents.map((event) => (
            <Box as="label" key={event} display="flex" gap="1.5" alignItems="center">
              <input
                type="checkbox"
                checked={events.includes(event)}
                onChange={({ target }) =>
                  draft.set({
                    events: target.checked ? [...events, event] : events.filter((each) => each !== event),
                  })
                }
              />
              {event}
            </Box>
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
    mutationFn: (isActive: boolean) =>
      call(updateWebhook, { params: { id }, body: { isActive, expected: { isActive: webhook.isActive } } }),
    onSuccess: () => {
      refresh();
      toast({ title: common('integrationUpdated') });
    },
    onError: (error) => toastFailure(error),
  });
  const test = useMutation({
    mutationFn: () => call(testWebhook, { params: { id } }),
    onError: (error) => toastFailure(error, integrationWords('testFailed')),
  });
  const rotate = useMutation({
    mutationFn: () => call(rotateWebhookSecret, { params: { id } }),
    onSuccess: () => {
      refresh();
      toast({ title: common('integrationUpdated'), description: webhookWords('replaced') });
    },
    onError: (error) => toastFailure(error),
    onSettled: done,
  });
  return (
    <Box as="li" {...rowProps} borderTopWidth="1px">
      <Box display="flex" flexWrap="wrap" alignItems="center" gap="2" px="4" py="2.5">
        <Box flex="1 1 14rem" minW="0" overflowWrap="anywhere" fontSize="sm">
          {host || webhookWords('unreadable')}
          <Box color="fg.muted" fontSize="xs">
            {webhookWords.rich('eventsAdded', {
              events: webhook.events.join(', '),
              time: <Time at={webhook.createdAt} />,
            })}
          </Box>
        </Box>
        <Box display="flex" alignItems="center" gap="2">
          <Button
            size="xs"
            variant="outline"
            aria-label={webhookWords('testOne', { host })}
            aria-keyshortcuts="p"
            {...pausedWhile(test.isPending, () => test.mutate())}
          >
            {test.isPending ? integrationWords('testing') : webhookWords('test')}
          </Button>
          <Switch.Root size="sm" checked={webhook.isActive} onCheckedChange={({ checked }) => update.mutate(checked)}>
            <Switch.HiddenInput aria-label={webhookWords('webhookTo', { host })} aria-keyshortcuts="a" />
            <Switch.Control />
          </Switch.Root>
          <IconButton
            size="xs"
            variant="ghost"
            aria-label={webhookWords('replaceOne', { host })}
            aria-keyshortcuts="u"
            onClick={() => setAsking('rotate')}
          >
            <KeyRound size={15} aria-hidden />
          </IconButton>
          <IconButton
            size="xs"
            variant="ghost"
            aria-label={webhookWords('deliveriesTo', { host })}
            aria-keyshortcuts="o"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            <ListTree size={15} aria-hidden />
          </IconButton>
          <IconButton
            size="xs"
            variant="ghost"
            aria-label={webhookWords('deleteOne', { host })}
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
        title={webhookWords('replaceCommand')}
        confirmLabel={webhookWords('replace')}
        pending={rotate.isPending}
        onClose={done}
        onConfirm={() => rotate.mutate()}
      >
        {webhookWords('replaceHint', { host, count: previousSecretHours })}
      </ConfirmDialog>
      <DeleteDialog
        title={webhookWords('delete')}
        id={asking === 'delete' ? id : null}
        remove={(webhookId) => call(deleteWebhook, { params: { id: webhookId } })}
        onDeleted={() => {
          refresh();
          toast({ title: common('integrationUpdated'), description: webhookWords('deleted') });
        }}
        onClose={done}
      >
        {webhookWords('deleteHint', { host })}
      </DeleteDialog>
    </Box>
  );
}

/** Shows the result of the last test, in its webhook's row. */
function TestResult({
  result: { success, responseStatus, milliseconds, message, localized },
}: {
  result: WebhookTest;
}) {
  const what =
    responseStatus === null
      ? webhookWords('unanswered', { milliseconds })
      : webhookWords('answeredAfter', { status: String(responseStatus), milliseconds });
  return (
    <Box role="status" display="flex" flexWrap="wrap" alignItems="center" gap="2" color="fg.muted">
      <Tag tone={success ? 'green' : 'red'}>
        {success ? webhookWords('testArrived') : integrationWords('testFailed')}
      </Tag>
      <Box flex="1 1 13rem" minW="0" overflowWrap="anywhere">
        {what}
        {message && `: ${t(localized, message)}`}
      </Box>
    </Box>
  );
}

function NewSecret({ secret }: { secret: string }) {
  return (
    <Box>
      <Box fontSize="sm" mb="1.5">
        {webhookWords('newSecret')}
      </Box>
      <CopyLine text={secret} label={webhookWords('copySecret')} keys="y" />
    </Box>
  );
}

/** Shows until when the previous secret still signs, and a button that ends it now. */
function PreviousSecret({ webhook: { id, host }, until }: { webhook: Webhook; until: string }) {
  const refresh = useRefreshWebhooks();
  const end = useMutation({
    mutationFn: () => call(endPreviousWebhookSecret, { params: { id } }),
    onSuccess: () => {
      refresh();
      toast({ title: common('integrationUpdated'), description: webhookWords('ended') });
    },
    onError: (error) => toastFailure(error),
  });
  return (
    <Box display="flex" flexWrap="wrap" alignItems="center" gap="2" color="fg.muted">
      <Box flex="1 1 13rem">
        {webhookWords.rich('signedUntil', { time: <time dateTime={until}>{exactTime(until)}</time> })}
      </Box>
      <Button
        size="2xs"
        variant="outline"
        aria-label={webhookWords('endOne', { host })}
        aria-keyshortcuts="e"
        {...pausedWhile(end.isPending, () => end.mutate())}
      >
        {webhookWords('endNow')}
      </Button>
    </Box>
  );
}
