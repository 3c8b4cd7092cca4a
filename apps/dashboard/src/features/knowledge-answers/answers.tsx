import { Box, Button, HStack, Stack } from '@chakra-ui/react';
import type { AiAnswer } from '@parley/contracts/assistant/answers';
import { listAnswers } from '@parley/contracts/routes/answers';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Quote } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { keyOf, alwaysFresh } from '../../api/read.ts';
import { answerWords } from '../../i18n/en/answers.ts';
import { inbox } from '../../i18n/en/inbox.ts';
import { layout } from '../../i18n/en/layout.ts';
import { locale } from '../../i18n/language.ts';
import { EmptyAction } from '../../ui/empty-action.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Select } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Tag } from '../../ui/tag.tsx';
import { Time } from '../../ui/time.tsx';
import { Contradictions } from './contradictions.tsx';
import { SuspendedPassages } from './suspended-passages.tsx';
import { Sentences } from '../../domain/answers/sentences.tsx';
import { Awaited } from '../../ui/awaited.tsx';

const pageSize = 25;

/** Shows the assistant's answers and their outcome, with passages that contradict each other or are suspended. */
export function Answers() {
  return (
    <Stack gap="4">
      <Contradictions />
      <SuspendedPassages />
      <Ledger />
    </Stack>
  );
}

function Ledger() {
  const [which, setWhich] = useState<'corrected' | 'outdated' | 'all'>('corrected');
  const answers = useInfiniteQuery({
    ...alwaysFresh,
    queryKey: keyOf(listAnswers, { query: { which } }),
    queryFn: ({ pageParam, signal }) =>
      call(listAnswers, { query: { which, limit: pageSize, ...(pageParam && { before: pageParam }) } }, signal),
    initialPageParam: '',
    getNextPageParam: (page: AiAnswer[]) => (page.length < pageSize ? undefined : page.at(-1)?.id),
  });
  const shown = answers.data?.pages.flat();
  return (
    <Panel
      title={answerWords('title')}
      description={answerWords('about')}
      flush
      action={
        <Box flex="0 1 14rem">
          <Select
            aria-label={answerWords('which')}
            value={which}
            options={[
              { value: 'corrected', label: answerWords('corrected') },
              { value: 'outdated', label: answerWords('outdated') },
              { value: 'all', label: answerWords('all') },
            ]}
            onChange={setWhich}
          />
        </Box>
      }
    >
      <Awaited read={answers} lines={3} />
      {shown?.length === 0 && (
        <EmptyState
          icon={Quote}
          title={answerWords('none')}
          compact
          action={
            which === 'all' ? (
              <EmptyAction to="/integrations?tab=ai">{layout('goTo', { screen: layout('integrations') })}</EmptyAction>
            ) : (
              <EmptyAction onClick={() => setWhich('all')}>{inbox('showAll')}</EmptyAction>
            )
          }
        >
          {answerWords('noneHint')}
        </EmptyState>
      )}
      <Box as="ul" listStyleType="none">
        {shown?.map((answer) => (
          <Box
            as="li"
            key={answer.id}
            px="4"
            py="3"
            borderTopWidth="1px"
            borderColor="border"
            _first={{ borderTopWidth: '0' }}
          >
            <HStack flexWrap="wrap" gap="2" mb="2" fontSize="sm" color="fg.muted">
              <Box asChild textDecoration="underline">
                <Link
                  to={`/conversations?selected=${answer.conversationId}${answer.seq ? `&message=${answer.seq}` : ''}`}
                >
                  {answer.kind === 'reply' ? answerWords('reply') : answerWords('suggestion')}
                </Link>
              </Box>
              <span>
                <Facts>
                  <Time at={answer.createdAt} />
                  {answer.model}
                </Facts>
              </span>
              <Tag>{fateOf(answer)}</Tag>
            </HStack>
            <Sentences answer={answer} />
          </Box>
        ))}
      </Box>
      {answers.hasNextPage && (
        <Button
          m="3"
          alignSelf="center"
          size="xs"
          variant="outline"
          loading={answers.isFetchingNextPage}
          onClick={() => void answers.fetchNextPage()}
        >
          {answerWords('more')}
        </Button>
      )}
    </Panel>
  );
}

function fateOf({ fate, distance }: AiAnswer): string {
  switch (fate) {
    case 'edited':
      return answerWords('edited', {
        percent: new Intl.NumberFormat(locale(), { style: 'percent' }).format(distance ?? 0),
      });
    case 'thrown_away':
      return answerWords('thrownAway');
    case 'asked_again':
      return answerWords('askedAgain');
    case 'open':
      return answerWords('open');
    case 'sent':
      return answerWords('sent');
  }
}
