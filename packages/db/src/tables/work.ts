import type { Channel } from '@parley/contracts/entities';
import type { DomainEvent } from '@parley/contracts/events';
import type { InboundMail } from '@parley/contracts/inbound-mail';
import type { Settings } from '@parley/contracts/settings';
import type { Computed, Defaulted, DefaultedInstant, Json, NullableInstant } from './columns.ts';

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
  /** The address, or the webhook's id. */
  target: string;
  conversationId: string | null;
  payload: Json<JsonObject>;
  status: Defaulted<DeliveryStatus>;
  attempts: Defaulted<number>;
  lastError: string | null;
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
}

export interface AiRunsTable {
  id: Defaulted<string>;
  conversationId: string | null;
  visitorId: string | null;
  kind: 'reply' | 'suggestions' | 'test';
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

export interface ArticlesTable {
  id: Defaulted<string>;
  title: string;
  content: string;
  isActive: Defaulted<boolean>;
  createdBy: string | null;
  createdAt: DefaultedInstant;
  updatedAt: DefaultedInstant;
  search: Computed<string>;
}

export interface InboundMailsTable {
  id: Defaulted<string>;
  messageIdHash: string;
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
  receivedAt: DefaultedInstant;
  processedAt: NullableInstant;
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

export interface WorkTables {
  settings: SettingsTable;
  images: ImagesTable;
  outbox: OutboxTable;
  deliveries: DeliveriesTable;
  webhooks: WebhooksTable;
  trelloCards: TrelloCardsTable;
  auditLog: AuditLogTable;
  aiRuns: AiRunsTable;
  articles: ArticlesTable;
  inboundMails: InboundMailsTable;
  mailMessages: MailMessagesTable;
  syncState: SyncStateTable;
}
