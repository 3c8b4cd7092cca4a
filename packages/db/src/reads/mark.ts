/** Stores what users have read, and what they have marked as unread. */
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { prepared } from '../prepared.ts';

/**
 * Marks everything up to `seq` as read by a user and removes their unread mark; a `seq` beyond the last message counts
 * as the last. Returns whether that changed anything.
 */
export async function markReadBy(db: Database, conversationId: string, userId: string, seq: number): Promise<boolean> {
  const rows = await prepared(
    db,
    sql`
      insert into reads (conversation_id, user_id, seq, customer_messages, activity_no)
      select conversations.id, ${userId}::uuid, coalesce(seen.seq, 0),
        greatest(seen.customer_message_count, coalesce(read_by_default, customer_messages_read)),
        conversations.last_activity_no
      from conversations left join lateral (
        select seq, customer_message_count from messages
        where conversation_id = ${conversationId} and seq <= ${seq} order by seq desc limit 1
      ) as seen on true
      where conversations.id = ${conversationId}
      on conflict (conversation_id, user_id) do update set
        seq = greatest(reads.seq, excluded.seq),
        customer_messages = greatest(reads.customer_messages, excluded.customer_messages),
        activity_no = greatest(reads.activity_no, excluded.activity_no),
        marked_unread = false,
        updated_at = now()
      where reads.seq < excluded.seq or reads.marked_unread
      returning conversation_id
    `,
  );
  return rows.length > 0;
}

/**
 * Marks a conversation as unread for a user until they read it. The seq they have read stays. Returns false when it was
 * already marked, or doesn't exist.
 */
export async function markUnreadBy(db: Database, conversationId: string, userId: string): Promise<boolean> {
  const rows = await prepared(
    db,
    sql`
      insert into reads (conversation_id, user_id, seq, customer_messages, activity_no, marked_unread)
      select id, ${userId}::uuid, 0, coalesce(read_by_default, customer_messages_read), 0, true
      from conversations where id = ${conversationId}
      on conflict (conversation_id, user_id) do update set marked_unread = true, updated_at = now()
      where not reads.marked_unread
      returning conversation_id
    `,
  );
  return rows.length > 0;
}
