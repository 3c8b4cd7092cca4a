/** Limits of rules. Apart from the schemas, so that the dashboard's forms can use them. */
export const rulesMax = 500;
export const ruleNameMaxLength = 80;
export const ruleActionsMax = 10;
export const ruleWordsMax = 30;
/** Characters of all conditions and actions of one rule together, as JSON. */
export const ruleSizeMax = 40_000;
/** Rules that follow from one event, one after the other. */
export const ruleDepthMax = 5;
/** How often a rule acts on one conversation within an hour. */
export const ruleRunsPerHour = 10;
/** A rule that another system starts again and again in so many conversations within an hour is paused. */
export const ruleLoopConversations = 5;
/** Longest time in a state, in minutes. */
export const ruleMinutesMax = 90 * 24 * 60;
/** Days after which the log of runs is deleted. */
export const ruleRunDays = 30;
/** Longest period that a test replays, and how many events of it. */
export const ruleTestDaysMax = 30;
export const ruleTestEventsMax = 5_000;
export const ruleTestListed = 50;
