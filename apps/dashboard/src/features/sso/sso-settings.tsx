import { Stack } from '@chakra-ui/react';
import { useChangeSettings, useSettings } from '../../forms/settings.ts';
import { ssoWords } from '../../i18n/en/sso.ts';
import { SwitchField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { DirectoryGroups } from './directory-groups.tsx';
import { DirectoryTokens } from './directory-tokens.tsx';
import { IdentityProviders } from './identity-providers.tsx';

/** Settings for the team's sign-in services and directory. */
export function SsoSettings() {
  return (
    <Stack gap="4">
      <IdentityProviders />
      <OnlyProviders />
      <DirectoryTokens />
      <DirectoryGroups />
    </Stack>
  );
}

function OnlyProviders() {
  const settings = useSettings();
  const change = useChangeSettings();
  return (
    <Panel>
      <SwitchField
        label={ssoWords('only')}
        hint={ssoWords('onlyHint')}
        checked={settings.data?.signInConfig.onlyProviders === true}
        disabled={!settings.data || change.isPending}
        onChange={(onlyProviders) => change.mutate({ signInConfig: { onlyProviders } })}
      />
    </Panel>
  );
}
