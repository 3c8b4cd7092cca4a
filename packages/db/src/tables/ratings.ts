import type { RatingReason, Score } from '@parley/contracts/ratings/limits';
import type { RatingPlace } from '@parley/contracts/ratings/ratings';
import type { Defaulted, Instant, Json, NullableInstant } from './columns.ts';

/** Stores the closings that customers are asked about, and their answers. */
export interface RatingsTable {
  id: Defaulted<string>;
  conversationId: string;
  /** Activity that closed it. */
  closingNo: number;
  closedAt: Instant;
  /** Time at which the customer is to be asked; null once they were, or if they won't be. */
  dueAt: NullableInstant;
  askedAt: NullableInstant;
  place: Defaulted<RatingPlace | null>;
  score: Defaulted<Score | null>;
  reasons: Defaulted<RatingReason[]>;
  comment: Defaulted<string>;
  ratedAt: NullableInstant;
  /** Answers of each side since the close before; `userId` is null for the assistant. */
  shares: Json<{ userId: string | null; answers: number }[]>;
}

export interface RatingTables {
  ratings: RatingsTable;
}
