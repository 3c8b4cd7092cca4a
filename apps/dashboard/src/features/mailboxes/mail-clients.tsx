import { Box, Grid, Stack } from '@chakra-ui/react';
import { mailOauthCallback } from '@parley/contracts/channels/mail-oauth';
import type { Settings } from '@parley/contracts/settings/settings';
import { usePublicUrl } from '../../forms/public-url.ts';
import { labelOf, settingFields } from '../../domain/fields/fields.ts';
import { SettingsForm } from '../../forms/settings-form.tsx';
import { mailboxAccess } from '../../i18n/en/mailboxaccess.ts';
import { ui } from '../../i18n/en/ui.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { twoColumns } from '../../ui/two-columns.ts';

type Config = Settings['mailOauthConfig'];

const fields = settingFields.mailOauthConfig;

const secrets: ReadonlySet<keyof Config> = new Set<keyof Config>([
  'googleClientSecret',
  'microsoftClientSecret',
  'otherClientSecret',
]);

/** Edits the registrations of this installation with mail providers. Admins only. */
export function MailClients({ settings }: { settings: Settings }) {
  const publicUrl = usePublicUrl();
  return (
    <Panel title={mailboxAccess('clients')} description={mailboxAccess('clientsHint')}>
      <Stack gap="4">
        <CopyLine
          text={`${publicUrl}${mailOauthCallback}`}
          label={`${ui('copy')}: ${mailboxAccess('redirectAddress')}`}
        />
        <SettingsForm
          name="mail clients"
          settings={settings}
          savedOf={({ mailOauthConfig }) => mailOauthConfig}
          changeOf={(mailOauthConfig) => ({ mailOauthConfig })}
          labelOf={(field) => labelOf(fields[field])}
        >
          {({ value, set, fault }) => {
            const field = (name: keyof Config, hint?: string) => (
              <TextField
                key={name}
                label={labelOf(fields[name])}
                {...(hint !== undefined && { hint })}
                {...(secrets.has(name) && { type: 'password' })}
                {...(name !== 'otherName' && { dir: 'ltr' as const })}
                autoComplete={secrets.has(name) ? 'new-password' : 'off'}
                value={value[name]}
                error={fault(name)}
                onChange={({ target }) => set({ [name]: name === 'otherName' ? target.value : target.value.trim() })}
              />
            );
            return (
              <>
                <Grid templateColumns={twoColumns} gap="4">
                  {field('googleClientId')}
                  {field('googleClientSecret')}
                  {field('microsoftClientId')}
                  {field('microsoftClientSecret')}
                  {field('microsoftTenant', mailboxAccess('tenantHint'))}
                </Grid>
                <Box asChild borderTopWidth="1px" pt="4">
                  <details>
                    <Box as="summary" cursor="pointer" fontSize="sm" fontWeight="medium">
                      {mailboxAccess('otherProvider')}
                    </Box>
                    <Grid templateColumns={twoColumns} gap="4" mt="4">
                      {field('otherName')}
                      {field('otherIssuer', mailboxAccess('issuerHint'))}
                      {field('otherClientId')}
                      {field('otherClientSecret')}
                      {field('otherScopes', mailboxAccess('scopesHint'))}
                      {field('otherAuthorizationUrl')}
                      {field('otherTokenUrl')}
                      {field('otherDeviceUrl')}
                      {field('otherRevocationUrl')}
                    </Grid>
                  </details>
                </Box>
              </>
            );
          }}
        </SettingsForm>
      </Stack>
    </Panel>
  );
}
