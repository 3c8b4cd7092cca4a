import { Box, Button, HStack, Skeleton } from '@chakra-ui/react';
import { approvePassage, listSuspendedPassages } from '@parley/contracts/routes/answers';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { BookCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { wordsOf } from '../../api/call-error.ts';
import { keyOf, read, alwaysFresh } from '../../api/read.ts';
import { useMay } from '../../forms/permissions.ts';
import { answerWords } from '../../i18n/en/answers.ts';
import { common } from '../../i18n/en/common.ts';
import { knowledgeWords } from '../../i18n/en/knowledge.ts';
import { layout } from '../../i18n/en/layout.ts';
import { EmptyAction } from '../../ui/empty-action.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import { Awaited } from '../../ui/awaited.tsx';
import styles from '../../domain/answers/answers.module.css';

/** Lists passages that were corrected too often to be used, and approves those that are right after all. */
export function SuspendedPassages() {
  const suspended = useQuery({ ...read(listSuspendedPassages, {}), ...alwaysFresh });
  const client = useQueryClient();
  const mayApprove = useMay('articles.manage');
  const approve = useMutation({
    mutationFn: (id: string) => call(approvePassage, { params: { id } }),
    onSuccess: () => {
      toast({ title: answerWords('approved') });
      return client.invalidateQueries({ queryKey: keyOf(listSuspendedPassages) });
    },
    onError: (error) => toast({ title: wordsOf(error), variant: 'destructive' }),
  });
  return (
    <Panel title={answerWords('suspended')} description={answerWords('suspendedAbout')} flush>
      {suspended.isPending && <Skeleton height="4.25rem" m="4" />}
      <Awaited read={suspended} />
      {suspended.data?.length === 0 && (
        <EmptyState
          icon={BookCheck}
          title={answerWords('noneSuspended')}
          compact
          action={
            <EmptyAction to="/knowledge?tab=articles">
              {layout('goTo', { screen: knowledgeWords('articles') })}
            </EmptyAction>
          }
        >
          {answerWords('noneSuspendedHint')}
        </EmptyState>
      )}
      <Box as="ul" listStyleType="none">
        {suspended.data?.map(({ passageId, title, text, since, conversationIds, approvedBefore }) => (
          <Box as="li" key={passageId} px="4" py="3" borderTopWidth="1px" borderColor="border">
            <HStack gap="3" justifyContent="space-between" alignItems="flex-start">
              <Box minW="0" fontSize="sm">
                <strong>{title}</strong> <Time at={since} />
                <div className={styles.passage} dir="auto">
                  {text ?? <em>{answerWords('changedSince')}</em>}
                </div>
                {approvedBefore && (
                  <div className={styles.fine}>
                    {answerWords.rich('approvedBefore', {
                      name: <bdi>{approvedBefore.by ?? common('someone')}</bdi>,
                      time: <Time at={approvedBefore.at} />,
                    })}
                  </div>
                )}
                <div className={styles.from}>
                  <span className={styles.fine}>{answerWords('correctedIn')}</span>
                  {conversationIds.map((id, index) => (
                    <Link key={id} to={`/conversations?selected=${id}`}>
                      {answerWords('conversation')} {index + 1}
                    </Link>
                  ))}
                </div>
              </Box>
              {mayApprove && (
                <Button
                  size="xs"
                  variant="outline"
                  flex="none"
                  disabled={approve.isPending}
                  onClick={() => approve.mutate(passageId)}
                >
                  {answerWords('approve')}
                </Button>
              )}
            </HStack>
          </Box>
        ))}
      </Box>
    </Panel>
  );
}
