import type { Filter } from '@parley/contracts/filter/filter';
import type { ReviewReason, ReviewStatus, SampleKind } from '@parley/contracts/reviews/limits';
import type { Criterion, ReviewMark, ReviewNote } from '@parley/contracts/reviews/reviews';
import type { Computed, Defaulted, DefaultedInstant, Json, NullableInstant } from './columns.ts';

export interface ScorecardsTable {
  id: Defaulted<string>;
  name: string;
  version: Defaulted<number>;
  criteria: Json<Criterion[]>;
  filter: Json<Filter>;
  sample: SampleKind;
  sampleSize: number;
  coversAssistant: boolean;
  isEstimated: boolean;
  estimatesPerDay: number;
  /** Monday of the last week that was sampled. */
  sampledWeek: Defaulted<string | null>;
  createdAt: DefaultedInstant;
  updatedAt: DefaultedInstant;
}

/** Stores reviews with the scorecard's name and criteria as they were when each began. */
export interface ReviewsTable {
  id: Defaulted<string>;
  no: Computed<number>;
  conversationId: string;
  scorecardId: string | null;
  scorecardName: string;
  version: number;
  criteria: Json<Criterion[]>;
  /** Null for the assistant. */
  representativeId: string | null;
  reviewerId: Defaulted<string | null>;
  isEstimate: Defaulted<boolean>;
  reason: ReviewReason;
  reasonSize: number | null;
  status: Defaulted<ReviewStatus>;
  marks: Json<ReviewMark[]>;
  notes: Json<ReviewNote[]>;
  comment: Defaulted<string>;
  score: Defaulted<number | null>;
  isCriticalFailed: Defaulted<boolean>;
  answer: Defaulted<string>;
  answeredAt: NullableInstant;
  createdAt: DefaultedInstant;
  finishedAt: NullableInstant;
}

export interface ReviewTables {
  scorecards: ScorecardsTable;
  reviews: ReviewsTable;
}
