import { Box, Button, Grid, Stack } from '@chakra-ui/react';
import { msteamsActivitiesPath } from '@parley/contracts/channels/msteams';
import { listMsteamsChannels, readMsteamsApp } from '@parley/contracts/routes/msteams';
import type { Settings } from '@parley/contracts/settings/settings';
import { useQuery } from '@tanstack/react-query';
import { Download, MessagesSquare } from 'lucide-react';
import { read } from '../../../api/read.ts';
import { usePublicUrl } from '../../../forms/public-url.ts';
import { integrationWords } from '../../../i18n/en/integrations.ts';
import { threadWords } from '../../../i18n/en/threads.ts';
import { CopyLine } from '../../../ui/copy-line.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { twoColumns } from '../../../ui/two-columns.ts';
import { type Edited, IntegrationForm } from '../integration-form.tsx';
import { ThreadChannels } from '../thread-channels.tsx';
import type { ChannelScreen, FormProps } from './screen.ts';

type Config = Settings['msteamsConfig'];

const isComplete = ({ appId, tenantId, clientSecret }: Config): boolean =>
  appId !== '' && tenantId !== '' && clientSecret !== '';

function MsteamsForm({ kind, settings }: FormProps) {
  const saved = settings.msteamsConfig;
  const lacksChannels = isComplete(saved) && saved.channels.length === 0;
  return (
    <IntegrationForm
      kind={kind}
      settings={settings}
      savedOf={(all) => all.msteamsConfig}
      changeOf={(msteamsConfig) => ({ msteamsConfig })}
      missing={lacksChannels ? threadWords('teamsNoChannel') : undefined}
    >
      {(edited) => (
        <>
          <Registration saved={saved} />
          <Credentials {...edited} />
          <Channels saved={saved} {...edited} />
          <Box fontSize="sm" color="fg.muted">
            {threadWords('commands')}
          </Box>
        </>
      )}
    </IntegrationForm>
  );
}

/** The bot to register, and the app to upload once its id is known. */
function Registration({ saved }: { saved: Config }) {
  const endpoint = `${usePublicUrl()}${msteamsActivitiesPath}`;
  return (
    <Stack gap="3" borderWidth="1px" borderColor="border" borderRadius="md" p="3" fontSize="sm">
      {threadWords('teamsSet')}
      <CopyLine text={endpoint} label={threadWords('teamsCopyEndpoint')} />
      {saved.appId !== '' && (
        <Box>
          <Button size="xs" variant="outline" asChild>
            <a href={readMsteamsApp.path} download>
              <Download size={14} aria-hidden />
              {threadWords('teamsApp')}
            </a>
          </Button>
        </Box>
      )}
    </Stack>
  );
}

function Credentials({ value, set, fault, guard }: Edited<Config>) {
  const id = (name: 'appId' | 'tenantId', hint: string) => (
    <TextField
      label={threadWords(name)}
      {...guard(name, hint)}
      dir="ltr"
      value={value[name]}
      error={fault(name)}
      onChange={({ target }) => set({ [name]: target.value.trim() })}
    />
  );
  return (
    <Grid templateColumns={twoColumns} gap="4">
      {id('appId', threadWords('appIdHint'))}
      {id('tenantId', threadWords('tenantIdHint'))}
      <TextField
        label={threadWords('clientSecret')}
        {...guard('clientSecret', threadWords('clientSecretHint'))}
        type="password"
        autoComplete="new-password"
        dir="ltr"
        value={value.clientSecret}
        error={fault('clientSecret')}
        onChange={({ target }) => set({ clientSecret: target.value.trim() })}
      />
    </Grid>
  );
}

function Channels({ saved, value, set, fault, guard }: Edited<Config> & { saved: Config }) {
  const mayRead = isComplete(saved);
  const found = useQuery({ ...read(listMsteamsChannels, {}), enabled: mayRead });
  const { disabled, hint } = guard('channels', threadWords(mayRead ? 'teamsChannelsHint' : 'teamsSaveFirst'));
  return (
    <ThreadChannels
      label={threadWords('teamsChannel')}
      hint={hint ?? ''}
      choices={(found.data ?? []).map(({ id, name }) => ({ id, name, label: name }))}
      failure={found.error}
      disabled={disabled}
      value={value.channels}
      error={fault('channels')}
      onChange={(channels) => set({ channels })}
    />
  );
}

export const msteams: ChannelScreen = {
  icon: MessagesSquare,
  about: () => integrationWords('aboutMsteams'),
  Form: MsteamsForm,
};
