import { type ConversationRating } from '@parley/contracts/conversations/conversation-fields';
import { lowRatingMax } from '@parley/contracts/ratings/limits';
import { ratingWords } from '../../i18n/en/ratings.ts';
import { Tag } from '../../ui/tag.tsx';

/** Whether it is a score, and a low one. */
export const isLow = (rating: ConversationRating): boolean => rating !== 'none' && Number(rating) <= lowRatingMax;

/** Shows a customer's score; a low one stands out. */
export function RatingTag({ rating }: { rating: ConversationRating }) {
  if (rating === 'none') return null;
  const words = ratingWords('score', { score: rating });
  return (
    <Tag tone={isLow(rating) ? 'red' : 'plain'} title={`${ratingWords('ratings')}: ${words}`}>
      <span aria-hidden>★ {rating}/5</span>
      <span className="sr-inline">{words}</span>
    </Tag>
  );
}
