import { Box, Button, Skeleton } from '@chakra-ui/react';
import { listRuleRuns } from '@parley/contracts/routes/rules';
import type { RuleOutcome, RuleRun } from '@parley/contracts/rules/rules';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useRead } from '../../api/read.ts';
import { ruleWords } from '../../i18n/en/rules.ts';
import { t } from '../../i18n/server-text.ts';
import { useUndo } from '../../live/undo.ts';
import { Awaited } from '../../ui/awaited.tsx';
import { Tag, type TagTone } from '../../ui/tag.tsx';
import { Time } from '../../ui/time.tsx';
import { triggerWords } from './rule-words.ts';

const outcomes: Record<RuleOutcome, { words: () => string; tone: TagTone }> = {
  done: { words: () => ruleWords('outcomeDone'), tone: 'green' },
  nothing: { words: () => ruleWords('outcomeNothing'), tone: 'neutral' },
  refused: { words: () => ruleWords('outcomeRefused'), tone: 'yellow' },
  failed: { words: () => ruleWords('outcomeFailed'), tone: 'red' },
};

const pageSize = 20;

/** Lists what a rule has done, the newest first. */
export function RuleRuns({ ruleId }: { ruleId: string }) {
  const [limit, setLimit] = useState(pageSize);
  const runs = useRead(listRuleRuns, { params: { id: ruleId }, query: { limit } });
  if (runs.isPending) return <Skeleton height="4rem" m="4" />;
  return (
    <Box px="4" pb="3" fontSize="sm">
      <Awaited read={runs} />
      {runs.data?.length === 0 && <Box color="fg.muted">{ruleWords('noRuns')}</Box>}
      <Box as="ul" listStyleType="none" aria-label={ruleWords('log')}>
        {runs.data?.map((run) => (
          <Run key={run.id} run={run} />
        ))}
      </Box>
      {runs.data?.length === limit && limit < 100 && (
        <Button size="xs" variant="ghost" onClick={() => setLimit(100)}>
          {ruleWords('earlier')}
        </Button>
      )}
    </Box>
  );
}

function Run({ run }: { run: RuleRun }) {
  const { undo } = useUndo();
  const { conversationId, customer, outcome, trigger, reason, activityNo, createdAt } = run;
  const { words, tone } = outcomes[outcome];
  return (
    <Box as="li" display="flex" flexWrap="wrap" columnGap="2" alignItems="center" py="1" borderTopWidth="1px">
      <Tag tone={tone}>{words()}</Tag>
      <Link to={`/conversations?selected=${conversationId}`}>
        <bdi>{customer ?? ruleWords('someone')}</bdi>
      </Link>
      <Box color="fg.muted">{triggerWords(trigger)}</Box>
      {reason && <Box color="fg.muted">{reason.localized ? t(reason.localized, reason.reason) : reason.reason}</Box>}
      <Box color="fg.muted" fontSize="xs" ms="auto" whiteSpace="nowrap">
        <Time at={createdAt} short />
      </Box>
      {activityNo !== null && (
        <Button size="2xs" variant="ghost" onClick={() => undo({ conversationId, activityNo })}>
          {ruleWords('undoRun')}
        </Button>
      )}
    </Box>
  );
}
