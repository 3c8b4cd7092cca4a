/** Limits of proactive messages and banners. */

export const proactiveMax = 50;
export const bannersMax = 50;
export const outreachNameMaxLength = 80;
export const outreachTextMaxLength = 500;
/** Conditions of one kind, such as pages or languages. */
export const conditionsMax = 30;

/** Manners that no proactive message exceeds. */
export const manners = {
  /** After a visitor has dismissed one, none is shown to them for so long. */
  dismissedDays: 14,
  /** A visit is over after so long without a page. */
  visitMinutes: 30,
} as const;

/** Percentage of visitors who are shown no proactive message, so that its effect can be told. */
export const holdOut = { usual: 10, max: 50 } as const;
