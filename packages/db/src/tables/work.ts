import type { AnswerFate, SentenceSource } from '@parley/contracts/assistant/answers';
import type { Batch, BulkCommand } from '@parley/contracts/conversations/bulk';
import type { CannedReply } from '@parley/contracts/messages/canned-replies';
import type { CustomerChannel } from '@parley/contracts/channels/list';
import type { ApiChannel } from '@parley/contracts/channels/api-channels';
import type { Channel } from '@parley/contracts/entities';
import type { DomainEvent } from '@parley/contracts/events';
import type { Filter } from '@parley/contracts/filter/filter';
import type { HandOffPacket } from '@parley/contracts/assistant/hand-off-packet';
import type { InboundMail } from '@parley/contracts/channels/inbound-mail';
import type { Mailbox } from '@parley/contracts/channels/mailboxes';
import type { MailProvider } from '@parley/contracts/channels/mail-oauth';
import type { BounceReason, SentMail } from '@parley/contracts/channels/mail-states';
import type { ThreadProductId } from '@parley/contracts/channels/threads';
import type { LocalizedText } from '@parley/contracts/i18n/server-texts';
import type { Settings } from '@parley/contracts/settings/settings';
import type {
  BoundValue,
  HttpCall,
  KnownOffer,
  ToolCallState,
  ToolEffect,
  ToolHeader,
  ToolProblem,
} from '@parley/contracts/assistant/tools';
import type { ListSort, ViewScope } from '@parley/contracts/conversations/views';
import type { ColumnType } from 'kysely';
import type { Defaulted, DefaultedInstant, Instant, Json, NullableInstant } from './columns.ts';

export type JsonObject = Record<string, unknown>;

type SettingsColumns = { [S in keyof Settings]: Json<Partial<Settings[S]>> };

export interface SettingsTable extends SettingsColumns {
  id: Defaulted<true>;
  updatedAt: DefaultedInstant;
}

export interface ImagesTable {
  /** Hex SHA-256 of the content. */
  hash: string;
  mime: string;
  bytes: Buffer;
  size: number;
  createdBy: string | null;
  createdAt: DefaultedInstant;
}

export interface OutboxTable {
  id: Defaulted<string>;
  type: DomainEvent['type'];
  conversationId: string | null;
  payload: Json<DomainEvent>;
  createdAt: DefaultedInstant;
}

/** Report of another server about a mail, at an ISO 8601 instant. */
export interface MailReport {
  state: Extract<SentMail['state'], 'delivered' | 'delayed' | 'bounced' | 'complained'>;
  reason: BounceReason | null;
  detail: string;
  at: string;
}

/** Stores the addresses that mail came back from, in lower case. */
export interface MailBouncesTable {
  address: string;
  reason: BounceReason;
  detail: Defaulted<string>;
  isStopped: boolean;
  bouncedAt: DefaultedInstant;
}

export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'dead';

export interface DeliveriesTable {
  id: Defaulted<string>;
  channel: Channel;
  eventId: string;
  summary: string;
  localized: Json<LocalizedText> | null;
  /** The address, or the webhook's id. */
  target: string;
  conversationId: string | null;
  payload: Json<JsonObject>;
  status: Defaulted<DeliveryStatus>;
  attempts: Defaulted<number>;
  lastError: string | null;
  errorLocalized: Json<LocalizedText> | null;
  responseStatus: number | null;
  /** While pending, the time until which `claimedBy` has claimed it; after a failure, the time when it is due again. */
  nextAttemptAt: NullableInstant;
  /** Job that started the current attempt. */
  claimedBy: string | null;
  /** Last report of another server about a mail. */
  report: Json<MailReport | null>;
  deliveredAt: NullableInstant;
  createdAt: DefaultedInstant;
  updatedAt: DefaultedInstant;
}

export interface ApiChannelsTable {
  id: Defaulted<string>;
  name: string;
  /** Encrypted by the caller. */
  url: string;
  websiteId: string | null;
  teamId: string | null;
  keyHash: string;
  /** Encrypted by the caller. */
  secret: string;
  /** Previous key and secret, which count until `previousUntil`. */
  previousKeyHash: string | null;
  previousSecret: string | null;
  previousUntil: NullableInstant;
  longestMessage: number;
  textFormat: ApiChannel['textFormat'];
  takesEdits: boolean;
  sendsReceipts: boolean;
  isActive: Defaulted<boolean>;
  createdBy: string | null;
  createdAt: DefaultedInstant;
  updatedAt: DefaultedInstant;
}

export interface WebhooksTable {
  id: Defaulted<string>;
  /** Encrypted by the caller. */
  url: string;
  description: string | null;
  /** Encrypted by the caller. */
  secret: string;
  /** Previous secret, encrypted by the caller; signs too until `previousSecretUntil`. */
  previousSecret: string | null;
  previousSecretUntil: NullableInstant;
  events: string[];
  isActive: Defaulted<boolean>;
  createdBy: string | null;
  createdAt: DefaultedInstant;
  updatedAt: DefaultedInstant;
}

export interface TrelloCardsTable {
  conversationId: string;
  cardId: string;
  url: string | null;
  createdAt: DefaultedInstant;
}

export interface ThreadsTable {
  conversationId: string;
  product: ThreadProductId;
  channelId: string;
  threadId: string | null;
  createdAt: DefaultedInstant;
}

export interface MsteamsTeamsTable {
  id: string;
  name: string;
  serviceUrl: string;
  seenAt: DefaultedInstant;
}

export interface AuditLogTable {
  id: Defaulted<string>;
  at: DefaultedInstant;
  actorId: string | null;
  actorName: string | null;
  action: string;
  subjectType: string | null;
  subjectId: string | null;
  details: Json<JsonObject>;
  address: string | null;
  /** Position in the chain; null until the worker adds the entry. */
  chainNo: Defaulted<number | null>;
  hash: Defaulted<string | null>;
}

/** Stores both ends of the audit log's hash chain. */
export interface AuditChainTable {
  place: 'anchor' | 'head';
  no: number;
  hash: string;
  begunAt: Instant;
  signature: string;
  updatedAt: DefaultedInstant;
}

/** Purposes of a model call. */
export type AiRunKind =
  | 'reply'
  | 'search'
  | 'suggestions'
  | 'test'
  | 'summary'
  | 'rewrite'
  | 'tags'
  | 'translation'
  | 'back_translation'
  | 'transcript'
  | 'answer'
  | 'rehearsal'
  | 'playground'
  | 'review'
  | 'topics';

export interface AiRunsTable {
  id: Defaulted<string>;
  conversationId: string | null;
  visitorId: string | null;
  kind: AiRunKind;
  aiEpoch: number | null;
  messageSeq: number | null;
  model: string;
  promptVersion: string;
  inputTokens: Defaulted<number>;
  outputTokens: Defaulted<number>;
  costUsd: Defaulted<number>;
  latencyMs: number;
  outcome: string;
  error: string | null;
  createdAt: DefaultedInstant;
}

/** Stores the assistant's replies and suggestions. */
export interface AiAnswersTable {
  id: Defaulted<string>;
  conversationId: string;
  kind: 'reply' | 'suggestion';
  /** Seq of the message it became; for a suggestion, of the newest message when it was made. */
  seq: number;
  model: string;
  promptVersion: string;
  inputTokens: number;
  outputTokens: number;
  costUsd: number;
  fate: Defaulted<AnswerFate>;
  /** Share of an edited suggestion that was changed, from 0 to 1. */
  distance: Defaulted<number | null>;
  judgedSeq: number;
  createdAt: DefaultedInstant;
}

export interface AiAnswerSentencesTable {
  answerId: string;
  place: number;
  text: string;
  passageIds: Defaulted<string[]>;
  sources: Json<SentenceSource[]>;
  contradictedAt: NullableInstant;
}

/** Stores when corrected passages were suspended and when a user last approved them. */
export interface SuspendedPassagesTable {
  passageId: string;
  documentId: string;
  title: string;
  url: string | null;
  suspendedSince: NullableInstant;
  approvedAt: NullableInstant;
  approvedBy: string | null;
}

export interface HandOffsTable {
  conversationId: string;
  packet: ColumnType<HandOffPacket, string, string>;
  updatedAt: DefaultedInstant;
}

/** A header with a value that the caller encrypts. */
export type EncryptedHeader = ToolHeader;

export interface ToolHostsTable {
  host: string;
}

export interface ToolServersTable {
  id: Defaulted<string>;
  name: string;
  url: string;
  headers: Json<EncryptedHeader[]>;
  /** Null until the server has answered. */
  offers: Json<KnownOffer[]> | null;
  offersAt: NullableInstant;
  createdAt: DefaultedInstant;
  updatedAt: DefaultedInstant;
}

export interface ToolsTable {
  id: Defaulted<string>;
  name: string;
  description: string;
  effect: ToolEffect;
  needsIdentity: boolean;
  isActive: boolean;
  isCard: Defaulted<boolean>;
  parameters: Json<JsonObject>;
  bindings: Json<Record<string, BoundValue>>;
  confirmation: string;
  http: Json<HttpCall> | null;
  serverId: string | null;
  serverTool: string | null;
  /** Digest of the server's offer when an admin reviewed it. */
  serverOffer: string | null;
  maxBytes: number;
  timeoutSeconds: number;
  createdAt: DefaultedInstant;
  updatedAt: DefaultedInstant;
}

export interface ToolCallsTable {
  id: Defaulted<string>;
  conversationId: string;
  /** Event that the reply answers, and the number of the call within the reply. */
  runId: string;
  callNo: number;
  /** Representative who loaded the action's card; null for a call of the assistant. */
  requestedBy: Defaulted<string | null>;
  /** Action that was called; the action may since be deleted or restored. */
  toolId: string | null;
  name: string;
  effect: ToolEffect;
  /** Arguments that the model gave; bound values that the server fills in are never stored. */
  arguments: Json<JsonObject>;
  bound: string[];
  /** Keyed digest of the bound values. */
  boundDigest: string | null;
  state: ToolCallState;
  /** For a write, the client id of the assistant's confirmation message, and the `aiEpoch` when it was sent. */
  askId: Defaulted<string | null>;
  aiEpoch: Defaulted<number | null>;
  expiresAt: NullableInstant;
  /** Event of the message in which the customer confirmed. */
  confirmedBy: Defaulted<string | null>;
  result: Defaulted<string | null>;
  problem: Defaulted<ToolProblem | null>;
  responseStatus: Defaulted<number | null>;
  milliseconds: Defaulted<number | null>;
  createdAt: DefaultedInstant;
  endedAt: NullableInstant;
}

export interface IdentityCodesTable {
  id: Defaulted<string>;
  conversationId: string;
  runId: string;
  email: string;
  codeHash: string;
  attempts: Defaulted<number>;
  expiresAt: Instant;
  verifiedAt: NullableInstant;
  createdAt: DefaultedInstant;
}

export interface CannedRepliesTable {
  id: Defaulted<string>;
  /** Null for a shared reply. */
  ownerId: string | null;
  /** Team that shares it. */
  teamId: Defaulted<string | null>;
  name: string;
  shortcut: string;
  text: string;
  variants: Json<CannedReply['variants']>;
  actions: Json<CannedReply['actions']>;
  blocks: Json<CannedReply['blocks']>;
  websiteIds: Defaulted<string[]>;
  /** In their order. */
  attachmentIds: Defaulted<string[] | null>;
  createdBy: string | null;
  createdAt: DefaultedInstant;
  updatedAt: DefaultedInstant;
}

export interface CannedReplyUsesTable {
  replyId: string;
  userId: string;
  uses: Defaulted<number>;
  lastUsedAt: DefaultedInstant;
}

/** Stores runs of macros that send no message. */
export interface MacroRunsTable {
  conversationId: string;
  clientMacroId: string;
  userId: string | null;
  createdAt: DefaultedInstant;
}

export interface MailboxesTable {
  id: Defaulted<string>;
  name: string;
  address: string;
  websiteId: string | null;
  teamId: string | null;
  senderName: string;
  signature: string;
  legalText: string;
  logoUrl: string;
  mailColour: string;
  mailFooter: string;
  autoReply: Mailbox['autoReply'];
  autoReplyText: string;
  autoReplyClosedText: string;
  scheduleId: string | null;
  authservId: string;
  assistant: boolean;
  assistantDelaySeconds: number;
  opensConversations: boolean;
  receiving: Json<Mailbox['receiving']>;
  sending: Json<Mailbox['sending']>;
  receivedAt: NullableInstant;
  checkedAt: NullableInstant;
  failure: Json<Mailbox['failure']> | null;
  createdAt: DefaultedInstant;
}

/** Stores every address that leads to a mailbox, its own included. */
export interface MailboxAddressesTable {
  address: string;
  mailboxId: string;
}

/** Stores what the owner of a mailbox allowed at a provider (OAuth 2). Tokens are encrypted. */
export interface MailGrantsTable {
  mailboxId: string;
  provider: MailProvider;
  refreshToken: string;
  accessToken: string;
  expiresAt: Instant;
  /** Code by which the provider refused to refresh; consent has to be given again. */
  refusedReason: Defaulted<string | null>;
  grantedBy: string | null;
  grantedAt: DefaultedInstant;
  refreshedAt: DefaultedInstant;
}

/** Stores leases: the worker that reads a mailbox at present. */
export interface MailboxReadersTable {
  /** The mailbox's id, or `environment` for that of `IMAP_URL`. */
  source: string;
  mailboxId: string | null;
  holder: string;
  heldUntil: Instant;
}

/** Stores the visitor that an address writes as, apart from one that only claims the address. */
export interface MailSendersTable {
  address: string;
  websiteId: string | null;
  isProven: boolean;
  visitorId: string;
}

/** Stores when an address last got an automatic reply. */
export interface MailAutoRepliesTable {
  address: string;
  sentAt: DefaultedInstant;
}

export interface InboundMailsTable {
  id: Defaulted<string>;
  identityHash: string;
  source: InboundMail['source'];
  envelopeFrom: string | null;
  envelopeTo: Defaulted<string[]>;
  /** Sender according to the mail's header, unverified. */
  senderName: string | null;
  senderAddress: string | null;
  subject: string | null;
  raw: Buffer;
  status: Defaulted<InboundMail['status']>;
  reason: InboundMail['reason'];
  conversationId: string | null;
  messageSeq: number | null;
  /** Representative who had it posted although its sender is not the customer. */
  addedBy: Defaulted<string | null>;
  /** Mailbox that it came to; null for the first one. */
  mailboxId: Defaulted<string | null>;
  /** `clientMessageId` of the message it becomes, if its sender wants no automatic answer. */
  noAutoReplyTo: Defaulted<string | null>;
  receivedAt: DefaultedInstant;
  processedAt: NullableInstant;
}

/** Stores events from channels as they were received. */
export interface InboundEventsTable {
  id: Defaulted<string>;
  channel: CustomerChannel;
  /** Identifier of the event in the channel; repeated deliveries share it. */
  externalId: string;
  /** Empty for an event that we don't process. */
  raw: Buffer;
  status: Defaulted<'stored' | 'posted' | 'ignored' | 'failed'>;
  reason: string | null;
  /** Address of the customer it came from. */
  address: string | null;
  /** Identifier of the message in the channel; all events about the message share it. */
  reference: string | null;
  conversationId: string | null;
  messageSeq: number | null;
  receivedAt: DefaultedInstant;
  processedAt: NullableInstant;
}

/** Stores what a channel must remember of its provider's state. */
export interface ChannelStatesTable {
  channel: CustomerChannel;
  state: Json<JsonObject>;
  updatedAt: DefaultedInstant;
}

/** Stores messages sent to channels that don't detect repeats. */
export interface ChannelSendsTable {
  deliveryId: string;
  /** Identifier of the message in the channel; null while it is unknown whether the channel accepted it. */
  externalId: string | null;
  createdAt: DefaultedInstant;
}

/** Maps the Message-ID of a mail to the message it carried. */
export interface MailMessagesTable {
  messageId: string;
  conversationId: string;
  seq: number | null;
  direction: 'in' | 'out';
  address: string | null;
  createdAt: DefaultedInstant;
}

export interface SyncStateTable {
  source: string;
  tableName: string;
  cursor: string | null;
  copied: Defaulted<number>;
  finishedAt: NullableInstant;
  updatedAt: DefaultedInstant;
}

export interface ViewsTable {
  id: Defaulted<string>;
  name: string;
  filter: ColumnType<Filter, string, string>;
  sort: ListSort;
  scope: ViewScope;
  /** Team of a team view; null for all teams. */
  teamId: Defaulted<string | null>;
  ownerId: string;
  /** Position among the views of its scope. */
  place: number;
  createdAt: DefaultedInstant;
  updatedAt: DefaultedInstant;
}

/** Conversations changed together. */
export interface BatchesTable {
  id: Defaulted<string>;
  actorId: string;
  /** API key that requested it, if any. */
  keyId: Defaulted<string | null>;
  commands: ColumnType<BulkCommand[], string, string>;
  undoOf: Defaulted<string | null>;
  status: Defaulted<Batch['status']>;
  total: Defaulted<number>;
  changed: Defaulted<number>;
  unchanged: Defaulted<number>;
  refused: Defaulted<number>;
  createdAt: DefaultedInstant;
  finishedAt: NullableInstant;
}

export interface BatchItemsTable {
  batchId: string;
  n: number;
  conversationId: string;
  /** Number of the activity that changed it. */
  activityNo: number | null;
  /** In an undo, the number of the activity that is undone. */
  undoOf: number | null;
  /** Null until it is processed. */
  outcome: 'changed' | 'unchanged' | 'refused' | null;
  reason: string | null;
  /** Reason as a message key with parameters. */
  localized: Json<LocalizedText> | null;
}

export interface WorkTables {
  settings: SettingsTable;
  images: ImagesTable;
  outbox: OutboxTable;
  deliveries: DeliveriesTable;
  apiChannels: ApiChannelsTable;
  webhooks: WebhooksTable;
  trelloCards: TrelloCardsTable;
  threads: ThreadsTable;
  msteamsTeams: MsteamsTeamsTable;
  auditLog: AuditLogTable;
  auditChain: AuditChainTable;
  aiRuns: AiRunsTable;
  aiAnswers: AiAnswersTable;
  aiAnswerSentences: AiAnswerSentencesTable;
  suspendedPassages: SuspendedPassagesTable;
  handOffs: HandOffsTable;
  toolHosts: ToolHostsTable;
  toolServers: ToolServersTable;
  tools: ToolsTable;
  toolCalls: ToolCallsTable;
  identityCodes: IdentityCodesTable;
  cannedReplies: CannedRepliesTable;
  cannedReplyUses: CannedReplyUsesTable;
  macroRuns: MacroRunsTable;
  mailBounces: MailBouncesTable;
  mailboxes: MailboxesTable;
  mailboxAddresses: MailboxAddressesTable;
  mailGrants: MailGrantsTable;
  mailboxReaders: MailboxReadersTable;
  mailSenders: MailSendersTable;
  mailAutoReplies: MailAutoRepliesTable;
  inboundMails: InboundMailsTable;
  inboundEvents: InboundEventsTable;
  channelStates: ChannelStatesTable;
  channelSends: ChannelSendsTable;
  mailMessages: MailMessagesTable;
  syncState: SyncStateTable;
  views: ViewsTable;
  batches: BatchesTable;
  batchItems: BatchItemsTable;
}
