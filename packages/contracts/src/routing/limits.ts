/** Limits of routing: docs/product.md#limits. */

/** Maximum of a user's capacity; 0 assigns them nothing. */
export const capacityMax = 200;
export const skillsMax = 30;
export const skillMaxLength = 40;
export const userLanguagesMax = 20;
export const returnAfterMinutesMax = 1440;
export const alertAtWaitingMax = 1000;
/** A conversation is taken back so often at most; after that the team's lead gets it. */
export const returnsMax = 2;
export const simulatedDaysMax = 30;
export const simulatedExtraMax = 20;
/** Fewer conversations with a response make no comparison. */
export const simulatedLeast = 20;
/** A simulation looks at the newest messages up to this number. */
export const simulatedMessagesMax = 300_000;
