import type { Message } from '@parley/contracts/entities';
import type { Selectable } from 'kysely';
import type { MessagesTable } from '../tables/conversations.ts';

export const messageColumns = [
  'messages.conversationId',
  'messages.seq',
  'messages.id',
  'messages.clientMessageId',
  'messages.senderType',
  'messages.senderId',
  'messages.senderName',
  'messages.messageType',
  'messages.content',
  'messages.createdAt',
] as const;

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
