/** Writes and deletes what imports create, straight in the tables: nothing is published, queued or sent. */
import type { ImportKind } from '@parley/contracts/imports/import';
import type { StoredAttributes } from '@parley/contracts/conversations/attributes';
import { type RawBuilder, sql } from 'kysely';
import { countConversations } from '../conversations/totals.ts';
import type { Database, Transaction } from '../database.ts';
import type { AddedToContact } from '../tables/imports.ts';

type Row = Record<string, unknown>;
const importedTables = [
  'visitors',
  'conversations',
  'messages',
  'activities',
  'answers',
  'first_answers',
  'files',
  'contact_notes',
  'contact_note_versions',
] as const;
type ImportedTable = (typeof importedTables)[number];

/** Inserts rows by the names of their columns, which all have in common. Rows that are there already stay as they are. */
export async function insertRows(db: Transaction, table: ImportedTable, rows: readonly Row[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = sql.join(Object.keys(first).map((column) => sql.raw(`"${column}"`)));
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
    on conflict do nothing
  `.execute(db);
}

/** Kinds of which rows are created, in the order in which an undo deletes them. */
export const undoneKinds = [
  'conversation',
  'contact',
  'company',
  'tag',
  'attribute',
  'canned_reply',
  'article',
] as const satisfies readonly ImportKind[];
export type UndoneKind = (typeof undoneKinds)[number];

/** Everything of a row that users can change, as one hash. Values of attributes are compared where they are. */
const marks: Record<UndoneKind, RawBuilder<unknown>> = {
  conversation: sql`select id, md5(row(status, assigned_representative_id, team_id, last_seq, last_activity_no, last_edit_no,
      tag_ids, attributes, subject, priority, is_blocked, hidden, merged_into, visitor_id, snoozed_until, rating,
      participants, related_ids)::text) as mark from conversations`,
  contact: sql`select visitors.id, md5(row(visitors.name, visitors.email, visitors.phone, visitors.website_id, contact_id,
      contacts.attributes, company_id, given_name, blocked_at,
      (select count(*) from contact_notes where contact_notes.contact_id = contacts.id),
      (select count(*) from contact_note_versions versions join contact_notes notes on notes.id = versions.note_id
        where notes.contact_id = contacts.id))::text) as mark
    from visitors join identities on identities.visitor_id = visitors.id join contacts on contacts.id = contact_id`,
  company: sql`select id, md5(row(name, attributes,
      array(select domain from company_domains where company_id = companies.id order by domain))::text) as mark from companies`,
  tag: sql`select id, md5(row(name, colour)::text) as mark from tags`,
  attribute: sql`select id, md5(row(name, type, choices, required_to_close)::text) as mark from attributes`,
  canned_reply: sql`select id, md5(row(name, shortcut, text, variants, actions, website_ids, team_id, owner_id)::text) as mark
    from canned_replies`,
  article: sql`select id, md5(row(title, content, is_active, audience, on_site, website_ids, category_id, locale,
      (select count(*) from article_versions where article_id = articles.id))::text) as mark from articles`,
};

/** Returns the marks of rows by id; those that are gone are missing. */
export async function readMarks(db: Database, kind: UndoneKind, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; mark: string }>`
    select id, mark from (${marks[kind]}) as marked where id = any(${ids}::uuid[])
  `.execute(db);
  return new Map(rows.map(({ id, mark }) => [id, mark]));
}

/** Other rows that would lose something with a row: it stays as long as there are any. */
const users: Partial<Record<UndoneKind, (ids: readonly string[]) => RawBuilder<{ id: string }>>> = {
  contact: (ids) => sql`select distinct visitor_id as id from conversations where visitor_id = any(${ids}::uuid[])`,
  company: (ids) => sql`select distinct company_id as id from contacts
    where company_id = any(${ids}::uuid[]) and company_source is distinct from 'domain'`,
  tag: (ids) => sql`select distinct tag_id as id from conversations cross join lateral unnest(tag_ids) as tag_id
    where tag_ids && ${ids}::uuid[] and tag_id = any(${ids}::uuid[])`,
  attribute: (ids) => sql`select id from attributes where id = any(${ids}::uuid[])
    and exists (select from attribute_values where attribute_values.key = attributes.key)`,
};

/** Returns those of the rows that something else still uses. */
export async function stillUsed(db: Database, kind: UndoneKind, ids: readonly string[]): Promise<Set<string>> {
  const query = users[kind];
  if (!query || ids.length === 0) return new Set();
  const { rows } = await query(ids).execute(db);
  return new Set(rows.map(({ id }) => id));
}

const tables: Record<UndoneKind, string> = {
  conversation: 'conversations',
  contact: 'visitors',
  company: 'companies',
  tag: 'tags',
  attribute: 'attributes',
  canned_reply: 'canned_replies',
  article: 'articles',
};

/** Deletes rows that an import created, with all that is theirs. */
export async function deleteRows(db: Transaction, kind: UndoneKind, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  if (kind === 'conversation') {
    const { rows } = await sql<{ lastSeq: number; hidden: boolean }>`
      delete from conversations where id = any(${ids}::uuid[]) returning last_seq, hidden
    `.execute(db);
    const counted = rows.filter(({ hidden }) => !hidden);
    await countConversations(db, -counted.length, -counted.reduce((sum, { lastSeq }) => sum + lastSeq, 0));
    return;
  }
  // Contacts that belong to it by their address alone.
  if (kind === 'company')
    await sql`update contacts set company_id = null, company_source = null where company_id = any(${ids}::uuid[])`.execute(
      db,
    );
  await sql`delete from ${sql.table(tables[kind])} where id = any(${ids}::uuid[])`.execute(db);
}

/** Returns the contact of each visitor, and the one that has proven the same address, if there is one. */
export async function contactsOfVisitors(
  db: Transaction,
  visitorIds: readonly string[],
): Promise<{ visitorId: string; contactId: string; proven: string | null }[]> {
  const { rows } = await sql<{ visitorId: string; contactId: string; proven: string | null }>`
    select session.visitor_id, session.contact_id, (
      select known.contact_id from identities known
      where known.kind = 'email' and known.value = lower(visitors.email) and known.verified_at is not null
        and known.contact_id <> session.contact_id order by known.verified_at limit 1) as proven
    from identities session join visitors on visitors.id = session.visitor_id
    where session.visitor_id = any(${visitorIds}::uuid[])
  `.execute(db);
  return rows;
}

/** Makes a visitor a session of another contact; the one it had is deleted with it. */
export async function joinContact(db: Transaction, visitorId: string, contactId: string): Promise<void> {
  await sql`update identities set contact_id = ${contactId}::uuid where visitor_id = ${visitorId}::uuid`.execute(db);
}

export interface ContactDetails {
  contactId: string;
  attributes: StoredAttributes;
  companyId: string | null;
  isBlocked: boolean;
}

/** Sets attributes and companies of contacts where they have none, and returns what was added to each. */
export async function describeContacts(
  db: Transaction,
  details: readonly ContactDetails[],
): Promise<Map<string, Pick<AddedToContact, 'attributes' | 'companyId'>>> {
  if (details.length === 0) return new Map();
  const { rows } = await sql<{ id: string; before: StoredAttributes; companyBefore: string | null }>`
    update contacts set attributes = given.attributes || contacts.attributes,
      company_id = coalesce(contacts.company_id, given."companyId"),
      company_source = case when contacts.company_id is null and given."companyId" is not null then 'representative'
        else contacts.company_source end,
      blocked_at = case when given."isBlocked" then coalesce(contacts.blocked_at, now()) else contacts.blocked_at end
    from jsonb_to_recordset(${JSON.stringify(details)}::jsonb)
      as given ("contactId" uuid, attributes jsonb, "companyId" uuid, "isBlocked" boolean)
    where contacts.id = given."contactId"
    returning contacts.id, old.attributes as before, old.company_id as company_before
  `.execute(db);
  const before = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    details.map(({ contactId, attributes, companyId }) => {
      const known = before.get(contactId);
      const added = Object.entries(attributes).filter(([key]) => !Object.hasOwn(known?.before ?? {}, key));
      return [
        contactId,
        { attributes: Object.fromEntries(added), companyId: known?.companyBefore === null ? companyId : null },
      ];
    }),
  );
}

/** Takes what an import added from a contact that was here before, except what was changed since. */
export async function takeFromContact(db: Transaction, contactId: string, added: AddedToContact): Promise<void> {
  await sql`
    update contacts set
      attributes = (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(contacts.attributes)
        where value is distinct from ${JSON.stringify(added.attributes)}::jsonb -> key),
      company_id = case when company_id = ${added.companyId}::uuid then null else company_id end,
      company_source = case when company_id = ${added.companyId}::uuid then null else company_source end
    where id = ${contactId}::uuid
  `.execute(db);
  await sql`delete from contact_notes where id = any(${added.noteIds}::uuid[])
    and (select count(*) from contact_note_versions where note_id = contact_notes.id) = 1`.execute(db);
}

/** Returns the contact that a visitor is a session of. */
export async function contactOfVisitor(db: Transaction, visitorId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('identities')
    .select('contactId')
    .where('visitorId', '=', visitorId)
    .executeTakeFirst();
  return row?.contactId;
}
