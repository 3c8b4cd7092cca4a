/** Reviews in the user's language. */
import type { Criterion, Review, ReviewMark } from '@parley/contracts/reviews/reviews';
import { ratingWords } from '../../i18n/en/ratings.ts';
import { reportWords } from '../../i18n/en/reports.ts';
import { reviewWords } from '../../i18n/en/reviews.ts';
import { locale } from '../../i18n/language.ts';

/** Returns a score as a percentage. */
export const scoreWords = (score: number): string =>
  new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 0 }).format(score);

/** Returns the name of the reviewed person, or of the assistant. */
export const personName = ({ person }: Pick<Review, 'person'>): string => person?.name ?? reportWords('assistant');

/** Returns why a conversation is to be reviewed. */
export function reasonWords({ reason, reasonSize }: Pick<Review, 'reason' | 'reasonSize'>): string {
  if (reason === 'per_person') return reviewWords('per_person', { number: reasonSize ?? 1 });
  if (reason === 'share') return reviewWords('share', { percent: scoreWords((reasonSize ?? 100) / 100) });
  return reviewWords(reason === 'picked' ? 'picked' : 'estimate');
}

/** Returns a mark in words. */
export function markWords({ scale }: Pick<Criterion, 'scale'>, value: ReviewMark['value']): string {
  if (value === null) return reviewWords('notApplicable');
  if (scale === 'pass') return reviewWords(value === 1 ? 'passed' : 'failed');
  return ratingWords('score', { score: String(value) });
}

/** Returns the address of a review beside its conversation, at a message if one is named. */
export const reviewAddress = (
  { id, conversationId }: Pick<Review, 'id' | 'conversationId'>,
  messageSeq?: number,
): string =>
  `/conversations?selected=${conversationId}${messageSeq === undefined ? '' : `&message=${messageSeq}`}&review=${id}`;
