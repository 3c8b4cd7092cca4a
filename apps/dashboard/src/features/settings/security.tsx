import { Box, Stack } from '@chakra-ui/react';
import { rateLimits } from '@parley/contracts/limits';
import { type RepresentativesMay, type Settings, sessionTimeouts } from '@parley/contracts/settings/settings';
import { useEffect } from 'react';
import { adminsOnly, useMay } from '../../forms/permissions.ts';
import { useChangeSettings } from '../../forms/settings.ts';
import { setPreference } from '../../preferences/preferences.ts';
import { settingsWords } from '../../i18n/en/settings.ts';
import { SelectField, SwitchField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useChangeGrants } from '../../domain/users/grants.ts';
import { SecondFactorPolicy, SessionLifetime } from './second-factor-policy.tsx';

const timeoutName = (timeout: (typeof sessionTimeouts)[number]): string =>
  timeout === 'never' ? settingsWords('noLimit') : settingsWords('hoursLong', { count: Number.parseInt(timeout, 10) });
const nothing = () => undefined;

const permissions = (): readonly { permission: keyof RepresentativesMay; label: string; hint: string }[] => [
  {
    permission: 'retention',
    label: settingsWords('mayRetain'),
    hint: settingsWords('mayRetainHint'),
  },
  { permission: 'websites', label: settingsWords('mayWebsites'), hint: settingsWords('mayWebsitesHint') },
  { permission: 'export', label: settingsWords('export'), hint: settingsWords('mayExportHint') },
  {
    permission: 'sharedReplies',
    label: settingsWords('maySharedReplies'),
    hint: settingsWords('maySharedRepliesHint'),
  },
];

interface SecurityProps {
  security: Settings['securityConfig'];
  representativesMay: Settings['representativesMay'];
}

export function Security({ security, representativesMay }: SecurityProps) {
  return (
    <Stack gap="4">
      <SignIn security={security} />
      <Permissions granted={representativesMay} />
    </Stack>
  );
}

function SignIn({ security }: Pick<SecurityProps, 'security'>) {
  const change = useChangeSettings();
  const { max, perSeconds } = rateLimits.failedLoginPerAccount;
  return (
    <Panel title={settingsWords('security')}>
      <Stack gap="5">
        <Box maxW={{ sm: 'xs' }}>
          <SelectField
            label={settingsWords('timeout')}
            hint={settingsWords('timeoutHint')}
            value={security.sessionTimeout}
            options={sessionTimeouts.map((value) => ({ value, label: timeoutName(value) }))}
            disabled={change.isPending}
            onChange={(sessionTimeout) => change.mutate({ securityConfig: { sessionTimeout } })}
          />
        </Box>
        <SessionLifetime security={security} />
        <SwitchField
          label={settingsWords('rateLimiting')}
          hint={settingsWords('rateLimitingHint', { max, count: perSeconds / 60 })}
          checked
          disabled
          onChange={nothing}
        />
        <SecondFactorPolicy security={security} />
      </Stack>
    </Panel>
  );
}

function Permissions({ granted }: { granted: Settings['representativesMay'] }) {
  const isAdmin = useMay('access.manage');
  useEffect(() => {
    if (isAdmin) setPreference('rightsReviewed', true);
  }, [isAdmin]);
  const change = useChangeGrants();
  return (
    <Panel
      title={settingsWords('representativesMay')}
      description={isAdmin ? settingsWords('adminsMay') : adminsOnly()}
    >
      <Stack gap="5">
        {permissions().map(({ permission, label, hint }) => (
          <SwitchField
            key={permission}
            label={label}
            hint={hint}
            checked={granted[permission]}
            disabled={!isAdmin || change.isPending}
            onChange={(may) => change.set(permission, may)}
          />
        ))}
      </Stack>
    </Panel>
  );
}
