/** Finds snoozed conversations that are due. */
import type { Database } from '../database.ts';
import { sql } from 'kysely';

/** The longest due first. */
export async function dueSnoozes(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('conversations')
    .select('id')
    .where('snoozedUntil', '<=', sql<Date>`now()`)
    .orderBy('snoozedUntil')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
