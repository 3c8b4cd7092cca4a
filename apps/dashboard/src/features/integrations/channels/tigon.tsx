import { SquareKanban } from 'lucide-react';
import { integrationWords } from '../../../i18n/en/integrations.ts';
import { ChatWebhookFields } from '../chat-webhook-fields.tsx';
import { IntegrationForm } from '../integration-form.tsx';
import type { ChannelScreen, FormProps } from './screen.ts';

const BoardsForm = ({ kind, settings }: FormProps) => (
  <IntegrationForm
    kind={kind}
    settings={settings}
    savedOf={(all) => all.tigonConfig}
    changeOf={(tigonConfig) => ({ tigonConfig })}
  >
    {(edited) => <ChatWebhookFields {...edited} />}
  </IntegrationForm>
);

export const tigon: ChannelScreen = {
  icon: SquareKanban,
  name: () => integrationWords('boards'),
  about: () => integrationWords('aboutTigon'),
  Form: BoardsForm,
};
