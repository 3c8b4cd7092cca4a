/** Limits of conversations, contacts and what the team adds to them: docs/product.md#limits. Units are in the names. */

/** Maximum length of a conversation's subject. */
export const subjectMaxLength = 200;

export const recentConversationsOnOverview = 5;
export const activeConversationsPerRepresentative = 3;
export const conversationsPerPage = 50;
export const conversationsPerPageMax = 200;
export const contactsPerPage = 50;
export const contactsPerPageMax = 200;
export const companiesPerPage = 50;
export const companiesPerPageMax = 200;
export const companyNameMaxLength = 120;
export const companyDomainsMax = 20;
/** A longer transcript is downloaded instead of mailed. */
export const transcriptMailMessagesMax = 2_000;
/** Maximum number of messages in a forwarded mail. */
export const forwardMessagesMax = 200;
/** Maximum number of mentions in one note. */
export const noteMentionsMax = 50;
export const mentionsPerPageMax = 100;
export const draftsPerPageMax = 200;
/** A draft is on every other device this long after the last key at most, once more for the way. */
export const draftSavedAfterMs = 700;
export const followedMax = 1_000;
/** Maximum number of list rows for which a representative sees who is viewing them. */
export const watchedRowsMax = 100;

export const tagNameMaxLength = 40;
/** Maximum number of different tags. */
export const tagsMax = 500;
export const tagsPerConversationMax = 20;
/** Maximum number of people besides the customer who get a conversation's mails. */
export const participantsMax = 50;
/** Maximum number of messages that are split off at once. */
export const splitMessagesMax = 200;
/** Conversations that one can be linked to. */
export const relatedMax = 20;
/** Longest time until the end of a snooze or until a reminder. */
export const snoozeDaysMax = 366;
/** Maximum number of reminders of one representative. */
export const remindersMax = 500;

/** Maximum number of conversation attributes; the same limit applies to contact attributes separately. */
export const attributesMax = 50;
export const attributeKeyMaxLength = 40;
export const attributeNameMaxLength = 60;
export const attributeTextMaxLength = 500;
export const attributeChoicesMax = 50;
export const closeAfterIdleDays = 7;
export const unansweredAfterMinutes = 5;
/** Files of a customer that are listed beside a conversation. */
export const customerFilesMax = 30;
/** Days of the overview's trend, compared with as many days before. */
export const trendDays = 7;
/** Statistics on the overview cover this many days. */
export const statisticsDays = 30;

/** Shown on the overview until there is one measured answer. docs/product.md#system-overview. */
export const exampleStatistics = { aiResponseRate: 0.87, averageResponseSeconds: 72 } as const;

/** Limits of bulk messages: docs/product.md#limits. */
export const bulkMessageLimits = {
  /** Contacts of one bulk message. */
  contacts: 200,
  /** Bulk messages per user and hour. */
  perHour: 20,
  /** Seconds in which a bulk message of the dashboard can be undone, unless its author's send delay is longer. */
  undoSeconds: 10,
  /** Days for which the list of recipients is stored. */
  storedDays: 180,
} as const;
