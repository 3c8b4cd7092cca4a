/** Limits of ratings, and their fixed lists. Apart from the schemas, so that browsers can use them. */
export const ratingCommentMaxLength = 2_000;
/** Days after the question during which it can be answered. */
export const ratingDays = 30;
/** Hours after the first answer during which it can be changed. */
export const ratingChangeHours = 24;
/** A score up to this one is low: a representative follows it up. */
export const lowRatingMax = 2;
export const ratingDelayMinutesMax = 7 * 24 * 60;
export const ratingPauseDaysMax = 365;
export const ratingQuestionMaxLength = 200;

export const scores = [1, 2, 3, 4, 5] as const;
export type Score = (typeof scores)[number];

/** Reasons to choose from, for a good score and for another one. */
export const goodReasons = ['quick', 'solved', 'clear', 'friendly'] as const;
export const badReasons = ['slow', 'unsolved', 'unclear', 'unfriendly', 'no_person'] as const;
export const ratingReasons = [...goodReasons, ...badReasons] as const;
export type RatingReason = (typeof ratingReasons)[number];

/** Returns the reasons that are offered for a score. */
export const reasonsFor = (score: Score): readonly RatingReason[] => (score >= 4 ? goodReasons : badReasons);
