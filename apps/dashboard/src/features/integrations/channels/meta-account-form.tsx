import { Grid } from '@chakra-ui/react';
import type { MetaAccount } from '@parley/contracts/channels/meta';
import { integrationWords } from '../../../i18n/en/integrations.ts';
import { SwitchField } from '../../../ui/fields.tsx';
import { twoColumns } from '../../../ui/two-columns.ts';
import { IntegrationForm } from '../integration-form.tsx';
import { AccountFields, number, secret, useChannelUrl } from './account-fields.tsx';
import type { FormProps } from './screen.ts';
import { WebsiteField } from './website-field.tsx';

interface MetaAccountFormProps extends FormProps {
  section: 'messengerConfig' | 'instagramConfig';
  /** Texts about its id and token. */
  words: Record<'id' | 'idHint' | 'tokenHint', string>;
}

/** Fields of a Facebook page, or an Instagram account. */
export function MetaAccountForm({ kind, settings, section, words }: MetaAccountFormProps) {
  const url = useChannelUrl(kind);
  const fields = [
    { field: 'accountId', label: words.id, hint: words.idHint, attributes: number },
    { field: 'accessToken', label: integrationWords('accessToken'), hint: words.tokenHint, attributes: secret },
    {
      field: 'appSecret',
      label: integrationWords('appSecret'),
      hint: integrationWords('appSecretHint'),
      attributes: secret,
    },
    {
      field: 'verifyToken',
      label: integrationWords('verifyToken'),
      hint: integrationWords('verifyTokenHint', { url }),
      attributes: secret,
    },
  ] as const;
  return (
    <IntegrationForm<MetaAccount>
      kind={kind}
      settings={settings}
      savedOf={(all) => all[section]}
      changeOf={(change) => ({ [section]: change })}
    >
      {({ value, set, fault, guard }) => (
        <>
          <Grid templateColumns={twoColumns} gap="4">
            <AccountFields
              fields={fields}
              value={value}
              fault={fault}
              guard={guard}
              onChange={(field, text) => set({ [field]: text })}
            />
            <WebsiteField value={value} set={set} fault={fault} />
          </Grid>
          <SwitchField
            label={integrationWords('humanAgent')}
            {...guard('humanAgent', integrationWords('humanAgentHint'))}
            checked={value.humanAgent}
            onChange={(humanAgent) => set({ humanAgent })}
          />
        </>
      )}
    </IntegrationForm>
  );
}
