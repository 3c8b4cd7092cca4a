import { Box, Button, Grid, Heading, Skeleton, Stack } from '@chakra-ui/react';
import type { Stats } from '@parley/contracts/entities';
import type { UseQueryResult } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useSettings } from '../../forms/settings.ts';
import { overviewWords } from '../../i18n/en/overview.ts';
import { Awaited } from '../../ui/awaited.tsx';
import { FailedState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { WidgetPreview } from '../../ui/widget-preview.tsx';
import styles from './overview.module.css';
import { ActiveRepresentatives } from './active-representatives.tsx';
import { AssistantCost } from './assistant-cost.tsx';
import { RecentConversations } from './recent-conversations.tsx';
import { StatCards } from './stat-cards.tsx';
import { DatabaseSchema, IntegrationStatus } from './status-cards.tsx';

interface SystemOverviewProps {
  stats: UseQueryResult<Stats>;
  isOpen: boolean;
  onToggle: () => void;
}

const content = 'system-overview';

/** Shows the cards that the product specification names, behind a heading that folds them. */
export function SystemOverview({ stats, isOpen, onToggle }: SystemOverviewProps) {
  return (
    <Box as="section">
      <Heading as="h2" textStyle="md" mb={isOpen ? '3' : '0'}>
        <Button
          variant="ghost"
          size="sm"
          ms="-2"
          px="2"
          textStyle="md"
          fontWeight="600"
          _expanded={{ bg: 'transparent' }}
          aria-expanded={isOpen}
          aria-controls={isOpen ? content : undefined}
          onClick={onToggle}
        >
          <ChevronDown className={styles.chevron} data-folded={isOpen ? undefined : ''} size={16} aria-hidden />
          {overviewWords('title')}
        </Button>
      </Heading>
      {isOpen && (
        <div id={content}>
          <Cards stats={stats} />
        </div>
      )}
    </Box>
  );
}

function Cards({ stats }: Pick<SystemOverviewProps, 'stats'>) {
  const settings = useSettings();
  return (
    <Stack gap="4">
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
  );
}
