/**
 * Continues a merged conversation for its customer: their new messages are stored in the conversation it was merged
 * into. They read these and all later messages there as the next of their own, and can read nothing earlier.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../database.ts';

export interface Continuation {
  /** Conversation that was merged, with the customer below. */
  fromId: string;
  visitorId: string;
  customerEmail: string | null;
  /** Its last message, and the last edit of its messages: both have come to an end. */
  lastSeq: number;
  lastEditNo: number;
  customerReadSeq: number;
  customerDeliveredSeq: number;
  staffReadSeq: number;
  staffDeliveredSeq: number;
  /** Conversation it was merged into. */
  intoId: string;
  isAiAssisted: boolean;
  /** Seq of the first message there that the customer may read; null before they have written one. */
  firstSeq: number | null;
}

/** Requires that two visitors belong to the same contact; false if either is null. */
export const isSameContact = (one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${one} = ${other} or exists (
    select from identities as mine join identities as theirs on theirs.contact_id = mine.contact_id
    where mine.visitor_id = ${one} and theirs.visitor_id = ${other}), false)`;

const read = (which: RawBuilder<unknown>): RawBuilder<Continuation> => sql<Continuation>`
  select merged.id as from_id, merged.visitor_id, merged.customer_email, merged.last_seq, merged.last_edit_no,
    merged.customer_read_seq, merged.customer_delivered_seq, merged.staff_read_seq, merged.staff_delivered_seq,
    target.id as into_id, target.is_ai_assisted, merged.continued_from as first_seq
  from conversations merged join conversations target on target.id = merged.merged_into
  where ${which} and ${isSameContact(sql`merged.visitor_id`, sql`target.visitor_id`)}
  order by merged.id`;

/** Returns the continuations of merged conversations, by conversation; others have no entry. */
export async function continuationsOf(db: Database, ids: readonly string[]): Promise<Map<string, Continuation>> {
  if (ids.length === 0) return new Map();
  const { rows } = await read(sql`merged.id = any(${ids}::uuid[])`).execute(db);
  return new Map(rows.map((each) => [each.fromId, each]));
}

/** Returns the continuation of one conversation. */
export const continuationOf = async (db: Database, id: string): Promise<Continuation | undefined> =>
  (await continuationsOf(db, [id])).get(id);

/** Returns the continuations that lead into a conversation. */
export async function continuationsInto(db: Database, id: string): Promise<Continuation[]> {
  const { rows } = await read(sql`merged.merged_into = ${id}`).execute(db);
  return rows;
}

/**
 * Returns the continuation of one conversation and locks both conversations until the transaction ends, against
 * merging, separating and writing. They are locked in the order of their ids, as a merge does: if the conversation was
 * merged while this waited, its lock is released and both are locked again.
 */
export async function holdContinuation(db: Transaction, fromId: string): Promise<Continuation | undefined> {
  await sql`savepoint held`.execute(db);
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      select id from conversations
      where id = ${fromId} or id = (select merged_into from conversations where id = ${fromId})
      order by id for update
    `.execute(db);
    const continuation = await continuationOf(db, fromId);
    if (!continuation || rows.some(({ id }) => id === continuation.intoId)) return continuation;
    await sql`rollback to savepoint held`.execute(db);
  }
}

/** Stores the seq of the customer's first message after the merge. */
export async function beginContinuation(db: Transaction, fromId: string, seq: number): Promise<void> {
  await db.updateTable('conversations').set({ continuedFrom: seq }).where('id', '=', fromId).execute();
}
