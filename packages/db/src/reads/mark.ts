/** What somebody of the team has read, and what they want to read again. */
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { prepared } from '../prepared.ts';

/**
 * Somebody has read everything up to `seq`, a later one counting as the last message, and has it marked unread no more.
 * Answers whether that is news.
 */
export async function markReadBy(db: Database, conversationId: string, userId: string, seq: number): Promise<boolean> {
  const rows = await prepared(
    db,
    sql`
      insert into reads (conversation_id, user_id, seq, customer_messages, act_no)
      select conversations.id, ${userId}::uuid, coalesce(seen.seq, 0),
        greatest(seen.customer_message_count, coalesce(read_by_default, customer_messages_read)),
        conversations.last_act_no
      from conversations left join lateral (
        select seq, customer_message_count from messages
        where conversation_id = ${conversationId} and seq <= ${seq} order by seq desc limit 1
      ) as seen on true
      where conversations.id = ${conversationId}
      on conflict (conversation_id, user_id) do update set
        seq = greatest(reads.seq, excluded.seq),
        customer_messages = greatest(reads.customer_messages, excluded.customer_messages),
        act_no = greatest(reads.act_no, excluded.act_no),
        marked_unread = false,
        updated_at = now()
      where reads.seq < excluded.seq or reads.marked_unread
      returning conversation_id
    `,
  );
  return rows.length > 0;
}

/**
 * Somebody wants to read it again: it counts as unread for them until they have. What they have read stays read. False
 * when it was marked before, or is no more.
 */
export async function markUnreadBy(db: Database, conversationId: string, userId: string): Promise<boolean> {
  const rows = await prepared(
    db,
    sql`
      insert into reads (conversation_id, user_id, seq, customer_messages, act_no, marked_unread)
      select id, ${userId}::uuid, 0, coalesce(read_by_default, customer_messages_read), 0, true
      from conversations where id = ${conversationId}
      on conflict (conversation_id, user_id) do update set marked_unread = true, updated_at = now()
      where not reads.marked_unread
      returning conversation_id
    `,
  );
  return rows.length > 0;
}
