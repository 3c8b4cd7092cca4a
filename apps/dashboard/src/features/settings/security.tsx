import { Box, Stack } from '@chakra-ui/react';
import { rateLimits } from '@parley/contracts/limits';
import { type Settings, sessionTimeouts } from '@parley/contracts/settings';
import { useChangeSettings } from '../../forms/settings.ts';
import { SelectField, SwitchField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Tag } from '../../ui/tag.tsx';

const timeoutLabels = { '1h': '1 hour', '8h': '8 hours', '24h': '24 hours', never: 'Never' } as const;
const nothing = () => undefined;

export function Security({ security }: { security: Settings['securityConfig'] }) {
  const change = useChangeSettings();
  const { max, perSeconds } = rateLimits.failedLoginPerAccount;
  return (
    <Panel title="Security">
      <Stack gap="20px">
        <Box maxW={{ sm: '320px' }}>
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
          hint={`Always on: ${max} failed sign-ins per account in ${perSeconds / 60} minutes, and limits on every door for visitors.`}
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
