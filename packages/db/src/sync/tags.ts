/** Tags of another installation: one that has its name here already stands for it. */
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { SourceRow } from './rows.ts';

/** Adds the tags that are missing here, and answers the conversations with the ids that their tags have here. */
export async function withTagsOfHere(
  source: Database,
  target: Database,
  conversations: readonly SourceRow[],
): Promise<SourceRow[]> {
  const given = await tagsOf(source);
  if (given.length === 0) return [...conversations];
  await sql`
    insert into tags (id, name, colour)
    select id, name, colour from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (id uuid, name text, colour text)
    on conflict do nothing
  `.execute(target);
  const here = await tagsOf(target);
  const ids = new Set(here.map(({ id }) => id));
  const byName = new Map(here.map(({ id, name }) => [name.toLowerCase(), id]));
  const idHere = new Map(given.map(({ id, name }) => [id, ids.has(id) ? id : byName.get(name.toLowerCase())]));
  return conversations.map(({ id, row }) => {
    const tagIds = Array.isArray(row['tag_ids']) ? row['tag_ids'] : [];
    const kept = new Set(tagIds.flatMap((tagId: string) => idHere.get(tagId) ?? []));
    return { id, row: 'tag_ids' in row ? { ...row, tag_ids: [...kept] } : row };
  });
}

/** None where the installation is older than tags. */
async function tagsOf(db: Database): Promise<{ id: string; name: string; colour: string }[]> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('tags') is not null as exists`.execute(db);
  if (!rows[0]?.exists) return [];
  return db.selectFrom('tags').select(['id', 'name', 'colour']).execute();
}
