/** Limits of reviews and their fixed lists. Apart from the schemas, so that browsers can use them. */

export const scorecardsMax = 20;
export const scorecardNameMaxLength = 60;
export const criteriaMax = 20;
export const criterionNameMaxLength = 80;
export const criterionDescriptionMaxLength = 500;
export const criterionWeightMax = 10;
/** Reviews that a scorecard asks for a person and week, and in all a week. */
export const samplePerPersonMax = 20;
export const samplePerWeekMax = 500;
/** Estimates of the model a day. */
export const estimatesPerDayMax = 500;
export const reviewCommentMaxLength = 2_000;
export const reviewNotesMax = 50;
/** A finished review with a lower score, from 0 to 1, triggers rules. */
export const lowScoreBelow = 0.5;

/** Passed or failed, or 1 to 5 points. */
export const criterionScales = ['pass', 'points'] as const;
export type CriterionScale = (typeof criterionScales)[number];
/** Values that a mark of each scale has, from the worst. */
export const markValues: Record<CriterionScale, readonly number[]> = { pass: [0, 1], points: [1, 2, 3, 4, 5] };

/** How a scorecard chooses conversations: not at all, some for each person, or a part of all. */
export const sampleKinds = ['none', 'per_person', 'share'] as const;
export type SampleKind = (typeof sampleKinds)[number];

/** Why a conversation is to be reviewed. */
export const reviewReasons = ['per_person', 'share', 'picked', 'estimate'] as const;
export type ReviewReason = (typeof reviewReasons)[number];

export const reviewStatuses = ['open', 'finished', 'skipped'] as const;
export type ReviewStatus = (typeof reviewStatuses)[number];
