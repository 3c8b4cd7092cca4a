// Loaded with the page that it frames: one file less for users who start here.
import '../layout/signed-in.tsx';
import { Grid, Skeleton, Stack } from '@chakra-ui/react';
import { seesEverything } from '@parley/contracts/permissions/rights';
import { getStats } from '@parley/contracts/routes/overview';
import { listRepresentatives } from '@parley/contracts/routes/users';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router-dom';
import { useRead } from '../api/read.ts';
import { useMe } from '../auth/auth.tsx';
import { mayAlways } from '../auth/rights.ts';
import { ActiveRepresentatives } from '../features/overview/active-representatives.tsx';
import { AssistantCost } from '../features/overview/assistant-cost.tsx';
import { Checklist } from '../features/first-run/checklist.tsx';
import { InboxNow, inboxRead } from '../features/overview/inbox-now.tsx';
import { RecentConversations } from '../features/overview/recent-conversations.tsx';
import { StatCards } from '../features/overview/stat-cards.tsx';
import { DatabaseSchema, IntegrationStatus } from '../features/overview/status-cards.tsx';
import { useSettings } from '../forms/settings.ts';
import { overviewWords } from '../i18n/en/overview.ts';
import { conversationList } from '../live/conversation-cache.ts';
import { FailedState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { Panel } from '../ui/panel.tsx';
import { WidgetPreview } from '../ui/widget-preview.tsx';
import { Awaited } from '../ui/awaited.tsx';

/** /: System Overview; users who may not see it are redirected. */
export default function OverviewPage() {
  const me = useMe();
  if (mayAlways(me, 'reports.read')) return <Overview />;
  return <Navigate to={mayAlways(me, 'conversations.read') ? '/conversations' : '/settings'} replace />;
}

function Overview() {
  const { rights } = useMe();
  const isWhole = !rights || seesEverything(rights);
  const stats = useRead(getStats, {});
  const settings = useSettings();
  const sections = [
    useQuery(inboxRead),
    stats,
    useQuery(conversationList({})),
    useRead(listRepresentatives, {}),
    settings,
  ] as const;
  // If all sections fail, the cause is the same: the error is shown once, and a retry repeats all.
  if (sections.every(({ isLoadingError }) => isLoadingError))
    return (
      <Page title={overviewWords('title')} description={overviewWords(isWhole ? 'about' : 'aboutScope')}>
        <Panel>
          <FailedState
            error={stats.error}
            retry={() => {
              for (const { refetch } of sections) void refetch();
            }}
          />
        </Panel>
      </Page>
    );
  return (
    <Page title={overviewWords('title')} description={overviewWords(isWhole ? 'about' : 'aboutScope')}>
      <Stack gap="4">
        {isWhole && stats.data?.totalConversations === 0 && <Checklist />}
        <InboxNow />
        {stats.isError && !stats.data ? (
          <Panel>
            <FailedState compact error={stats.error} retry={() => void stats.refetch()} />
          </Panel>
        ) : (
          <StatCards stats={stats.data} />
        )}
        <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' }} gap="4">
          <Stack gap="4">
            <RecentConversations />
            <Panel title={overviewWords('widgetPreview')} description={overviewWords('widgetPreviewHint')}>
              {settings.data && <WidgetPreview config={settings.data.widgetConfig} />}
              {settings.isPending && <Skeleton height="32.5rem" />}
              <Awaited read={settings} />
            </Panel>
          </Stack>
          <Stack gap="4">
            <ActiveRepresentatives />
            <IntegrationStatus settings={settings.data} unknown={settings.isError ? '–' : '…'} />
            <AssistantCost />
            <DatabaseSchema stats={stats.data} unknown={stats.isError ? '–' : '…'} />
          </Stack>
        </Grid>
      </Stack>
    </Page>
  );
}
