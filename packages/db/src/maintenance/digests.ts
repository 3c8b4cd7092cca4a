import { sql } from 'kysely';
import type { Database, Transaction } from '../database.ts';
import { isStoppedAddress } from '../mail/bounces.ts';
import { hasProvenAddress } from '../mail/proof.ts';

export interface DueDigest {
  conversationId: string;
  visitorId: string;
  email: string;
  /** The conversation is one by mail: its answers have no other way. */
  isByMail: boolean;
  /** The first and the last answer that the customer has neither read nor got by mail. */
  fromSeq: number;
  toSeq: number;
}

/**
 * Returns conversations with answers that the customer has not seen. Where the customer wrote by mail, answers are due at
 * once; elsewhere if they and the customer's last activity are older than their website wants, or than `afterMinutes` for
 * those of no website. Unless `isFirstReady`, the
 * first mailbox can send none. For an unproven address only answers of representatives count: a visitor who typed
 * a stranger's address could steer what the assistant writes to it. Answers older than three days are no longer sent;
 * the other installation sends copied ones.
 */
export async function dueDigests(
  db: Database,
  { now, afterMinutes, isFirstReady, limit }: { now: Date; afterMinutes: number; isFirstReady: boolean; limit: number },
): Promise<DueDigest[]> {
  const { rows } = await sql<DueDigest>`
    select conversations.id as conversation_id, visitors.id as visitor_id, conversations.customer_email as email,
      conversations.channel = 'email' as is_by_mail, unseen.from_seq, unseen.to_seq
    from conversations
    join visitors on visitors.id = conversations.visitor_id
    left join websites on websites.id = conversations.website_id
    cross join lateral (
      select ${now}::timestamptz - make_interval(mins => case when websites.id is null then ${afterMinutes}::integer
        else websites.mail_after_minutes end) as before
    ) away
    cross join lateral (
      select min(seq) as from_seq, max(seq) as to_seq, min(created_at) as since from messages
      where messages.conversation_id = conversations.id
        and (messages.sender_type = 'representative' or (messages.sender_type = 'ai' and ${hasProvenAddress}))
        and messages.seq > greatest(conversations.customer_read_seq, conversations.emailed_until_seq)
        and messages.copied_seq is null and messages.removed_at is null
    ) unseen
    where not conversations.hidden
      and conversations.last_activity_at > ${now}::timestamptz - interval '3 days'
      and conversations.last_seq > greatest(conversations.customer_read_seq, conversations.emailed_until_seq)
      and conversations.customer_email is not null
      and (conversations.channel = 'email'
        or ((visitors.last_seen_at is null or visitors.last_seen_at < away.before) and unseen.since < away.before))
      and (${isFirstReady} or exists (
        select from mailboxes where mailboxes.id = conversations.mailbox_id and sending ->> 'kind' <> 'installation'))
      -- who comes by a channel has the answers there
      and not exists (
        select from channel_sessions
        where channel_sessions.visitor_id = visitors.id and channel_sessions.unreachable_since is null
      )
      and (conversations.channel = 'email' or not exists (
        select from mail_unsubscribes as unwilling where unwilling.address = lower(conversations.customer_email)
      ))
      and not ${isStoppedAddress(sql`conversations.customer_email`)}
    order by conversations.last_activity_at desc limit ${limit}
  `.execute(db);
  return rows;
}

/**
 * Claims the range for one mail. Returns false when another process has claimed it, or the customer has read it in the
 * meantime.
 */
export async function claimDigest(transaction: Transaction, digest: DueDigest): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('conversations')
    .set({ emailedUntilSeq: digest.toSeq })
    .where('id', '=', digest.conversationId)
    .where('emailedUntilSeq', '<', digest.fromSeq)
    .where('customerReadSeq', '<', digest.fromSeq)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Gives the range back, for a mail to the address that the customer has now. */
export async function releaseDigest(
  db: Database,
  conversationId: string,
  { fromSeq, toSeq }: Pick<DueDigest, 'fromSeq' | 'toSeq'>,
): Promise<void> {
  await db
    .updateTable('conversations')
    .set({ emailedUntilSeq: fromSeq - 1 })
    .where('id', '=', conversationId)
    .where('emailedUntilSeq', '=', toSeq)
    .execute();
}

/**
 * Returns the number of mails with answers that were planned for an address within the last hour, in any conversation.
 */
export async function digestsLastHour(db: Database, address: string): Promise<number> {
  const { rows } = await sql<{ planned: number }>`
    select count(*) as planned from conversations join deliveries on deliveries.conversation_id = conversations.id
    where lower(conversations.customer_email) = lower(${address}) and conversations.customer_email is not null
      and deliveries.channel = 'email' and deliveries.payload->>'kind' = 'digest'
      and lower(deliveries.target) = lower(${address}) and deliveries.created_at > now() - interval '1 hour'
  `.execute(db);
  return rows[0]?.planned ?? 0;
}
