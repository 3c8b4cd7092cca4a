import type { ConversationChannel } from '@parley/contracts/channels/list';
import type { BulkMessage, BulkRecipient } from '@parley/contracts/conversations/bulk-messages';
import type { LocalizedText } from '@parley/contracts/i18n/server-texts';
import type { Defaulted, DefaultedInstant, Instant, Json, NullableInstant } from './columns.ts';

export interface BulkMessagesTable {
  id: Defaulted<string>;
  clientId: string;
  authorId: string;
  /** API key that requested it, if any. */
  keyId: string | null;
  channel: ConversationChannel | null;
  mailboxId: string | null;
  assignedRepresentativeId: string | null;
  teamId: string | null;
  tagIds: string[];
  subject: string | null;
  content: string;
  markdown: string | null;
  attachmentIds: Defaulted<string[] | null>;
  closes: boolean;
  status: Defaulted<BulkMessage['status']>;
  sendAt: Instant;
  createdAt: DefaultedInstant;
  finishedAt: NullableInstant;
}

export interface BulkRecipientsTable {
  bulkMessageId: string;
  n: number;
  contactId: string | null;
  channel: ConversationChannel | null;
  state: BulkRecipient['state'];
  reason: string | null;
  localized: Json<LocalizedText> | null;
  conversationId: string | null;
}

export interface BulkMessageTables {
  bulkMessages: BulkMessagesTable;
  bulkRecipients: BulkRecipientsTable;
}
