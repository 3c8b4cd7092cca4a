import { Box, Stack } from '@chakra-ui/react';
import { rateLimits } from '@parley/contracts/limits';
import { type Permission, type Settings, sessionTimeouts } from '@parley/contracts/settings';
import { useMe } from '../../auth/auth.tsx';
import { adminsOnly } from '../../forms/permissions.ts';
import { useChangeSettings } from '../../forms/settings.ts';
import { SelectField, SwitchField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Tag } from '../../ui/tag.tsx';

const timeoutLabels = { '1h': '1 hour', '8h': '8 hours', '24h': '24 hours', never: 'Never' } as const;
const nothing = () => undefined;

const permissions: readonly { permission: Permission; label: string; hint: string }[] = [
  {
    permission: 'retention',
    label: 'Set the data retention',
    hint: 'What is older than the retention is deleted for good.',
  },
  { permission: 'websites', label: 'Change websites', hint: 'Add and remove them, and where the widget shows.' },
  { permission: 'export', label: 'Export conversations', hint: 'Download everything customers have written.' },
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
    <Panel title="Security">
      <Stack gap="5">
        <Box maxW={{ sm: '20rem' }}>
          <SelectField
            label="Session timeout"
            hint="Everybody is signed out after this long without a visit."
            value={security.sessionTimeout}
            options={sessionTimeouts.map((value) => ({ value, label: timeoutLabels[value] }))}
            disabled={change.isPending}
            onChange={(sessionTimeout) => change.mutate({ securityConfig: { sessionTimeout } })}
          />
        </Box>
        <SwitchField
          label="Rate limiting"
          hint={`Always on: ${max} failed sign-ins per account in ${perSeconds / 60} minutes, counted apart for browsers that have signed in before, and limits on every door for visitors.`}
          checked
          disabled
          onChange={nothing}
        />
        <SwitchField
          label={
            <>
              Two-factor authentication <Tag>Coming Soon</Tag>
            </>
          }
          hint="A second step at sign-in."
          checked={false}
          disabled
          onChange={nothing}
        />
      </Stack>
    </Panel>
  );
}

function Permissions({ granted }: { granted: Settings['representativesMay'] }) {
  const isAdmin = useMe().role === 'admin';
  const change = useChangeSettings();
  return (
    <Panel title="Representatives may" description={isAdmin ? 'Administrators always may.' : adminsOnly()}>
      <Stack gap="5">
        {permissions.map(({ permission, label, hint }) => (
          <SwitchField
            key={permission}
            label={label}
            hint={hint}
            checked={granted[permission]}
            disabled={!isAdmin || change.isPending}
            onChange={(may) => change.mutate({ representativesMay: { [permission]: may } })}
          />
        ))}
      </Stack>
    </Panel>
  );
}
