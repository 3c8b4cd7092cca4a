/** Limits of messages, their files and reactions: docs/product.md#limits. Units are in the names. */

export const messageMaxLength = 10_000;
/** Maximum size of one file of a message. */
export const uploadMaxBytes = 25 * 1024 * 1024;
export const attachmentsPerMessageMax = 10;
export const attachmentNameMaxLength = 120;
export const attachmentAltMaxLength = 500;
/** Longest transcript of a voice note; what goes beyond is cut off. */
export const attachmentTranscriptMaxLength = 20_000;
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

export const sendTimeoutMs = 5_000;
export const messagesPerPage = 50;
export const messagesPerPageMax = 200;
/** Longest time that messages of a representative can be held back before they are sent. */
export const sendDelaySecondsMax = 30;
/** UTF-16 units of a user's signature. */
export const mailSignatureMaxLength = 4_000;
/** Messages of one representative that wait to be sent, or could not be. */
export const scheduledMax = 500;

/** Maximum number of reactions to a message. */
export const reactionLimits = { perPerson: 6, perMessage: 100 } as const;

/** Limits of the values of a template; lengths are in characters. */
export const templateLimits = { valueLength: 1_024, values: 40 } as const;

/** Limits of buttons and cards; lengths are in characters. */
export const blockLimits = {
  buttons: 10,
  buttonsPerCard: 4,
  cards: 10,
  labelLength: 80,
  titleLength: 120,
  textLength: 500,
} as const;
