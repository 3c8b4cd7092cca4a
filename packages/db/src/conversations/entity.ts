/** How a conversation is read and answered. One list of columns, so that every query answers the same entity. */
import type { Conversation, Message } from '@parley/contracts/entities';
import { type Selectable, sql } from 'kysely';
import type { ConversationsTable } from '../tables/conversations.ts';

const columns = [
  'id',
  'status',
  'customerEmail',
  'customerName',
  'createdAt',
  'lastActivityAt',
  'visitorId',
  'websiteId',
  'websiteDomain',
  'assignedRepresentativeId',
  'isAiAssisted',
  'lastSeq',
  'customerMessageCount',
  'customerMessagesRead',
  'waitingSince',
  'handOffReason',
  'customerDeliveredSeq',
  'customerReadSeq',
  'staffDeliveredSeq',
  'staffReadSeq',
  'lastMessageId',
  'lastMessageClientId',
  'lastMessageSenderType',
  'lastMessageSenderId',
  'lastMessageSenderName',
  'lastMessagePreview',
  'lastMessageAt',
] as const satisfies (keyof ConversationsTable)[];

export type ConversationRow = Pick<Selectable<ConversationsTable>, (typeof columns)[number]> & {
  representativeName: string | null;
};

/** For `select`, from a table or CTE called `conversations`, next to `representativeName`. */
export const conversationColumns = columns.map((column) => `conversations.${column}` as const);

/**
 * The row as text, under our own names: for statements that run all day and go around Kysely's plugin, whose renaming
 * of every column of every row costs as much as reading them.
 */
export const conversationRowText = [
  ...columns.map(
    (column) => `conversations.${column.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} as "${column}"`,
  ),
  '(select users.name from users where users.id = conversations.assigned_representative_id) as "representativeName"',
].join(', ');

/** The assigned representative's name; null when nobody is assigned. */
export const representativeName = sql<string | null>`
  (select users.name from users where users.id = conversations.assigned_representative_id)`;

/** The list entry of a conversation: no messages but the last, cut to 300 characters. */
export function toConversation(row: ConversationRow): Conversation {
  return {
    id: row.id,
    status: row.status,
    customerEmail: row.customerEmail,
    customerName: row.customerName,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.lastActivityAt.toISOString(),
    visitorId: row.visitorId,
    websiteId: row.websiteId,
    website: row.websiteDomain,
    representative: row.representativeName,
    assignedRepresentativeId: row.assignedRepresentativeId,
    isAiAssisted: row.isAiAssisted,
    lastSeq: row.lastSeq,
    unreadCount: row.customerMessageCount - row.customerMessagesRead,
    waitingSince: row.waitingSince?.toISOString() ?? null,
    handOffReason: row.handOffReason,
    customerDeliveredSeq: row.customerDeliveredSeq,
    customerReadSeq: row.customerReadSeq,
    staffDeliveredSeq: row.staffDeliveredSeq,
    staffReadSeq: row.staffReadSeq,
    lastMessage: lastMessageOf(row),
    messages: [],
  };
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
    createdAt: row.lastMessageAt.toISOString(),
    clientMessageId: row.lastMessageClientId,
  };
}
