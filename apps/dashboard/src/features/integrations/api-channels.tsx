import { Box, Grid, Stack } from '@chakra-ui/react';
import { type ApiChannel, type ApiChannelFields, textFormats } from '@parley/contracts/channels/api-channels';
import { previousSecretHours } from '@parley/contracts/channels/limits';
import {
  addApiChannel,
  deleteApiChannel,
  listApiChannels,
  rotateApiChannelKeys,
  updateApiChannel,
} from '@parley/contracts/routes/api-channels';
import { listTeams } from '@parley/contracts/routes/teams';
import { listWebsites } from '@parley/contracts/routes/websites';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { KeyRound, MessagesSquare, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { conflictWords, seenOf } from '../../api/as-seen.ts';
import { call } from '../../api/call.ts';
import { faultOf } from '../../api/call-error.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { rowProps } from '../../commands/rows.ts';
import { Deliveries } from '../../domain/deliveries/deliveries.tsx';
import { useSaveItem } from '../../forms/save-item.ts';
import { apiChannelWords as words } from '../../i18n/en/apichannels.ts';
import { views } from '../../i18n/en/views.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CopyLine } from '../../ui/copy-line.tsx';
import { SelectField, SwitchField, TextField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ListPanel, SwitchedLine } from '../../ui/list-panel.tsx';
import { exactTime } from '../../ui/times.ts';
import { toastFailure } from '../../ui/toast/failure.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { twoColumns } from '../../ui/two-columns.ts';

interface Keys {
  id: string;
  key: string;
  secret: string;
}

/** Channels of the installation's own programs. Keys are shown below a channel until the screen is left. */
export function ApiChannels() {
  const client = useQueryClient();
  const channels = useRead(listApiChannels, {});
  const [form, setForm] = useState<ApiChannel | 'new' | null>(null);
  const [keys, setKeys] = useState<Keys | null>(null);
  const refresh = () => void client.invalidateQueries({ queryKey: keyOf(listApiChannels) });
  return (
    <>
      <ListPanel
        title={words('title')}
        description={words('about')}
        read={channels}
        items={channels.data}
        add={{ label: words('add'), onAdd: () => setForm('new') }}
        empty={{ icon: MessagesSquare, title: words('none'), hint: words('noneHint') }}
        below={
          <Box px="4" pb="4">
            <Deliveries channel="api_channel" />
          </Box>
        }
        removal={{
          title: words('delete'),
          remove: (id) => call(deleteApiChannel, { params: { id } }),
          onDeleted: () => {
            refresh();
            toast({ title: words('deleted') });
          },
          renderHint: ({ name }) => words('deleteHint', { name }),
        }}
      >
        {(channel, onDelete) => (
          <ChannelItem
            key={channel.id}
            channel={channel}
            keys={keys?.id === channel.id ? keys : null}
            onKeys={setKeys}
            onChanged={refresh}
            onEdit={() => setForm(channel)}
            onDelete={onDelete}
          />
        )}
      </ListPanel>
      {form && (
        <ChannelForm
          channel={form === 'new' ? null : form}
          onClose={() => setForm(null)}
          onSaved={(saved) => {
            setForm(null);
            if ('key' in saved) setKeys(saved);
            toast({ title: words('saved') });
          }}
        />
      )}
    </>
  );
}

interface ChannelItemProps {
  channel: ApiChannel;
  keys: Keys | null;
  onKeys: (keys: Keys) => void;
  onChanged: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

function ChannelItem({ channel, keys, onKeys, onChanged, onEdit, onDelete }: ChannelItemProps) {
  const { id, name, host, isActive, previousUntil } = channel;
  const [isAsking, setAsking] = useState(false);
  const change = useMutation({
    mutationFn: (wanted: boolean) =>
      call(updateApiChannel, { params: { id }, body: { isActive: wanted, expected: { isActive } } }),
    onSuccess: onChanged,
    onError: (error) => toastFailure(error),
  });
  const rotate = useMutation({
    mutationFn: () => call(rotateApiChannelKeys, { params: { id } }),
    onSuccess: (rotated) => {
      onKeys(rotated);
      onChanged();
      toast({ title: words('replaced') });
    },
    onError: (error) => toastFailure(error),
    onSettled: () => setAsking(false),
  });
  return (
    <Box as="li" {...rowProps} borderTopWidth="1px">
      <SwitchedLine
        isOn={isActive}
        switchLabel={words('onOff', { name })}
        onSwitch={(isOn) => change.mutate(isOn)}
        buttons={[
          { label: words('edit', { name }), icon: Pencil, onClick: onEdit },
          { label: words('replaceOne', { name }), icon: KeyRound, onClick: () => setAsking(true) },
          { label: words('deleteOne', { name }), icon: Trash2, onClick: onDelete },
        ]}
      >
        {name}
        <Box color="fg.muted" fontSize="xs" dir="ltr" textAlign="start">
          {host}
        </Box>
      </SwitchedLine>
      <Stack gap="2.5" px="4" pb="3" fontSize="xs">
        <Box>
          <Box color="fg.muted" mb="1">
            {words('events')}
          </Box>
          <CopyLine text={`${location.origin}/api/api-channels/${id}/events`} label={words('copyEvents')} />
        </Box>
        {keys && (
          <Stack gap="1.5" role="status">
            {words('keysOnce')}
            <CopyLine text={keys.key} label={words('copyKey')} />
            <CopyLine text={keys.secret} label={words('copySecret')} />
          </Stack>
        )}
        {previousUntil && (
          <Box color="fg.muted">
            {words.rich('previous', {
              time: (
                <time key="time" dateTime={previousUntil}>
                  {exactTime(previousUntil)}
                </time>
              ),
            })}
          </Box>
        )}
      </Stack>
      <ConfirmDialog
        open={isAsking}
        title={words('replaceOne', { name })}
        confirmLabel={words('replace')}
        pending={rotate.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => rotate.mutate()}
      >
        {words('replaceHint', { name, count: previousSecretHours })}
      </ConfirmDialog>
    </Box>
  );
}

type Draft = ApiChannelFields & { url: string };

const newChannel: Draft = {
  name: '',
  url: '',
  websiteId: null,
  teamId: null,
  isActive: true,
  longestMessage: 4_000,
  textFormat: 'plain',
  takesEdits: false,
  sendsReceipts: false,
};

interface ChannelFormProps {
  channel: ApiChannel | null;
  onSaved: (saved: ApiChannel | (ApiChannel & Keys)) => void;
  onClose: () => void;
}

function ChannelForm({ channel, onSaved, onClose }: ChannelFormProps) {
  const websites = useRead(listWebsites, {});
  const teams = useRead(listTeams, {});
  const [draft, setDraft] = useState<Draft>(() => {
    if (!channel) return newChannel;
    const { name, url, websiteId, teamId, isActive, longestMessage, textFormat, takesEdits, sendsReceipts } = channel;
    return { name, url, websiteId, teamId, isActive, longestMessage, textFormat, takesEdits, sendsReceipts };
  });
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  const put = (seen: ApiChannel | undefined): Promise<ApiChannel> => {
    if (!seen) return call(addApiChannel, { body: draft });
    const { url, ...fields } = draft;
    const expected = seenOf(seen, fields);
    return call(updateApiChannel, { params: { id: seen.id }, body: { ...fields, url, expected } });
  };
  const save = useSaveItem(put, { item: channel ?? undefined, list: keyOf(listApiChannels), onDone: onSaved });
  const fault = (field: string) => (save.error ? faultOf(save.error, field) : undefined);
  const choices = (label: string, list: readonly { value: string; label: string }[]) => [{ value: '', label }, ...list];
  return (
    <FormDialog
      title={channel ? words('edit', { name: channel.name }) : words('add')}
      submitLabel={words('save')}
      stays
      isPaused={save.isPending}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Stack gap="4">
        <TextField
          label={words('name')}
          required
          error={fault('name')}
          value={draft.name}
          onChange={({ target }) => set({ name: target.value })}
        />
        <TextField
          label={words('address')}
          hint={words('addressHint')}
          type={channel ? 'text' : 'url'}
          required
          dir="ltr"
          placeholder="https://"
          error={fault('url')}
          value={draft.url}
          onChange={({ target }) => set({ url: target.value.trim() })}
        />
        <Grid templateColumns={twoColumns} gap="4">
          <SelectField
            label={words('website')}
            error={fault('websiteId')}
            value={draft.websiteId ?? ''}
            options={choices(
              views('noWebsite'),
              (websites.data ?? []).map(({ id, domain }) => ({ value: id, label: domain })),
            )}
            onChange={(websiteId) => set({ websiteId: websiteId === '' ? null : websiteId })}
          />
          <SelectField
            label={words('team')}
            error={fault('teamId')}
            value={draft.teamId ?? ''}
            options={choices(
              views('noTeam'),
              (teams.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
            )}
            onChange={(teamId) => set({ teamId: teamId === '' ? null : teamId })}
          />
        </Grid>
        <TextField
          label={words('longest')}
          hint={words('longestHint')}
          type="number"
          min={100}
          required
          error={fault('longestMessage')}
          value={Number.isNaN(draft.longestMessage) ? '' : draft.longestMessage}
          onChange={({ target }) => set({ longestMessage: target.valueAsNumber })}
        />
        <SelectField
          label={words('format')}
          hint={words('formatHint')}
          value={draft.textFormat}
          options={textFormats.map((value) => ({ value, label: words(value) }))}
          onChange={(textFormat) => set({ textFormat })}
        />
        <SwitchField label={words('edits')} checked={draft.takesEdits} onChange={(takesEdits) => set({ takesEdits })} />
        <SwitchField
          label={words('receipts')}
          checked={draft.sendsReceipts}
          onChange={(sendsReceipts) => set({ sendsReceipts })}
        />
        {conflictWords(save.error) && (
          <Box role="alert" color="fg.error" fontSize="sm">
            {conflictWords(save.error)}
          </Box>
        )}
      </Stack>
    </FormDialog>
  );
}
