import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { prepared } from '../prepared.ts';

/** Deletes dispatched events; ids that no longer exist are ignored. */
export async function deleteOutboxEvents(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await prepared(db, sql<never>`delete from outbox where id = any(${ids}::uuid[])`);
}
