/** Copies tags of another installation; a local tag with the same name replaces a copied one. */
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { SourceRow } from './rows.ts';

/** Adds the tags that are missing here. Maps the other installation's tag ids to the local ones. */
async function tagIdsOfHere(source: Database, target: Database): Promise<Map<string, string | undefined>> {
  const given = await tagsOf(source);
  if (given.length === 0) return new Map();
  await sql`
    insert into tags (id, name, colour)
    select id, name, colour from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (id uuid, name text, colour text)
    on conflict do nothing
  `.execute(target);
  const here = await tagsOf(target);
  const ids = new Set(here.map(({ id }) => id));
  const byName = new Map(here.map(({ id, name }) => [name.toLowerCase(), id]));
  return new Map(given.map(({ id, name }) => [id, ids.has(id) ? id : byName.get(name.toLowerCase())]));
}

/** Conversations with the ids that their tags have here. */
export async function withTagsOfHere(
  source: Database,
  target: Database,
  conversations: readonly SourceRow[],
): Promise<SourceRow[]> {
  const idHere = await tagIdsOfHere(source, target);
  return conversations.map(({ id, row }) => {
    const tagIds = Array.isArray(row['tag_ids']) ? row['tag_ids'] : [];
    const kept = new Set(tagIds.flatMap((tagId: string) => idHere.get(tagId) ?? []));
    return { id, row: 'tag_ids' in row ? { ...row, tag_ids: [...kept] } : row };
  });
}

/** Rows that name tags somewhere in them, as filters and actions do, with the ids that those have here. */
export async function namingTagsOfHere(
  source: Database,
  target: Database,
  rows: readonly SourceRow[],
): Promise<SourceRow[]> {
  const others = [...(await tagIdsOfHere(source, target))].filter(
    ([there, here]) => here !== undefined && here !== there,
  );
  return rows.map(({ id, row }) => {
    const text = others.reduce((json, [there, here = there]) => json.replaceAll(there, here), JSON.stringify(row));
    // Only ids were replaced, so the columns are unchanged.
    return { id, row: JSON.parse(text) as SourceRow['row'] };
  });
}

const tagsOf = (db: Database) => db.selectFrom('tags').select(['id', 'name', 'colour']).execute();
