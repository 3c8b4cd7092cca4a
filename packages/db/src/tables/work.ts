import type { AnswerFate, SentenceSource } from '@parley/contracts/answers';
import type { Batch, BulkCommand } from '@parley/contracts/bulk';
import type { CannedReply } from '@parley/contracts/canned-replies';
import type { CustomerChannel } from '@parley/contracts/channels/list';
import type { Channel } from '@parley/contracts/entities';
import type { DomainEvent } from '@parley/contracts/events';
import type { Filter } from '@parley/contracts/filter';
import type { HandOffPacket } from '@parley/contracts/hand-off-packet';
import type { InboundMail } from '@parley/contracts/inbound-mail';
import type { Said } from '@parley/contracts/sayings';
import type { Settings } from '@parley/contracts/settings';
import type {
  BoundValue,
  HttpCall,
  KnownOffer,
  ToolCallState,
  ToolEffect,
  ToolHeader,
  ToolProblem,
} from '@parley/contracts/tools';
import type { ListSort, ViewScope } from '@parley/contracts/views';
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

export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'dead';

export interface DeliveriesTable {
  id: Defaulted<string>;
  channel: Channel;
  eventId: string;
  summary: string;
  said: Json<Said> | null;
  /** The address, or the webhook's id. */
  target: string;
  conversationId: string | null;
  payload: Json<JsonObject>;
  status: Defaulted<DeliveryStatus>;
  attempts: Defaulted<number>;
  lastError: string | null;
  errorSaid: Json<Said> | null;
  responseStatus: number | null;
  /** While it is pending: until when `claimedBy` has it in hand. Once it has failed: when it is due again. */
  nextAttemptAt: NullableInstant;
  /** The job that has begun an attempt. */
  claimedBy: string | null;
  deliveredAt: NullableInstant;
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
  /** The one before, which signs as well until then. Encrypted by the caller. */
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
  /** Its place in the chain; null until the worker has put it there. */
  chainNo: Defaulted<number | null>;
  hash: Defaulted<string | null>;
}

/** Both ends of the chain that the entries of the audit log are. */
export interface AuditChainTable {
  place: 'anchor' | 'head';
  no: number;
  hash: string;
  begunAt: Instant;
  signature: string;
  updatedAt: DefaultedInstant;
}

/** What the model was asked for. */
export type AiRunKind =
  | 'reply'
  | 'suggestions'
  | 'test'
  | 'summary'
  | 'rewrite'
  | 'tags'
  | 'translation'
  | 'back_translation'
  | 'answer'
  | 'rehearsal';

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

/** What the assistant answered or suggested. */
export interface AiAnswersTable {
  id: Defaulted<string>;
  conversationId: string;
  kind: 'reply' | 'suggestion';
  /** The message it became; of a suggestion the newest message when it was made. */
  seq: number;
  model: string;
  promptVersion: string;
  inputTokens: number;
  outputTokens: number;
  costUsd: number;
  fate: Defaulted<AnswerFate>;
  /** Of one that was edited, 0 to 1. */
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

/** Passages that were corrected: since when they rest, and when somebody has approved them last. */
export interface PassageRestsTable {
  passageId: string;
  documentId: string;
  title: string;
  url: string | null;
  restingSince: NullableInstant;
  approvedAt: NullableInstant;
  approvedBy: string | null;
}

export interface HandOffsTable {
  conversationId: string;
  packet: ColumnType<HandOffPacket, string, string>;
  updatedAt: DefaultedInstant;
}

/** A header whose value is encrypted by the caller. */
export type SealedHeader = ToolHeader;

export interface ToolHostsTable {
  host: string;
}

export interface ToolServersTable {
  id: Defaulted<string>;
  name: string;
  url: string;
  headers: Json<SealedHeader[]>;
  /** Null until it has answered. */
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
  parameters: Json<JsonObject>;
  bindings: Json<Record<string, BoundValue>>;
  confirmation: string;
  http: Json<HttpCall> | null;
  serverId: string | null;
  serverTool: string | null;
  /** Of what its server offered when somebody looked at it. */
  serverOffer: string | null;
  maxBytes: number;
  timeoutSeconds: number;
  createdAt: DefaultedInstant;
  updatedAt: DefaultedInstant;
}

export interface ToolCallsTable {
  id: Defaulted<string>;
  conversationId: string;
  /** The event that was replied to, and which call of the reply it is. */
  runId: string;
  callNo: number;
  /** Of an action that may be gone, and come back. */
  toolId: string | null;
  name: string;
  effect: ToolEffect;
  /** The model's own; what the server fills in is never stored. */
  arguments: Json<JsonObject>;
  bound: string[];
  /** Of what the server fills in, keyed. */
  boundDigest: string | null;
  state: ToolCallState;
  /** Of a write: the assistant's message that asks, by its client id, and who had the conversation then. */
  askId: Defaulted<string | null>;
  aiEpoch: Defaulted<number | null>;
  expiresAt: NullableInstant;
  /** The event of the customer's yes. */
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
  /** Null for one that all share. */
  ownerId: string | null;
  name: string;
  shortcut: string;
  text: string;
  variants: Json<CannedReply['variants']>;
  actions: Json<CannedReply['actions']>;
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

/** A macro without a message that was done. */
export interface MacroRunsTable {
  conversationId: string;
  clientMacroId: string;
  userId: string | null;
  createdAt: DefaultedInstant;
}

export interface InboundMailsTable {
  id: Defaulted<string>;
  identityHash: string;
  source: 'imap' | 'smtp';
  envelopeFrom: string | null;
  envelopeTo: Defaulted<string[]>;
  /** From its header: what it claims. */
  senderName: string | null;
  senderAddress: string | null;
  subject: string | null;
  raw: Buffer;
  status: Defaulted<InboundMail['status']>;
  reason: InboundMail['reason'];
  conversationId: string | null;
  messageSeq: number | null;
  /** The representative who wants it posted although its sender is not the customer. */
  addedBy: Defaulted<string | null>;
  /** The `clientMessageId` of the message it becomes, where its sender wants no automatic answer. */
  noAutoReplyTo: Defaulted<string | null>;
  receivedAt: DefaultedInstant;
  processedAt: NullableInstant;
}

/** Something that a channel told, kept as it came. */
export interface InboundEventsTable {
  id: Defaulted<string>;
  channel: CustomerChannel;
  /** The same event told twice has the same. */
  externalId: string;
  /** Empty where it was of no concern to us. */
  raw: Buffer;
  status: Defaulted<'stored' | 'posted' | 'ignored' | 'failed'>;
  reason: string | null;
  /** The customer it came from. */
  address: string | null;
  /** What the channel calls the message, whichever of its events tells of it. */
  reference: string | null;
  conversationId: string | null;
  messageSeq: number | null;
  receivedAt: DefaultedInstant;
  processedAt: NullableInstant;
}

/** What a channel has to remember of the other side. */
export interface ChannelStatesTable {
  channel: CustomerChannel;
  state: Json<JsonObject>;
  updatedAt: DefaultedInstant;
}

/** A message that was being handed to a channel which would take it twice. */
export interface ChannelSendsTable {
  deliveryId: string;
  /** What the channel calls it; null while nobody knows whether it was taken. */
  externalId: string | null;
  createdAt: DefaultedInstant;
}

/** A mail's Message-ID and the message it carried. */
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
  /** Of a view for a team; null for all of them. */
  teamId: Defaulted<string | null>;
  ownerId: string;
  /** Among those of its scope. */
  place: number;
  createdAt: DefaultedInstant;
  updatedAt: DefaultedInstant;
}

/** Conversations changed together. */
export interface BatchesTable {
  id: Defaulted<string>;
  actorId: string;
  /** By which it was asked for, if by one. */
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
  /** The act that changed it. */
  actNo: number | null;
  /** In an undo: the act that is undone. */
  undoOf: number | null;
  /** Null until its turn has come. */
  outcome: 'changed' | 'unchanged' | 'refused' | null;
  reason: string | null;
  /** What the reason says, by code. */
  said: Json<Said> | null;
}

export interface WorkTables {
  settings: SettingsTable;
  images: ImagesTable;
  outbox: OutboxTable;
  deliveries: DeliveriesTable;
  webhooks: WebhooksTable;
  trelloCards: TrelloCardsTable;
  auditLog: AuditLogTable;
  auditChain: AuditChainTable;
  aiRuns: AiRunsTable;
  aiAnswers: AiAnswersTable;
  aiAnswerSentences: AiAnswerSentencesTable;
  passageRests: PassageRestsTable;
  handOffs: HandOffsTable;
  toolHosts: ToolHostsTable;
  toolServers: ToolServersTable;
  tools: ToolsTable;
  toolCalls: ToolCallsTable;
  identityCodes: IdentityCodesTable;
  cannedReplies: CannedRepliesTable;
  cannedReplyUses: CannedReplyUsesTable;
  macroRuns: MacroRunsTable;
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
