/** Limits of accounts and sign-in: docs/product.md#limits. Units are in the names. */

export const imageMaxBytes = 10 * 1024 * 1024;
/** The browser scales an uploaded picture down to this edge before sending it. */
export const imageMaxEdgePixels = 512;

export const invitationDays = 7;

/** A user still counts as connected for this long after the last socket has closed. */
export const connectionGraceSeconds = 90;
/** Longest time without input after which a user can be set to count as offline. */
export const inputMinutesMax = 480;
/** The dashboard reports input at most this often. */
export const inputReportSeconds = 60;
export const absencesPerUserMax = 50;
/** Maximum length of an absence. */
export const absenceDaysMax = 366;
export const shiftsPerUserMax = 50;

/** A recent proof of identity lets the caller make protected calls for this long without another proof. */
export const stepUpMinutes = 10;
/** The second step of a sign-in waits for so long. */
export const secondStepMinutes = 10;
/** A link to a new password ends after so long. */
export const passwordLinkMinutes = 60;
/** A new sign-in address waits for so long for its confirmation. */
export const emailChangeHours = 24;
export const recoveryCodeCount = 10;
export const passkeysMax = 20;
export const passkeyNameMaxLength = 60;
export const passwordMinLength = 8;
export const passwordMaxLength = 200;
export const nameMaxLength = 120;
export const emailMaxLength = 254;

/** Rate limits of the sign-in steps beside the password. */
export const signInLimits = {
  /** Wrong codes in the second step, by the same three counts; of strangers, a day's as well. */
  wrongCodePerAccount: { max: 5, perSeconds: 900 },
  wrongCodePerAccountAndDay: { max: 30, perSeconds: 86_400 },
  wrongCodePerDevice: { max: 10, perSeconds: 900 },
  wrongCodePerAddress: { max: 100, perSeconds: 900 },
  /** Links to a new password asked for by mail, and used or tried. */
  passwordLinkPerAddress: { max: 20, perSeconds: 3600 },
  passwordLinkPerAccount: { max: 5, perSeconds: 3600 },
  /** Confirmations of another sign-in address. */
  emailChangePerAccount: { max: 5, perSeconds: 3600 },
  /** Challenges issued for passkeys. */
  passkeyRequestPerAddress: { max: 60, perSeconds: 60 },
} as const;

export const devicesPerUserMax = 20;
/** Days that a device receives notifications after its sign-in once the session has timed out. */
export const deviceDaysWithoutSession = 30;
export const deviceNameMaxLength = 60;
/** Bytes of a message before it is encrypted; push services accept 4,096 after it (RFC 8030, section 7.2). */
export const pushBytesMax = 3_900;

/** Contents of a notification: the customer's name and text, the name alone, or neither. Least first. */
export const pushContents = ['nothing', 'name', 'full'] as const;
export type PushContent = (typeof pushContents)[number];
