/** Stores what other servers report about sent mails, and the addresses that mail came back from, in lower case. */
import type { BounceReason, SentMail } from '@parley/contracts/channels/mail-states';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { DeliveriesTable, MailBouncesTable, MailReport } from '../tables/work.ts';

export type MailBounce = Selectable<MailBouncesTable>;
type DeliveryRow = Selectable<DeliveriesTable>;

/** Returns the deliveries of a mail and its copies, by the id of the customer's delivery; that one first. */
export async function deliveriesOfMail(db: Database, deliveryId: string): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    with own as (select * from deliveries where id = ${deliveryId}::uuid and channel = 'email')
    select * from own
    union all
    select copies.* from own join deliveries as copies on copies.conversation_id = own.conversation_id
      and copies.channel = 'email' and copies.payload ->> 'copyOf' = ${deliveryId}
    limit 60
  `.execute(db);
  return rows;
}

/** Reports that replace each other: a mail that came back is not delivered by a late report. */
const ranks: Record<MailReport['state'], number> = { delayed: 1, delivered: 2, bounced: 3, complained: 4 };

/** Stores a report unless one that outranks it is stored already. Returns whether it was stored. */
export async function storeMailReport(db: Database, deliveryId: string, report: MailReport): Promise<boolean> {
  const outranked = Object.entries(ranks).flatMap(([state, rank]) => (rank <= ranks[report.state] ? [state] : []));
  const { numUpdatedRows } = await db
    .updateTable('deliveries')
    .set({ report: JSON.stringify(report), updatedAt: sql<Date>`now()` })
    .where('id', '=', deliveryId)
    .where(sql<boolean>`(report is null or report ->> 'state' = any(${outranked}::text[]))`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Has a mail that failed or came back sent again. Undefined for any other, and while it is being sent. */
export async function resetSentMail(db: Database, deliveryId: string): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    update deliveries set status = 'pending', next_attempt_at = null, report = null, updated_at = now()
    where id = ${deliveryId}::uuid and channel = 'email'
      and (status in ('failed', 'dead') or (status = 'delivered' and report ->> 'state' in ('bounced', 'complained')))
    returning *
  `.execute(db);
  return rows[0];
}

/** Notes that mail to an address came back. One that is stopped stays so. */
export async function noteBounce(
  db: Database,
  { address, reason, detail, isStopped }: { address: string; reason: BounceReason; detail: string; isStopped: boolean },
): Promise<void> {
  await sql`
    insert into mail_bounces (address, reason, detail, is_stopped)
    values (lower(${address}), ${reason}, ${detail}, ${isStopped})
    on conflict (address) do update set reason = excluded.reason, detail = excluded.detail, bounced_at = now(),
      is_stopped = mail_bounces.is_stopped or excluded.is_stopped
  `.execute(db);
}

/** Allows mail to an address again. Returns whether any was stored about it. */
export async function forgetBounce(db: Database, address: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('mailBounces')
    .where('address', '=', address.toLowerCase())
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function findBounce(db: Database, address: string): Promise<MailBounce | undefined> {
  return db.selectFrom('mailBounces').selectAll().where('address', '=', address.toLowerCase()).executeTakeFirst();
}

/** Returns a condition: no mail goes to the address of this column. */
export const isStoppedAddress = (address: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select from mail_bounces as bounced where bounced.address = lower(${address}) and bounced.is_stopped)`;

/** State of a mail, of its row in `deliveries`: what other servers have reported, else what became of handing it over. */
const stateOfMail = sql<SentMail['state']>`case
  when report is not null and (status = 'delivered' or report ->> 'state' = 'bounced') then report ->> 'state'
  when status = 'delivered' then 'sent'
  when status = 'dead' then 'failed'
  else 'queued' end`;

/** Worst first. */
const worstFirst: readonly SentMail['state'][] = [
  'complained',
  'bounced',
  'failed',
  'delayed',
  'queued',
  'sent',
  'delivered',
];

/** Brings a conversation's state of its newest mail up to date. Returns whether it has changed. */
export async function refreshMailState(db: Database, conversationId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update conversations set mail_state = newest.state
    from (
      select ${stateOfMail} as state from deliveries
      where conversation_id = ${conversationId}::uuid and channel = 'email' and payload ->> 'kind' = 'digest'
      order by (payload ->> 'toSeq')::int desc, array_position(${worstFirst}::text[], ${stateOfMail}) limit 1
    ) newest
    where conversations.id = ${conversationId}::uuid and conversations.mail_state <> newest.state
  `.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

export type SentMailRow = Pick<
  DeliveryRow,
  'id' | 'target' | 'payload' | 'report' | 'lastError' | 'errorLocalized' | 'updatedAt'
> & { state: SentMail['state']; isStopped: boolean };

/** Returns the mails with messages of a conversation, oldest first; at most 500. */
export async function sentMailsOf(db: Database, conversationId: string): Promise<SentMailRow[]> {
  const { rows } = await sql<SentMailRow>`
    select * from (
      select id, target, payload, ${stateOfMail} as state, report, last_error, error_localized, updated_at,
        ${isStoppedAddress(sql`target`)} as is_stopped
      from deliveries
      where conversation_id = ${conversationId}::uuid and channel = 'email' and payload ->> 'kind' in ('digest', 'forward')
      order by id desc limit 500
    ) newest order by id
  `.execute(db);
  return rows;
}
