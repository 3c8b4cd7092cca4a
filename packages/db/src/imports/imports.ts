/** The rows of imports: their state, how far they are, and what was counted. */
import type { Import, ImportState } from '@parley/contracts/imports/import';
import { workingImportStates } from '@parley/contracts/imports/import';
import { englishOf } from '@parley/contracts/i18n/server-texts';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Database, Transaction } from '../database.ts';
import type { ImportsTable } from '../tables/imports.ts';

export type ImportRow = Selectable<ImportsTable>;
export type NewImport = Pick<
  Insertable<ImportsTable>,
  'source' | 'account' | 'accountKey' | 'state' | 'connection' | 'fileSize' | 'createdBy'
>;

/** Returns the import as the API has it; `undoDays` after its end it can't be undone any more. */
export function toImport(row: ImportRow, undoDays: number): Import {
  const { finishedAt, state } = row;
  const undoUntil = finishedAt && state === 'done' ? new Date(finishedAt.getTime() + undoDays * 86_400_000) : null;
  return {
    id: row.id,
    source: row.source,
    account: row.account,
    state,
    failedIn: row.failedIn,
    reason: row.error && englishOf(row.error),
    reasonLocalized: row.error,
    waitingUntil: row.waitingUntil?.toISOString() ?? null,
    size: row.fileSize === null ? null : Number(row.fileSize),
    received: Number(row.received),
    read: row.recordsRead,
    written: row.recordsWritten,
    counts: row.counts,
    issues: row.issues,
    found: row.found,
    mapping: row.mapping,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    undoUntil: undoUntil?.toISOString() ?? null,
  };
}

/** Stores an import; undefined while another one isn't finished or discarded. */
export async function insertImport(transaction: Transaction, values: NewImport): Promise<ImportRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended('imports', 0))`.execute(transaction);
  const open = await transaction
    .selectFrom('imports')
    .select('id')
    .where('state', 'not in', ['done', 'undone'])
    .executeTakeFirst();
  if (open) return undefined;
  return transaction.insertInto('imports').values(values).returningAll().executeTakeFirst();
}

export async function listImports(db: Database, limit: number): Promise<ImportRow[]> {
  return db.selectFrom('imports').selectAll().orderBy('id', 'desc').limit(limit).execute();
}

export async function findImport(db: Database, id: string): Promise<ImportRow | undefined> {
  return db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns an import and locks its row until the transaction ends: one process at a time moves it on. */
export async function holdImport(transaction: Transaction, id: string): Promise<ImportRow | undefined> {
  return transaction.selectFrom('imports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Changes an import that is in one of these states; undefined if it isn't. */
export async function changeImport(
  db: Database,
  id: string,
  states: readonly ImportState[],
  change: Updateable<ImportsTable>,
): Promise<ImportRow | undefined> {
  return db
    .updateTable('imports')
    .set(change)
    .where('id', '=', id)
    .where('state', 'in', states)
    .returningAll()
    .executeTakeFirst();
}

/** Deletes an import of which nothing is written; false if something is. */
export async function deleteImport(db: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('imports')
    .where('id', '=', id)
    .where('writtenAt', 'is', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Returns the imports that a worker has to go on with. */
export async function importsAtWork(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('imports').select('id').where('state', 'in', workingImportStates).execute();
  return rows.map(({ id }) => id);
}

/** Stores that bytes up to `after` have arrived; undefined if others have in between. The last ones begin the reading. */
export async function noteReceived(
  db: Database,
  id: string,
  { before, after, isWhole }: { before: number; after: number; isWhole: boolean },
): Promise<ImportRow | undefined> {
  return db
    .updateTable('imports')
    .set({ received: after, ...(isWhole && { state: 'reading' as const }) })
    .where('id', '=', id)
    .where('state', '=', 'uploading')
    .where('received', '=', before)
    .returningAll()
    .executeTakeFirst();
}
