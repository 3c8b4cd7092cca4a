/** Business constants and limits: docs/product.md#limits. Units are in the names. */

export const messageMaxLength = 10_000;
/** Maximum size of one file of a message. */
export const uploadMaxBytes = 25 * 1024 * 1024;
/** Maximum length of a conversation's subject. */
export const subjectMaxLength = 200;
export const attachmentsPerMessageMax = 10;
export const attachmentNameMaxLength = 120;
export const attachmentAltMaxLength = 500;
/** Default limit on the uploads of one visitor in 24 hours; a website can set its own. */
export const visitorUploadsPerDay = { files: 20, bytes: 100 * 1024 * 1024 } as const;
/** Files accepted from one customer in 24 hours over mail and other channels; widget uploads count as well. */
export const incomingFilesPerDay = { files: 200, bytes: 250 * 1024 * 1024 } as const;
/** Highest limit on visitor uploads that a website can set. */
export const uploadsPerDayMax = { files: 50, bytes: 1024 * 1024 * 1024 } as const;
/** Files that one representative may upload in 24 hours. */
export const staffUploadsPerDay = { files: 1_000, bytes: 4 * 1024 * 1024 * 1024 } as const;
/** An upload that no message has brought is removed after this long. */
export const looseUploadHours = 24;
/**
 * Age in minutes at which an upload by a visitor without messages expires: the sweep, each minute, has removed it
 * within the hour.
 */
export const waitingUploadMinutes = 55;
/** A picture of more than this is not opened; of moving ones all frames count. */
export const pictureMaxPixels = 50_000_000;
export const pictureMaxFrames = 200;
/** A link to a file ends after this long. */
export const fileLinkSeconds = 300;
export const fileLinksPerCallMax = 100;
/** A mail brings files of so many bytes together within it, further ones by links. */
export const mailFilesMaxBytes = 10 * 1024 * 1024;
/** A link in a mail or a webhook's call ends after so many days. */
export const deliveredFileLinkDays = 14;
export const imageMaxBytes = 10 * 1024 * 1024;
/** The browser scales an uploaded picture down to this edge before sending it. */
export const imageMaxEdgePixels = 512;

export const sendTimeoutMs = 5_000;
export const previewReplyDelayMs = 1_000;
export const suggestionRefreshDelayMs = 1_000;

export const recentConversationsOnOverview = 5;
export const activeConversationsPerRepresentative = 3;
export const messagesPerPage = 50;
export const messagesPerPageMax = 200;
export const conversationsPerPage = 50;
export const conversationsPerPageMax = 200;
/** Maximum length of a search query. */
export const searchMaxLength = 200;
export const contactsPerPage = 50;
export const contactsPerPageMax = 200;
export const companiesPerPage = 50;
export const companiesPerPageMax = 200;
export const companyNameMaxLength = 120;
export const companyDomainsMax = 20;
/** How many recent messages the assistant and the suggestions read. */
export const aiContextMessages = 20;
/** How many of their newest pictures, where it may see them. */
export const aiPicturesMax = 4;
export const suggestionCount = 3;
/** A longer transcript is downloaded instead of mailed. */
export const transcriptMailMessagesMax = 2_000;
/** Maximum number of mentions in one note. */
export const noteMentionsMax = 50;
export const mentionsPerPageMax = 100;
export const draftsPerPageMax = 200;
/** A draft is on every other device this long after the last key at most, once more for the way. */
export const draftSavedAfterMs = 700;
export const followedMax = 1_000;
/** Maximum number of list rows for which a representative sees who is viewing them. */
export const watchedRowsMax = 100;

/** Maximum length of one version of an article. */
export const articleMaxLength = 20_000;
export const articlesMax = 2_000;
export const helpCategoriesMax = 100;

export const tagNameMaxLength = 40;
/** Maximum number of different tags. */
export const tagsMax = 500;
export const tagsPerConversationMax = 20;
/** Maximum number of people besides the customer who get a conversation's mails. */
export const participantsMax = 50;
/** Longest time until the end of a snooze or until a reminder. */
export const snoozeDaysMax = 366;
/** Maximum number of reminders of one representative. */
export const remindersMax = 500;
/** Longest time that messages of a representative can be held back before they are sent. */
export const sendDelaySecondsMax = 30;
/** Messages of one representative that wait to be sent, or could not be. */
export const scheduledMax = 500;

/** Maximum number of conversation attributes; the same limit applies to contact attributes separately. */
export const attributesMax = 50;
export const attributeKeyMaxLength = 40;
export const attributeNameMaxLength = 60;
export const attributeTextMaxLength = 500;
export const attributeChoicesMax = 50;
/** Longest lifetime of the signed token with which a website identifies its visitor. */
export const identityTokenHoursMax = 24;

export const invitationDays = 7;
/** A replaced signing secret signs deliveries together with the new one for this long. */
export const previousSecretHours = 24;
export const closeAfterIdleDays = 7;
export const unansweredAfterMinutes = 5;
/** A visitor away for this long gets the unseen answers by mail. */
export const visitorAwayForMailMinutes = 2;
/** Statistics on the overview cover this many days. */
/** Files of a customer that are listed beside a conversation. */
export const customerFilesMax = 30;
/** Days of the overview's trend, compared with as many days before. */
export const trendDays = 7;
/** Statistics on the overview cover this many days. */
export const statisticsDays = 30;

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

export const socketFrameMaxBytes = 64 * 1024;
/** A socket with more unsent bytes is closed with 1013 and resumes later. */
export const socketBufferMaxBytes = 1024 * 1024;
export const socketHeartbeatSeconds = 30;
export const socketMalformedFramesInARow = 10;
/** A visitor’s socket that sends nothing for this long is closed: a widget reports its page at once. */
export const socketSilenceSeconds = 60;
/** Clients of a draining node reconnect at a random moment within this time. */
export const drainReconnectSeconds = 10;

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
  /** Files announced, those taken back included. */
  visitorUpload: { max: 60, perSeconds: 86_400 },
  staffUpload: { max: 600, perSeconds: 3600 },
  /** Counted for one user over all devices. */
  draft: { max: 600, perSeconds: 60 },
} as const;

/** Maximum number of reactions to a message. */
export const reactionLimits = { perPerson: 6, perMessage: 100 } as const;

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

/**
 * Socket limits as token buckets: `perSecond` on average, `burst` at once. All but `frame` are a person's, however many
 * sockets they have; sending is counted over all nodes and together with what is sent over HTTP.
 */
export const socketLimits = {
  /** Everything that arrives on one socket, pings and what is no frame included; beyond it the socket is closed. */
  frame: { perSecond: 100, burst: 400 },
  visitorSend: { perSecond: 5, burst: 20 },
  staffSend: { perSecond: 50, burst: 100 },
  typing: { perSecond: 5, burst: 5 },
  visit: { perSecond: 5, burst: 20 },
  /** Everything else: joining, receipts. */
  other: { perSecond: 50, burst: 200 },
} as const;

/** Shown on the overview until there is one measured answer. docs/product.md#system-overview. */
export const exampleStatistics = { aiResponseRate: 0.87, averageResponseSeconds: 72 } as const;

/** Sources of knowledge at most, and what a file that is handed in may have, in bytes. */
export const knowledgeSourcesMax = 200;
export const knowledgeFileMaxBytes = 10 * 1024 * 1024;

/** Maximum size of a rehearsal: conversations, parts of a change, stored tests, and expected words per test. */
export const rehearsalLimits = { conversations: 1_000, parts: 50, tests: 500, words: 10 } as const;

/** Maximum number of schedules, of working times on a day, and of exceptions; length of their names. */
export const schedulesMax = 50;
export const scheduleRangesPerDayMax = 10;
export const scheduleExceptionsMax = 200;
export const scheduleNameMaxLength = 60;
/** Maximum size of a calendar of public holidays, and number of its days and events. */
export const holidayCalendarMaxBytes = 1024 * 1024;
export const holidaysMax = 1_000;
export const holidayEventsMax = 5_000;
