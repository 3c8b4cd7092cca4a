import { Box, Button, IconButton, Skeleton } from '@chakra-ui/react';
import type { Message } from '@parley/contracts/entities';
import { reviewCommentMaxLength } from '@parley/contracts/reviews/limits';
import type { Review } from '@parley/contracts/reviews/reviews';
import { answerReview, listReviews } from '@parley/contracts/routes/reviews';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { keyOf } from '../../api/read.ts';
import { useMe } from '../../auth/auth.tsx';
import { useMay } from '../../forms/permissions.ts';
import { reviewWords } from '../../i18n/en/reviews.ts';
import { openedConversation } from '../../live/conversation-cache.ts';
import { Awaited } from '../../ui/awaited.tsx';
import { Facts } from '../../ui/facts.tsx';
import { TextArea } from '../../ui/fields.tsx';
import { Tag } from '../../ui/tag.tsx';
import { Time } from '../../ui/time.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { MessageNote, ReviewForm } from './review-form.tsx';
import { markWords, personName, reasonWords, reviewAddress, scoreWords } from './review-words.ts';
import styles from './reviews.module.css';
import { useQueue, useReviewsOf, useSettle } from './use-reviews.ts';

interface ReviewPanelProps {
  reviewId: string;
  conversationId: string;
  onClose: () => void;
}

/** Shows a review beside the thread: a form while it is open, and its marks afterwards. */
export function ReviewPanel({ reviewId, conversationId, onClose }: ReviewPanelProps) {
  const reviews = useReviewsOf(conversationId);
  const { data: conversation } = useQuery(openedConversation(conversationId));
  const all = reviews.data?.map((each) => each.review) ?? [];
  const review = all.find(({ id }) => id === reviewId);
  return (
    <aside className={styles.panel} aria-label={reviewWords('review')}>
      <div className={styles.head}>
        <h2>{reviewWords('review')}</h2>
        <IconButton size="xs" variant="ghost" aria-label={reviewWords('close')} onClick={onClose}>
          <X size={16} aria-hidden />
        </IconButton>
      </div>
      {reviews.isPending && <Skeleton height="8rem" />}
      <Awaited read={reviews} />
      {reviews.data && !review && <Box color="fg.muted">{reviewWords('unknown')}</Box>}
      {review && <Content key={review.id} review={review} all={all} messages={conversation?.messages ?? []} />}
    </aside>
  );
}

function Content({ review, all, messages }: { review: Review; all: readonly Review[]; messages: readonly Message[] }) {
  const me = useMe();
  const mayReview = useMay('reviews.write');
  const isTheirs = review.reviewer === null || review.reviewer.id === me.id;
  const isEditable = review.status === 'open' && mayReview && isTheirs && review.person?.id !== me.id;
  return (
    <>
      <div className={styles.about}>
        <strong>{reviewWords('answersOf', { name: personName(review) })}</strong>
        <span className={styles.quiet}>
          <Facts>
            {review.scorecard.name}
            {reasonWords(review)}
            {review.reviewer && review.status === 'open' && !isTheirs
              ? reviewWords('begunBy', { name: review.reviewer.name })
              : null}
          </Facts>
        </span>
      </div>
      {isEditable ? (
        <ReviewForm review={review} messages={messages} />
      ) : (
        <Marks review={review} all={all} messages={messages} />
      )}
    </>
  );
}

interface MarksProps {
  review: Review;
  all: readonly Review[];
  messages: readonly Message[];
}

/** Shows the marks of a review, the model's estimate beside them, and the reply of the person. */
function Marks({ review, all, messages }: MarksProps) {
  const me = useMe();
  const mayReview = useMay('reviews.write');
  const mayManage = useMay('reviews.manage');
  const settle = useSettle(review);
  const queue = useQueue(mayReview);
  const next = queue.data?.find((each) => each.review.id !== review.id)?.review;
  const estimate = all.find(
    (each) =>
      each.isEstimate &&
      each.scorecardId === review.scorecardId &&
      each.person?.id === review.person?.id &&
      !review.isEstimate,
  );
  const isOwn = review.person?.id === me.id;
  const mayReopen =
    mayReview &&
    !isOwn &&
    !review.isEstimate &&
    review.status !== 'open' &&
    (review.reviewer?.id === me.id || mayManage || !review.reviewer);
  return (
    <div className={styles.form}>
      {review.score !== null && (
        <div className={styles.score}>
          <strong>{reviewWords('score', { score: scoreWords(review.score) })}</strong>
          {estimate && estimate.score !== null && (
            <Tag title={reviewWords('estimateHint')}>
              {reviewWords('estimate')} {scoreWords(estimate.score)}
            </Tag>
          )}
          {review.isEstimate && <Tag title={reviewWords('estimateHint')}>{reviewWords('estimate')}</Tag>}
          {review.isCriticalFailed && <Tag tone="red">{reviewWords('criticalFailed')}</Tag>}
        </div>
      )}
      <dl className={styles.marked}>
        {review.scorecard.criteria.map((criterion) => {
          const mark = review.marks.find(({ criterionId }) => criterionId === criterion.id);
          const guess = estimate?.marks.find(({ criterionId }) => criterionId === criterion.id);
          return (
            <div key={criterion.id}>
              <dt>
                <bdi>{criterion.name}</bdi>
              </dt>
              <dd>
                {mark ? markWords(criterion, mark.value) : '–'}
                {guess && (
                  <span className={styles.quiet} title={reviewWords('estimateHint')}>
                    {reviewWords('estimate')}: {markWords(criterion, guess.value)}
                  </span>
                )}
                {mark?.comment && <p dir="auto">{mark.comment}</p>}
              </dd>
            </div>
          );
        })}
      </dl>
      {review.notes.map((note) => (
        <MessageNote key={`${note.seq} ${note.text}`} review={review} note={note} messages={messages} />
      ))}
      {review.comment && (
        <p className={styles.words} dir="auto">
          {review.comment}
        </p>
      )}
      {review.finishedAt && (
        <span className={styles.quiet}>
          <Facts>
            {review.reviewer && reviewWords('by', { name: review.reviewer.name })}
            <Time at={review.finishedAt} />
          </Facts>
        </span>
      )}
      {isOwn && review.status === 'finished' ? (
        <Reply review={review} />
      ) : (
        review.answer && (
          <Box>
            <Box textStyle="sm" fontWeight="500">
              {reviewWords('replyOf', { name: personName(review) })}
            </Box>
            <p className={styles.words} dir="auto">
              {review.answer}
            </p>
          </Box>
        )
      )}
      <div className={styles.foot}>
        {mayReview && next && (
          <Button asChild size="sm">
            <Link to={reviewAddress(next)}>{reviewWords('next')}</Link>
          </Button>
        )}
        {mayReopen && (
          <Button size="sm" variant="outline" loading={settle.isPending} onClick={() => settle.mutate('open')}>
            {reviewWords('reopen')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Lets the reviewed representative reply. */
function Reply({ review }: { review: Review }) {
  const client = useQueryClient();
  const [text, setText] = useState(review.answer);
  const saving = useMutation({
    mutationFn: () => call(answerReview, { params: { id: review.id }, body: { text } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keyOf(listReviews) });
      toast({ title: reviewWords('replySaved') });
    },
    onError: (error) => toastFailure(error),
  });
  return (
    <Box display="grid" gap="2" justifyItems="start">
      <TextArea
        label={reviewWords('reply')}
        rows={3}
        maxLength={reviewCommentMaxLength}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button
        size="sm"
        variant="outline"
        disabled={text.trim() === review.answer}
        loading={saving.isPending}
        onClick={() => saving.mutate()}
      >
        {reviewWords('saveReply')}
      </Button>
    </Box>
  );
}
