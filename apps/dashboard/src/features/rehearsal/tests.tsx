import { Box, Button, Skeleton } from '@chakra-ui/react';
import type { RehearsalTest } from '@parley/contracts/assistant/rehearsals';
import { deleteRehearsalTest, listRehearsalTests } from '@parley/contracts/routes/rehearsals';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { Link } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { rowProps } from '../../commands/rows.ts';
import { common } from '../../i18n/en/common.ts';
import { rehearsalWords as words } from '../../i18n/en/rehearsals.ts';
import { thread } from '../../i18n/en/thread.ts';
import { listed } from '../../i18n/language.ts';
import { EmptyAction } from '../../ui/empty-action.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Panel } from '../../ui/panel.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { toastFailure } from '../../ui/toast/failure.ts';
import { Awaited } from '../../ui/awaited.tsx';
import styles from './rehearsal.module.css';

/** The questions that every rehearsal asks. */
export function RehearsalTests() {
  const tests = useRead(listRehearsalTests, {});
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: (id: string) => call(deleteRehearsalTest, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(listRehearsalTests) }),
    onError: (error) => toastFailure(error),
  });
  return (
    <Panel title={words('tests')} description={words('testsAbout')} flush>
      {tests.isPending && <Skeleton height="4.25rem" m="4" />}
      <Awaited read={tests} />
      {tests.data?.length === 0 && (
        <EmptyState
          icon={ListChecks}
          title={words('noTests')}
          compact
          action={<EmptyAction to="/conversations">{thread('allConversations')}</EmptyAction>}
        >
          {words('noTestsHint')}
        </EmptyState>
      )}
      <ul className={styles.list}>
        {tests.data?.map((test) => (
          <li key={test.id} {...rowProps} className={styles.item}>
            <Box display="flex" flexWrap="wrap" gap="2" alignItems="center">
              <Box flex="1 1 16rem" minW="0">
                <div className={styles.name} dir="auto">
                  {test.question}
                </div>
                <div className={styles.fine}>
                  <Facts>
                    {conditionsOf(test)}
                    <Link to={`/conversations?selected=${test.conversationId}&message=${test.seq}`}>
                      {words('conversation')}
                    </Link>
                  </Facts>
                </div>
              </Box>
              <Button
                size="2xs"
                variant="ghost"
                aria-label={`${common('delete')}: ${test.question}`}
                {...pausedWhile(remove.isPending, () => remove.mutate(test.id))}
              >
                {common('delete')}
              </Button>
            </Box>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function conditionsOf({ expectation: { handsOff, mustContain, mustNotContain } }: RehearsalTest): string[] {
  if (handsOff) return [words('testHandsOff')];
  const conditions = [
    ...(mustContain.length > 0 ? [words('testContains', { text: listed(mustContain) })] : []),
    ...(mustNotContain.length > 0 ? [words('testContainsNot', { text: listed(mustNotContain) })] : []),
  ];
  return conditions.length > 0 ? conditions : [words('testFree')];
}
