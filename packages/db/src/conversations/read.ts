import type { Conversation } from '@parley/contracts/entities';
import type { UnreadByUser } from '@parley/contracts/conversations/reads';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import { type MessageRow, toMessage } from '../messages/entity.ts';
import { newestFirst } from '../messages/read.ts';
import { statement, together } from '../prepared.ts';
import { unreadByUser, unreadFor } from '../reads/unread.ts';
import type { ConversationsTable } from '../tables/conversations.ts';
import { sessionsOfSameContact } from '../visitors/contacts.ts';
import { type ConversationRow, conversationColumns, toConversation } from './entity.ts';

const byId = statement<{ id: string }, ConversationRow>(
  ({ id }) => sql`select ${conversationColumns} from conversations where id = ${id}`,
);

const byIdFor = statement<{ id: string; readerId: string }, ConversationRow>(
  ({ id, readerId }) => sql`select ${conversationColumns}${unreadFor(readerId)} from conversations where id = ${id}`,
);

/** A conversation as lists show it, or undefined. */
export async function findConversation(db: Database, id: string): Promise<Conversation | undefined> {
  const [row] = await byId(db, { id });
  return row && toConversation(row);
}

const shownById = statement<{ id: string }, ConversationRow>(
  ({ id }) => sql`select ${conversationColumns} from conversations where id = ${id} and not hidden`,
);

/** A conversation as lists show it; undefined for one that is kept out of them. */
export async function findShown(db: Database, id: string): Promise<Conversation | undefined> {
  const [row] = await shownById(db, { id });
  return row && toConversation(row);
}

const newestOf = statement<{ visitorId: string }, ConversationRow>(
  ({ visitorId }) => sql`select ${conversationColumns} from conversations
    where visitor_id = ${visitorId} order by id desc limit 1`,
);

/** The one of `currentConversationId`, as lists show it. */
export async function currentConversation(db: Database, visitorId: string): Promise<Conversation | undefined> {
  const [row] = await newestOf(db, { visitorId });
  return row && toConversation(row);
}

/** A conversation with its newest `messages`, oldest first, and what `readerId` has not read of it; or undefined. */
export async function readConversation(
  db: Database,
  id: string,
  { messages = 50, readerId }: { messages?: number; readerId?: string } = {},
): Promise<Conversation | undefined> {
  const [[row], newest] = await together<[ConversationRow, MessageRow]>(db, [
    readerId === undefined ? byId.call(db, { id }) : byIdFor.call(db, { id, readerId }),
    newestFirst.call(db, { conversationId: id, limit: messages }),
  ]);
  return row && { ...toConversation(row), messages: newest.toReversed().map(toMessage) };
}

/** Returns the most recently active conversations of a contact, with what is unread by whom. */
export async function newestOfContact(
  db: Database,
  contactId: string,
  limit: number,
): Promise<{ conversation: Conversation; unread: UnreadByUser }[]> {
  const { rows } = await sql<ConversationRow & { unread: UnreadByUser }>`
    select ${conversationColumns}, ${unreadByUser} as unread from conversations
    where visitor_id = any(array(select visitor_id from identities where contact_id = ${contactId})) and not hidden
    order by last_activity_at desc limit ${limit}
  `.execute(db);
  return rows.map(({ unread, ...row }) => ({ conversation: toConversation(row), unread }));
}

/** Returns conversations that are in lists, with what is unread by whom. */
export async function findListed(
  db: Database,
  ids: readonly string[],
): Promise<{ conversation: Conversation; unread: UnreadByUser }[]> {
  const { rows } = await sql<ConversationRow & { unread: UnreadByUser }>`
    select ${conversationColumns}, ${unreadByUser} as unread from conversations
    where id = any(${ids}::uuid[]) and not hidden
  `.execute(db);
  return rows.map(({ unread, ...row }) => ({ conversation: toConversation(row), unread }));
}

export type ConversationState = Selectable<ConversationsTable>;

/** Returns everything stored about a conversation; undefined when there is none. */
export async function conversationState(db: Database, id: string): Promise<ConversationState | undefined> {
  return db.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Returns the newest conversations of a visitor and of all other visitors of the same contact that match `where`,
 * except `exceptId`.
 */
export async function earlierConversations(
  db: Database,
  visitorId: string,
  exceptId: string,
  limit: number,
  where?: RawBuilder<boolean>,
): Promise<Conversation[]> {
  const { rows } = await sql<ConversationRow>`
    select ${conversationColumns} from conversations
    where visitor_id = any(${sessionsOfSameContact(visitorId)}) and id <> ${exceptId} and not hidden
      ${where ? sql`and ${where}` : sql``}
    order by id desc limit ${limit}
  `.execute(db);
  return rows.map(toConversation);
}
