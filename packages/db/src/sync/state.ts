import { sql } from 'kysely';
import type { Database } from '../database.ts';

export interface SyncProgress {
  /** Where the last batch ended; null before the first. */
  cursor: string | null;
  copied: number;
}

/** How far a table has been copied from a source. */
export async function readSyncProgress(db: Database, source: string, tableName: string): Promise<SyncProgress> {
  const row = await db
    .selectFrom('syncState')
    .select(['cursor', 'copied'])
    .where('source', '=', source)
    .where('tableName', '=', tableName)
    .executeTakeFirst();
  return row ?? { cursor: null, copied: 0 };
}

/** Remembers it, in the transaction that wrote the batch. */
export async function writeSyncProgress(
  db: Database,
  source: string,
  tableName: string,
  progress: SyncProgress & { finished?: boolean },
): Promise<void> {
  const { cursor, copied, finished = false } = progress;
  const values = { cursor, copied, finishedAt: finished ? sql<Date>`now()` : null, updatedAt: sql<Date>`now()` };
  await db
    .insertInto('syncState')
    .values({ source, tableName, ...values })
    .onConflict((conflict) => conflict.columns(['source', 'tableName']).doUpdateSet(values))
    .execute();
}
