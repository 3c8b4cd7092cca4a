import type { HandOffSummary } from '@parley/contracts/assistant/hand-off-packet';
import type { ActivityFields, ActivityKind, Cause } from '@parley/contracts/conversations/activities';
import type { MessageSource } from '@parley/contracts/assistant/answers';
import type {
  AttributeSubject,
  AttributeType,
  RequiredToClose,
  StoredAttributes,
} from '@parley/contracts/conversations/attributes';
import type { BlocksDraft, MessageBlocks, MessageResponse } from '@parley/contracts/messages/blocks';
import type { Macro } from '@parley/contracts/messages/canned-replies';
import type { ConversationChannel } from '@parley/contracts/channels/list';
import type { deliveryStates } from '@parley/contracts/channels/mail-states';
import type { Original, Summary } from '@parley/contracts/assistant/copilot';
import type { DraftKind } from '@parley/contracts/conversations/drafts';
import type {
  ConversationRating,
  ConversationStatus,
  Participant,
  Priority,
} from '@parley/contracts/conversations/conversation-fields';
import type { Conversation, MessageEmail, Reaction, SenderType } from '@parley/contracts/entities';
import type { DueKind } from '@parley/contracts/sla/due-kinds';
import type { TagColour } from '@parley/contracts/conversations/tags';
import type { Computed, Defaulted, DefaultedInstant, Instant, Json, NullableInstant } from './columns.ts';

export type Via = 'dashboard' | 'email' | 'ai' | ConversationChannel;

export interface ConversationsTable {
  id: Defaulted<string>;
  websiteId: string | null;
  websiteDomain: string | null;
  /** Path of the page that the conversation began on. */
  pagePath: Defaulted<string | null>;
  visitorId: string | null;
  customerEmail: string | null;
  /** Lower-case address that the customer has proved by answering from it by mail. */
  provenEmail: Defaulted<string | null>;
  customerName: string | null;
  subject: Defaulted<string | null>;
  /** Mailbox that its mails come to; null for the first one, and without mails. */
  mailboxId: Defaulted<string | null>;
  /** Names the thread in mail subjects and reply addresses. */
  mailToken: Defaulted<string>;
  status: ConversationStatus;
  assignedRepresentativeId: string | null;
  teamId: Defaulted<string | null>;
  isAiAssisted: boolean;
  channel: Defaulted<ConversationChannel>;
  /** Raised by every change that makes an AI answer in progress obsolete. */
  aiEpoch: Defaulted<number>;
  /** Leaves it out of lists and metrics: the doctor's test conversation, and spam. */
  hidden: Defaulted<boolean>;
  lastSeq: Defaulted<number>;
  lastActivityNo: Defaulted<number>;
  /** Counts the edits of its messages. */
  lastEditNo: Defaulted<number>;
  lastMessageId: string | null;
  lastMessageClientId: string | null;
  lastMessageSenderType: SenderType | null;
  lastMessageSenderId: string | null;
  lastMessageSenderName: string | null;
  /** At most 300 characters. */
  lastMessagePreview: string | null;
  lastMessageAt: NullableInstant;
  lastActivityAt: DefaultedInstant;
  customerMessageCount: Defaulted<number>;
  /** Number of customer messages at or before `staffReadSeq`. */
  customerMessagesRead: Defaulted<number>;
  /** Number of customer messages that count as read for users who haven't opened it; null: `customerMessagesRead`. */
  readByDefault: Defaulted<number | null>;
  customerReadSeq: Defaulted<number>;
  customerDeliveredSeq: Defaulted<number>;
  staffReadSeq: Defaulted<number>;
  staffDeliveredSeq: Defaulted<number>;
  /** Seq of the last answer that was mailed to the customer. */
  emailedUntilSeq: Defaulted<number>;
  representativeSeq: Defaulted<number>;
  representativeSeqBy: string | null;
  otherRepresentativeSeq: Defaulted<number>;
  unansweredCount: Defaulted<number>;
  unansweredSince: NullableInstant;
  unansweredOffsetSeconds: Defaulted<number>;
  waitingSince: NullableInstant;
  /** Origin of its visitor when it began; triggers write it. */
  cameFrom: Json<NonNullable<Conversation['cameFrom']> | null>;
  handOffSummary: Json<HandOffSummary> | null;
  participants: Json<Participant[]>;
  /** State of its newest mail, as `conversation-fields.ts` describes `delivery`. */
  mailState: Defaulted<(typeof deliveryStates)[number]>;
  /** Conversations that users have linked this one to. */
  relatedIds: Json<string[]>;
  tagIds: Defaulted<string[]>;
  priority: Defaulted<Priority>;
  /** True while the customer's contact is blocked. */
  isBlocked: Defaulted<boolean>;
  /** Time when it was marked as spam and hidden. */
  spamAt: NullableInstant;
  /** SLA policy that applies, as of the last time its clocks were computed. */
  slaPolicyId: Defaulted<string | null>;
  /** True from a change that its clocks depend on until they are computed; set by a trigger. */
  slaStale: Defaulted<boolean>;
  /** Earliest due time of its clocks; null while none runs. */
  dueAt: NullableInstant;
  dueKind: Defaulted<DueKind | null>;
  dueSoonAt: NullableInstant;
  /** First breach of any clock. */
  breachedAt: NullableInstant;
  /** Newest score of its customer. */
  rating: Defaulted<ConversationRating>;
  ratedAt: NullableInstant;
  /** True if that is low and nobody has followed it up. */
  isToFollowUp: Defaulted<boolean>;
  snoozedUntil: NullableInstant;
  snoozedBy: Defaulted<string | null>;
  attributes: Json<StoredAttributes>;
  /** True if the customer's next message ends the snooze. */
  snoozeWakesOnReply: Defaulted<boolean>;
  /** Conversation that it was merged into and redirects to. */
  mergedInto: Defaulted<string | null>;
  /** Conversations that were merged into it, including those deleted since. */
  mergedIds: Defaulted<string[]>;
  /** Seq, in the conversation it was merged into, of the customer's first message after the merge. */
  continuedFrom: Defaulted<number | null>;
  /** Id under which the visitor's client started it; null if it has none. */
  clientConversationId: Defaulted<string | null>;
  /** Closed conversation that its customer's first message would have reopened earlier. */
  continues: Defaulted<string | null>;
  /** User who started it; null if its customer did. */
  startedBy: Defaulted<string | null>;
  /** Last message of an import; nothing timed follows the conversation until something is written after it. */
  importedSeq: Defaulted<number | null>;
  closedAt: NullableInstant;
  createdAt: DefaultedInstant;
  updatedAt: DefaultedInstant;
}

export interface ConversationSearchTable {
  conversationId: string;
  document: Computed<string>;
}

/** Stores what search reads: one row per message, and one with seq 0 per conversation for the customer's details. */
export interface SearchRowsTable {
  /** Greater is newer; determines which bucket's code the words begin with. */
  n: number;
  conversationId: string;
  seq: number;
  words: string;
}

/** Stores new rows until `indexWritten` moves them to `search_rows`; their words contain no bucket codes yet. */
export type SearchTailTable = SearchRowsTable;

export interface MessagesTable {
  conversationId: string;
  seq: number;
  id: Defaulted<string>;
  clientMessageId: string | null;
  senderType: SenderType;
  senderId: string | null;
  senderName: string | null;
  messageType: Defaulted<'text'>;
  content: string;
  /** The text with formatting, from which `content` is derived; null without formatting. */
  markdown: Defaulted<string | null>;
  via: Defaulted<Via>;
  /** Number of customer messages up to and including this one. */
  customerMessageCount: number;
  /** Attached files in their order; null if there are none. */
  attachmentIds: Defaulted<string[] | null>;
  /** Text as its author wrote it, if `content` is a translation. */
  original: Json<Original | null>;
  /** Public sources that an answer of the assistant cites. */
  sources: Json<MessageSource[] | null>;
  /** Replies that the customer can pick with one tap when the assistant asks a question. */
  choices: Json<string[] | null>;
  /** Buttons, cards or a form below its text. */
  blocks: Json<MessageBlocks | null>;
  /** Buttons or form that a customer's message answers. */
  response: Json<MessageResponse | null>;
  /**
   * Parts of the email it arrived in beside `content`; null if there are none, or it arrived through another channel.
   */
  email: Json<MessageEmail | null>;
  /** Its seq in the installation it was copied from; null for one written here. */
  copiedSeq: Defaulted<number | null>;
  /** Number of its last edit, counted per conversation; null if it was never edited. */
  editNo: Defaulted<number | null>;
  editedAt: NullableInstant;
  /** Time when it was removed; its content is empty from then on. */
  removedAt: NullableInstant;
  /** Recipients of its mail beside the customer; null for the participants of the conversation. */
  recipients: Json<Participant[] | null>;
  /** Conversation that it was split off into. */
  movedTo: Defaulted<string | null>;
  /** Message of the same conversation that it quotes. */
  replyTo: Defaulted<string | null>;
  /** In the order in which they were put; null if there are none. */
  reactions: Json<Reaction[] | null>;
  /** Number of changes of `reactions`; null if it never had any. */
  reactionNo: Defaulted<number | null>;
  createdAt: DefaultedInstant;
  search: Computed<string>;
}

/**
 * Stores the activities and internal notes of conversations, for staff only. `transition` writes a row together with
 * the change it records; `writeNote` writes the notes.
 */
export interface ActivitiesTable {
  conversationId: string;
  activityNo: number;
  afterSeq: number;
  kind: ActivityKind;
  cause: Json<Cause>;
  before: Json<ActivityFields>;
  after: Json<ActivityFields>;
  body: string | null;
  /** The text of a note with formatting, from which `body` is derived; null without formatting. */
  markdown: Defaulted<string | null>;
  /** `activityNo` of the note that was edited or removed. */
  about: Defaulted<number | null>;
  /** Makes writing a note repeatable. */
  clientNoteId: Defaulted<string | null>;
  /** Files attached to a note, in their order. */
  attachmentIds: Defaulted<string[] | null>;
  /** True if it was copied from another installation. */
  isCopied: Defaulted<boolean>;
  /** Batch that the activity belongs to. */
  batchId: Defaulted<string | null>;
  /** The activity that this one undoes. */
  undoOf: Defaulted<number | null>;
  /** Columns that depend on the status, as they were before; undo needs them beside `before`. */
  kept: Json<Record<string, unknown> | null>;
  createdAt: DefaultedInstant;
}

/** Stores the team's tags; `conversations.tag_ids` assigns them. */
export interface TagsTable {
  id: Defaulted<string>;
  name: string;
  colour: TagColour;
  createdBy: string | null;
  createdAt: DefaultedInstant;
}

/** Defines the attributes of conversations and contacts; their rows contain the values. */
export interface AttributesTable {
  id: Defaulted<string>;
  subject: AttributeSubject;
  key: string;
  name: string;
  type: AttributeType;
  choices: Defaulted<string[]>;
  requiredToClose: Json<RequiredToClose | null>;
  createdAt: DefaultedInstant;
}

/** Stores the value of each attribute for filters; triggers on the rows of conversations and contacts write it. */
export interface AttributeValuesTable {
  /** Conversation or contact. */
  subjectId: string;
  key: string;
  /** Text, choice, day, `true` or `false`; null for a number. */
  textValue: string | null;
  numberValue: number | null;
}

/** Stores when a representative wants to be reminded of a conversation. */
export interface RemindersTable {
  userId: string;
  conversationId: string;
  remindAt: Instant;
  /** Time when the reminder was announced. */
  announcedAt: NullableInstant;
  createdAt: DefaultedInstant;
}

/** Stores earlier versions of messages that were edited or removed. */
export interface MessageEditsTable {
  conversationId: string;
  editNo: number;
  seq: number;
  content: string;
  editedBy: string | null;
  editedAt: DefaultedInstant;
}

/** Stores messages that wait to be sent; a message is deleted from here when it is sent. */
export interface ScheduledMessagesTable {
  id: Defaulted<string>;
  conversationId: string;
  authorId: string;
  /** The API key that scheduled it or changed its text; null for its author in person. */
  keyId: Defaulted<string | null>;
  /** `clientMessageId` of the message that it becomes. */
  clientMessageId: string;
  content: string;
  markdown: Defaulted<string | null>;
  /** Attached files in their order. */
  attachmentIds: Defaulted<string[] | null>;
  /** Buttons, cards or a form below the text. */
  blocks: Json<BlocksDraft | null>;
  macro: Json<Macro | null>;
  /** Text as its author wrote it, if `content` is a translation. */
  original: Json<Original | null>;
  /** Message of the conversation that it quotes. */
  replyTo: Defaulted<string | null>;
  dueAt: Instant;
  /** 0 for one with a time of its own. */
  delaySeconds: Defaulted<number>;
  /** The newest seq its author had seen; an answer by another representative after it stops it. */
  basedOnSeq: number | null;
  /** True if a new message by anyone stops it. */
  onlyIfQuiet: Defaulted<boolean>;
  state: Defaulted<'waiting' | 'sending' | 'stopped'>;
  /** Time when a process claimed it for sending. */
  claimedAt: NullableInstant;
  code: string | null;
  reason: string | null;
  revision: Defaulted<number>;
  createdAt: DefaultedInstant;
}

/** Stores summaries of conversations that a model wrote for the team. */
export interface ConversationSummariesTable {
  conversationId: string;
  language: Summary['language'];
  lastSeq: number;
  editNo: number;
  summary: Json<Pick<Summary, 'intent' | 'tried' | 'open'>>;
  updatedAt: DefaultedInstant;
}

/** Stores the emails that messages arrived in. */
export interface MessageEmailsTable {
  conversationId: string;
  seq: number;
  text: string;
  /** Lines of the text, counted from 0, that are shown on request. */
  foldedFrom: number | null;
  foldedUntil: number | null;
  /** Sanitized, safe to show. */
  html: string | null;
  hasRemotePictures: Defaulted<boolean>;
  /** Number of pictures left out that only report that an email was read. */
  trackingPixels: Defaulted<number>;
  /** True if the text or the HTML was truncated. */
  isCut: Defaulted<boolean>;
  createdAt: DefaultedInstant;
}

/** Stores the conversations and senders that pictures of other servers are shown for. */
export interface AllowedPicturesTable {
  id: Defaulted<string>;
  conversationId: string | null;
  /** Lower-case address. */
  sender: string | null;
  allowedBy: string | null;
  allowedAt: DefaultedInstant;
}

/** Stores translations of messages into languages of the team. */
export interface MessageTranslationsTable {
  conversationId: string;
  seq: number;
  language: string;
  fromLanguage: string;
  editNo: Defaulted<number>;
  /** Null if the message needs no translation. */
  text: string | null;
  createdAt: DefaultedInstant;
}

export interface MentionsTable {
  userId: string;
  conversationId: string;
  /** `activityNo` of the note that contains the mention. */
  activityNo: number;
  createdAt: DefaultedInstant;
  readAt: NullableInstant;
}

/** Stores how far each user has read each conversation. */
export interface ReadsTable {
  conversationId: string;
  userId: string;
  seq: number;
  /** Number of customer messages up to `seq`. */
  customerMessages: number;
  /** The newest activity at that time. */
  activityNo: number;
  markedUnread: Defaulted<boolean>;
  updatedAt: DefaultedInstant;
}

export interface DraftsTable {
  conversationId: string;
  userId: string;
  kind: DraftKind;
  /** `clientMessageId` or `clientNoteId` of the message or note that it becomes. */
  id: string;
  content: string;
  isMarkdown: Defaulted<boolean>;
  revision: Defaulted<number>;
  updatedAt: DefaultedInstant;
}

export interface TranslatedConversationsTable {
  conversationId: string;
  userId: string;
  /** False if the user reads this conversation untranslated, whatever their general preference. */
  isOn: boolean;
  updatedAt: DefaultedInstant;
}

export interface FollowersTable {
  conversationId: string;
  userId: string;
  /** False if the user has unfollowed; nothing makes them a follower automatically again. */
  isFollowing: boolean;
  source: 'choice' | 'note' | 'mention';
  createdAt: DefaultedInstant;
}

/** Stores one row per answer: the number of customer messages it answered and the sum of their waiting seconds. */
export interface AnswersTable {
  conversationId: string;
  seq: number;
  senderType: Exclude<SenderType, 'customer'>;
  senderId: string | null;
  customerMessages: number;
  waitedSeconds: number;
  answeredAt: Instant;
}

/** Stores the seconds from the first message that a conversation's first answer answered to that answer. */
export interface FirstAnswersTable {
  conversationId: string;
  /** A representative who answers before the assistant has both rows. */
  answeredBy: 'anybody' | 'representative';
  seconds: number;
  answeredAt: Instant;
}

/** The sum over the slots is the total; hidden conversations don't count. */
export interface TotalsTable {
  slot: number;
  conversations: Defaulted<number>;
  messages: Defaulted<number>;
}

/** Counts conversations by their properties; the count is the sum over the matching rows. */
export interface ConversationCountsTable {
  status: ConversationStatus;
  isAiAssisted: boolean;
  assignedRepresentativeId: string | null;
  websiteId: string | null;
  channel: ConversationChannel;
  hasEmail: boolean;
  hasName: boolean;
  n: number;
}

/** Counts only the conversations that are not of normal priority. */
export interface PressingCountsTable extends ConversationCountsTable {
  priority: Priority;
}

/** Counts the conversations that began on each UTC day; the count is the sum over the day's rows. */
export interface BegunCountsTable {
  day: string;
  n: number;
}

export interface ConversationTables {
  conversations: ConversationsTable;
  conversationSearch: ConversationSearchTable;
  searchRows: SearchRowsTable;
  searchTail: SearchTailTable;
  messages: MessagesTable;
  activities: ActivitiesTable;
  mentions: MentionsTable;
  reads: ReadsTable;
  drafts: DraftsTable;
  followers: FollowersTable;
  translatedConversations: TranslatedConversationsTable;
  tags: TagsTable;
  reminders: RemindersTable;
  scheduledMessages: ScheduledMessagesTable;
  messageEdits: MessageEditsTable;
  conversationSummaries: ConversationSummariesTable;
  messageTranslations: MessageTranslationsTable;
  messageEmails: MessageEmailsTable;
  allowedPictures: AllowedPicturesTable;
  attributes: AttributesTable;
  attributeValues: AttributeValuesTable;
  answers: AnswersTable;
  firstAnswers: FirstAnswersTable;
  totals: TotalsTable;
  conversationCounts: ConversationCountsTable;
  pressingCounts: PressingCountsTable;
  begunCounts: BegunCountsTable;
}
