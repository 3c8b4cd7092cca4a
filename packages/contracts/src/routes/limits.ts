/** Limits of calls: docs/product.md#limits. Units are in the names. */

/** The response to a write with an `Idempotency-Key` is stored for this long. */
export const idempotencyHours = 24;

/** Request limits: `max` per `perSeconds`. docs/product.md#limits. */
export const rateLimits = {
  /** Counted over all browsers that have never signed in to the account. */
  failedLoginPerAccount: { max: 10, perSeconds: 900 },
  /** Counted for one browser that has signed in to the account before. */
  failedLoginPerDevice: { max: 10, perSeconds: 900 },
  failedLoginPerAddress: { max: 100, perSeconds: 900 },
  /** Calls with API keys that are unknown, ended or expired. */
  refusedKeyPerAddress: { max: 60, perSeconds: 60 },
  registrationPerAddress: { max: 30, perSeconds: 3600 },
  /** Counts redirects to an identity provider and back. */
  providerSignInPerAddress: { max: 1_000, perSeconds: 900 },
  /** High, because all sign-outs of a provider come from its one address. */
  providerLogoutPerAddress: { max: 600, perSeconds: 60 },
  /** Calls of a directory that manages the accounts. */
  scimPerAddress: { max: 3_000, perSeconds: 60 },
  deletionPerRepresentative: { max: 60, perSeconds: 3600 },
  deletionPerAdmin: { max: 600, perSeconds: 3600 },
  visitorSession: { max: 60, perSeconds: 60 },
  visitorMessage: { max: 60, perSeconds: 60 },
  /** Transcripts and codes that a visitor has mailed, and codes that they try. */
  visitorMail: { max: 20, perSeconds: 3600 },
  /** Browsers that a visitor adds for push messages. */
  visitorPushDevice: { max: 20, perSeconds: 3600 },
  /** Calls that report tracked events. */
  visitorEvents: { max: 60, perSeconds: 60 },
  /** Messages to a user's own device, as a test. */
  pushTest: { max: 20, perSeconds: 600 },
  /** Files announced, those taken back included. */
  visitorUpload: { max: 60, perSeconds: 86_400 },
  staffUpload: { max: 600, perSeconds: 3600 },
  /** Counted for one user over all devices. */
  draft: { max: 600, perSeconds: 60 },
} as const;
