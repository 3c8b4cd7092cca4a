/** Removes an erased customer from rows that stay and name them: saved views and reports, searches of the help centre, merges. */
import type { StoredAttributes } from '@parley/contracts/conversations/attributes';
import type { Filter } from '@parley/contracts/filter/filter';
import { erasedText } from '@parley/contracts/conversations/views';
import type { ReportSelection } from '@parley/contracts/reports/saved';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** Addresses and names of a customer, in lower case. */
export interface Named {
  addresses: readonly string[];
  names: readonly string[];
}

/**
 * Replaces the customer's addresses and names in saved views, which then match nothing. Returns how many views changed.
 */
export async function forgetInViews(db: Database, named: Named): Promise<number> {
  const { rows: views } = await sql<{ id: string; name: string; filter: Filter }>`
    select id, name, filter from views
    where exists (select from unnest(${[...named.addresses, ...named.names]}::text[]) as given (word)
      where position(given.word in lower(name)) > 0 or position(given.word in lower(filter::text)) > 0)
    for update
  `.execute(db);
  let changed = 0;
  for (const { id, name, filter } of views) {
    const after = { name: withoutNamed(name, named), filter: JSON.stringify(filterWithout(filter, named)) };
    if (after.name === name && after.filter === JSON.stringify(filter)) continue;
    await db
      .updateTable('views')
      .set({ ...after, updatedAt: sql<Date>`now()` })
      .where('id', '=', id)
      .execute();
    changed += 1;
  }
  return changed;
}

/** Replaces them in saved reports too. Returns how many changed. */
export async function forgetInReports(db: Database, named: Named): Promise<number> {
  const { rows: reports } = await sql<{ id: string; name: string; selection: ReportSelection }>`
    select id, name, selection from saved_reports
    where exists (select from unnest(${[...named.addresses, ...named.names]}::text[]) as given (word)
      where position(given.word in lower(name)) > 0 or position(given.word in lower(selection::text)) > 0)
    for update
  `.execute(db);
  let changed = 0;
  for (const { id, name, selection } of reports) {
    const filter = selection.filter && filterWithout(selection.filter, named);
    const after = { name: withoutNamed(name, named), selection: JSON.stringify({ ...selection, filter }) };
    if (after.name === name && after.selection === JSON.stringify(selection)) continue;
    await db
      .updateTable('savedReports')
      .set({ ...after, updatedAt: sql<Date>`now()` })
      .where('id', '=', id)
      .execute();
    changed += 1;
  }
  return changed;
}

/** A name counts as a whole only: a customer who calls themselves like a common word changes no other text. */
function withoutNamed(text: string, { addresses, names }: Named): string {
  const lower = text.trim().toLowerCase();
  const isNamed = names.includes(lower) || addresses.some((address) => lower.includes(address));
  return isNamed ? erasedText : text;
}

function filterWithout(filter: Filter, named: Named): Filter {
  if ('all' in filter) return { all: filter.all.map((each) => filterWithout(each, named)) };
  if ('any' in filter) return { any: filter.any.map((each) => filterWithout(each, named)) };
  if ('not' in filter) return { not: filterWithout(filter.not, named) };
  const { value } = filter;
  if (typeof value === 'string') return { ...filter, value: withoutNamed(value, named) };
  return Array.isArray(value) ? { ...filter, value: value.map((each) => withoutNamed(each, named)) } : filter;
}

/** Deletes what was searched for in the help centre without finding anything, where it names them. */
export async function forgetInSearches(db: Database, { addresses, names }: Named): Promise<void> {
  await sql`
    delete from help_searches where lower(trim(words)) = any(${names}::text[])
      or exists (select from unnest(${addresses}::text[]) as given (address)
        where position(given.address in lower(words)) > 0)
  `.execute(db);
}

/** Removes these contacts' attributes from the stored state of every merge; its undo would restore them. */
export async function forgetInMerges(db: Database, contactIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ attributes: StoredAttributes }>`
    select attributes from contacts where id = any(${contactIds}::uuid[])
    union all
    select kept #> '{contact,attributes}' from merges where contact_id = any(${contactIds}::uuid[])
    union all
    select kept #> '{merged,attributes}' from merges where merged_id = any(${contactIds}::uuid[])
      or id in (select merge_id from merge_items join identities on identities.id = merge_items.identity_id
        where identities.contact_id = any(${contactIds}::uuid[]))
  `.execute(db);
  const gone = rows.flatMap(({ attributes }) => Object.entries(attributes).map(([key, value]) => ({ key, value })));
  if (gone.length > 0) await forgetKept(db, JSON.stringify(gone), sql`true`);
}

/**
 * Removes what a contact brought into a merge from the stored state of later merges of the remaining contact: after
 * this merge is undone, undoing the later ones must give it to no other contact.
 * @param attributes what came with the merge alone
 */
export async function forgetInLaterMerges(
  db: Database,
  { mergeId, contactId, attributes }: { mergeId: string; contactId: string; attributes: StoredAttributes },
): Promise<void> {
  const gone = Object.entries(attributes).map(([key, value]) => ({ key, value }));
  if (gone.length === 0) return;
  await forgetKept(
    db,
    JSON.stringify(gone),
    sql`id > ${mergeId}::uuid and (contact_id in (select id from remaining) or merged_id in (select id from remaining))`,
    sql`remaining (id) as (
      select ${contactId}::uuid union
      select merges.contact_id from merges join remaining on merges.merged_id = remaining.id
        where merges.id > ${mergeId}::uuid
    ), `,
  );
}

/** Leaves out of `kept` each attribute that is the very same, in value, time and source. */
async function forgetKept(
  db: Database,
  gone: string,
  where: ReturnType<typeof sql>,
  before: ReturnType<typeof sql> = sql``,
): Promise<void> {
  const without = (side: 'contact' | 'merged') => sql`(
    select coalesce(jsonb_object_agg(each.key, each.value), '{}') from jsonb_each(kept #> ${`{${side},attributes}`}::text[]) as each
    where not exists (select from gone where gone.key = each.key and gone.value = each.value))`;
  await sql`
    with recursive ${before} gone as (select key, value from jsonb_to_recordset(${gone}::jsonb) as given (key text, value jsonb))
    update merges set kept = jsonb_set(jsonb_set(kept, '{contact,attributes}', ${without('contact')}),
      '{merged,attributes}', ${without('merged')})
    where ${where}
  `.execute(db);
}
