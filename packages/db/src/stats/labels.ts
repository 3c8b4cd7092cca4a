/** Names of the rows of reports. */
import type { ReportSlice } from '@parley/contracts/reports/reports';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { isUuid } from '../uuid.ts';

const named: Partial<Record<ReportSlice, { table: string; column: string }>> = {
  website: { table: 'websites', column: 'name' },
  team: { table: 'teams', column: 'name' },
  person: { table: 'users', column: 'name' },
  tag: { table: 'tags', column: 'name' },
  article: { table: 'articles', column: 'title' },
};

/** Returns the names of the keys of rows that are ids, by id. */
export async function readLabels(
  db: Database,
  slice: ReportSlice,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const source = named[slice];
  const ids = keys.filter(isUuid);
  if (!source || ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; label: string }>`
    select id, ${sql.ref(source.column)} as label from ${sql.table(source.table)} where id = any(${ids}::uuid[])
  `.execute(db);
  return new Map(rows.map(({ id, label }) => [id, label]));
}
