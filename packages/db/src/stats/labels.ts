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
  topic: { table: 'topics', column: 'name' },
  scorecard: { table: 'scorecards', column: 'name' },
  article: { table: 'articles', column: 'title' },
};

/** Returns the names of the keys of rows that are ids, by id. */
export async function readLabels(
  db: Database,
  slice: ReportSlice,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const ids = keys.filter(isUuid);
  if (slice === 'criterion') return readCriteria(db, ids);
  const source = named[slice];
  if (!source || ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; label: string }>`
    select id, ${sql.ref(source.column)} as label from ${sql.table(source.table)} where id = any(${ids}::uuid[])
  `.execute(db);
  return new Map(rows.map(({ id, label }) => [id, label]));
}

/** Returns the names of criteria as the newest review with each has them, with that of the scorecard. */
async function readCriteria(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; label: string }>`
    select distinct on (criterion.id) criterion.id, criterion.name || ' · ' || newest.scorecard_name as label
    from (select distinct on (scorecard_id, version) criteria, scorecard_name, id from reviews
        where finished_at is not null order by scorecard_id, version, id desc) as newest,
      lateral jsonb_to_recordset(newest.criteria) as criterion (id uuid, name text)
    where criterion.id = any(${ids}::uuid[]) order by criterion.id, newest.id desc
  `.execute(db);
  return new Map(rows.map(({ id, label }) => [id, label]));
}
