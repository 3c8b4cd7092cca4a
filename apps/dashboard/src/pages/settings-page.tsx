import { Skeleton, Tabs } from '@chakra-ui/react';
import type { Settings } from '@parley/contracts/settings';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useCommands } from '../commands/commands.ts';
import { playChime } from '../features/notifications/chime.ts';
import { BusinessHours } from '../features/settings/business-hours.tsx';
import { DataManagement } from '../features/settings/data-management.tsx';
import { NotificationSettings } from '../features/settings/notification-settings.tsx';
import { Profile } from '../features/settings/profile.tsx';
import { Security } from '../features/settings/security.tsx';
import { useSettings } from '../forms/settings.ts';
import { FailedState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { TabList } from '../ui/tab-list.tsx';

const tabs = [
  { id: 'profile', label: 'Profile' },
  { id: 'hours', label: 'Business Hours' },
  { id: 'notifications', label: 'Notifications' },
  { id: 'security', label: 'Security' },
  { id: 'data', label: 'Data Management' },
] as const;

/** /settings. */
export default function SettingsPage() {
  const [query, setQuery] = useSearchParams();
  const tab = tabs.find(({ id }) => id === query.get('tab'))?.id ?? 'profile';
  const show = (id: string) => setQuery({ tab: id }, { replace: true });
  useCommands(
    tabs.map(({ id, label }, index) => ({
      id: `tab:${id}`,
      label: `Show ${label}`,
      group: 'List' as const,
      keys: `f ${index + 1}`,
      run: () => show(id),
    })),
  );
  return (
    <Page title="Settings">
      <Tabs.Root
        value={tab}
        onValueChange={({ value }) => show(value)}
        variant="line"
        size="sm"
        lazyMount
        unmountOnExit
        maxW="760px"
      >
        <TabList tabs={tabs} selected={tab} />
        <Tabs.Content value="profile" pt="16px">
          <Profile />
        </Tabs.Content>
        <Tabs.Content value="hours" pt="16px">
          <WithSettings>{({ businessHours }) => <BusinessHours hours={businessHours} />}</WithSettings>
        </Tabs.Content>
        <Tabs.Content value="notifications" pt="16px">
          <NotificationSettings onTestSound={playChime} />
        </Tabs.Content>
        <Tabs.Content value="security" pt="16px">
          <WithSettings>{({ securityConfig }) => <Security security={securityConfig} />}</WithSettings>
        </Tabs.Content>
        <Tabs.Content value="data" pt="16px">
          <WithSettings>{({ dataConfig }) => <DataManagement data={dataConfig} />}</WithSettings>
        </Tabs.Content>
      </Tabs.Root>
    </Page>
  );
}

function WithSettings({ children }: { children: (settings: Settings) => ReactNode }) {
  const settings = useSettings();
  if (settings.data) return children(settings.data);
  if (settings.isError) return <FailedState error={settings.error} retry={() => void settings.refetch()} />;
  return <Skeleton height="320px" borderRadius="10px" />;
}
