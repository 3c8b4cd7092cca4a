import { Skeleton } from '@chakra-ui/react';
import { getMessageSources, markSentenceWrong } from '@parley/contracts/routes/answers';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { wordsOf } from '../../api/call-error.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { useMe } from '../../auth/auth.tsx';
import { mayAlways } from '../../auth/rights.ts';
import { FailedState } from '../../ui/empty-state.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import styles from '../../domain/answers/answers.module.css';
import { Sentences } from '../../domain/answers/sentences.tsx';

/** Shows the sources of an assistant's message, under it. */
export default function MessageSources({ conversationId, seq }: { conversationId: string; seq: number }) {
  const me = useMe();
  const client = useQueryClient();
  const params = { id: conversationId, seq };
  const answer = useRead(getMessageSources, { params });
  const wrong = useMutation({
    mutationFn: (place: number) => call(markSentenceWrong, { params, body: { place } }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(getMessageSources, { params }) }),
    onError: (error) => toast({ title: wordsOf(error), variant: 'destructive' }),
  });
  return (
    <div className={styles.inThread}>
      {answer.isPending && <Skeleton height="3rem" />}
      {answer.isError && <FailedState compact error={answer.error} retry={() => void answer.refetch()} />}
      {answer.data && (
        <Sentences
          answer={answer.data}
          onWrong={mayAlways(me, 'conversations.reply') ? (place) => wrong.mutate(place) : undefined}
        />
      )}
    </div>
  );
}
