import { Box, Button, IconButton, Stack, Switch } from '@chakra-ui/react';
import { type Webhook, webhookEvents } from '@parley/contracts/entities';
import { addWebhook, deleteWebhook, listWebhooks, updateWebhook } from '@parley/contracts/routes/integrations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ListTree, Trash2 } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { wordsOf } from '../../api/call-error.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { useCommands } from '../../commands/commands.ts';
import { rowProps, useRowKeys } from '../../commands/rows.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CopyLine } from '../../ui/copy-line.tsx';
import { FailedState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
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
  useRowKeys({ a: 'Webhook on or off', o: 'Deliveries of the webhook', '#': 'Delete webhook' });
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

function AddWebhook() {
  const refresh = useRefreshWebhooks();
  const [url, setUrl] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const toField = () => field.current?.focus();
  useCommands([{ id: 'webhook:add', label: 'Add webhook', group: 'General', keys: 'w', run: toField }]);
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhookEvents);
  const add = useMutation({
    mutationFn: () => call(addWebhook, { body: { url: url.trim(), events: [...events] } }),
    onSuccess: () => {
      setUrl('');
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
      <Stack gap="12px" p="16px">
        <Box display="flex" gap="8px" alignItems="flex-end">
          <TextField
            ref={field}
            label="Address"
            type="url"
            placeholder="https://"
            required
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
          <Button type="submit" {...pausedWhile(add.isPending || events.length === 0)}>
            Add webhook
          </Button>
        </Box>
        <Box as="fieldset" display="flex" flexWrap="wrap" gap="6px 16px" fontSize="13px">
          <legend className="sr-only">Events</legend>
          {webhookEvents.map((event) => (
            <label key={event}>
              <input
                type="checkbox"
                checked={events.includes(event)}
                onChange={({ target }) =>
                  setEvents(target.checked ? [...events, event] : events.filter((each) => each !== event))
                }
              />{' '}
              {event}
            </label>
          ))}
        </Box>
        {add.data && (
          <Box>
            <Box fontSize="13px" mb="6px">
              The signing secret, shown this once:
            </Box>
            <CopyLine text={add.data.secret} label="Copy signing secret" keys="y" />
          </Box>
        )}
      </Stack>
    </form>
  );
}

function WebhookItem({ webhook }: { webhook: Webhook }) {
  const refresh = useRefreshWebhooks();
  const [open, setOpen] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const update = useMutation({
    mutationFn: (isActive: boolean) => call(updateWebhook, { params: { id: webhook.id }, body: { isActive } }),
    onSuccess: () => {
      refresh();
      toast({ title: 'Integration updated' });
    },
    onError: failed('Update failed'),
  });
  const remove = useMutation({
    mutationFn: () => call(deleteWebhook, { params: { id: webhook.id } }),
    onSuccess: () => {
      refresh();
      toast({ title: 'Integration updated', description: 'Webhook deleted.' });
    },
    onError: failed('Delete failed'),
    onSettled: () => setDeleting(false),
  });
  return (
    <Box as="li" {...rowProps} borderTopWidth="1px">
      <Box display="flex" alignItems="center" gap="8px" px="16px" py="10px">
        <Box flex="1" minW="0" overflowWrap="anywhere" fontSize="13px">
          {webhook.url}
          <Box color="fg.muted" fontSize="12px">
            {webhook.events.join(', ')}
          </Box>
        </Box>
        <Switch.Root
          size="sm"
          colorPalette="brand"
          checked={webhook.isActive}
          onCheckedChange={({ checked }) => update.mutate(checked)}
        >
          <Switch.HiddenInput aria-label={`Webhook to ${webhook.url}`} aria-keyshortcuts="a" />
          <Switch.Control />
        </Switch.Root>
        <IconButton
          size="xs"
          variant="ghost"
          aria-label={`Deliveries to ${webhook.url}`}
          aria-keyshortcuts="o"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <ListTree size={15} aria-hidden />
        </IconButton>
        <IconButton
          size="xs"
          variant="ghost"
          aria-label={`Delete the webhook to ${webhook.url}`}
          aria-keyshortcuts="#"
          onClick={() => setDeleting(true)}
        >
          <Trash2 size={15} aria-hidden />
        </IconButton>
      </Box>
      {open && (
        <Box px="16px" pb="16px">
          <Deliveries channel="webhook" webhookId={webhook.id} canReplay />
        </Box>
      )}
      <ConfirmDialog
        open={deleting}
        title="Delete webhook"
        confirmLabel="Delete"
        pending={remove.isPending}
        onClose={() => setDeleting(false)}
        onConfirm={() => remove.mutate()}
      >
        {webhook.url} is no longer called, and its delivery log goes.
      </ConfirmDialog>
    </Box>
  );
}
