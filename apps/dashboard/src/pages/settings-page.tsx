import { Box, Skeleton } from '@chakra-ui/react';
import type { Settings } from '@parley/contracts/settings';
import type { ReactNode } from 'react';
import { CannedReplies } from '../features/canned-replies/canned-replies.tsx';
import { playChime } from '../features/notifications/chime.ts';
import { BusinessHours } from '../features/settings/business-hours.tsx';
import { DataManagement } from '../features/settings/data-management.tsx';
import { NotificationSettings } from '../features/settings/notification-settings.tsx';
import { Profile } from '../features/settings/profile.tsx';
import { Security } from '../features/settings/security.tsx';
import { useSettings } from '../forms/settings.ts';
import { FailedState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { ScreenTabs, useTab } from '../ui/screen-tabs.tsx';

const tabs = [
  { id: 'profile', label: 'Profile', content: <Profile /> },
  {
    id: 'hours',
    label: 'Business Hours',
    content: <WithSettings>{({ businessHours }) => <BusinessHours hours={businessHours} />}</WithSettings>,
  },
  { id: 'notifications', label: 'Notifications', content: <NotificationSettings onTestSound={playChime} /> },
  {
    id: 'security',
    label: 'Security',
    content: (
      <WithSettings>
        {({ securityConfig, representativesMay }) => (
          <Security security={securityConfig} representativesMay={representativesMay} />
        )}
      </WithSettings>
    ),
  },
  {
    id: 'data',
    label: 'Data Management',
    content: <WithSettings>{({ dataConfig }) => <DataManagement data={dataConfig} />}</WithSettings>,
  },
  { id: 'replies', label: 'Canned Replies', content: <CannedReplies /> },
] as const;

/** /settings. */
export default function SettingsPage() {
  const [tab, show] = useTab(tabs, 'profile');
  return (
    <Page title="Settings">
      <Box maxW="47.5rem">
        <ScreenTabs tabs={tabs} selected={tab} onSelect={show}>
          {({ content }) => content}
        </ScreenTabs>
      </Box>
    </Page>
  );
}

function WithSettings({ children }: { children: (settings: Settings) => ReactNode }) {
  const settings = useSettings();
  if (settings.data) return children(settings.data);
  if (settings.isError) return <FailedState error={settings.error} retry={() => void settings.refetch()} />;
  return <Skeleton height="20rem" borderRadius="xl" />;
}
