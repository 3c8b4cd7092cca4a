import { Grid } from '@chakra-ui/react';
import { receiveFromChannel } from '@parley/contracts/routes/integrations';
import { MessageCircle } from 'lucide-react';
import { usePublicUrl } from '../../../forms/public-url.ts';
import { integrationWords } from '../../../i18n/en/integrations.ts';
import { TextField } from '../../../ui/fields.tsx';
import { twoColumns } from '../../../ui/two-columns.ts';
import { IntegrationForm } from '../integration-form.tsx';
import { AwayTextField } from './away-text-field.tsx';
import type { ChannelScreen, FormProps } from './screen.ts';
import { WebsiteField } from './website-field.tsx';

/** Fields with the keys of their hints. */
const ids = [
  ['phoneNumberId', 'phoneNumberIdHint'],
  ['businessAccountId', 'businessAccountIdHint'],
] as const;
const secrets = [
  ['accessToken', 'accessTokenHint'],
  ['appSecret', 'appSecretHint'],
  ['verifyToken', 'verifyTokenHint'],
] as const;

function WhatsappForm({ kind, settings }: FormProps) {
  const url = `${usePublicUrl()}${receiveFromChannel.path.replace(':channel', kind.id)}`;
  return (
    <IntegrationForm
      kind={kind}
      settings={settings}
      savedOf={(all) => all.whatsappConfig}
      changeOf={(whatsappConfig) => ({ whatsappConfig })}
    >
      {({ value, set, fault, guard }) => (
        <Grid templateColumns={twoColumns} gap="4">
          {ids.map(([field, hint]) => (
            <TextField
              key={field}
              label={integrationWords(field)}
              {...guard(field, integrationWords(hint))}
              inputMode="numeric"
              dir="ltr"
              value={value[field]}
              error={fault(field)}
              onChange={(event) => set({ [field]: event.target.value.trim() })}
            />
          ))}
          {secrets.map(([field, hint]) => (
            <TextField
              key={field}
              label={integrationWords(field)}
              {...guard(field, integrationWords(hint, { url }))}
              type="password"
              autoComplete="new-password"
              value={value[field]}
              error={fault(field)}
              onChange={(event) => set({ [field]: event.target.value.trim() })}
            />
          ))}
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
