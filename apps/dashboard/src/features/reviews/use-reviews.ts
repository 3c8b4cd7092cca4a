/** Reads and changes reviews. */
import type { Review } from '@parley/contracts/reviews/reviews';
import { listReviews, settleReview } from '@parley/contracts/routes/reviews';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { keyOf, read } from '../../api/read.ts';
import { reviewWords } from '../../i18n/en/reviews.ts';
import { undoWords } from '../../i18n/en/undo.ts';
import { toastFailure } from '../../ui/toast/failure.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { scoreWords } from './review-words.ts';

/** Reviews of one conversation, or of a page of the queue. */
const most = 100;

/** Returns the reviews of a conversation that the user may see. */
export const useReviewsOf = (conversationId: string) =>
  useQuery(read(listReviews, { query: { conversationId, limit: most } }));

/** Returns the reviews that are to be done, the newest first. */
export const useQueue = (isWanted: boolean) =>
  useQuery({ ...read(listReviews, { query: { status: 'open', limit: most } }), enabled: isWanted });

/** Finishes, skips and reopens reviews; the toast offers the way back. */
export function useSettle(review: Pick<Review, 'id' | 'status'>) {
  const client = useQueryClient();
  const settle = async (status: Review['status']) => {
    const settled = await call(settleReview, { params: { id: review.id }, body: { status } });
    await client.invalidateQueries({ queryKey: keyOf(listReviews) });
    return settled;
  };
  return useMutation({
    mutationFn: settle,
    onSuccess: (settled, status) => {
      if (status === 'open') return;
      toast({
        title:
          status === 'finished'
            ? reviewWords('finished', { score: scoreWords(settled.score ?? 0) })
            : reviewWords('wasSkipped'),
        action: {
          label: undoWords('undo'),
          keys: 'z',
          run: () => void settle('open').catch((error: unknown) => toastFailure(error)),
        },
      });
    },
    onError: (error) => toastFailure(error),
  });
}
