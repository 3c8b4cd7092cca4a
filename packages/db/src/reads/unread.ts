/** Conditions and columns for what is unread by whom, for queries on a table or CTE called `conversations`. */
import type { UnreadByUser } from '@parley/contracts/conversations/reads';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { type Placeholder, prepared, statement } from '../prepared.ts';

/** For whom the team had it before their account began. */
const unreadByTeam = 'conversations.customer_message_count - conversations.customer_messages_read';

/** A closed conversation that any user has read counts as unread only for users who have marked it. */
const unlessDone = (count: string): string =>
  `case when conversations.status = 'closed' and ${unreadByTeam} <= 0 then 0 else ${count} end`;

/**
 * Count for a user who hasn't opened it. The team's read position applies to all until a user has a row of their own in
 * `reads`.
 */
const unreadByDefault = unlessDone(`conversations.customer_message_count
  - coalesce(conversations.read_by_default, conversations.customer_messages_read)`);
const unreadOfReads = `greatest(
  ${unlessDone('conversations.customer_message_count - reads.customer_messages')}, reads.marked_unread::int)`;

/**
 * Requires that it may be unread for a user who hasn't marked it: no user has read less than one who has not opened it.
 * Repeats the condition of the index `conversations_unread` literally.
 */
export const mayBeUnread = sql.raw(`((conversations.customer_message_count
    > coalesce(conversations.read_by_default, conversations.customer_messages_read)
  and (conversations.status <> 'closed' or conversations.customer_message_count > conversations.customer_messages_read))
  is true)`);

const markedBy = (userId: string): RawBuilder<unknown> =>
  sql`array(select marked.conversation_id from reads marked where marked.user_id = ${userId}::uuid and marked.marked_unread)`;

/** Requires that a user has it unread only because they have marked it. */
export const isMarkedAlone = (userId: string): RawBuilder<boolean> =>
  sql`(conversations.id = any(${markedBy(userId)}) and not ${mayBeUnread})`;

/** Number of a conversation's messages that a user has not read; at least 1 while they have it marked. */
export const unreadCountOf = (userId: string | Placeholder): RawBuilder<number> => sql<number>`coalesce(
  (select ${sql.raw(unreadOfReads)} from reads
    where reads.conversation_id = conversations.id and reads.user_id = ${userId}::uuid),
  case when conversations.last_activity_at < (select reader.created_at from users reader where reader.id = ${userId}::uuid)
    then ${sql.raw(unreadByTeam)} else ${sql.raw(unreadByDefault)} end)`;

/**
 * Requires that a user has it unread. An index finds all candidates, so that conversations that were read are not
 * visited.
 */
export const isUnreadFor = (userId: string): RawBuilder<boolean> =>
  sql`((${mayBeUnread} or conversations.id = any(${markedBy(userId)})) and ${unreadCountOf(userId)} > 0)`;

/** Adds the column of a `ConversationRow` with one reader's unread count, after the others. */
export const unreadFor = (readerId: string | Placeholder | undefined): RawBuilder<unknown> =>
  readerId === undefined ? sql`` : sql`, ${unreadCountOf(readerId)} as unread_count`;

/** An `UnreadByUser`, as JSON. */
export const unreadByUser = sql.raw(`json_build_object(
  'others', ${unreadByDefault},
  'readers', (select coalesce(json_agg(json_build_object('userId', reads.user_id, 'unreadCount', ${unreadOfReads})), '[]')
    from reads where reads.conversation_id = conversations.id))`);

/** Returns the unread counts of all users; undefined for an unknown conversation. */
export async function readUnreadByUser(db: Database, id: string): Promise<UnreadByUser | undefined> {
  const [row] = await prepared(
    db,
    sql<{ unread: UnreadByUser }>`select ${unreadByUser} as unread from conversations where id = ${id}`,
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
