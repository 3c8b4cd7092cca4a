import type { Message } from '@parley/contracts/entities';
import type { Database } from '../database.ts';
import { prepared } from '../prepared.ts';
import { messageColumns, toMessage } from './entity.ts';

/** One message of a conversation, or undefined. */
export async function findMessage(db: Database, conversationId: string, seq: number): Promise<Message | undefined> {
  const query = db
    .selectFrom('messages')
    .select(messageColumns)
    .where('conversationId', '=', conversationId)
    .where('seq', '=', seq);
  const [row] = await prepared(db, query.compile());
  return row && toMessage(row);
}

/** The message stored under a sender's own id, or undefined. */
export async function findMessageByClientId(
  db: Database,
  conversationId: string,
  clientMessageId: string,
): Promise<Message | undefined> {
  const row = await db
    .selectFrom('messages')
    .select(messageColumns)
    .where('conversationId', '=', conversationId)
    .where('clientMessageId', '=', clientMessageId)
    .executeTakeFirst();
  return row && toMessage(row);
}

/** The newest `limit` messages, oldest first. */
export async function newestMessages(db: Database, conversationId: string, limit: number): Promise<Message[]> {
  return messagesBefore(db, conversationId, null, limit);
}

/** The `limit` messages just before `seq` (all of them newest when null), oldest first. */
export async function messagesBefore(
  db: Database,
  conversationId: string,
  seq: number | null,
  limit: number,
): Promise<Message[]> {
  let query = db.selectFrom('messages').select(messageColumns).where('conversationId', '=', conversationId);
  if (seq !== null) query = query.where('seq', '<', seq);
  const rows = await prepared(db, query.orderBy('seq', 'desc').limit(limit).compile());
  return rows.toReversed().map(toMessage);
}

/** The first `limit` messages after `seq`, oldest first. */
export async function messagesAfter(
  db: Database,
  conversationId: string,
  seq: number,
  limit: number,
): Promise<Message[]> {
  const query = db
    .selectFrom('messages')
    .select(messageColumns)
    .where('conversationId', '=', conversationId)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit);
  const rows = await prepared(db, query.compile());
  return rows.map(toMessage);
}
