/** Ratings: customers are asked once after a conversation was closed how satisfied they are. */
import * as Type from 'typebox';
import { conversationChannelIds } from '../channels/list.ts';
import { Id, Nullable, OneOf, Seq, Strict, Timestamp } from '../schema.ts';
import { ratingCommentMaxLength, ratingReasons, type Score as ScoreValue } from './limits.ts';

export const Score = Type.Unsafe<ScoreValue>(Type.Integer({ minimum: 1, maximum: 5, examples: [4] }));
export const RatingReason = OneOf(ratingReasons);

/** Customer's answer. */
export const RatingAnswer = Strict({
  score: Score,
  reasons: Type.Optional(Type.Array(RatingReason, { maxItems: ratingReasons.length, uniqueItems: true })),
  comment: Type.Optional(Type.String({ maxLength: ratingCommentMaxLength })),
});
export type RatingAnswer = Type.Static<typeof RatingAnswer>;

/** Score with reasons and comment, as an activity records it. */
export const RatingOfActivity = Type.Object({
  score: Score,
  reasons: Type.Array(RatingReason),
  /** Empty without one. */
  comment: Type.String(),
});
export type RatingOfActivity = Type.Static<typeof RatingOfActivity>;

/** Channel through which a customer was asked. */
export type RatingPlace = (typeof conversationChannelIds)[number];

/** Part of the answers that one side gave between the close before and this one. */
export const RatingShare = Type.Object({
  /** Null for the assistant. */
  userId: Nullable(Id),
  /** Name of the user now; null for the assistant and for a deleted user. */
  name: Nullable(Type.String()),
  answers: Type.Integer({ minimum: 1 }),
});
export type RatingShare = Type.Static<typeof RatingShare>;

export const Rating = Type.Object(
  {
    id: Id,
    conversationId: Id,
    /** Activity that closed the conversation. */
    closingNo: Seq,
    askedAt: Timestamp,
    place: OneOf(conversationChannelIds),
    /** Null while it is not answered. */
    score: Nullable(Score),
    reasons: Type.Array(RatingReason),
    /** Empty without one. */
    comment: Type.String(),
    ratedAt: Nullable(Timestamp),
    shares: Type.Array(RatingShare),
  },
  { $id: 'Rating' },
);
export type Rating = Type.Static<typeof Rating>;

/** Question in the customer's widget, with the answer so far. */
export const AskedRating = Type.Object({
  id: Id,
  /** In the visitor's language where the settings have one; absent for the usual one. */
  question: Type.Optional(Type.String()),
  score: Nullable(Score),
});
export type AskedRating = Type.Static<typeof AskedRating>;
