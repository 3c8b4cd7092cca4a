import { MessageSquareMore } from 'lucide-react';
import { integrationWords } from '../../../i18n/en/integrations.ts';
import { MetaAccountForm } from './meta-account-form.tsx';
import type { ChannelScreen, FormProps } from './screen.ts';

const MessengerForm = (props: FormProps) => (
  <MetaAccountForm
    {...props}
    section="messengerConfig"
    words={{
      id: integrationWords('pageId'),
      idHint: integrationWords('pageIdHint'),
      tokenHint: integrationWords('pageTokenHint'),
    }}
  />
);

export const messenger: ChannelScreen = {
  icon: MessageSquareMore,
  about: () => integrationWords('aboutMessenger'),
  Form: MessengerForm,
};
