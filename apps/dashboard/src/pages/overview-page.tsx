// Loaded with the page that it frames: one file less for users who start here.
import '../layout/signed-in.tsx';
import { Stack } from '@chakra-ui/react';
import { seesEverything } from '@parley/contracts/permissions/rights';
import { getStats } from '@parley/contracts/routes/overview';
import { getSettings } from '@parley/contracts/routes/settings';
import { listRepresentatives } from '@parley/contracts/routes/users';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router-dom';
import { read, useRead } from '../api/read.ts';
import { useMe } from '../auth/auth.tsx';
import { mayAlways } from '../auth/rights.ts';
import { Checklist } from '../features/first-run/checklist.tsx';
import { InboxNow } from '../features/overview/inbox-now.tsx';
import { overviewRead } from '../features/overview/read-overview.ts';
import { SystemOverview } from '../features/overview/system-overview.tsx';
import { useFold } from '../features/overview/use-fold.ts';
import { overviewWords } from '../i18n/en/overview.ts';
import { conversationList } from '../live/conversation-cache.ts';
import { FailedState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { Panel } from '../ui/panel.tsx';

/** /: what a lead needs now, and the System Overview; users who may not see it are redirected. */
export default function OverviewPage() {
  const me = useMe();
  if (mayAlways(me, 'reports.read')) return <Home />;
  return <Navigate to={mayAlways(me, 'conversations.read') ? '/conversations' : '/settings'} replace />;
}

function Home() {
  const { rights } = useMe();
  const isWhole = !rights || seesEverything(rights);
  const [isOpen, toggle] = useFold();
  const stats = useRead(getStats, {});
  const always = [useQuery(overviewRead()), stats] as const;
  const ofCards = [
    useQuery({ ...conversationList({}), enabled: isOpen }),
    useQuery({ ...read(listRepresentatives, {}), enabled: isOpen }),
    useQuery({ ...read(getSettings, {}), enabled: isOpen }),
  ] as const;
  // If all sections fail, the cause is the same: the error is shown once, and a retry repeats all.
  const sections = isOpen ? [...always, ...ofCards] : always;
  const hasFailed = sections.every(({ isLoadingError }) => isLoadingError);
  return (
    <Page title={overviewWords('home')} description={overviewWords(isWhole ? 'about' : 'aboutScope')}>
      {hasFailed ? (
        <Panel>
          <FailedState
            error={stats.error}
            retry={() => {
              for (const { refetch } of sections) void refetch();
            }}
          />
        </Panel>
      ) : (
        <Stack gap="4">
          {isWhole && stats.data?.totalConversations === 0 && <Checklist />}
          <InboxNow />
          <SystemOverview stats={stats} isOpen={isOpen} onToggle={toggle} />
        </Stack>
      )}
    </Page>
  );
}
