/** What is unread, and for whom. Conditions and columns for queries on a table or CTE called `conversations`. */
import type { UnreadByPerson } from '@parley/contracts/reads';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { type Placeholder, prepared, statement } from '../prepared.ts';

/** For whom the team had it before their account began. */
const unreadByTeam = 'conversations.customer_message_count - conversations.customer_messages_read';

/** What is closed, and read by somebody of the team, calls nobody any more but who has it marked. */
const unlessDone = (count: string): string =>
  `case when conversations.status = 'closed' and ${unreadByTeam} <= 0 then 0 else ${count} end`;

/** For who has not opened it. What the team has read holds for everybody until somebody reads it for themselves. */
const unreadByDefault = unlessDone(`conversations.customer_message_count
  - coalesce(conversations.read_by_default, conversations.customer_messages_read)`);
const unreadOfReads = `greatest(
  ${unlessDone('conversations.customer_message_count - reads.customer_messages')}, reads.marked_unread::int)`;

/**
 * Whether anybody may have it unread but who has marked it: nobody has read less than who has not opened it. Word by
 * word as the index `conversations_unread` has it.
 */
export const mayBeUnread = sql.raw(`((conversations.customer_message_count
    > coalesce(conversations.read_by_default, conversations.customer_messages_read)
  and (conversations.status <> 'closed' or conversations.customer_message_count > conversations.customer_messages_read))
  is true)`);

const markedBy = (userId: string): RawBuilder<unknown> =>
  sql`array(select marked.conversation_id from reads marked where marked.user_id = ${userId}::uuid and marked.marked_unread)`;

/** Whether somebody has it unread because they have marked it, and for no other reason. */
export const isMarkedAlone = (userId: string): RawBuilder<boolean> =>
  sql`(conversations.id = any(${markedBy(userId)}) and not ${mayBeUnread})`;

/** How many of a conversation's messages somebody has not read; at least 1 while they have it marked. */
export const unreadCountOf = (userId: string | Placeholder): RawBuilder<number> => sql<number>`coalesce(
  (select ${sql.raw(unreadOfReads)} from reads
    where reads.conversation_id = conversations.id and reads.user_id = ${userId}::uuid),
  case when conversations.last_activity_at < (select reader.created_at from users reader where reader.id = ${userId}::uuid)
    then ${sql.raw(unreadByTeam)} else ${sql.raw(unreadByDefault)} end)`;

/** Whether somebody has it unread. An index leads to all that may be, so that what is read is not looked at. */
export const isUnreadFor = (userId: string): RawBuilder<boolean> =>
  sql`((${mayBeUnread} or conversations.id = any(${markedBy(userId)})) and ${unreadCountOf(userId)} > 0)`;

/** The column of a `ConversationRow` that says what one reader has not read, behind the others. */
export const unreadFor = (readerId: string | Placeholder | undefined): RawBuilder<unknown> =>
  readerId === undefined ? sql`` : sql`, ${unreadCountOf(readerId)} as unread_count`;

/** An `UnreadByPerson`, as JSON. */
export const unreadByPerson = sql.raw(`json_build_object(
  'others', ${unreadByDefault},
  'readers', (select coalesce(json_agg(json_build_object('userId', reads.user_id, 'unreadCount', ${unreadOfReads})), '[]')
    from reads where reads.conversation_id = conversations.id))`);

/** For everybody; undefined for no such conversation. */
export async function readUnreadByPerson(db: Database, id: string): Promise<UnreadByPerson | undefined> {
  const [row] = await prepared(
    db,
    sql<{ unread: UnreadByPerson }>`select ${unreadByPerson} as unread from conversations where id = ${id}`,
  );
  return row?.unread;
}

const countOf = statement<{ id: string; userId: string }, { count: number }>(
  ({ id, userId }) => sql`select ${unreadCountOf(userId)} as count from conversations where id = ${id}`,
);

/** For one; 0 for no such conversation. */
export async function readUnreadCount(db: Database, id: string, userId: string): Promise<number> {
  const [row] = await countOf(db, { id, userId });
  return row?.count ?? 0;
}
