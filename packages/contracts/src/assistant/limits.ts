/** Limits of the assistant and its rehearsals: docs/product.md#limits. Units are in the names. */

export const suggestionRefreshDelayMs = 1_000;
/** How many recent messages the assistant and the suggestions read. */
export const aiContextMessages = 20;
/** How many of their newest pictures, where it may see them. */
export const aiPicturesMax = 4;
export const suggestionCount = 3;

/** Maximum size of a rehearsal: conversations, parts of a change, stored tests, and expected words per test. */
export const rehearsalLimits = { conversations: 1_000, parts: 50, tests: 500, words: 10 } as const;
