/** Finds the visitor of a contact through whom the team can write first. */
import type { ConversationChannel } from '@parley/contracts/channels/list';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { prepared } from '../prepared.ts';

/** A way to write to a contact: a channel, and the visitor that the conversation will belong to. */
export interface Way {
  channel: ConversationChannel;
  visitorId: string;
  websiteId: string | null;
  name: string | null;
  email: string | null;
}

/**
 * Returns the ways to reach contacts, by contact, the best of each channel first: the widget where they have written or
 * their website vouches for them, since a browser remembers nobody else; a channel where they still take messages; mail
 * where there is an address, a verified one first.
 */
export async function waysOfContacts(
  db: Database,
  contactIds: readonly string[],
  { websiteId = null }: { websiteId?: string | null | undefined } = {},
): Promise<Map<string, Way[]>> {
  const rows = await prepared(
    db,
    sql<Way & { contactId: string }>`
    with sessions as (
      select visitors.*, identities.contact_id, channel_sessions.channel as session_channel,
        channel_sessions.channel is not null and channel_sessions.unreachable_since is null
          and coalesce(channel_sessions.reply_until > now(), true) as is_reachable,
        visitors.identity_key is not null or exists (
          select from conversations where conversations.visitor_id = visitors.id) as is_remembered
      from identities join visitors on visitors.id = identities.visitor_id
      left join channel_sessions on channel_sessions.visitor_id = visitors.id
      where identities.contact_id = any(${contactIds}::uuid[])
        and (${websiteId}::uuid is null or visitors.website_id = ${websiteId}::uuid)
    ), ways as (
      select 'widget' as channel, 1 as place, false as is_proven, sessions.* from sessions
      where session_channel is null and website_id is not null and is_remembered
      union all
      select session_channel, 2, false, sessions.* from sessions where is_reachable
      union all
      select 'email', 3, email_verified, sessions.* from sessions where email is not null
    )
    select contact_id, channel, id as visitor_id, website_id, name, email from ways
    order by place, is_proven desc, last_seen_at desc nulls last, id desc`,
  );
  const ways = new Map<string, Way[]>();
  for (const { contactId, ...way } of rows) {
    const known = ways.get(contactId);
    if (known) known.push(way);
    else ways.set(contactId, [way]);
  }
  return ways;
}

/** Returns the ways to reach one contact, as `waysOfContacts` does. */
export async function waysToReach(
  db: Database,
  contactId: string,
  place?: { websiteId?: string | undefined },
): Promise<Way[]> {
  return (await waysOfContacts(db, [contactId], place)).get(contactId) ?? [];
}

/** Returns whether there is such a contact. */
export async function isContact(db: Database, id: string): Promise<boolean> {
  return (await db.selectFrom('contacts').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** Returns the contacts with this lower-case address, the oldest first. */
export async function contactsWithAddress(db: Database, address: string): Promise<string[]> {
  const rows = await prepared(
    db,
    sql<{ contactId: string }>`select contact_id from identities where kind = 'email' and value = ${address}
      group by contact_id order by bool_or(verified_at is not null) desc, min(id::text)`,
  );
  return rows.map(({ contactId }) => contactId);
}

/** Returns the contacts with this customer number, on one website if it is named, the oldest first. */
export async function contactsWithExternalId(
  db: Database,
  externalId: string,
  websiteId: string | undefined,
): Promise<string[]> {
  const rows = await prepared(
    db,
    sql<{ contactId: string }>`select contact_id from identities where kind = 'external_id' and value = ${externalId}
      ${websiteId === undefined ? sql`` : sql`and website_id = ${websiteId}`}
      group by contact_id order by min(id::text)`,
  );
  return rows.map(({ contactId }) => contactId);
}

/** Locks a visitor and returns the conversation that was started under an id, if there is one. */
export async function holdStarted(
  db: Database,
  visitorId: string,
  clientConversationId: string,
): Promise<string | undefined> {
  await sql`select id from visitors where id = ${visitorId} for update`.execute(db);
  const started = await db
    .selectFrom('conversations')
    .select('id')
    .where('visitorId', '=', visitorId)
    .where('clientConversationId', '=', clientConversationId)
    .executeTakeFirst();
  return started?.id;
}

/** Reasons for which a contact gets no bulk messages. */
export interface Reachability {
  isBlocked: boolean;
  /** A conversation with them is marked as spam. */
  isSpam: boolean;
}

/** Returns what decides whether contacts get bulk messages, by contact; unknown contacts are absent. */
export async function reachabilityOf(db: Database, contactIds: readonly string[]): Promise<Map<string, Reachability>> {
  const rows = await prepared(
    db,
    sql<Reachability & { id: string }>`
    select id, blocked_at is not null as is_blocked, exists (
      select from identities join conversations on conversations.visitor_id = identities.visitor_id
      where identities.contact_id = contacts.id and conversations.spam_at is not null) as is_spam
    from contacts where id = any(${contactIds}::uuid[])`,
  );
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}

/** Returns the lower-case addresses among these that are unsubscribed, and those that mail came back from. */
export async function unwillingAddresses(
  db: Database,
  addresses: readonly string[],
): Promise<{ unsubscribed: Set<string>; bounced: Set<string> }> {
  const rows = await prepared(
    db,
    sql<{ address: string; isBounced: boolean }>`
    select address, false as is_bounced from mail_unsubscribes where address = any(${addresses}::text[])
    union all
    select address, true from mail_bounces where address = any(${addresses}::text[])`,
  );
  const of = (isBounced: boolean) =>
    new Set(rows.filter((row) => row.isBounced === isBounced).map(({ address }) => address));
  return { unsubscribed: of(false), bounced: of(true) };
}
