import { Grid } from '@chakra-ui/react';
import { MessageCircle } from 'lucide-react';
import { integrationWords } from '../../../i18n/en/integrations.ts';
import { twoColumns } from '../../../ui/two-columns.ts';
import { IntegrationForm } from '../integration-form.tsx';
import { AccountFields, number, secret, useChannelUrl } from './account-fields.tsx';
import { AwayTextField } from './away-text-field.tsx';
import type { ChannelScreen, FormProps } from './screen.ts';
import { WebsiteField } from './website-field.tsx';

/** Fields, the keys of their hints, and how each is typed. */
const described = [
  ['phoneNumberId', 'phoneNumberIdHint', number],
  ['businessAccountId', 'businessAccountIdHint', number],
  ['accessToken', 'accessTokenHint', secret],
  ['appSecret', 'appSecretHint', secret],
  ['verifyToken', 'verifyTokenHint', secret],
] as const;

function WhatsappForm({ kind, settings }: FormProps) {
  const url = useChannelUrl(kind);
  const fields = described.map(([field, hint, attributes]) => ({
    field,
    label: integrationWords(field),
    hint: integrationWords(hint, { url }),
    attributes,
  }));
  return (
    <IntegrationForm
      kind={kind}
      settings={settings}
      savedOf={(all) => all.whatsappConfig}
      changeOf={(whatsappConfig) => ({ whatsappConfig })}
    >
      {({ value, set, fault, guard }) => (
        <Grid templateColumns={twoColumns} gap="4">
          <AccountFields
            fields={fields}
            value={value}
            fault={fault}
            guard={guard}
            onChange={(field, text) => set({ [field]: text })}
          />
          <WebsiteField value={value} set={set} fault={fault} />
          <AwayTextField value={value} set={set} fault={fault} />
        </Grid>
      )}
    </IntegrationForm>
  );
}

export const whatsapp: ChannelScreen = {
  icon: MessageCircle,
  about: () => integrationWords('aboutWhatsapp'),
  Form: WhatsappForm,
};
