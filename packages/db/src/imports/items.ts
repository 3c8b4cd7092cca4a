/** Stores what records of another product became here, by their ids, so that repeating an import doubles nothing. */
import type { ImportKind } from '@parley/contracts/imports/import';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, Transaction } from '../database.ts';
import type { ImportItemsTable } from '../tables/imports.ts';

export type ImportItem = Selectable<ImportItemsTable>;
export type NewImportItem = Omit<Insertable<ImportItemsTable>, 'added' | 'isKept'> & Pick<Partial<ImportItem>, 'added'>;

/** Returns what is known of these records, by external id. */
export async function findItems(
  db: Database,
  accountKey: string,
  kind: ImportKind,
  externalIds: readonly string[],
): Promise<Map<string, ImportItem>> {
  if (externalIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('importItems')
    .selectAll()
    .where('accountKey', '=', accountKey)
    .where('kind', '=', kind)
    .where('externalId', '=', sql<string>`any(${externalIds}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.externalId, row]));
}

/** Stores what records became; what is known already gets the new hashes and stays with the import that created it. */
export async function storeItems(transaction: Transaction, items: readonly NewImportItem[]): Promise<void> {
  if (items.length === 0) return;
  await transaction
    .insertInto('importItems')
    .values(items.map(({ added, ...item }) => ({ ...item, ...(added && { added: JSON.stringify(added) }) })))
    .onConflict((conflict) =>
      conflict.columns(['accountKey', 'kind', 'externalId']).doUpdateSet((eb) => ({
        contentHash: eb.ref('excluded.contentHash'),
        mark: eb.ref('excluded.mark'),
      })),
    )
    .execute();
}

/** Forgets items that no longer lead to anything, so that their records are written again. */
export async function forgetItems(
  transaction: Transaction,
  accountKey: string,
  kind: ImportKind,
  externalIds: readonly string[],
): Promise<void> {
  if (externalIds.length === 0) return;
  await transaction
    .deleteFrom('importItems')
    .where('accountKey', '=', accountKey)
    .where('kind', '=', kind)
    .where('externalId', '=', sql<string>`any(${externalIds}::text[])`)
    .execute();
}

/** Returns the next items of a kind that an undo has to decide about. */
export async function itemsToUndo(
  transaction: Transaction,
  importId: string,
  kind: ImportKind,
  limit: number,
): Promise<ImportItem[]> {
  return transaction
    .selectFrom('importItems')
    .selectAll()
    .where('importId', '=', importId)
    .where('kind', '=', kind)
    .where('isKept', '=', false)
    .orderBy('externalId')
    .limit(limit)
    .execute();
}

/** Marks items as kept by an undo. */
export async function keepItems(
  transaction: Transaction,
  importId: string,
  kind: ImportKind,
  externalIds: readonly string[],
): Promise<void> {
  if (externalIds.length === 0) return;
  await transaction
    .updateTable('importItems')
    .set({ isKept: true })
    .where('importId', '=', importId)
    .where('kind', '=', kind)
    .where('externalId', '=', sql<string>`any(${externalIds}::text[])`)
    .execute();
}

/** Yields the items that an import created, in the order of their ids, page by page. */
export async function* createdItems(db: Database, importId: string, kind: ImportKind, limit: number) {
  let after: string | null = null;
  for (;;) {
    const rows: ImportItem[] = await db
      .selectFrom('importItems')
      .selectAll()
      .where('importId', '=', importId)
      .where('kind', '=', kind)
      .where('isNew', '=', true)
      .where(sql<boolean>`(${after}::text is null or external_id > ${after}::text)`)
      .orderBy('externalId')
      .limit(limit)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    after = last.externalId;
    yield rows;
  }
}
