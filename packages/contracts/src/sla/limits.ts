/** Limits of SLA policies: docs/product.md#limits. */

export const slaPoliciesMax = 50;
export const slaPolicyNameMaxLength = 60;
/** Longest target, in minutes of working time. */
export const slaTargetMaxMinutes = 366 * 24 * 60;
/** Share of the time until something is due after which the team is warned. */
export const slaWarningShare = 0.75;
