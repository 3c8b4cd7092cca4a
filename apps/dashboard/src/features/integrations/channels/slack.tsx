import { Stack } from '@chakra-ui/react';
import { Hash } from 'lucide-react';
import { useMay } from '../../../forms/permissions.ts';
import { integrationWords } from '../../../i18n/en/integrations.ts';
import { ChatWebhookFields } from '../chat-webhook-fields.tsx';
import { IntegrationForm } from '../integration-form.tsx';
import { SlackThreads } from '../slack-threads.tsx';
import type { ChannelScreen, FormProps } from './screen.ts';

function SlackForm({ kind, settings }: FormProps) {
  const mayConnect = useMay('security.manage');
  return (
    <Stack gap="6">
      <IntegrationForm
        kind={kind}
        settings={settings}
        savedOf={(all) => all.slackConfig}
        changeOf={(slackConfig) => ({ slackConfig })}
      >
        {(edited) => <ChatWebhookFields {...edited} />}
      </IntegrationForm>
      {mayConnect && <SlackThreads settings={settings} />}
    </Stack>
  );
}

export const slack: ChannelScreen = { icon: Hash, about: () => integrationWords('aboutSlack'), Form: SlackForm };
