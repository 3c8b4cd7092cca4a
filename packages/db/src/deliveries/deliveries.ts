/** Calls to the outside: one row per event, channel and target, whatever happens to the process that makes the call. */
import { repeatableChannels } from '@parley/contracts/channels/integrations';
import type { Channel, Delivery } from '@parley/contracts/entities';
import { type LocalizedText } from '@parley/contracts/i18n/server-texts';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { DeliveriesTable, DeliveryStatus, JsonObject } from '../tables/work.ts';

export type DeliveryRow = Selectable<DeliveriesTable>;

function toDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    channel: row.channel,
    status: row.status,
    summary: row.summary,
    localized: row.localized,
    target: row.target,
    conversationId: row.conversationId,
    attempts: row.attempts,
    responseStatus: row.responseStatus,
    lastError: row.lastError,
    errorLocalized: row.errorLocalized,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

const jsonOf = (localized: LocalizedText | undefined): string | null => (localized ? JSON.stringify(localized) : null);

export interface NewDelivery {
  channel: Channel;
  eventId: string;
  target: string;
  summary: string;
  /** Summary as a message key with parameters. */
  localized?: LocalizedText;
  conversationId: string | null;
  payload: JsonObject;
}

/** Makes the delivery, or finds the one made for the same event, channel and target before. */
export async function ensureDelivery(db: Database, delivery: NewDelivery): Promise<DeliveryRow> {
  return db
    .insertInto('deliveries')
    .values({ ...delivery, localized: jsonOf(delivery.localized), payload: JSON.stringify(delivery.payload) })
    .onConflict((conflict) =>
      conflict.columns(['eventId', 'channel', 'target']).doUpdateSet((eb) => ({ target: eb.ref('excluded.target') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findDelivery(db: Database, id: string): Promise<DeliveryRow | undefined> {
  return db.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirst();
}

export interface DeliveryFilter {
  channel?: Channel | undefined;
  /** For webhooks: the webhook's id. */
  target?: string | undefined;
  status?: DeliveryStatus | undefined;
  limit: number;
  /** Older than this id. */
  before?: string | undefined;
}

/** Newest first. */
export async function listDeliveries(db: Database, filter: DeliveryFilter): Promise<Delivery[]> {
  let query = db.selectFrom('deliveries').selectAll();
  if (filter.channel) query = query.where('channel', '=', filter.channel);
  if (filter.target) query = query.where('target', '=', filter.target);
  if (filter.status) query = query.where('status', '=', filter.status);
  if (filter.before) query = query.where('id', '<', filter.before);
  const rows = await query.orderBy('id', 'desc').limit(filter.limit).execute();
  return rows.map(toDelivery);
}

export type DeliveryResult =
  | { status: 'delivered'; responseStatus?: number | null }
  | {
      status: 'failed';
      error: string;
      localized?: LocalizedText | undefined;
      responseStatus?: number | null;
      nextAttemptAt?: Date | null;
    }
  | { status: 'dead'; error: string; localized?: LocalizedText | undefined; responseStatus?: number | null };

/** Writes down how an attempt ended. A delivered one stays delivered, however late another attempt reports. */
export async function recordAttempt(db: Database, id: string, result: DeliveryResult): Promise<Delivery | undefined> {
  const delivered = result.status === 'delivered';
  const row = await db
    .updateTable('deliveries')
    .set((eb) => ({
      status: result.status,
      attempts: eb('attempts', '+', 1),
      lastError: delivered ? null : result.error,
      errorLocalized: delivered ? null : jsonOf(result.localized),
      responseStatus: result.responseStatus ?? null,
      nextAttemptAt: result.status === 'failed' ? (result.nextAttemptAt ?? null) : null,
      claimedBy: null,
      updatedAt: sql<Date>`now()`,
      ...(delivered ? { deliveredAt: sql<Date>`now()` } : {}),
    }))
    .where('id', '=', id)
    .where('status', '<>', 'delivered')
    .returningAll()
    .executeTakeFirst();
  return row && toDelivery(row);
}

export interface ClaimedDelivery extends DeliveryRow {
  /** True if a process ended during an earlier attempt, so that it is unknown whether the call was made. */
  wasInterrupted: boolean;
}

/**
 * Longer than any call takes. A job returns to its own delivery as soon as its worker is known to be dead; this covers
 * deliveries that lost their job too, together with all of Redis.
 */
const claimSeconds = 120;

/**
 * Claims a delivery for one attempt by `job`: of two jobs only one gets it. The same job may always claim it again,
 * since a job is run again only after its worker has ended. Undefined when it is unknown, finished, claimed by another
 * job, or not due yet.
 */
export async function claimDelivery(db: Database, id: string, job: string): Promise<ClaimedDelivery | undefined> {
  const { rows } = await sql<ClaimedDelivery>`
    update deliveries
    set status = 'pending', claimed_by = ${job}, next_attempt_at = now() + make_interval(secs => ${claimSeconds})
    where id = ${id} and status in ('pending', 'failed')
      and (next_attempt_at is null or next_attempt_at <= now() or (status = 'pending' and claimed_by = ${job}))
    returning deliveries.*, old.status = 'pending' and old.next_attempt_at is not null as was_interrupted
  `.execute(db);
  return rows[0];
}

/** Deletes the deliveries of a deleted conversation, except those of the event `exceptEventId`. */
export async function deleteDeliveriesOf(db: Database, conversationId: string, exceptEventId: string): Promise<void> {
  await db
    .deleteFrom('deliveries')
    .where('conversationId', '=', conversationId)
    .where('eventId', '<>', exceptEventId)
    .execute();
}

/**
 * Makes a delivery pending again, for the retry button, and for replays of delivered webhooks. Undefined when it is
 * unknown, claimed by a job, or delivered in the meantime.
 */
export async function resetDelivery(db: Database, id: string): Promise<Delivery | undefined> {
  const row = await db
    .updateTable('deliveries')
    .set({ status: 'pending', nextAttemptAt: null, updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('status', 'in', ['failed', 'dead']),
        eb.and([eb('status', '=', 'delivered'), eb('channel', 'in', repeatableChannels)]),
      ]),
    )
    .returningAll()
    .executeTakeFirst();
  return row && toDelivery(row);
}

/** Selects the unfinished deliveries of a conversation to one target, in their order; none outside conversations. */
const lineOf = (db: Database, { channel, target, conversationId }: DeliveryRow) =>
  db
    .selectFrom('deliveries')
    .select(['id', 'channel', 'attempts'])
    .where('channel', '=', channel)
    .where('target', '=', target)
    .where('conversationId', '=', conversationId)
    .where('status', 'in', ['pending', 'failed'])
    .orderBy('eventId')
    .limit(1);

export type WaitingDelivery = Pick<DeliveryRow, 'id' | 'channel' | 'attempts'>;

/** An earlier event's delivery of the same conversation to the same target that is not finished: it goes first. */
export async function unfinishedBefore(db: Database, delivery: DeliveryRow): Promise<WaitingDelivery | undefined> {
  return lineOf(db, delivery).where('eventId', '<', delivery.eventId).executeTakeFirst();
}

/** The next one that waits behind a delivery: same target, same conversation, a later event. */
export async function unfinishedAfter(db: Database, delivery: DeliveryRow): Promise<WaitingDelivery | undefined> {
  return lineOf(db, delivery).where('eventId', '>', delivery.eventId).executeTakeFirst();
}

export interface DueDeliveries {
  /** Untouched since then. */
  olderThan: Date;
  /** Channels that deliver in order: only the first unfinished delivery of a line is due. */
  inOrder: readonly Channel[];
  limit: number;
}

/** Returns unfinished deliveries that are due, oldest first, to pick up what a lost queue forgot. */
export async function dueDeliveries(
  db: Database,
  { olderThan, inOrder, limit }: DueDeliveries,
): Promise<WaitingDelivery[]> {
  return db
    .selectFrom('deliveries')
    .select(['id', 'channel', 'attempts'])
    .where('status', 'in', ['pending', 'failed'])
    .where('updatedAt', '<', olderThan)
    .where((eb) => eb.or([eb('nextAttemptAt', 'is', null), eb('nextAttemptAt', '<', sql<Date>`now()`)]))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('deliveries as earlier')
            .select('earlier.id')
            .where('earlier.channel', 'in', inOrder)
            .where('earlier.status', 'in', ['pending', 'failed'])
            .whereRef('earlier.channel', '=', 'deliveries.channel')
            .whereRef('earlier.target', '=', 'deliveries.target')
            .whereRef('earlier.conversationId', '=', 'deliveries.conversationId')
            .whereRef('earlier.eventId', '<', 'deliveries.eventId'),
        ),
      ),
    )
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Forgets finished deliveries made before `before`. */
export async function deleteOldDeliveries(db: Database, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('deliveries')
    .where('createdAt', '<', before)
    .where('status', 'in', ['delivered', 'dead'])
    .executeTakeFirst();
  return Number(numDeletedRows);
}
