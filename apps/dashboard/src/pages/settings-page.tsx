import { Box, Skeleton, Stack } from '@chakra-ui/react';
import type { Settings } from '@parley/contracts/settings/settings';
import { Activity, type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useCommands } from '../commands/commands.ts';
import { settingsEntries, type SettingsTab, settingsTabs } from '../domain/settings/entries.ts';
import { SecondFactor } from '../features/account/second-factor.tsx';
import { Sessions } from '../features/account/sessions.tsx';
import { MyAbsences } from '../features/absences/my-absences.tsx';
import { AllApiKeys, OwnApiKeys } from '../features/api-keys/api-keys.tsx';
import { AttributeSettings } from '../features/attributes/attribute-settings.tsx';
import { AuditLog } from '../features/audit/audit-log.tsx';
import { CannedReplies } from '../features/canned-replies/canned-replies.tsx';
import { CopilotPreferences } from '../features/copilot/copilot-preferences.tsx';
import { Checklist } from '../features/first-run/checklist.tsx';
import { Imports } from '../features/imports/imports.tsx';
import { StartImport } from '../features/imports/start-import.tsx';
import { playChime } from '../features/notifications/chime.ts';
import { AppSettings } from '../features/push/app-settings.tsx';
import { PushSettings } from '../features/push/push-settings.tsx';
import { RatingSettings } from '../features/ratings/rating-settings.tsx';
import { CustomerForms } from '../features/customer-forms/customer-forms.tsx';
import { Scorecards } from '../features/reviews/scorecards.tsx';
import { Outreach } from '../features/proactive/outreach.tsx';
import { Rules } from '../features/rules/rules.tsx';
import { Schedules } from '../features/schedules/schedules.tsx';
import { SlaPolicies } from '../features/sla/sla-policies.tsx';
import { BusinessHours } from '../features/settings/business-hours.tsx';
import { AvailabilitySettings } from '../features/settings/availability.tsx';
import { ClosedConversations } from '../features/settings/closed-conversations.tsx';
import { DataManagement } from '../features/settings/data-management.tsx';
import { General } from '../features/settings/general.tsx';
import { Language } from '../features/settings/language.tsx';
import { NotificationSettings } from '../features/settings/notification-settings.tsx';
import { NotificationWays } from '../features/settings/notification-ways.tsx';
import { Password } from '../features/settings/password.tsx';
import { MailSignature } from '../features/settings/mail-signature.tsx';
import { Profile } from '../features/settings/profile.tsx';
import { Security } from '../features/settings/security.tsx';
import { Sending } from '../features/settings/sending.tsx';
import { SsoSettings } from '../features/sso/sso-settings.tsx';
import { Times } from '../features/settings/times.tsx';
import { TagSettings } from '../features/tags/tag-settings.tsx';
import { ViewSettings } from '../features/views/view-settings.tsx';
import { useRights } from '../forms/permissions.ts';
import { useSettings } from '../forms/settings.ts';
import { settingsWords } from '../i18n/en/settings.ts';
import { ui } from '../i18n/en/ui.ts';
import { BackLink } from '../ui/back-link.tsx';
import { FailedState } from '../ui/empty-state.tsx';
import { useMedia } from '../ui/media.ts';
import { Page } from '../ui/page.tsx';

const contents: Record<SettingsTab, () => ReactNode> = {
  profile: () => (
    <Stack gap="4">
      <Profile />
      <MailSignature />
      <Times />
      <MyAbsences />
    </Stack>
  ),
  language: () => <Language />,
  notifications: () => (
    <Stack gap="4">
      <NotificationSettings onTestSound={playChime} />
      <NotificationWays />
      <PushSettings />
      <AppSettings />
    </Stack>
  ),
  sending: () => (
    <Stack gap="4">
      <Sending />
      <CopilotPreferences />
    </Stack>
  ),
  'sign-in': () => (
    <Stack gap="4">
      <Password />
      <SecondFactor />
      <Sessions />
    </Stack>
  ),
  'my-keys': () => <OwnApiKeys />,
  general: () => (
    <Stack gap="4">
      <General />
      <WithSettings>{({ conversationConfig }) => <ClosedConversations config={conversationConfig} />}</WithSettings>
      <WithSettings>{({ availabilityConfig }) => <AvailabilitySettings config={availabilityConfig} />}</WithSettings>
      <Checklist isInSettings />
    </Stack>
  ),
  hours: () => <WithSettings>{(settings) => <BusinessHours settings={settings} />}</WithSettings>,
  schedules: () => <Schedules />,
  security: () => <WithSettings>{(settings) => <Security settings={settings} />}</WithSettings>,
  sso: () => <SsoSettings />,
  audit: () => <WithSettings>{({ auditConfig }) => <AuditLog config={auditConfig} />}</WithSettings>,
  data: () => (
    <Stack gap="4">
      <WithSettings>
        {({ dataConfig }) => <DataManagement data={dataConfig} startImport={<StartImport />} />}
      </WithSettings>
      <Imports />
    </Stack>
  ),
  tags: () => <TagSettings />,
  attributes: () => <AttributeSettings />,
  replies: () => <CannedReplies />,
  views: () => <ViewSettings />,
  sla: () => <SlaPolicies />,
  ratings: () => <WithSettings>{(settings) => <RatingSettings settings={settings} />}</WithSettings>,
  scorecards: () => <Scorecards />,
  forms: () => <CustomerForms />,
  rules: () => <Rules />,
  proactive: () => <Outreach />,
  'api-keys': () => <AllApiKeys />,
};

/** Tabs with long lists, which take the width of the page. */
const wide: ReadonlySet<SettingsTab> = new Set<SettingsTab>(['audit', 'rules', 'proactive']);

/** Tabs of the product specification, which have the first keys. */
const withKeys: ReadonlySet<SettingsTab> = new Set<SettingsTab>([
  'profile',
  'hours',
  'notifications',
  'security',
  'data',
]);

/** /settings: the tab that the address names, without one the profile. */
export default function SettingsPage() {
  const [query, setQuery] = useSearchParams();
  const isNarrow = useMedia('(max-width: 1023px)');
  const entries = settingsEntries(useRights());
  const tabs = settingsTabs.flatMap((id) =>
    entries.filter((each) => each.id === id).map(({ label }) => ({ id, label })),
  );
  const selected = tabs.find(({ id }) => id === query.get('tab'))?.id ?? 'profile';
  const ordered = tabs.toSorted((one, other) => Number(withKeys.has(other.id)) - Number(withKeys.has(one.id)));
  useCommands(
    ordered.map(({ id, label }, index) => ({
      id: `tab:${id}`,
      label: ui('showTab', { tab: label }),
      group: 'List' as const,
      ...(index < 9 && { keys: `f ${index + 1}` }),
      run: () => setQuery({ tab: id }, { replace: true }),
    })),
  );
  return (
    <Page title={settingsWords('title')}>
      {isNarrow && <BackLink to="/settings">{settingsWords('title')}</BackLink>}
      <Tabs tabs={tabs} selected={selected} />
    </Page>
  );
}

/**
 * Shows the selected tab. Text typed into others is kept; their commands and reads pause until they are selected again.
 */
function Tabs({ tabs, selected }: { tabs: readonly { id: SettingsTab; label: string }[]; selected: SettingsTab }) {
  const [seen, setSeen] = useState<readonly SettingsTab[]>([selected]);
  if (!seen.includes(selected)) setSeen([...seen, selected]);
  return tabs
    .filter(({ id }) => seen.includes(id) || id === selected)
    .map(({ id, label }) => (
      <Activity key={id} mode={id === selected ? 'visible' : 'hidden'}>
        <Box role="tabpanel" aria-label={label} maxW={wide.has(id) ? 'full' : 'form'}>
          {contents[id]()}
        </Box>
      </Activity>
    ));
}

function WithSettings({ children }: { children: (settings: Settings) => ReactNode }) {
  const settings = useSettings();
  if (settings.data) return children(settings.data);
  if (settings.isError) return <FailedState error={settings.error} retry={() => void settings.refetch()} />;
  return <Skeleton height="20rem" borderRadius="xl" />;
}
