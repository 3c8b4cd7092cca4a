import type { ActFields, ActKind, Cause } from '@parley/contracts/acts';
import type { MessageSource } from '@parley/contracts/answers';
import type { AttributeSubject, AttributeType, StoredAttributes } from '@parley/contracts/attributes';
import type { Macro } from '@parley/contracts/canned-replies';
import type { ConversationChannel } from '@parley/contracts/channels/list';
import type { Original, Summary } from '@parley/contracts/copilot';
import type { DraftKind } from '@parley/contracts/drafts';
import type { ConversationStatus, MessageEmail, Priority, SenderType } from '@parley/contracts/entities';
import type { TagColour } from '@parley/contracts/tags';
import type { Computed, Defaulted, DefaultedInstant, Instant, Json, NullableInstant } from './columns.ts';

export type Via = 'dashboard' | 'email' | 'ai' | ConversationChannel;

export interface ConversationsTable {
  id: Defaulted<string>;
  websiteId: string | null;
  websiteDomain: string | null;
  /** Of the page it began on. */
  pagePath: Defaulted<string | null>;
  visitorId: string | null;
  customerEmail: string | null;
  /** The address, lower case, whose owner has answered by mail. */
  provenEmail: Defaulted<string | null>;
  customerName: string | null;
  /** Names the thread in mail subjects and reply addresses. */
  mailToken: Defaulted<string>;
  status: ConversationStatus;
  assignedRepresentativeId: string | null;
  teamId: Defaulted<string | null>;
  isAiAssisted: boolean;
  channel: Defaulted<ConversationChannel>;
  /** Raised by whatever makes an AI answer under way worthless. */
  aiEpoch: Defaulted<number>;
  /** In no list, no figure: the doctor's test conversation, and spam. */
  hidden: Defaulted<boolean>;
  lastSeq: Defaulted<number>;
  lastActNo: Defaulted<number>;
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
  /** How many of them lie at or before `staffReadSeq`. */
  customerMessagesRead: Defaulted<number>;
  /** How many count as read for who has not opened it yet; null while what the team has read holds for everybody. */
  readByDefault: Defaulted<number | null>;
  customerReadSeq: Defaulted<number>;
  customerDeliveredSeq: Defaulted<number>;
  staffReadSeq: Defaulted<number>;
  staffDeliveredSeq: Defaulted<number>;
  /** Up to where the customer has the answers by mail. */
  emailedUntilSeq: Defaulted<number>;
  representativeSeq: Defaulted<number>;
  representativeSeqBy: string | null;
  otherRepresentativeSeq: Defaulted<number>;
  unansweredCount: Defaulted<number>;
  unansweredSince: NullableInstant;
  unansweredOffsetSeconds: Defaulted<number>;
  waitingSince: NullableInstant;
  handOffReason: string | null;
  tagIds: Defaulted<string[]>;
  priority: Defaulted<Priority>;
  /** Its customer is blocked, as their contact says. */
  isBlocked: Defaulted<boolean>;
  /** Since when it is spam, and hidden. */
  spamAt: NullableInstant;
  snoozedUntil: NullableInstant;
  snoozedBy: Defaulted<string | null>;
  attributes: Json<StoredAttributes>;
  /** Whether the customer's next message ends the snooze. */
  snoozeWakesOnReply: Defaulted<boolean>;
  /** The conversation that it was merged into, and leads to. */
  mergedInto: Defaulted<string | null>;
  /** Those that were merged into it, also when they were deleted since. */
  mergedIds: Defaulted<string[]>;
  /** Of one that was merged: the seq over there of what its customer first wrote since. */
  continuedFrom: Defaulted<number | null>;
  closedAt: NullableInstant;
  createdAt: DefaultedInstant;
  updatedAt: DefaultedInstant;
}

export interface ConversationSearchTable {
  conversationId: string;
  document: Computed<string>;
}

/** What search reads: one row per message, and with seq 0 one per conversation for who the customer is. */
export interface SearchRowsTable {
  /** Greater is newer; says which bucket's code the words begin with. */
  n: number;
  conversationId: string;
  seq: number;
  words: string;
}

/** What was just written, until it is in `search_rows` (`indexWritten`): as those, without codes in the words. */
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
  via: Defaulted<Via>;
  /** The customer's messages up to and with this one. */
  customerMessageCount: number;
  /** The files it brings, in their order; null where there are none. */
  attachmentIds: Defaulted<string[] | null>;
  /** What its author wrote, where `content` is its translation. */
  original: Json<Original | null>;
  /** Of an answer of the assistant's that rests on sources: those that everybody can read. */
  sources: Json<MessageSource[] | null>;
  /** Of a question of the assistant's: what it can be answered with in one tap. */
  choices: Json<string[] | null>;
  /** What the email that it arrived by has beside its content; null where it has nothing more, or arrived otherwise. */
  email: Json<MessageEmail | null>;
  /** Its seq in the installation it was copied from; null for one written here. */
  copiedSeq: Defaulted<number | null>;
  /** Of its last edit, in the conversation's count; null for one that says what it always said. */
  editNo: Defaulted<number | null>;
  editedAt: NullableInstant;
  /** Its content is empty since. */
  removedAt: NullableInstant;
  createdAt: DefaultedInstant;
  search: Computed<string>;
}

/**
 * What happened to conversations, and what was noted beside them, for the staff alone. Written by `transition`, with the
 * change it tells of, and by `writeNote`.
 */
export interface ActsTable {
  conversationId: string;
  actNo: number;
  afterSeq: number;
  kind: ActKind;
  cause: Json<Cause>;
  before: Json<ActFields>;
  after: Json<ActFields>;
  body: string | null;
  /** The note that was edited or removed. */
  about: Defaulted<number | null>;
  /** Makes writing a note repeatable. */
  clientNoteId: Defaulted<string | null>;
  /** What a note brings, in its order. */
  attachmentIds: Defaulted<string[] | null>;
  /** It happened in another installation. */
  isCopied: Defaulted<boolean>;
  /** Made together with the acts of this batch. */
  batchId: Defaulted<string | null>;
  /** The act that this one undoes. */
  undoOf: Defaulted<number | null>;
  /** What undoing it needs beside `before`: the columns that follow the status, as they were. */
  kept: Json<Record<string, unknown> | null>;
  createdAt: DefaultedInstant;
}

/** The team's vocabulary; `conversations.tag_ids` says where each is. */
export interface TagsTable {
  id: Defaulted<string>;
  name: string;
  colour: TagColour;
  createdBy: string | null;
  createdAt: DefaultedInstant;
}

/** Which attributes conversations and contacts may have; the values are on their rows. */
export interface AttributesTable {
  id: Defaulted<string>;
  subject: AttributeSubject;
  key: string;
  name: string;
  type: AttributeType;
  choices: Defaulted<string[]>;
  createdAt: DefaultedInstant;
}

/** When a representative wants to see a conversation again. */
export interface RemindersTable {
  userId: string;
  conversationId: string;
  remindAt: Instant;
  /** That its time has come was told. */
  toldAt: NullableInstant;
  createdAt: DefaultedInstant;
}

/** What messages said before they were changed or removed. */
export interface MessageEditsTable {
  conversationId: string;
  editNo: number;
  seq: number;
  content: string;
  editedBy: string | null;
  editedAt: DefaultedInstant;
}

/** Messages that wait to be sent. One that was sent is no more here. */
export interface ScheduledMessagesTable {
  id: Defaulted<string>;
  conversationId: string;
  authorId: string;
  /** The API key that scheduled it or changed its text; null for its author in person. */
  keyId: Defaulted<string | null>;
  /** Of the message that it becomes. */
  clientMessageId: string;
  content: string;
  /** What it brings, in its order. */
  attachmentIds: Defaulted<string[] | null>;
  macro: Json<Macro | null>;
  /** What its author wrote, where `content` is its translation. */
  original: Json<Original | null>;
  dueAt: Instant;
  /** 0 for one with a time of its own. */
  delaySeconds: Defaulted<number>;
  /** The newest seq its author had seen; an answer by another representative after it stops it. */
  basedOnSeq: number | null;
  /** So does anybody's message. */
  onlyIfQuiet: Defaulted<boolean>;
  state: Defaulted<'waiting' | 'sending' | 'stopped'>;
  /** When a process took it up to send it. */
  claimedAt: NullableInstant;
  code: string | null;
  reason: string | null;
  revision: Defaulted<number>;
  createdAt: DefaultedInstant;
}

/** What a model made of a conversation, for the team. */
export interface ConversationSummariesTable {
  conversationId: string;
  language: Summary['language'];
  lastSeq: number;
  editNo: number;
  summary: Json<Pick<Summary, 'intent' | 'tried' | 'open'>>;
  updatedAt: DefaultedInstant;
}

/** The emails that messages arrived by. */
export interface MessageEmailsTable {
  conversationId: string;
  seq: number;
  text: string;
  /** Lines of the text, counted from 0, that are shown on request. */
  foldedFrom: number | null;
  foldedUntil: number | null;
  /** Safe to be shown. */
  html: string | null;
  hasRemotePictures: Defaulted<boolean>;
  /** The text or the HTML is the beginning of it. */
  isCut: Defaulted<boolean>;
  createdAt: DefaultedInstant;
}

/** Messages in languages of the team's. */
export interface MessageTranslationsTable {
  conversationId: string;
  seq: number;
  language: string;
  fromLanguage: string;
  editNo: Defaulted<number>;
  /** Null where it needs none. */
  text: string | null;
  createdAt: DefaultedInstant;
}

export interface MentionsTable {
  userId: string;
  conversationId: string;
  /** The note. */
  actNo: number;
  createdAt: DefaultedInstant;
  readAt: NullableInstant;
}

/** What each of the team has read. */
export interface ReadsTable {
  conversationId: string;
  userId: string;
  seq: number;
  /** How many of the customer's messages lie up to `seq`. */
  customerMessages: number;
  /** The newest act at that time. */
  actNo: number;
  markedUnread: Defaulted<boolean>;
  updatedAt: DefaultedInstant;
}

export interface DraftsTable {
  conversationId: string;
  userId: string;
  kind: DraftKind;
  /** Of the message or note that it becomes: its `clientMessageId` or `clientNoteId`. */
  id: string;
  content: string;
  revision: Defaulted<number>;
  updatedAt: DefaultedInstant;
}

export interface TranslatedConversationsTable {
  conversationId: string;
  userId: string;
  /** False for who reads this one as it was written, whatever they prefer otherwise. */
  isOn: boolean;
  updatedAt: DefaultedInstant;
}

export interface FollowersTable {
  conversationId: string;
  userId: string;
  /** False for who wants to hear no more, whatever happens. */
  isFollowing: boolean;
  source: 'choice' | 'note' | 'mention';
  createdAt: DefaultedInstant;
}

/** One row per answer: the customer messages it answered and their seconds of waiting added up. */
export interface AnswersTable {
  conversationId: string;
  seq: number;
  senderType: Exclude<SenderType, 'customer'>;
  senderId: string | null;
  customerMessages: number;
  waitedSeconds: number;
  answeredAt: Instant;
}

/** How long the first answer of a conversation was waited for: from the first of the messages that it answered. */
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

/** How many conversations there are of each sort: the sum over the rows. */
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

/** Of those alone that are not of normal priority. */
export interface PressingCountsTable extends ConversationCountsTable {
  priority: Priority;
}

/** How many conversations began on a day of universal time: the sum over the rows. */
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
  acts: ActsTable;
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
  attributes: AttributesTable;
  answers: AnswersTable;
  firstAnswers: FirstAnswersTable;
  totals: TotalsTable;
  conversationCounts: ConversationCountsTable;
  pressingCounts: PressingCountsTable;
  begunCounts: BegunCountsTable;
}
