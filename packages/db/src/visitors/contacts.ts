/**
 * Reads customers across all channels: a contact owns identities, and a visitor, the session of a browser, is one of
 * them.
 */
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import { prepared } from '../prepared.ts';
import type { IdentitiesTable } from '../tables/users.ts';

export type Identity = Selectable<IdentitiesTable>;

/** Returns the id of a visitor's contact; undefined for an unknown visitor. */
export async function contactOf(db: Database, visitorId: string): Promise<string | undefined> {
  const session = await db
    .selectFrom('identities')
    .select('contactId')
    .where('visitorId', '=', visitorId)
    .executeTakeFirst();
  return session?.contactId;
}

/** Requires that a visitor's contact is blocked; false for an unknown visitor. */
export const isBlockedVisitor = (visitorId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select from identities join contacts on contacts.id = identities.contact_id
  where identities.visitor_id = ${visitorId} and contacts.blocked_at is not null)`;

/** Returns whether a visitor's contact is blocked, as a query of its own. */
export async function isBlocked(db: Database, visitorId: string | null): Promise<boolean> {
  if (visitorId === null) return false;
  const [row] = await prepared(
    db,
    sql<{ isBlocked: boolean }>`
    select ${isBlockedVisitor(sql`${visitorId}::uuid`)} as is_blocked`,
  );
  return row?.isBlocked ?? false;
}

/** Returns the time when a contact was blocked; null if they aren't. */
export async function findBlock(db: Database, contactId: string): Promise<Date | null> {
  const contact = await db.selectFrom('contacts').select('blockedAt').where('id', '=', contactId).executeTakeFirst();
  return contact?.blockedAt ?? null;
}

/** Whom a block is about: their sessions, and the conversations that they see. */
export interface Blocked {
  visitorIds: string[];
  conversationIds: string[];
}

/**
 * Blocks a contact on behalf of a user, or with null unblocks them; AI answers in progress become obsolete. Undefined
 * when nothing changes, or there is no such contact.
 */
export async function setBlocked(db: Database, contactId: string, userId: string | null): Promise<Blocked | undefined> {
  const isBlocking = userId !== null;
  const { rows } = await sql<Blocked>`
    with changed as (
      update contacts set blocked_at = ${isBlocking ? sql`now()` : sql`null`}, blocked_by = ${userId}::uuid
      where id = ${contactId} and (blocked_at is null) = ${isBlocking}
      returning id
    ), sessions as (
      select visitor_id from identities join changed on changed.id = identities.contact_id where visitor_id is not null
    ), silenced as (
      update conversations set is_blocked = ${isBlocking}, ai_epoch = ai_epoch + 1
      where visitor_id in (select visitor_id from sessions)
    )
    select array(select visitor_id from sessions) as visitor_ids,
      array(select id from conversations where visitor_id in (select visitor_id from sessions)) as conversation_ids
    from changed
  `.execute(db);
  return rows[0];
}

/** The visitors who are the same person as this one, it included. For `= any`. */
export const sessionsOfSameContact = (visitorId: string): RawBuilder<string> => sql<string>`array(
  select sessions.visitor_id from identities as mine
  join identities as sessions on sessions.contact_id = mine.contact_id and sessions.visitor_id is not null
  where mine.visitor_id = ${visitorId})`;

/** Returns whether two visitors are sessions of the same contact; false if one of them is unknown. */
export async function isOfSameContact(db: Database, visitorId: string, otherId: string | null): Promise<boolean> {
  const { rows } = await sql<{ isSame: boolean }>`
    select ${otherId}::uuid = any(${sessionsOfSameContact(visitorId)}) as is_same`.execute(db);
  return rows[0]?.isSame ?? false;
}

/** Returns all identities of the contacts that have or had this lower-case address, oldest first. */
export async function identitiesByAddress(db: Database, address: string): Promise<Identity[]> {
  return db
    .selectFrom('identities')
    .selectAll()
    .where('contactId', 'in', (eb) =>
      eb.selectFrom('identities').select('contactId').where('value', '=', address).where('kind', '=', 'email'),
    )
    .orderBy('id')
    .execute();
}

/** Requires that a contact has a conversation that matches a condition. */
export const hasConversation = (contactId: RawBuilder<unknown>, within: RawBuilder<boolean>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from identities theirs join conversations on conversations.visitor_id = theirs.visitor_id
    where theirs.contact_id = ${contactId} and ${within})`;

/**
 * Returns contacts that may be the same person, newest first: they share an identity that is not proven to be both
 * theirs. Such contacts are suggested to users and never merged automatically.
 */
export async function proposedContacts(
  db: Database,
  contactId: string,
  limit: number,
  within?: RawBuilder<boolean>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct others.contact_id as id from identities as mine
    join identities as others on others.value = mine.value and others.kind = mine.kind
    where mine.contact_id = ${contactId} and mine.value is not null and others.contact_id <> mine.contact_id
      -- a customer number is one's own on its website alone
      and (mine.kind <> 'external_id' or others.website_id is not distinct from mine.website_id)
      ${within ? sql`and ${hasConversation(sql`others.contact_id`, within)}` : sql``}
    order by id desc limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * A visitor turns out to be another one, whom the website vouches for: they are one contact from now on, and what the
 * one wrote becomes the other's where the other has written nothing.
 */
export async function joinVisitors(db: Database, from: string, to: string): Promise<void> {
  await sql`
    with given as (
      update conversations set visitor_id = ${to}
      where visitor_id = ${from} and not exists (select from conversations as theirs where theirs.visitor_id = ${to})
    )
    select join_contacts(contact_of(${from}), contact_of(${to}))
  `.execute(db);
}

/**
 * Returns the name that the team gave to the person of a session, or of the address a website vouches for; where it
 * gave none, this one.
 */
export function givenNameOr(
  name: string,
  by: { visitorId: string } | { websiteId: string; identityKey: string },
): RawBuilder<string> {
  const theirs =
    'visitorId' in by
      ? sql`identities.visitor_id = ${by.visitorId}`
      : sql`identities.kind = 'email' and identities.value = ${by.identityKey}
          and identities.website_id = ${by.websiteId} and identities.verified_at is not null`;
  return sql<string>`coalesce((select given_name from contacts join identities on identities.contact_id = contacts.id
    where ${theirs} and given_name is not null limit 1), ${name}::text)`;
}
