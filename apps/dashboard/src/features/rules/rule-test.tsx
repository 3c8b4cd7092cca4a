import { Box, Button } from '@chakra-ui/react';
import { testRule } from '@parley/contracts/routes/rules';
import { type RuleContent, type RuleTest, type ruleTestGaps } from '@parley/contracts/rules/rules';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { ruleWords } from '../../i18n/en/rules.ts';
import { Select } from '../../ui/fields.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { exactTime } from '../../ui/times.ts';
import { toastFailure } from '../../ui/toast/failure.ts';
import { triggerWords } from './rule-words.ts';

const periods = {
  '1': () => ruleWords('lastDay'),
  '7': () => ruleWords('lastWeek'),
  '30': () => ruleWords('lastMonth'),
} as const;
type Period = keyof typeof periods;

const gapWords: Record<(typeof ruleTestGaps)[number], () => string> = {
  state_now: () => ruleWords('gapState'),
  no_history: () => ruleWords('gapHistory'),
  cut: () => ruleWords('gapCut'),
  rate: () => ruleWords('gapRate'),
  circle: () => ruleWords('gapCircle'),
};

/** Tries a rule on past days before it is turned on. Nothing is done. */
export function RuleTestPanel({ rule }: { rule: RuleContent }) {
  const [days, setDays] = useState<Period>('7');
  const test = useMutation({
    mutationFn: () => call(testRule, { body: { days: Number(days), rule: { ...rule, name: rule.name || '–' } } }),
    onError: (error) => toastFailure(error),
  });
  const isIncomplete = rule.actions.length === 0 || rule.triggers.length === 0;
  return (
    <Box as="section" aria-label={ruleWords('test')} bg="bg.muted" borderRadius="lg" p="3" fontSize="sm">
      <Box display="flex" flexWrap="wrap" alignItems="center" gap="2">
        <Box fontWeight="500" me="auto">
          {ruleWords('test')}
        </Box>
        <Box minW="9rem">
          <Select
            aria-label={ruleWords('test')}
            value={days}
            options={Object.entries(periods).map(([value, label]) => ({ value: value as Period, label: label() }))}
            onChange={setDays}
          />
        </Box>
        <Button
          size="sm"
          variant="outline"
          {...pausedWhile(test.isPending || isIncomplete)}
          onClick={() => test.mutate()}
        >
          {ruleWords(test.isPending ? 'testing' : 'runTest')}
        </Button>
      </Box>
      {test.data && <Result result={test.data} />}
    </Box>
  );
}

function Result({ result }: { result: RuleTest }) {
  const { conversations, closed, messages, events, gaps, examples } = result;
  return (
    <Box role="status" mt="3">
      <Box fontWeight="500">
        {[
          ruleWords('wouldMatch', { number: conversations }),
          ...(closed > 0 ? [ruleWords('wouldClose', { number: closed })] : []),
          ...(messages > 0 ? [ruleWords('wouldSend', { number: messages })] : []),
        ].join(' · ')}
      </Box>
      <Box color="fg.muted" fontSize="xs">
        {[ruleWords('ofEvents', { number: events }), ...gaps.map((gap) => gapWords[gap]())].join(' ')}
      </Box>
      {examples.length > 0 && (
        <Box as="ul" listStyleType="none" mt="2" maxH="14rem" overflowY="auto">
          {examples.map(({ conversationId, customer, trigger, at }) => (
            <Box as="li" key={conversationId} display="flex" gap="2" py="0.5">
              <Link to={`/conversations?selected=${conversationId}`} target="_blank">
                <bdi>{customer ?? ruleWords('someone')}</bdi>
              </Link>
              <Box color="fg.muted">{triggerWords(trigger)}</Box>
              <Box as="time" color="fg.muted" ms="auto" whiteSpace="nowrap">
                {exactTime(at)}
              </Box>
            </Box>
          ))}
        </Box>
      )}
    </Box>
  );
}
