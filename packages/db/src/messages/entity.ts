import type { Message } from '@parley/contracts/entities';
import { type Selectable, sql } from 'kysely';
import type { MessagesTable } from '../tables/conversations.ts';

/** For `select`, from a table called `messages`; in text, for statements that run all day (`preparedRows`). */
export const messageColumnsSql = sql.raw(`
  messages.conversation_id as "conversationId",
  messages.seq,
  messages.id,
  messages.client_message_id as "clientMessageId",
  messages.sender_type as "senderType",
  messages.sender_id as "senderId",
  messages.sender_name as "senderName",
  messages.message_type as "messageType",
  messages.content,
  messages.created_at as "createdAt"`);

export type MessageRow = Pick<
  Selectable<MessagesTable>,
  | 'conversationId'
  | 'seq'
  | 'id'
  | 'clientMessageId'
  | 'senderType'
  | 'senderId'
  | 'senderName'
  | 'messageType'
  | 'content'
  | 'createdAt'
>;

export function toMessage(row: MessageRow): Message {
  return {
    id: row.id,
    conversationId: row.conversationId,
    seq: row.seq,
    content: row.content,
    senderType: row.senderType,
    senderId: row.senderId,
    senderName: row.senderName,
    messageType: row.messageType,
    createdAt: row.createdAt.toISOString(),
    clientMessageId: row.clientMessageId,
  };
}
