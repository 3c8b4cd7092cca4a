import { Grid } from '@chakra-ui/react';
import { receiveFromChannel } from '@parley/contracts/routes/integrations';
import { Smartphone } from 'lucide-react';
import { usePublicUrl } from '../../../forms/public-url.ts';
import { integrationWords } from '../../../i18n/en/integrations.ts';
import { SwitchField, TextField } from '../../../ui/fields.tsx';
import { twoColumns } from '../../../ui/two-columns.ts';
import { IntegrationForm } from '../integration-form.tsx';
import type { ChannelScreen, FormProps } from './screen.ts';
import { WebsiteField } from './website-field.tsx';

function SmsForm({ kind, settings }: FormProps) {
  const url = `${usePublicUrl()}${receiveFromChannel.path.replace(':channel', kind.id)}`;
  const fields = [
    { field: 'accountSid', hint: integrationWords('accountSidHint'), type: 'text' },
    { field: 'authToken', hint: integrationWords('authTokenHint'), type: 'password' },
    { field: 'sender', hint: integrationWords('senderHint', { url }), type: 'text' },
  ] as const;
  return (
    <IntegrationForm
      kind={kind}
      settings={settings}
      savedOf={(all) => all.smsConfig}
      changeOf={(smsConfig) => ({ smsConfig })}
    >
      {({ value, set, fault, guard }) => (
        <>
          <Grid templateColumns={twoColumns} gap="4">
            {fields.map(({ field, hint, type }) => (
              <TextField
                key={field}
                label={integrationWords(field)}
                {...guard(field, hint)}
                type={type}
                dir="ltr"
                {...(type === 'password' && { autoComplete: 'new-password' })}
                value={value[field]}
                error={fault(field)}
                onChange={(event) => set({ [field]: event.target.value.trim() })}
              />
            ))}
            <WebsiteField value={value} set={set} fault={fault} />
          </Grid>
          <SwitchField
            label={integrationWords('pictures')}
            {...guard('pictures', integrationWords('picturesHint'))}
            checked={value.pictures}
            onChange={(pictures) => set({ pictures })}
          />
        </>
      )}
    </IntegrationForm>
  );
}

export const sms: ChannelScreen = {
  icon: Smartphone,
  about: () => integrationWords('aboutSms'),
  Form: SmsForm,
};
