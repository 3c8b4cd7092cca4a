import { SquareKanban } from 'lucide-react';
import { ChatWebhookFields } from '../chat-webhook-fields.tsx';
import { IntegrationForm } from '../integration-form.tsx';
import type { ChannelScreen, FormProps } from './screen.ts';

const BoardsForm = ({ kind, settings }: FormProps) => (
  <IntegrationForm kind={kind} saved={settings.tigonConfig} changeOf={(tigonConfig) => ({ tigonConfig })}>
    {(edited) => <ChatWebhookFields {...edited} />}
  </IntegrationForm>
);

export const tigon: ChannelScreen = { icon: SquareKanban, Form: BoardsForm };
