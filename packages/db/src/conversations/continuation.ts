/**
 * Where the customer of a conversation that was merged into another one goes on: what they write is stored over there, and
 * they read it, and what follows it, as the next messages of their own. Nothing that was there before is theirs to read.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../database.ts';

export interface Continuation {
  /** The conversation that was merged, whose customer this is about. */
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
  /** What it was merged into. */
  intoId: string;
  isAiAssisted: boolean;
  /** The first message over there that is theirs to read; null before they have written one. */
  firstSeq: number | null;
}

/** Whether two sessions are the same person's; no session is nobody's. */
export const isSamePerson = (one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${one} = ${other} or exists (
    select from identities as mine join identities as theirs on theirs.contact_id = mine.contact_id
    where mine.visitor_id = ${one} and theirs.visitor_id = ${other}), false)`;

const read = (which: RawBuilder<unknown>): RawBuilder<Continuation> => sql<Continuation>`
  select merged.id as from_id, merged.visitor_id, merged.customer_email, merged.last_seq, merged.last_edit_no,
    merged.customer_read_seq, merged.customer_delivered_seq, merged.staff_read_seq, merged.staff_delivered_seq,
    target.id as into_id, target.is_ai_assisted, merged.continued_from as first_seq
  from conversations merged join conversations target on target.id = merged.merged_into
  where ${which} and ${isSamePerson(sql`merged.visitor_id`, sql`target.visitor_id`)}
  order by merged.id`;

/** Where the customers of conversations go on, by conversation; of those that were not merged nothing. */
export async function continuationsOf(db: Database, ids: readonly string[]): Promise<Map<string, Continuation>> {
  if (ids.length === 0) return new Map();
  const { rows } = await read(sql`merged.id = any(${ids}::uuid[])`).execute(db);
  return new Map(rows.map((each) => [each.fromId, each]));
}

/** The same of one conversation. */
export const continuationOf = async (db: Database, id: string): Promise<Continuation | undefined> =>
  (await continuationsOf(db, [id])).get(id);

/** Those who go on in a conversation. */
export async function continuationsInto(db: Database, id: string): Promise<Continuation[]> {
  const { rows } = await read(sql`merged.merged_into = ${id}`).execute(db);
  return rows;
}

/**
 * The same of one, that nobody merges, separates or writes into until the transaction ends. Both are held in the order of
 * their ids, as who merges them does: one that was merged while this waited is let go, and held anew with the other.
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

/** Notes the message by which somebody went on. */
export async function beginContinuation(db: Transaction, fromId: string, seq: number): Promise<void> {
  await db.updateTable('conversations').set({ continuedFrom: seq }).where('id', '=', fromId).execute();
}
