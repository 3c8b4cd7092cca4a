/** Stores companies, their domains, and which contacts belong to them. */
import type { StoredAttributes } from '@parley/contracts/conversations/attributes';
import type { CompanyEntry } from '@parley/contracts/conversations/companies';
import type { Conversation } from '@parley/contracts/entities';
import type { Filter } from '@parley/contracts/filter/filter';
import { type RawBuilder, sql } from 'kysely';
import { type ConversationRow, conversationColumns, toConversation } from '../conversations/entity.ts';
import { companyFilterSql } from '../conversations/filter.ts';
import type { Database } from '../database.ts';
import { unreadFor } from '../reads/unread.ts';
import { hasConversation } from '../visitors/contacts.ts';

export type StoredCompany = CompanyEntry & { attributes: StoredAttributes };
type CompanyRow = Omit<StoredCompany, 'createdAt'> & { createdAt: Date };

const toCompany = ({ createdAt, ...row }: CompanyRow): StoredCompany => ({
  ...row,
  createdAt: createdAt.toISOString(),
});

/** Columns of a company, from a table or CTE called `companies`. */
const columns = (within?: RawBuilder<boolean>) => sql`
  companies.id, companies.name, companies.attributes, companies.created_at,
  array(select domain from company_domains where company_id = companies.id order by domain) as domains,
  (select count(*)::int from contacts where contacts.company_id = companies.id
    ${within ? sql`and ${hasConversation(sql`contacts.id`, within)}` : sql``}) as contact_count`;

/** Requires that a company has no contacts, or one with a conversation that matches a condition. */
const isWithin = (within: RawBuilder<boolean>): RawBuilder<boolean> => sql<boolean>`(
  not exists (select from contacts where contacts.company_id = companies.id)
  or exists (select from contacts where contacts.company_id = companies.id
    and ${hasConversation(sql`contacts.id`, within)}))`;

export interface CompaniesPage {
  q?: string | undefined;
  /** Only companies with matching attributes. */
  filter?: Filter | undefined;
  limit: number;
  /** Start behind this one. */
  after?: string | undefined;
  /** Limits the result to companies with a matching conversation, and to those without contacts. */
  within?: RawBuilder<boolean> | undefined;
}

/** Returns companies, newest first, and the position of the next page. */
export async function listCompanies(
  db: Database,
  { q = '', filter, limit, after, within }: CompaniesPage,
): Promise<{ companies: StoredCompany[]; next: string | null }> {
  const words = (q.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).map((word) => `${word}:*`).join(' & ');
  if (q.trim() !== '' && words === '') return { companies: [], next: null };
  const conditions = [
    sql`true`,
    ...(words === ''
      ? []
      : [
          sql`(to_tsvector('simple', companies.name) @@ to_tsquery('simple', ${words}) or exists (
            select from company_domains where company_id = companies.id and strpos(domain, ${q.trim().toLowerCase()}) = 1))`,
        ]),
    ...(filter ? [companyFilterSql(filter)] : []),
    ...(after === undefined ? [] : [sql`companies.id < ${after}`]),
    ...(within ? [isWithin(within)] : []),
  ];
  const { rows } = await sql<CompanyRow>`
    select ${columns(within)} from companies where ${sql.join(conditions, sql` and `)}
    order by companies.id desc limit ${limit + 1}
  `.execute(db);
  const companies = rows.slice(0, limit).map(toCompany);
  return { companies, next: rows.length > limit ? (companies.at(-1)?.id ?? null) : null };
}

/** Maximum number of companies that a search can name: the newest ones. */
const namedMax = 5_000;

/** Returns the names of the newest companies within a scope. */
export async function companyNames(
  db: Database,
  within?: RawBuilder<boolean>,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select companies.id, companies.name from companies ${within ? sql`where ${isWithin(within)}` : sql``}
    order by companies.id desc limit ${namedMax}
  `.execute(db);
  return rows;
}

/** Returns a company; undefined when there is none, or none `within` the caller's scope. */
export async function findCompany(
  db: Database,
  id: string,
  within?: RawBuilder<boolean>,
): Promise<StoredCompany | undefined> {
  const { rows } = await sql<CompanyRow>`
    select ${columns(within)} from companies where companies.id = ${id} ${within ? sql`and ${isWithin(within)}` : sql``}
  `.execute(db);
  return rows[0] && toCompany(rows[0]);
}

/** Returns the ids of the contacts of a company. */
export async function contactIdsOf(db: Database, companyId: string): Promise<string[]> {
  const rows = await db.selectFrom('contacts').select('id').where('companyId', '=', companyId).execute();
  return rows.map(({ id }) => id);
}

/** Adds a company; undefined if its name is taken. */
export async function insertCompany(db: Database, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into companies (name) values (${name}) on conflict (lower(name)) do nothing returning id
  `.execute(db);
  return rows[0]?.id;
}

/** Returns the id of the company with this name, or with this domain. */
export async function findCompanyCalled(db: Database, nameOrDomain: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from companies where lower(name) = lower(${nameOrDomain})
    union all select company_id from company_domains where domain = lower(${nameOrDomain}) limit 1
  `.execute(db);
  return rows[0]?.id;
}

export async function renameCompany(db: Database, id: string, name: string): Promise<void> {
  await db.updateTable('companies').set({ name }).where('id', '=', id).execute();
}

/** Replaces all attributes of a company. */
export async function writeCompanyAttributes(db: Database, id: string, attributes: StoredAttributes): Promise<void> {
  await db
    .updateTable('companies')
    .set({ attributes: JSON.stringify(attributes) })
    .where('id', '=', id)
    .execute();
}

/** Returns the company that has one of these domains, other than this one. */
export async function findTakenDomain(
  db: Database,
  id: string | null,
  domains: readonly string[],
): Promise<{ domain: string; name: string } | undefined> {
  const { rows } = await sql<{ domain: string; name: string }>`
    select domain, name from company_domains join companies on companies.id = company_id
    where domain = any(${domains}::text[]) and company_id is distinct from ${id}::uuid limit 1
  `.execute(db);
  return rows[0];
}

/** Sets the domains of a company. Contacts that belonged to it by a removed domain alone belong to none. */
export async function setDomains(db: Database, id: string, domains: readonly string[]): Promise<void> {
  await sql`delete from company_domains where company_id = ${id} and domain <> all(${domains}::text[])`.execute(db);
  await sql`
    update contacts set company_id = null, company_source = null
    where company_id = ${id} and company_source = 'domain' and not exists (select from identities
      where identities.contact_id = contacts.id and kind = 'email' and verified_at is not null
        and split_part(value, '@', 2) = any(${domains}::text[]))
  `.execute(db);
  await sql`
    insert into company_domains (domain, company_id) select unnest(${domains}::text[]), ${id} on conflict do nothing
  `.execute(db);
}

/** Deletes a company; its contacts belong to none, and to another one by its domains. */
export async function deleteCompany(db: Database, id: string): Promise<boolean> {
  await db.updateTable('contacts').set({ companyId: null, companySource: null }).where('companyId', '=', id).execute();
  const { numDeletedRows } = await db.deleteFrom('companies').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Returns conversations of a company's contacts, newest first, and where the next page begins. */
export async function conversationsOfCompany(
  db: Database,
  companyId: string,
  {
    readerId,
    limit,
    after,
    where,
  }: { readerId: string; limit: number; after?: string | undefined; where?: RawBuilder<boolean> | undefined },
): Promise<{ conversations: Conversation[]; next: string | null }> {
  const { rows } = await sql<ConversationRow>`
    select ${conversationColumns}${unreadFor(readerId)} from conversations
    where visitor_id in (select visitor_id from identities join contacts on contacts.id = identities.contact_id
        where contacts.company_id = ${companyId} and visitor_id is not null)
      and not hidden
      ${after === undefined ? sql`` : sql`and id < ${after}`} ${where ? sql`and ${where}` : sql``}
    order by id desc limit ${limit + 1}
  `.execute(db);
  const conversations = rows.slice(0, limit).map(toConversation);
  return { conversations, next: rows.length > limit ? (conversations.at(-1)?.id ?? null) : null };
}
