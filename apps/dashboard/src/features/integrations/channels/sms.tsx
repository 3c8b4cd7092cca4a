import { Grid } from '@chakra-ui/react';
import { Smartphone } from 'lucide-react';
import { integrationWords } from '../../../i18n/en/integrations.ts';
import { SwitchField } from '../../../ui/fields.tsx';
import { twoColumns } from '../../../ui/two-columns.ts';
import { IntegrationForm } from '../integration-form.tsx';
import { AccountFields, secret, useChannelUrl } from './account-fields.tsx';
import type { ChannelScreen, FormProps } from './screen.ts';
import { WebsiteField } from './website-field.tsx';

const text = { dir: 'ltr' } as const;

function SmsForm({ kind, settings }: FormProps) {
  const url = useChannelUrl(kind);
  const fields = [
    {
      field: 'accountSid',
      label: integrationWords('accountSid'),
      hint: integrationWords('accountSidHint'),
      attributes: text,
    },
    {
      field: 'authToken',
      label: integrationWords('authToken'),
      hint: integrationWords('authTokenHint'),
      attributes: { ...secret, ...text },
    },
    {
      field: 'sender',
      label: integrationWords('sender'),
      hint: integrationWords('senderHint', { url }),
      attributes: text,
    },
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
            <AccountFields
              fields={fields}
              value={value}
              fault={fault}
              guard={guard}
              onChange={(field, changed) => set({ [field]: changed })}
            />
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
