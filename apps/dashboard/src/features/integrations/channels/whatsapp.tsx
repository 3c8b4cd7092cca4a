import { Grid } from '@chakra-ui/react';
import { listWebsites } from '@parley/contracts/routes/websites';
import { MessageCircle } from 'lucide-react';
import { useRead } from '../../../api/read.ts';
import { integrationWords } from '../../../i18n/en/integrations.ts';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { twoColumns } from '../../../ui/two-columns.ts';
import { IntegrationForm } from '../integration-form.tsx';
import type { ChannelScreen, FormProps } from './screen.ts';

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
  const websites = useRead(listWebsites, {});
  const options = (websites.data ?? []).map(({ id, domain }) => ({ value: id, label: domain }));
  const url = `${window.location.origin}/api/channels/whatsapp/events`;
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
          <SelectField
            label={integrationWords('websiteId')}
            hint={integrationWords('websiteHint')}
            value={value.websiteId ?? ''}
            options={[{ value: '', label: integrationWords('chooseWebsite') }, ...options]}
            error={fault('websiteId')}
            onChange={(websiteId) => set({ websiteId: websiteId === '' ? null : websiteId })}
          />
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
