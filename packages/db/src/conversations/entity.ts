/** Defines the columns of a conversation and their conversion, so that every query returns the same entity. */
import {
  type ColumnOf,
  columnOf,
  fieldOf,
  type StoredField,
  storedFields,
} from '@parley/contracts/conversations/conversation-fields';
import type { Conversation, Message } from '@parley/contracts/entities';
import { handOffText } from '@parley/contracts/assistant/hand-off';
import { type Selectable, sql } from 'kysely';
import { snakeCase } from '../column-names.ts';
import { isoText } from '../instant.ts';
import { valueSql } from './fields.ts';
import type { ConversationsTable } from '../tables/conversations.ts';

/** Columns that computed fields and the last message are read from. */
const furtherColumns = [
  'spamAt',
  'customerMessageCount',
  'customerMessagesRead',
  'lastMessageId',
  'lastMessageClientId',
  'lastMessageSenderType',
  'lastMessageSenderId',
  'lastMessageSenderName',
  'lastMessagePreview',
  'lastMessageAt',
] as const;

export type ConversationRow = Pick<
  Selectable<ConversationsTable>,
  ColumnOf<StoredField> | (typeof furtherColumns)[number]
> & {
  representative: string | null;
  attributeValues: Conversation['attributeValues'] | null;
  companyId: string | null;
  /** Unread messages of one reader (`unreadCountOf`); without it, the messages that no user has read are counted. */
  unreadCount?: number;
};

/** For `select`, from a table or CTE called `conversations`. */
export const conversationColumns = sql.raw(
  [
    ...[...storedFields.map(columnOf), ...furtherColumns].map((column) => `conversations.${snakeCase(column)}`),
    `${valueSql('representative', 'conversations')} as representative`,
    `${valueSql('attributeValues', 'conversations')} as attribute_values`,
    `${valueSql('companyId', 'conversations')} as company_id`,
  ].join(', '),
);

/** The list entry of a conversation: no messages but the last, cut to 300 characters. */
export function toConversation(row: ConversationRow): Conversation {
  return {
    ...storedValues(row),
    handOffReason: row.handOffSummary && handOffText(row.handOffSummary),
    representative: row.representative,
    ...(row.companyId && { companyId: row.companyId }),
    ...(row.attributeValues && { attributeValues: row.attributeValues }),
    isSpam: row.spamAt !== null,
    unreadCount: row.unreadCount ?? row.customerMessageCount - row.customerMessagesRead,
    lastMessage: lastMessageOf(row),
    messages: [],
  };
}

const stored = storedFields.map((name) => ({ name, column: columnOf(name), none: fieldOf(name).none }));

/** The fields in columns of their own; what has no value is null, or left out where the resource leaves it out. */
function storedValues(row: ConversationRow): Pick<Conversation, StoredField> {
  const values: Record<string, unknown> = {};
  for (const { name, column, none } of stored) {
    const value = row[column];
    if (none === 'absent' && value === null) continue;
    if (none === 'empty' && Array.isArray(value) && value.length === 0) continue;
    values[name] = value instanceof Date ? isoText(value) : value;
  }
  return values as Pick<Conversation, StoredField>;
}

function lastMessageOf(row: ConversationRow): Message | null {
  if (row.lastMessageId === null || row.lastMessageSenderType === null || row.lastMessageAt === null) return null;
  return {
    id: row.lastMessageId,
    conversationId: row.id,
    seq: row.lastSeq,
    content: row.lastMessagePreview ?? '',
    senderType: row.lastMessageSenderType,
    senderId: row.lastMessageSenderId,
    senderName: row.lastMessageSenderName,
    messageType: 'text',
    createdAt: isoText(row.lastMessageAt),
    clientMessageId: row.lastMessageClientId,
  };
}
