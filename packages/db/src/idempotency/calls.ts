import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** A write under an `Idempotency-Key`: who makes it, and the hashes of the key and of the call. */
export interface IdempotentCall {
  caller: string;
  key: string;
  call: string;
}

export interface KeptCall {
  call: string;
  /** Null while it has not been answered. */
  status: number | null;
  contentType: string | null;
  answer: string | null;
  begunAt: Date;
}

/**
 * Stores that a call has begun. Returns undefined for the first of concurrent calls, and the stored earlier call for
 * the others; a call older than `hours` no longer counts.
 */
export async function beginCall(
  db: Database,
  { caller, key, call }: IdempotentCall,
  hours: number,
): Promise<KeptCall | undefined> {
  const { rows } = await sql`
    insert into idempotent_calls (caller, key, call) values (${caller}, ${key}, ${call})
    on conflict (caller, key) do update
      set call = excluded.call, status = null, content_type = null, answer = null, begun_at = now()
      where idempotent_calls.begun_at < now() - make_interval(hours => ${hours})
    returning key
  `.execute(db);
  if (rows.length > 0) return undefined;
  const kept = await db
    .selectFrom('idempotentCalls')
    .select(['call', 'status', 'contentType', 'answer', 'begunAt'])
    .where('caller', '=', caller)
    .where('key', '=', key)
    .executeTakeFirst();
  // The earlier call was deleted just now, because it was refused without being processed: the next call starts again.
  return kept ?? { call, status: null, contentType: null, answer: null, begunAt: new Date() };
}

/** Keeps what a call was answered. */
export async function keepAnswer(
  db: Database,
  { caller, key }: IdempotentCall,
  answer: { status: number; contentType: string | null; answer: string | null },
): Promise<void> {
  await db.updateTable('idempotentCalls').set(answer).where('caller', '=', caller).where('key', '=', key).execute();
}

/** Forgets that a call was begun: nothing of it was done. */
export async function forgetCall(db: Database, { caller, key }: IdempotentCall): Promise<void> {
  await db.deleteFrom('idempotentCalls').where('caller', '=', caller).where('key', '=', key).execute();
}

/** Forgets what all calls were answered, which may quote a customer; that they were made stays. */
export async function forgetAnswers(db: Database): Promise<void> {
  await db
    .updateTable('idempotentCalls')
    .set({ status: null, contentType: null, answer: null })
    .where('answer', 'is not', null)
    .execute();
}

/** Deletes calls begun before `before`. Returns their number. */
export async function deleteOldCalls(db: Database, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('idempotentCalls').where('begunAt', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
}
