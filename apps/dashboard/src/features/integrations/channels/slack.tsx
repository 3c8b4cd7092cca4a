import { Hash } from 'lucide-react';
import { integrationWords } from '../../../i18n/en/integrations.ts';
import { ChatWebhookFields } from '../chat-webhook-fields.tsx';
import { IntegrationForm } from '../integration-form.tsx';
import type { ChannelScreen, FormProps } from './screen.ts';

const SlackForm = ({ kind, settings }: FormProps) => (
  <IntegrationForm
    kind={kind}
    settings={settings}
    savedOf={(all) => all.slackConfig}
    changeOf={(slackConfig) => ({ slackConfig })}
  >
    {(edited) => <ChatWebhookFields {...edited} />}
  </IntegrationForm>
);

export const slack: ChannelScreen = { icon: Hash, about: () => integrationWords('aboutSlack'), Form: SlackForm };
