/** Stores which visitor an address writes as by mail. */
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { insertVisitor } from '../visitors/visitors.ts';

export interface MailSender {
  /** Lower case. */
  address: string;
  name: string | null;
  websiteId: string | null;
  /** Whether the receiving server found the address to be genuine. Others never share a contact with those. */
  isProven: boolean;
  /** Language that they write in. */
  locale: string;
}

/**
 * Returns the visitor of an address, made when there is none. A proven address belongs to the contact that has proven it
 * before, by mail or on the same website.
 */
export async function visitorOfSender(
  db: Database,
  { address, name, websiteId, isProven, locale }: MailSender,
): Promise<string> {
  return db.transaction().execute(async (transaction) => {
    // Two first mails at once make one visitor.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`mail sender ${address}`}, 0))`.execute(transaction);
    const known = await transaction
      .selectFrom('mailSenders')
      .select('visitorId')
      .where('address', '=', address)
      .where('websiteId', 'is not distinct from', websiteId)
      .where('isProven', '=', isProven)
      .executeTakeFirst();
    if (known) return known.visitorId;
    const { id: visitorId } = await insertVisitor(transaction, { websiteId, email: address, name, locale });
    await transaction.insertInto('mailSenders').values({ address, websiteId, isProven, visitorId }).execute();
    if (isProven) await proveContact(transaction, { address, websiteId, visitorId });
    return visitorId;
  });
}

async function proveContact(
  transaction: Database,
  { address, websiteId, visitorId }: { address: string; websiteId: string | null; visitorId: string },
): Promise<void> {
  const { rows } = await sql<{ contactId: string }>`
    select contact_id from identities
    where kind = 'email' and value = ${address} and verified_at is not null
      and (website_id is null or website_id is not distinct from ${websiteId}::uuid)
    order by website_id nulls first limit 1
  `.execute(transaction);
  const [proven] = rows;
  if (proven) {
    await sql`select join_contacts(contact_of(${visitorId}::uuid), ${proven.contactId}::uuid)`.execute(transaction);
    return;
  }
  await sql`
    update identities set verified_at = now()
    where contact_id = contact_of(${visitorId}::uuid) and kind = 'email' and value = ${address} and website_id is null
  `.execute(transaction);
}

/** Returns whether the owner of a proven address is blocked. */
export async function isOwnerBlocked(db: Database, address: string): Promise<boolean> {
  const { rows } = await sql<{ isBlocked: boolean }>`
    select exists (select from identities join contacts on contacts.id = identities.contact_id
      where identities.kind = 'email' and identities.value = ${address} and identities.verified_at is not null
        and contacts.blocked_at is not null) as is_blocked
  `.execute(db);
  return rows[0]?.isBlocked ?? false;
}

/** Returns how many conversations the mails of an address have opened within the last hour. */
export async function openedLastHour(db: Database, address: string): Promise<number> {
  const { rows } = await sql<{ opened: number }>`
    select count(*)::int as opened from mail_senders join conversations on conversations.visitor_id = mail_senders.visitor_id
    where mail_senders.address = ${address} and conversations.created_at > now() - interval '1 hour'
  `.execute(db);
  return rows[0]?.opened ?? 0;
}

/** Claims the automatic reply of today for an address. False if it has had one within a day. */
export async function claimAutoReply(db: Database, address: string): Promise<boolean> {
  const { rows } = await sql`
    insert into mail_auto_replies (address) values (${address})
    on conflict (address) do update set sent_at = now()
      where mail_auto_replies.sent_at < now() - interval '1 day'
    returning address
  `.execute(db);
  return rows.length > 0;
}

/** Forgets automatic replies that no longer matter. */
export async function deleteOldAutoReplies(db: Database, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('mailAutoReplies').where('sentAt', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
}
