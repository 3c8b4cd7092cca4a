/**
 * Stores how far each side has received and read: cursors on the conversation, never per message, that only move
 * forward.
 */
import type { Side } from '@parley/contracts/frames/frame';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { prepared } from '../prepared.ts';

export interface Cursors {
  customerDeliveredSeq: number;
  customerReadSeq: number;
  staffDeliveredSeq: number;
  staffReadSeq: number;
  unreadCount: number;
}

/**
 * Moves a side's read cursor to `seq`, and its delivered cursor at least as far. Returns the cursors when one moved,
 * undefined when none did (already read, unknown conversation). A seq past the last message counts as the last.
 */
export async function markRead(db: Database, id: string, side: Side, seq: number): Promise<Cursors | undefined> {
  // The message at the cursor contains the number of customer messages up to it. Cursor and count come from that one
  // row: a message that is stored while this statement waits for the conversation counts for neither.
  const seen = sql`from (
    select seq, customer_message_count from messages
    where conversation_id = ${id} and seq <= ${seq} order by seq desc limit 1
  ) as seen`;
  const set =
    side === 'customer'
      ? sql`customer_read_seq = seen.seq,
          customer_delivered_seq = greatest(conversations.customer_delivered_seq, seen.seq)`
      : sql`staff_read_seq = seen.seq,
          staff_delivered_seq = greatest(conversations.staff_delivered_seq, seen.seq),
          read_by_default = coalesce(conversations.read_by_default, conversations.customer_messages_read),
          customer_messages_read = greatest(conversations.customer_messages_read, seen.customer_message_count)`;
  const cursor = sql.ref(side === 'customer' ? 'conversations.customer_read_seq' : 'conversations.staff_read_seq');
  return move(db, id, sql`${set} ${seen}`, sql`${cursor} < seen.seq`);
}

/** Moves a side's delivered cursor to `seq`. Returns the same as `markRead`. */
export async function markDelivered(db: Database, id: string, side: Side, seq: number): Promise<Cursors | undefined> {
  const until = sql`least(${seq}::integer, conversations.last_seq)`;
  const column = side === 'customer' ? 'customer_delivered_seq' : 'staff_delivered_seq';
  return move(db, id, sql`${sql.ref(column)} = ${until}`, sql`conversations.${sql.ref(column)} < ${until}`);
}

async function move(
  db: Database,
  id: string,
  set: ReturnType<typeof sql>,
  onlyIf: ReturnType<typeof sql>,
): Promise<Cursors | undefined> {
  const [cursors] = await prepared(
    db,
    sql<Cursors>`
    update conversations set ${set} where conversations.id = ${id} and ${onlyIf}
    returning conversations.customer_delivered_seq, conversations.customer_read_seq, conversations.staff_delivered_seq,
      conversations.staff_read_seq,
      conversations.customer_message_count - conversations.customer_messages_read as unread_count
  `,
  );
  return cursors;
}
