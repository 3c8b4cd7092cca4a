import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { preparedRows } from '../prepared.ts';

/** Removes dispatched events; ids that are gone already are fine. */
export async function deleteOutboxEvents(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await preparedRows(db, sql`delete from outbox where id = any(${ids}::uuid[])`);
}
