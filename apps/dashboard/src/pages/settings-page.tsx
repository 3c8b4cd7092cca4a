import { Box, Skeleton, Stack } from '@chakra-ui/react';
import type { Settings } from '@parley/contracts/settings/settings';
import type { ReactNode } from 'react';
import { AllApiKeys, OwnApiKeys } from '../features/api-keys/api-keys.tsx';
import { AuditLog } from '../features/audit/audit-log.tsx';
import { SecondFactor } from '../features/account/second-factor.tsx';
import { Sessions } from '../features/account/sessions.tsx';
import { CannedReplies } from '../features/canned-replies/canned-replies.tsx';
import { playChime } from '../features/notifications/chime.ts';
import { BusinessHours } from '../features/settings/business-hours.tsx';
import { DataManagement } from '../features/settings/data-management.tsx';
import { CopilotPreferences } from '../features/copilot/copilot-preferences.tsx';
import { NotificationSettings } from '../features/settings/notification-settings.tsx';
import { Networks } from '../features/settings/networks.tsx';
import { Profile } from '../features/settings/profile.tsx';
import { Security } from '../features/settings/security.tsx';
import { SsoSettings } from '../features/sso/sso-settings.tsx';
import { useMay } from '../forms/permissions.ts';
import { useSettings } from '../forms/settings.ts';
import { TagSettings } from '../features/tags/tag-settings.tsx';
import { AttributeSettings } from '../features/attributes/attribute-settings.tsx';
import { apiKeyWords } from '../i18n/en/apikeys.ts';
import { ssoWords } from '../i18n/en/sso.ts';
import { settingsWords } from '../i18n/en/settings.ts';
import { vocabulary } from '../i18n/en/vocabulary.ts';
import { FailedState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { ScreenTabs, useTab } from '../ui/screen-tabs.tsx';

interface SettingsTab {
  id: string;
  label: string;
  content: ReactNode;
  /** A long list, which takes the width of the page. */
  isList?: boolean;
}

const tabsNow = (isAdmin: boolean): readonly SettingsTab[] => [
  {
    id: 'profile',
    label: settingsWords('profile'),
    content: (
      <Stack gap="4">
        <Profile />
        <CopilotPreferences />
        <SecondFactor />
        <Sessions />
        <OwnApiKeys />
      </Stack>
    ),
  },
  {
    id: 'hours',
    label: settingsWords('hours'),
    content: <WithSettings>{({ businessHours }) => <BusinessHours hours={businessHours} />}</WithSettings>,
  },
  {
    id: 'notifications',
    label: settingsWords('notifications'),
    content: <NotificationSettings onTestSound={playChime} />,
  },
  {
    id: 'security',
    label: settingsWords('security'),
    content: (
      <WithSettings>
        {({ securityConfig, representativesMay, networkConfig }) => (
          <Stack gap="4">
            <Security security={securityConfig} representativesMay={representativesMay} />
            {isAdmin && <Networks config={networkConfig} />}
          </Stack>
        )}
      </WithSettings>
    ),
  },
  {
    id: 'data',
    label: settingsWords('data'),
    content: <WithSettings>{({ dataConfig }) => <DataManagement data={dataConfig} />}</WithSettings>,
  },
  ...(isAdmin ? [{ id: 'sso', label: ssoWords('title'), content: <SsoSettings /> }] : []),
  { id: 'tags', label: vocabulary('tags'), content: <TagSettings /> },
  { id: 'attributes', label: vocabulary('attributes'), content: <AttributeSettings /> },
  { id: 'replies', label: settingsWords('replies'), content: <CannedReplies /> },
  ...(isAdmin ? adminTabs() : []),
];

const adminTabs = (): readonly SettingsTab[] => [
  { id: 'api-keys', label: apiKeyWords('title'), content: <AllApiKeys /> },
  {
    id: 'audit',
    label: settingsWords('auditLog'),
    isList: true,
    content: <WithSettings>{({ auditConfig }) => <AuditLog config={auditConfig} />}</WithSettings>,
  },
];

/** /settings. */
export default function SettingsPage() {
  const tabs = tabsNow(useMay('security.manage'));
  const [tab, show] = useTab(tabs, 'profile');
  return (
    <Page title={settingsWords('title')}>
      {/* There are many tabs: their line is as wide as the page, the content only as wide as text. */}
      <ScreenTabs tabs={tabs} selected={tab} onSelect={show}>
        {({ content, isList }) => <Box maxW={isList ? 'full' : 'form'}>{content}</Box>}
      </ScreenTabs>
    </Page>
  );
}

function WithSettings({ children }: { children: (settings: Settings) => ReactNode }) {
  const settings = useSettings();
  if (settings.data) return children(settings.data);
  if (settings.isError) return <FailedState error={settings.error} retry={() => void settings.refetch()} />;
  return <Skeleton height="20rem" borderRadius="xl" />;
}
