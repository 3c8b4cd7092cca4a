import { Camera } from 'lucide-react';
import { integrationWords } from '../../../i18n/en/integrations.ts';
import { MetaAccountForm } from './meta-account-form.tsx';
import type { ChannelScreen, FormProps } from './screen.ts';

const InstagramForm = (props: FormProps) => (
  <MetaAccountForm
    {...props}
    section="instagramConfig"
    words={{
      id: integrationWords('instagramId'),
      idHint: integrationWords('instagramIdHint'),
      tokenHint: integrationWords('instagramTokenHint'),
    }}
  />
);

export const instagram: ChannelScreen = {
  icon: Camera,
  about: () => integrationWords('aboutInstagram'),
  Form: InstagramForm,
};
