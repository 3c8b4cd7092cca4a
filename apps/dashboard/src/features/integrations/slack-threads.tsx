import { Box, Button, Grid, Stack } from '@chakra-ui/react';
import { slackManifest } from '@parley/contracts/channels/slack-threads';
import { listDeliveries } from '@parley/contracts/routes/integrations';
import { listSlackChannels, testSlackThreads } from '@parley/contracts/routes/slack';
import type { Settings } from '@parley/contracts/settings/settings';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Copy, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { wordsOf } from '../../api/call-error.ts';
import { read, useRead } from '../../api/read.ts';
import { labelOf, settingFields } from '../../domain/fields/fields.ts';
import { usePublicUrl } from '../../forms/public-url.ts';
import { SettingsForm } from '../../forms/settings-form.tsx';
import { integrationWords } from '../../i18n/en/integrations.ts';
import { threadWords } from '../../i18n/en/threads.ts';
import { t } from '../../i18n/server-text.ts';
import { copyText } from '../../ui/copy-text.ts';
import { SwitchField, TextField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { exactTime } from '../../ui/times.ts';
import { toastFailure } from '../../ui/toast/failure.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { twoColumns } from '../../ui/two-columns.ts';
import { type EditedChannels, ThreadChannels } from './thread-channels.tsx';

type Config = Settings['slackThreadsConfig'];

const fields = settingFields.slackThreadsConfig;
const isConnected = ({ botToken, signingSecret }: Config): boolean => botToken !== '' && signingSecret !== '';

/** Sets up the Slack app that turns conversations into threads, beside the webhook for notices. Admins only. */
export function SlackThreads({ settings }: { settings: Settings }) {
  const saved = settings.slackThreadsConfig;
  const [isOpen, setOpen] = useState(saved.botToken !== '');
  if (!isOpen) {
    return (
      <Panel title={threadWords('title')} description={threadWords('about')}>
        <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
          {threadWords('setUp')}
        </Button>
      </Panel>
    );
  }
  return (
    <Panel title={threadWords('title')} description={threadWords('about')}>
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
                label={threadWords(name)}
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
                  label={threadWords('enable')}
                  checked={value.enabled}
                  onChange={(enabled) => set({ enabled })}
                />
                <Grid templateColumns={twoColumns} gap="4">
                  {secret('botToken', threadWords('botTokenHint'))}
                  {secret('signingSecret', threadWords('signingSecretHint'))}
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
      () => toast({ title: threadWords('manifestCopied') }),
      (error: unknown) => toastFailure(error, threadWords('copyManifest')),
    );
  const address = `https://api.slack.com/apps?new_app=1&manifest_json=${encodeURIComponent(manifest)}`;
  return (
    <Box borderWidth="1px" borderColor="border" borderRadius="md" p="3" fontSize="sm">
      {threadWords('set')}
      <Box display="flex" flexWrap="wrap" gap="2" mt="3">
        <Button size="xs" variant="outline" asChild>
          <a href={address} target="_blank" rel="noopener">
            <ExternalLink size={14} aria-hidden />
            {threadWords('createApp')}
          </a>
        </Button>
        <Button size="xs" variant="ghost" onClick={() => void copy()}>
          <Copy size={14} aria-hidden />
          {threadWords('copyManifest')}
        </Button>
      </Box>
    </Box>
  );
}

/** Edits the channels of the workspace that conversations become threads in. */
function Channels({ isConnected: mayRead, ...props }: { isConnected: boolean } & EditedChannels) {
  const found = useQuery({ ...read(listSlackChannels, {}), enabled: mayRead });
  const choices = (found.data ?? []).map(({ id, name, isMember }) => ({
    id,
    name,
    label: isMember ? `#${name}` : threadWords('notMember', { name: `#${name}` }),
  }));
  return (
    <ThreadChannels
      {...props}
      label={threadWords('channel')}
      hint={threadWords(mayRead ? 'channelsHint' : 'saveFirst')}
      choices={choices}
      failure={found.error}
    />
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
          ? threadWords('incomplete')
          : dead
            ? threadWords('lastFailed', {
                time: exactTime(dead.updatedAt),
                error: t(dead.errorLocalized, dead.lastError ?? ''),
              })
            : threadWords('allDelivered')}
        <Box mt="1">{threadWords('commands')}</Box>
      </Box>
      <Button size="sm" variant="outline" {...pausedWhile(test.isPending || !isConnected(saved), () => test.mutate())}>
        {test.isPending ? integrationWords('testing') : threadWords('test')}
      </Button>
    </Box>
  );
}
