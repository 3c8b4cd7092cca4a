/** People as the team sees them: lists, one by one, and all of their conversations. */
import type { Contact, ContactEntry, ContactIdentity } from '@parley/contracts/conversations/contacts';
import type { Conversation } from '@parley/contracts/entities';
import type { StoredAttributes } from '@parley/contracts/conversations/attributes';
import type { Filter } from '@parley/contracts/filter/filter';
import { type RawBuilder, sql } from 'kysely';
import { companyOfContact } from '../companies/of-contact.ts';
import { contactFilterSql } from '../conversations/filter.ts';
import { type ConversationRow, conversationColumns, toConversation } from '../conversations/entity.ts';
import type { Database } from '../database.ts';
import { unreadFor } from '../reads/unread.ts';
import { hasConversation, proposedContacts } from './contacts.ts';
import { mergesOf } from './merges.ts';

/** The sessions of a contact, from a table or CTE called `contacts`. */
const sessions = sql.raw(`(select sessions.visitor_id from identities as sessions
  where sessions.contact_id = contacts.id and sessions.visitor_id is not null)`);

const entryColumns = (within = sql<boolean>`true`) => sql`
  contacts.id, contacts.blocked_at, contacts.created_at as first_seen_at, person.*,
  (select count(*)::int from conversations where visitor_id in ${sessions} and not hidden
    and ${within}) as conversation_count`;

/** To be joined to `contacts`. */
const person = sql`
  cross join lateral (
    select (array_agg(visitors.name order by last_seen_at desc nulls last)
        filter (where visitors.name is not null))[1] as name,
      (array_agg(email order by email_verified desc, last_seen_at desc nulls last)
        filter (where email is not null))[1] as email,
      coalesce(bool_or(email_verified), false) as email_verified,
      (array_agg(visitors.id order by visitors.id))[1] as visitor_id,
      (array_agg(websites.domain order by last_seen_at desc nulls last) filter (where domain is not null))[1] as website,
      max(last_seen_at) as last_seen_at
    from visitors left join websites on websites.id = visitors.website_id
    where visitors.id in ${sessions}
  ) person`;

type EntryRow = Omit<ContactEntry, 'firstSeenAt' | 'lastSeenAt' | 'blockedAt'> & {
  firstSeenAt: Date;
  lastSeenAt: Date | null;
  blockedAt: Date | null;
};

const toEntry = (row: EntryRow): ContactEntry => ({
  id: row.id,
  name: row.name,
  email: row.email,
  emailVerified: row.emailVerified,
  visitorId: row.visitorId,
  website: row.website,
  conversationCount: row.conversationCount,
  firstSeenAt: row.firstSeenAt.toISOString(),
  lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
  blockedAt: row.blockedAt?.toISOString() ?? null,
});

/** Beginnings of words, all of which must be there; undefined for no word. */
function beginnings(text: string): string | undefined {
  const words = text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return words.length === 0 ? undefined : words.map((word) => `${word}:*`).join(' & ');
}

/** Matches contacts with a visitor of this name or an identity of this value. */
const named = (words: string): RawBuilder<unknown> => sql`contacts.id in (
  select identities.contact_id from visitors join identities on identities.visitor_id = visitors.id
    where visitors.name is not null and to_tsvector('simple', visitors.name) @@ to_tsquery('simple', ${words})
  union
  select contact_id from identities
    where value is not null and to_tsvector('simple', translate(value, '@.+-_', '     ')) @@ to_tsquery('simple', ${words}))`;

export interface ContactsPage {
  q?: string | undefined;
  /** Only those. */
  blocked?: boolean | undefined;
  /** Only those of this company. */
  companyId?: string | undefined;
  /** Only those with such attributes, of themselves or of their company. */
  filter?: Filter | undefined;
  limit: number;
  /** Start behind this one. */
  after?: string | undefined;
  /** Limits the result to contacts with a matching conversation, and counts only these conversations. */
  within?: RawBuilder<boolean> | undefined;
}

/** Returns the contacts who have written or identified themselves, newest first, and the position of the next page. */
export async function listContacts(
  db: Database,
  { q = '', blocked = false, companyId, filter, limit, after, within }: ContactsPage,
): Promise<{ contacts: ContactEntry[]; next: string | null }> {
  const words = beginnings(q);
  if (q.trim() !== '' && words === undefined) return { contacts: [], next: null };
  const conditions = [
    ...(words === undefined ? [] : [named(words)]),
    ...(blocked ? [sql`contacts.blocked_at is not null`] : []),
    ...(companyId === undefined ? [] : [sql`contacts.company_id = ${companyId}`]),
    ...(filter ? [contactFilterSql(filter)] : []),
    ...(after === undefined ? [] : [sql`contacts.id < ${after}`]),
    ...(within ? [hasConversation(sql`contacts.id`, within)] : []),
    sql`(exists (select from conversations where visitor_id in ${sessions} and not hidden)
      or exists (select from identities where contact_id = contacts.id and value is not null)
      or contacts.blocked_at is not null or contacts.company_id is not null)`,
  ];
  const { rows } = await sql<EntryRow>`
    with contacts as (
      select * from public.contacts where ${sql.join(conditions, sql` and `)} order by id desc limit ${limit + 1}
    )
    select ${entryColumns(within)} from contacts ${person} order by contacts.id desc
  `.execute(db);
  const contacts = rows.slice(0, limit).map(toEntry);
  return { contacts, next: rows.length > limit ? (contacts.at(-1)?.id ?? null) : null };
}

export type KnownContact = Omit<Contact, 'attributes'> & { attributes: StoredAttributes };

const proposedMax = 20;

/** Returns a contact's data; undefined when there is none, or none with a conversation `within` the caller's scope. */
export async function findContact(
  db: Database,
  id: string,
  within?: RawBuilder<boolean>,
): Promise<KnownContact | undefined> {
  const { rows } = await sql<EntryRow & { attributes: StoredAttributes; blockedBy: string | null }>`
    select ${entryColumns(within)}, contacts.attributes,
      (select users.name from users where users.id = contacts.blocked_by) as blocked_by
    from contacts ${person} where contacts.id = ${id}
      ${within ? sql`and ${hasConversation(sql`contacts.id`, within)}` : sql``}
  `.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const [company, identities, proposedIds, merges] = await Promise.all([
    companyOfContact(db, id),
    identitiesOf(db, id),
    proposedContacts(db, id, proposedMax, within),
    mergesOf(db, id),
  ]);
  const proposed = await findContacts(db, proposedIds, within);
  return {
    ...toEntry(row),
    attributes: row.attributes,
    blockedBy: row.blockedBy,
    company,
    identities,
    proposed,
    merges,
  };
}

/** Returns whether a contact has a conversation that matches a condition. */
export async function isContactWithin(db: Database, id: string, within: RawBuilder<boolean>): Promise<boolean> {
  const { rows } = await sql<{ isWithin: boolean }>`
    select ${hasConversation(sql`${id}::uuid`, within)} as is_within
  `.execute(db);
  return rows[0]?.isWithin === true;
}

/** Returns true if any of these contacts has a conversation that doesn't match a condition. */
export async function hasConversationBeyond(
  db: Database,
  ids: readonly string[],
  within: RawBuilder<boolean>,
): Promise<boolean> {
  const { rows } = await sql<{ isBeyond: boolean }>`
    select exists (select from identities join conversations on conversations.visitor_id = identities.visitor_id
      where identities.contact_id = any(${ids}::uuid[]) and (${within}) is not true) as is_beyond
  `.execute(db);
  return rows[0]?.isBeyond === true;
}

/** Returns contacts by id, newest first; only those with a conversation `within` a condition. */
export async function findContacts(
  db: Database,
  ids: readonly string[],
  within?: RawBuilder<boolean>,
): Promise<ContactEntry[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<EntryRow>`
    select ${entryColumns(within)} from contacts ${person} where contacts.id = any(${ids}::uuid[])
      ${within ? sql`and ${hasConversation(sql`contacts.id`, within)}` : sql``} order by contacts.id desc
  `.execute(db);
  return rows.map(toEntry);
}

type IdentityRow = Omit<ContactIdentity, 'verifiedAt' | 'lastSeenAt' | 'createdAt'> & {
  verifiedAt: Date | null;
  lastSeenAt: Date | null;
  createdAt: Date;
};

/** Returns a contact's identities: verified ones first, then stated ones, then their browsers. */
async function identitiesOf(db: Database, contactId: string): Promise<ContactIdentity[]> {
  const { rows } = await sql<IdentityRow>`
    select identities.id, identities.kind, identities.value, websites.domain as website, identities.verified_at,
      visitors.user_agent, visitors.last_seen_at, identities.created_at
    from identities
    left join visitors on visitors.id = identities.visitor_id
    left join websites on websites.id = coalesce(identities.website_id, visitors.website_id)
    where identities.contact_id = ${contactId} and not identities.is_duplicate
      -- the session of a channel's customer is no browser, and the channel is told by itself
      and not exists (select from channel_sessions where channel_sessions.visitor_id = identities.visitor_id)
    order by identities.visitor_id is not null, identities.verified_at is null, identities.id
  `.execute(db);
  return rows.map(({ verifiedAt, lastSeenAt, createdAt, ...row }) => ({
    ...row,
    verifiedAt: verifiedAt?.toISOString() ?? null,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }));
}

/** All conversations of a contact, newest first, spam included; and where the next page begins. */
export async function conversationsOfContact(
  db: Database,
  contactId: string,
  {
    readerId,
    limit,
    after,
    where,
  }: { readerId: string; limit: number; after?: string | undefined; where?: RawBuilder<boolean> | undefined },
): Promise<{ conversations: Conversation[]; next: string | null }> {
  const { rows } = await sql<ConversationRow>`
    select ${conversationColumns}${unreadFor(readerId)} from conversations
    where visitor_id in (select visitor_id from identities where contact_id = ${contactId} and visitor_id is not null)
      and (not hidden or spam_at is not null)
      ${after === undefined ? sql`` : sql`and id < ${after}`} ${where ? sql`and ${where}` : sql``}
    order by id desc limit ${limit + 1}
  `.execute(db);
  const conversations = rows.slice(0, limit).map(toConversation);
  return { conversations, next: rows.length > limit ? (conversations.at(-1)?.id ?? null) : null };
}

/** Returns the name of the user who last named a contact, according to the activities of their conversations. */
export async function whoNamedContact(db: Database, contactId: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select users.name from conversations
      join activities on activities.conversation_id = conversations.id and activities.kind = 'identified'
      join users on users.id = (activities.cause ->> 'userId')::uuid
    where conversations.visitor_id in (select visitor_id from identities where contact_id = ${contactId})
    order by activities.created_at desc limit 1
  `.execute(db);
  return rows[0]?.name;
}

/**
 * Stores the name that the team gives a contact, writes it to all of their visitors, and returns their conversations
 * with a different name.
 */
export async function nameContact(db: Database, contactId: string, name: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with given as (
      update contacts set given_name = ${name} where id = ${contactId}
    ), named as (
      update visitors set name = ${name}, updated_at = now()
      where id in (select visitor_id from identities where contact_id = ${contactId})
    )
    select id from conversations
    where visitor_id in (select visitor_id from identities where contact_id = ${contactId})
      and customer_name is distinct from ${name} order by id desc
  `.execute(db);
  return rows.map(({ id }) => id);
}
