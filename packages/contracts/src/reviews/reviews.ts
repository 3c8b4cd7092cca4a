/** Reviews: representatives' conversations are marked by the criteria of a scorecard. */
import * as Type from 'typebox';
import { Filter } from '../filter/filter.ts';
import { Id, Name, Nullable, OneOf, Seq, Strict, Timestamp } from '../schema.ts';
import {
  criteriaMax,
  criterionDescriptionMaxLength,
  criterionNameMaxLength,
  criterionScales,
  criterionWeightMax,
  estimatesPerDayMax,
  reviewCommentMaxLength,
  reviewNotesMax,
  reviewReasons,
  reviewStatuses,
  sampleKinds,
  scorecardNameMaxLength,
} from './limits.ts';

export const Criterion = Strict({
  /** Chosen by the caller, and the same in every version of the criterion. */
  id: Id,
  name: Name({ maxLength: criterionNameMaxLength }),
  /** Explains when a mark is good. Empty without one. */
  description: Type.String({ maxLength: criterionDescriptionMaxLength }),
  scale: OneOf(criterionScales),
  /** How much it counts in the score, relative to the others. */
  weight: Type.Integer({ minimum: 1, maximum: criterionWeightMax }),
  /** Whether the worst mark makes the score of the whole review 0. */
  isCritical: Type.Boolean(),
});
export type Criterion = Type.Static<typeof Criterion>;

export const scorecardFields = {
  name: Name({ maxLength: scorecardNameMaxLength }),
  criteria: Type.Array(Criterion, { minItems: 1, maxItems: criteriaMax }),
  /** Conversations that are sampled. */
  filter: Filter,
  /** How conversations of the week before are sampled, at random: none, some for each person, or a part of all. */
  sample: OneOf(sampleKinds),
  /** Conversations per person and week, or the part in percent; without meaning for `none`. */
  sampleSize: Type.Integer({ minimum: 1, maximum: 100 }),
  /** Whether answers of the assistant are sampled too. */
  coversAssistant: Type.Boolean(),
  /** Whether the model marks conversations as well, as an estimate. */
  isEstimated: Type.Boolean(),
  estimatesPerDay: Type.Integer({ minimum: 1, maximum: estimatesPerDayMax }),
};

export const ScorecardDraft = Strict(scorecardFields);
export type ScorecardDraft = Type.Static<typeof ScorecardDraft>;

export const Scorecard = Type.Object(
  {
    id: Id,
    ...scorecardFields,
    name: Type.String({ examples: ['Support'] }),
    /** Counts up with every change of the criteria. */
    version: Type.Integer({ minimum: 1 }),
    updatedAt: Timestamp,
  },
  { $id: 'Scorecard' },
);
export type Scorecard = Type.Static<typeof Scorecard>;

export const ReviewMark = Strict({
  criterionId: Id,
  /** 1 passed and 0 failed, or 1 to 5 points; null if the criterion doesn't apply. */
  value: Nullable(Type.Integer({ minimum: 0, maximum: 5 })),
  /** Empty without one. */
  comment: Type.String({ maxLength: reviewCommentMaxLength }),
});
export type ReviewMark = Type.Static<typeof ReviewMark>;

/** Comment at a message. */
export const ReviewNote = Strict({
  seq: Seq,
  text: Type.String({ minLength: 1, maxLength: reviewCommentMaxLength }),
});
export type ReviewNote = Type.Static<typeof ReviewNote>;

export const reviewFields = {
  /** At most one for each criterion. */
  marks: Type.Array(ReviewMark, { maxItems: criteriaMax }),
  notes: Type.Array(ReviewNote, { maxItems: reviewNotesMax }),
  comment: Type.String({ maxLength: reviewCommentMaxLength }),
};

export const ReviewDraft = Strict(reviewFields);
export type ReviewDraft = Type.Static<typeof ReviewDraft>;

/** A user, with their name now. */
const Person = Type.Object({ id: Id, name: Type.String() });

export const Review = Type.Object(
  {
    id: Id,
    conversationId: Id,
    /** Null if the scorecard was deleted. */
    scorecardId: Nullable(Id),
    /** Name and criteria as they were when the review began: later changes of the scorecard leave it as it is. */
    scorecard: Type.Object({
      name: Type.String(),
      version: Type.Integer({ minimum: 1 }),
      criteria: Type.Array(Criterion),
    }),
    /** Representative who gave the reviewed answers; null for the assistant. */
    person: Nullable(Person),
    /** Null while nobody has begun it, and of an estimate. */
    reviewer: Nullable(Person),
    status: OneOf(reviewStatuses),
    /** Marked by the model: never counted among the reviews of people. */
    isEstimate: Type.Boolean(),
    reason: OneOf(reviewReasons),
    /** Reviews per person and week, or percent, of the reason; null for the others. */
    reasonSize: Nullable(Type.Integer({ minimum: 1 })),
    ...reviewFields,
    /** From 0 to 1; null until it is finished. */
    score: Nullable(Type.Number({ minimum: 0, maximum: 1 })),
    /** True if a critical criterion has the worst mark. */
    isCriticalFailed: Type.Boolean(),
    /** Reply of the reviewed representative; empty without one. */
    answer: Type.String(),
    answeredAt: Nullable(Timestamp),
    createdAt: Timestamp,
    finishedAt: Nullable(Timestamp),
  },
  { $id: 'Review' },
);
export type Review = Type.Static<typeof Review>;
