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
 * Returns the ways to reach a contact, the best of each channel first: the widget where they have written or their
 * website vouches for them, since a browser remembers nobody else; a channel where they still take messages; mail where
 * there is an address, a verified one first.
 */
export async function waysToReach(
  db: Database,
  contactId: string,
  { websiteId }: { websiteId?: string | undefined } = {},
): Promise<Way[]> {
  return prepared(
    db,
    sql<Way>`
    with sessions as (
      select visitors.*, channel_sessions.channel as session_channel,
        channel_sessions.channel is not null and channel_sessions.unreachable_since is null as is_reachable,
        visitors.identity_key is not null or exists (
          select from conversations where conversations.visitor_id = visitors.id) as is_remembered
      from identities join visitors on visitors.id = identities.visitor_id
      left join channel_sessions on channel_sessions.visitor_id = visitors.id
      where identities.contact_id = ${contactId}
        ${websiteId === undefined ? sql`` : sql`and visitors.website_id = ${websiteId}`}
    ), ways as (
      select 'widget' as channel, 1 as place, false as is_proven, sessions.* from sessions
      where session_channel is null and website_id is not null and is_remembered
      union all
      select session_channel, 2, false, sessions.* from sessions where is_reachable
      union all
      select 'email', 3, email_verified, sessions.* from sessions where email is not null
    )
    select channel, id as visitor_id, website_id, name, email from ways
    order by place, is_proven desc, last_seen_at desc nulls last, id desc`,
  );
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
