import { Grid } from '@chakra-ui/react';
import type { MetaAccount } from '@parley/contracts/channels/meta';
import { receiveFromChannel } from '@parley/contracts/routes/integrations';
import { usePublicUrl } from '../../../forms/public-url.ts';
import { integrationWords } from '../../../i18n/en/integrations.ts';
import { SwitchField, TextField } from '../../../ui/fields.tsx';
import { twoColumns } from '../../../ui/two-columns.ts';
import { IntegrationForm } from '../integration-form.tsx';
import type { FormProps } from './screen.ts';
import { WebsiteField } from './website-field.tsx';

interface MetaAccountFormProps extends FormProps {
  section: 'messengerConfig' | 'instagramConfig';
  /** Texts about its id and token. */
  words: Record<'id' | 'idHint' | 'tokenHint', string>;
}

/** Fields of a Facebook page, or an Instagram account. */
export function MetaAccountForm({ kind, settings, section, words }: MetaAccountFormProps) {
  const url = `${usePublicUrl()}${receiveFromChannel.path.replace(':channel', kind.id)}`;
  const secrets = [
    ['accessToken', words.tokenHint],
    ['appSecret', integrationWords('appSecretHint')],
    ['verifyToken', integrationWords('verifyTokenHint', { url })],
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
            <TextField
              label={words.id}
              {...guard('accountId', words.idHint)}
              inputMode="numeric"
              dir="ltr"
              value={value.accountId}
              error={fault('accountId')}
              onChange={(event) => set({ accountId: event.target.value.trim() })}
            />
            {secrets.map(([field, hint]) => (
              <TextField
                key={field}
                label={integrationWords(field)}
                {...guard(field, hint)}
                type="password"
                autoComplete="new-password"
                value={value[field]}
                error={fault(field)}
                onChange={(event) => set({ [field]: event.target.value.trim() })}
              />
            ))}
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
