import type { ReviewStatus } from '@parley/contracts/reviews/limits';
import { type ListedReview, listReviews } from '@parley/contracts/routes/reviews';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ClipboardCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import { pagesOf } from '../../api/pages.ts';
import { rowProps, useRows } from '../../commands/rows.ts';
import { reviewWords } from '../../i18n/en/reviews.ts';
import { Awaited } from '../../ui/awaited.tsx';
import { CustomerAvatar } from '../../ui/customer.tsx';
import { EmptyState } from '../../ui/empty.tsx';
import { Facts } from '../../ui/facts.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { customerLabel } from '../../ui/person.ts';
import { Tag } from '../../ui/tag.tsx';
import { Time } from '../../ui/time.tsx';
import { personName, reasonWords, reviewAddress, scoreWords } from './review-words.ts';
import styles from './reviews.module.css';

/** Lists reviews of a status; each opens its conversation with the review beside it. */
export function ReviewList({ status }: { status: ReviewStatus }) {
  useRows();
  const list = useInfiniteQuery(
    pagesOf(listReviews, (before) => ({ query: { status, limit: 50, ...(before && { before }) } })),
  );
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const isQueue = status === 'open';
  return (
    <Panel flush>
      <Awaited read={list} lines={6} />
      {list.data && items.length === 0 && (
        <EmptyState
          compact
          icon={ClipboardCheck}
          title={reviewWords(isQueue ? 'noneToReview' : 'noneDone')}
          action={undefined}
        >
          {reviewWords(isQueue ? 'noneToReviewHint' : 'noneDoneHint')}
        </EmptyState>
      )}
      <ul className={styles.list}>
        {items.map((item) => (
          <Row key={item.review.id} item={item} />
        ))}
      </ul>
      <MoreButton list={list} />
    </Panel>
  );
}

function Row({ item: { review, conversation } }: { item: ListedReview }) {
  return (
    <li {...rowProps}>
      <Link to={reviewAddress(review)}>
        <CustomerAvatar customer={conversation} size="sm" />
        <span className={styles.row}>
          <bdi>{reviewWords('answersOf', { name: personName(review) })}</bdi>
          <span className={styles.quiet}>
            <Facts>
              {customerLabel(conversation)}
              {review.scorecard.name}
              {review.status === 'open' ? reasonWords(review) : null}
              {review.reviewer &&
                reviewWords(review.status === 'open' ? 'begunBy' : 'by', { name: review.reviewer.name })}
            </Facts>
          </span>
        </span>
        <span className={styles.quiet}>
          {review.score === null ? (
            <Time at={review.createdAt} />
          ) : (
            <Tag tone={review.isCriticalFailed ? 'red' : 'neutral'}>{scoreWords(review.score)}</Tag>
          )}
        </span>
      </Link>
    </li>
  );
}
