import { Stack } from '@chakra-ui/react';
import { rateLimits } from '@parley/contracts/routes/limits';
import type { Settings } from '@parley/contracts/settings/settings';
import { ShieldCheck } from 'lucide-react';
import { labelOf, optionsOf, settingFields } from '../../domain/fields/fields.ts';
import { useMay } from '../../forms/permissions.ts';
import { SettingsForm } from '../../forms/settings-form.tsx';
import { accessWords } from '../../i18n/en/access.ts';
import { rolesWords } from '../../i18n/en/roles.ts';
import { settingsNav } from '../../i18n/en/settingsnav.ts';
import { settingsWords } from '../../i18n/en/settings.ts';
import { ActionRow } from '../../ui/action-row.tsx';
import { EmptyAction } from '../../ui/empty-action.tsx';
import { SelectField, SwitchField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Networks } from './networks.tsx';
import { PushContents } from './push-contents.tsx';
import { SecondFactorPolicy } from './second-factor-policy.tsx';

const nothing = () => undefined;

const fields = settingFields.securityConfig;

/** Edits how the team signs in. Who may do what is set in the roles. */
export function Security({ settings }: { settings: Settings }) {
  const isAdmin = useMay('security.manage');
  const mayRoles = useMay('access.manage');
  const { max, perSeconds } = rateLimits.failedLoginPerAccount;
  return (
    <Stack gap="4">
      <Panel title={settingsWords('security')}>
        <Stack gap="5">
          <SwitchField
            label={settingsWords('rateLimiting')}
            hint={settingsWords('rateLimitingHint', { max, count: perSeconds / 60 })}
            checked
            disabled
            onChange={nothing}
          />
          {mayRoles && (
            <ActionRow label={settingsNav('permissions')} hint={settingsNav('permissionsHint')}>
              <EmptyAction to="/representatives?tab=roles">
                <ShieldCheck size={14} aria-hidden />
                {rolesWords('roles')}
              </EmptyAction>
            </ActionRow>
          )}
        </Stack>
      </Panel>
      <Panel title={settingsNav('sessionLengths')}>
        <SettingsForm
          name="sessions"
          settings={settings}
          savedOf={({ securityConfig: { sessionTimeout, sessionLifetime } }) => ({ sessionTimeout, sessionLifetime })}
          changeOf={(securityConfig) => ({ securityConfig })}
          labelOf={(field) => labelOf(fields[field])}
        >
          {({ value, set }) => (
            <>
              <SelectField
                label={settingsWords('timeout')}
                hint={settingsWords('timeoutHint')}
                value={value.sessionTimeout}
                options={optionsOf(fields.sessionTimeout)}
                onChange={(sessionTimeout) => set({ sessionTimeout })}
              />
              <SelectField
                label={accessWords('lifetime')}
                hint={accessWords('lifetimeHint')}
                value={value.sessionLifetime}
                options={optionsOf(fields.sessionLifetime)}
                disabled={!isAdmin}
                onChange={(sessionLifetime) => set({ sessionLifetime })}
              />
            </>
          )}
        </SettingsForm>
      </Panel>
      <SecondFactorPolicy settings={settings} />
      <PushContents config={settings.pushConfig} />
      {isAdmin && <Networks settings={settings} />}
    </Stack>
  );
}
