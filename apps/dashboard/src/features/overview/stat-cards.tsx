import { Box, SimpleGrid, Skeleton } from '@chakra-ui/react';
import type { Stats } from '@parley/contracts/entities';
import { exampleStatistics, statisticsDays } from '@parley/contracts/conversations/limits';
import { overviewWords } from '../../i18n/en/overview.ts';
import { locale } from '../../i18n/language.ts';
import { shortDuration } from '../../ui/times.ts';

interface StatCardProps {
  label: string;
  value: string | undefined;
  /** Whether nothing is measured yet: then the value is an example. */
  isExample?: boolean;
  hint: string;
}

function StatCard({ label, value, isExample = false, hint }: StatCardProps) {
  return (
    <Box display="flex" flexDirection="column" bg="bg" borderWidth="1px" borderRadius="xl" px="4" py="3.5" title={hint}>
      {/* Keeps values beside each other on one line if a label needs two. */}
      <Box flex="1" color="fg.muted" fontSize="sm">
        {label}
      </Box>
      <Box
        display="flex"
        alignItems={value === undefined ? 'center' : 'baseline'}
        minH="2.25rem"
        mt="0.5"
        fontSize="2xl"
        lineHeight="2xl"
        fontWeight="600"
        data-numbers
        letterSpacing="-0.02em"
      >
        {value ?? <Skeleton height="1.625rem" width="16" />}
        {isExample && (
          <Box as="span" ms="2" fontSize="xs" letterSpacing="0" fontWeight="500" color="fg.muted">
            {overviewWords('example')}
            <span className="sr-only">, {overviewWords('notMeasured')}</span>
          </Box>
        )}
      </Box>
    </Box>
  );
}

/** The four statistics, two of them measured: docs/product.md#system-overview. */
export function StatCards({ stats }: { stats: Stats | undefined }) {
  const rate = stats?.aiResponseRate ?? exampleStatistics.aiResponseRate;
  const seconds = stats?.averageResponseSeconds ?? exampleStatistics.averageResponseSeconds;
  // There is no example either before the first conversation.
  const isEmpty = stats?.totalConversations === 0;
  const measured = overviewWords('lastDays', { count: statisticsDays });
  const example = isEmpty ? overviewWords('measuredLater') : overviewWords('isExample');
  return (
    <SimpleGrid columns={{ base: 2, lg: 4 }} gap="4" aria-busy={!stats}>
      <StatCard
        label={overviewWords('activeConversations')}
        value={stats?.activeConversations.toLocaleString(locale())}
        hint={overviewWords('activeConversationsHint')}
      />
      <StatCard
        label={overviewWords('onlineRepresentatives')}
        value={stats?.onlineRepresentatives.toLocaleString(locale())}
        hint={overviewWords('onlineRepresentativesHint')}
      />
      <StatCard
        label={overviewWords('responseRate')}
        value={stats && (isEmpty ? '–' : (Math.round(rate * 100) / 100).toLocaleString(locale(), { style: 'percent' }))}
        isExample={stats?.aiResponseRate === null && !isEmpty}
        hint={stats?.aiResponseRate === null ? example : measured}
      />
      <StatCard
        label={overviewWords('responseTime')}
        value={stats && (isEmpty ? '–' : shortDuration(seconds))}
        isExample={stats?.averageResponseSeconds === null && !isEmpty}
        hint={stats?.averageResponseSeconds === null ? example : measured}
      />
    </SimpleGrid>
  );
}
