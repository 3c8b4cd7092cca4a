/** Pages of records that were read from another product and wait to be written. */
import type { ImportedRecord } from '@parley/contracts/imports/records';
import { sql } from 'kysely';
import type { Transaction } from '../database.ts';

/** Appends records to those of the same rank. */
export async function insertPage(
  transaction: Transaction,
  importId: string,
  rank: number,
  records: readonly ImportedRecord[],
): Promise<void> {
  await sql`
    insert into import_pages (import_id, rank, n, records)
    select ${importId}::uuid, ${rank}::smallint, coalesce(max(n), 0) + 1, ${JSON.stringify(records)}::jsonb
    from import_pages where import_id = ${importId}::uuid and rank = ${rank}::smallint
  `.execute(transaction);
}

/** Removes the next page and returns its records; undefined when none is left. */
export async function takePage(transaction: Transaction, importId: string): Promise<ImportedRecord[] | undefined> {
  const { rows } = await sql<{ records: ImportedRecord[] }>`
    delete from import_pages where (import_id, rank, n) = (
      select import_id, rank, n from import_pages where import_id = ${importId}::uuid order by rank, n limit 1)
    returning records
  `.execute(transaction);
  return rows[0]?.records;
}
