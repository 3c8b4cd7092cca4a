/** Limits of mail and webhooks: docs/product.md#limits. Units are in the names. */

/** A mail brings files of so many bytes together within it, further ones by links. */
export const mailFilesMaxBytes = 10 * 1024 * 1024;
/** A link in a mail or a webhook's call ends after so many days. */
export const deliveredFileLinkDays = 14;
/** A replaced signing secret signs deliveries together with the new one for this long. */
export const previousSecretHours = 24;
/** A signature counts for so long before and after its time. */
export const signatureMinutes = 5;
/** A visitor away for this long gets the unseen answers by mail. */
export const visitorAwayForMailMinutes = 2;
/** Longest such time that a website can choose: a day. */
export const mailAfterMinutesMax = 24 * 60;

/**
 * Limits on mails to addresses without proof of ownership, `max` per `perSeconds`: a visitor who enters a stranger's
 * address must not get many mails sent there.
 */
export const unprovenMailLimits = {
  perAddress: { max: 5, perSeconds: 86_400 },
  perVisitor: { max: 10, perSeconds: 86_400 },
  perNetwork: { max: 60, perSeconds: 3600 },
  perInstallation: { max: 500, perSeconds: 3600 },
} as const;
export type UnprovenMailLimit = keyof typeof unprovenMailLimits;
