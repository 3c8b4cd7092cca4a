import type { Conversation } from '@parley/contracts/entities';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import { newestMessages } from '../messages/read.ts';
import { preparedRows } from '../prepared.ts';
import type { ConversationsTable } from '../tables/conversations.ts';
import { sessionsOfSamePerson } from '../visitors/contacts.ts';
import {
  type ConversationRow,
  conversationColumns,
  conversationRowText,
  representativeName,
  toConversation,
} from './entity.ts';

/** A conversation as lists show it, or undefined. */
export async function findConversation(db: Database, id: string): Promise<Conversation | undefined> {
  const [row] = await preparedRows(
    db,
    sql<ConversationRow>`select ${sql.raw(conversationRowText)} from conversations where id = ${id}`,
  );
  return row && toConversation(row);
}

/** A conversation with its newest `messages`, oldest first, or undefined. */
export async function readConversation(
  db: Database,
  id: string,
  { messages = 50 }: { messages?: number } = {},
): Promise<Conversation | undefined> {
  const [conversation, newest] = await Promise.all([findConversation(db, id), newestMessages(db, id, messages)]);
  return conversation && { ...conversation, messages: newest };
}

export type ConversationState = Selectable<ConversationsTable>;

/** Everything stored about a conversation, for whoever decides by it; undefined when there is none. */
export async function conversationState(db: Database, id: string): Promise<ConversationState | undefined> {
  return db.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The newest conversations of a visitor, and of every other session of the same person, but `exceptId`. */
export async function earlierConversations(
  db: Database,
  visitorId: string,
  exceptId: string,
  limit: number,
): Promise<Conversation[]> {
  const rows = await db
    .selectFrom('conversations')
    .select(conversationColumns)
    .select(representativeName.as('representativeName'))
    .where('visitorId', '=', sql<string>`any(${sessionsOfSamePerson(visitorId)})`)
    .where('id', '<>', exceptId)
    .where('hidden', '=', false)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toConversation);
}
