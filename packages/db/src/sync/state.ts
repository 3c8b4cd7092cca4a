import { sql } from 'kysely';
import type { Database } from '../database.ts';

export interface SyncProgress {
  /** Position after the last batch; null before the first. */
  cursor: string | null;
  copied: number;
}

/** Numbers of rows that a run has copied so far, across all interruptions. */
export interface SyncCounts {
  users: number;
  websites: number;
  views: number;
  cannedReplies: number;
  visitors: number;
  conversations: number;
  messages: number;
  /** Number of files with bytes to fetch. */
  files: number;
}

/** Resets the counts, unless the previous run was interrupted: then this run continues it. */
export async function beginSyncRun(db: Database, source: string): Promise<void> {
  // The conversations come last, and their files: with these a run has ended.
  await sql`
    update sync_state set copied = 0, cursor = null, finished_at = null
    where source = ${source} and exists (
      select from sync_state where source = ${source} and table_name = 'conversations' and finished_at is not null)
      and not exists (select from sync_state where source = ${source} and table_name = 'files' and finished_at is null)
  `.execute(db);
}

/** Returns how many rows were copied from a source so far, over all runs. */
export async function readSyncCounts(db: Database, source: string): Promise<SyncCounts> {
  const rows = await db.selectFrom('syncState').select(['tableName', 'copied']).where('source', '=', source).execute();
  const copied = (tableName: string): number => rows.find((row) => row.tableName === tableName)?.copied ?? 0;
  return {
    users: copied('users'),
    websites: copied('websites'),
    views: copied('views'),
    cannedReplies: copied('canned_replies'),
    visitors: copied('visitors'),
    conversations: copied('conversations'),
    messages: copied('messages'),
    files: copied('files'),
  };
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
