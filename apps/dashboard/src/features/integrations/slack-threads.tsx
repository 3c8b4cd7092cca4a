import { Box, Button, Grid, Stack } from '@chakra-ui/react';
import { slackManifest, type SlackThreadChannel } from '@parley/contracts/channels/slack-threads';
import { listDeliveries } from '@parley/contracts/routes/integrations';
import { listSlackChannels, type SlackChannel, testSlackThreads } from '@parley/contracts/routes/slack';
import { listTeams } from '@parley/contracts/routes/teams';
import { listWebsites } from '@parley/contracts/routes/websites';
import type { Settings } from '@parley/contracts/settings/settings';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Copy, ExternalLink, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { wordsOf } from '../../api/call-error.ts';
import { read, useRead } from '../../api/read.ts';
import { labelOf, settingFields } from '../../domain/fields/fields.ts';
import { usePublicUrl } from '../../forms/public-url.ts';
import { SettingsForm } from '../../forms/settings-form.tsx';
import { integrationWords } from '../../i18n/en/integrations.ts';
import { slackWords } from '../../i18n/en/slack.ts';
import { t } from '../../i18n/server-text.ts';
import { copyText } from '../../ui/copy-text.ts';
import { SelectField, SwitchField, TextField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { exactTime } from '../../ui/times.ts';
import { toastFailure } from '../../ui/toast/failure.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { twoColumns } from '../../ui/two-columns.ts';

type Config = Settings['slackThreadsConfig'];

const fields = settingFields.slackThreadsConfig;
const isConnected = ({ botToken, signingSecret }: Config): boolean => botToken !== '' && signingSecret !== '';

/** Sets up the Slack app that turns conversations into threads, beside the webhook for notices. Admins only. */
export function SlackThreads({ settings }: { settings: Settings }) {
  const saved = settings.slackThreadsConfig;
  const [isOpen, setOpen] = useState(saved.botToken !== '');
  if (!isOpen) {
    return (
      <Panel title={slackWords('title')} description={slackWords('about')}>
        <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
          {slackWords('setUp')}
        </Button>
      </Panel>
    );
  }
  return (
    <Panel title={slackWords('title')} description={slackWords('about')}>
      <Stack gap="4">
        {!isConnected(saved) && <AppManifest />}
        <SettingsForm
          name="slack threads"
          settings={settings}
          savedOf={({ slackThreadsConfig }) => slackThreadsConfig}
          changeOf={(slackThreadsConfig) => ({ slackThreadsConfig })}
          labelOf={(field) => labelOf(fields[field])}
        >
          {({ value, set, fault }) => {
            const secret = (name: 'botToken' | 'signingSecret', hint: string) => (
              <TextField
                label={slackWords(name)}
                hint={hint}
                type="password"
                autoComplete="new-password"
                dir="ltr"
                value={value[name]}
                error={fault(name)}
                onChange={({ target }) => set({ [name]: target.value.trim() })}
              />
            );
            return (
              <>
                <SwitchField
                  label={slackWords('enable')}
                  checked={value.enabled}
                  onChange={(enabled) => set({ enabled })}
                />
                <Grid templateColumns={twoColumns} gap="4">
                  {secret('botToken', slackWords('botTokenHint'))}
                  {secret('signingSecret', slackWords('signingSecretHint'))}
                </Grid>
                <Channels
                  isConnected={isConnected(saved)}
                  value={value.channels}
                  error={fault('channels')}
                  onChange={(channels) => set({ channels })}
                />
              </>
            );
          }}
        </SettingsForm>
        <Status saved={saved} />
      </Stack>
    </Panel>
  );
}

/** The app to create, with the rights and the address for events that it needs. */
function AppManifest() {
  const manifest = JSON.stringify(slackManifest(usePublicUrl()), null, 2);
  const copy = () =>
    copyText(manifest).then(
      () => toast({ title: slackWords('manifestCopied') }),
      (error: unknown) => toastFailure(error, slackWords('copyManifest')),
    );
  const address = `https://api.slack.com/apps?new_app=1&manifest_json=${encodeURIComponent(manifest)}`;
  return (
    <Box borderWidth="1px" borderColor="border" borderRadius="md" p="3" fontSize="sm">
      {slackWords('set')}
      <Box display="flex" flexWrap="wrap" gap="2" mt="3">
        <Button size="xs" variant="outline" asChild>
          <a href={address} target="_blank" rel="noopener">
            <ExternalLink size={14} aria-hidden />
            {slackWords('createApp')}
          </a>
        </Button>
        <Button size="xs" variant="ghost" onClick={() => void copy()}>
          <Copy size={14} aria-hidden />
          {slackWords('copyManifest')}
        </Button>
      </Box>
    </Box>
  );
}

interface ChannelsProps {
  isConnected: boolean;
  value: readonly SlackThreadChannel[];
  error: string | undefined;
  onChange: (value: SlackThreadChannel[]) => void;
}

/** Edits which conversations become threads in which channels. */
function Channels({ isConnected: mayRead, value, error, onChange }: ChannelsProps) {
  const found = useQuery({ ...read(listSlackChannels, {}), enabled: mayRead });
  const teams = useRead(listTeams, {}).data ?? [];
  const websites = useRead(listWebsites, {}).data ?? [];
  const channels = found.data ?? [];
  const change = (index: number, part: Partial<SlackThreadChannel>) =>
    onChange(value.map((each, at) => (at === index ? { ...each, ...part } : each)));
  const free = channels.find(({ id }) => !value.some(({ channelId }) => channelId === id));
  return (
    <Box as="fieldset">
      <Box as="legend" fontSize="sm" fontWeight="500">
        {slackWords('channels')}
      </Box>
      <Box fontSize="sm" color="fg.muted" mb="2">
        {mayRead ? slackWords('channelsHint') : slackWords('saveFirst')}
      </Box>
      {found.error && (
        <Box role="alert" fontSize="sm" color="fg.error" mb="2">
          {slackWords('channelsFailed', { error: wordsOf(found.error) })}
        </Box>
      )}
      <Stack gap="3">
        {value.map((each, index) => (
          <Grid
            key={each.channelId}
            templateColumns={{ base: '1fr auto', md: '1fr 1fr 1fr auto' }}
            gap="3"
            alignItems="end"
          >
            <SelectField
              label={slackWords('channel')}
              value={each.channelId}
              options={optionsOf(channels, each)}
              onChange={(channelId) =>
                change(index, { channelId, name: channels.find(({ id }) => id === channelId)?.name ?? channelId })
              }
            />
            <Button
              size="sm"
              variant="ghost"
              order={{ base: 0, md: 3 }}
              aria-label={slackWords('removeChannel', { name: each.name })}
              onClick={() => onChange(value.filter((_each, at) => at !== index))}
            >
              <X size={15} aria-hidden />
            </Button>
            <Several
              label={slackWords('websites')}
              all={websites.map(({ id, domain }) => ({ id, name: domain }))}
              chosen={each.websiteIds}
              onChange={(websiteIds) => change(index, { websiteIds })}
            />
            <Several
              label={slackWords('teams')}
              all={teams}
              chosen={each.teamIds}
              onChange={(teamIds) => change(index, { teamIds })}
            />
          </Grid>
        ))}
      </Stack>
      {error && (
        <Box role="alert" fontSize="sm" color="fg.error" mt="2">
          {error}
        </Box>
      )}
      {free && (
        <Button
          size="xs"
          variant="outline"
          mt="3"
          onClick={() => onChange([...value, { channelId: free.id, name: free.name, websiteIds: [], teamIds: [] }])}
        >
          <Plus size={14} aria-hidden />
          {slackWords('addChannel')}
        </Button>
      )}
    </Box>
  );
}

/** A channel that is no longer there keeps its name. */
function optionsOf(channels: readonly SlackChannel[], { channelId, name }: SlackThreadChannel) {
  const isKnown = channels.some(({ id }) => id === channelId);
  return [
    ...(isKnown ? [] : [{ value: channelId, label: `#${name}` }]),
    ...channels.map(({ id, name: each, isMember }) => ({
      value: id,
      label: isMember ? `#${each}` : slackWords('notMember', { name: `#${each}` }),
    })),
  ];
}

interface SeveralProps {
  label: string;
  all: readonly { id: string; name: string }[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Chooses some, or with none of them all. */
function Several({ label, all, chosen, onChange }: SeveralProps) {
  const names = all.filter(({ id }) => chosen.includes(id)).map(({ name }) => name);
  return (
    <Box as="details" alignSelf="start" mt={{ md: '6' }} gridColumn={{ base: '1 / -1', md: 'auto' }} fontSize="sm">
      <Box as="summary" cursor="pointer" py="1.5">
        <Box as="span" fontWeight="500">
          {label}
        </Box>
        {': '}
        <bdi>{names.length > 0 ? names.join(', ') : slackWords('all')}</bdi>
      </Box>
      {all.map(({ id, name }) => (
        <Box as="label" key={id} display="flex" gap="2" alignItems="center" py="0.5">
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={({ currentTarget }) =>
              onChange(currentTarget.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
            }
          />
          <bdi>{name}</bdi>
        </Box>
      ))}
    </Box>
  );
}

/** Shows what is missing, or how the last deliveries went, with a test. */
function Status({ saved }: { saved: Config }) {
  const dead = useRead(listDeliveries, { query: { channel: 'slack', status: 'dead', limit: 1 } }).data?.[0];
  const test = useMutation({
    mutationFn: () => call(testSlackThreads, {}),
    onSuccess: ({ message, localized }) =>
      toast({ title: integrationWords('tested'), description: t(localized, message) }),
    onError: (error) =>
      toast({ title: integrationWords('testFailed'), description: wordsOf(error), variant: 'destructive' }),
  });
  const isComplete = isConnected(saved) && saved.channels.length > 0;
  return (
    <Box display="flex" flexWrap="wrap" gap="3" alignItems="center" fontSize="sm" color="fg.muted">
      <Box role="status" flex="1" minW="60">
        {!isComplete
          ? slackWords('incomplete')
          : dead
            ? slackWords('lastFailed', {
                time: exactTime(dead.updatedAt),
                error: t(dead.errorLocalized, dead.lastError ?? ''),
              })
            : slackWords('allDelivered')}
        <Box mt="1">{slackWords('commands')}</Box>
      </Box>
      <Button size="sm" variant="outline" {...pausedWhile(test.isPending || !isConnected(saved), () => test.mutate())}>
        {test.isPending ? integrationWords('testing') : slackWords('test')}
      </Button>
    </Box>
  );
}
