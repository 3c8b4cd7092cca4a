/** Calls to the outside: one row per event, channel and target, whatever happens to the process that makes the call. */
import { repeatableChannels } from '@parley/contracts/channels/list';
import type { Channel, Delivery } from '@parley/contracts/entities';
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
    target: row.target,
    conversationId: row.conversationId,
    attempts: row.attempts,
    responseStatus: row.responseStatus,
    lastError: row.lastError,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export interface NewDelivery {
  channel: Channel;
  eventId: string;
  target: string;
  summary: string;
  conversationId: string | null;
  payload: JsonObject;
}

/** Makes the delivery, or finds the one made for the same event, channel and target before. */
export async function ensureDelivery(db: Database, delivery: NewDelivery): Promise<DeliveryRow> {
  return db
    .insertInto('deliveries')
    .values({ ...delivery, payload: JSON.stringify(delivery.payload) })
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
  | { status: 'failed'; error: string; responseStatus?: number | null; nextAttemptAt?: Date | null }
  | { status: 'dead'; error: string; responseStatus?: number | null };

/** Writes down how an attempt ended. A delivered one stays delivered, however late another attempt reports. */
export async function recordAttempt(db: Database, id: string, result: DeliveryResult): Promise<Delivery | undefined> {
  const delivered = result.status === 'delivered';
  const row = await db
    .updateTable('deliveries')
    .set((eb) => ({
      status: result.status,
      attempts: eb('attempts', '+', 1),
      lastError: delivered ? null : result.error,
      responseStatus: result.responseStatus ?? null,
      nextAttemptAt: result.status === 'failed' ? (result.nextAttemptAt ?? null) : null,
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
  /** A process died within an earlier attempt: nobody knows whether the call was made. */
  wasInterrupted: boolean;
}

/**
 * Takes a delivery for one attempt, for at most `leaseSeconds`: of two processes one gets it. Undefined when it is
 * unknown, finished, or in somebody else's hands.
 */
export async function claimDelivery(
  db: Database,
  id: string,
  leaseSeconds: number,
): Promise<ClaimedDelivery | undefined> {
  const { rows } = await sql<ClaimedDelivery>`
    update deliveries set status = 'pending', next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
    where id = ${id} and status in ('pending', 'failed') and (next_attempt_at is null or next_attempt_at <= now())
    returning deliveries.*, old.status = 'pending' and old.next_attempt_at is not null as was_interrupted
  `.execute(db);
  return rows[0];
}

/** Keeps a claimed delivery for another `leaseSeconds` from now. */
export async function extendLease(db: Database, id: string, leaseSeconds: number): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ nextAttemptAt: sql<Date>`now() + make_interval(secs => ${leaseSeconds})` })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute();
}

/** Forgets what was to be told of a conversation that is gone, but for the deliveries of the event `exceptEventId`. */
export async function deleteDeliveriesOf(db: Database, conversationId: string, exceptEventId: string): Promise<void> {
  await db
    .deleteFrom('deliveries')
    .where('conversationId', '=', conversationId)
    .where('eventId', '<>', exceptEventId)
    .execute();
}

/**
 * Makes a delivery pending again, for the retry button, and for replays of delivered webhooks. Undefined when unknown, in
 * somebody's hands, or delivered meanwhile.
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

/** What is not finished of a conversation's deliveries to one target, in their order; nothing outside conversations. */
const lineOf = (db: Database, { channel, target, conversationId }: DeliveryRow) =>
  db
    .selectFrom('deliveries')
    .where('channel', '=', channel)
    .where('target', '=', target)
    .where('conversationId', '=', conversationId)
    .where('status', 'in', ['pending', 'failed'])
    .orderBy('eventId')
    .limit(1);

/** An earlier event's delivery of the same conversation to the same target that is not finished: it goes first. */
export async function unfinishedBefore(db: Database, delivery: DeliveryRow): Promise<DeliveryRow | undefined> {
  return lineOf(db, delivery).selectAll().where('eventId', '<', delivery.eventId).executeTakeFirst();
}

export type WaitingDelivery = Pick<DeliveryRow, 'id' | 'channel' | 'attempts'>;

/** The next one that waits behind a delivery: same target, same conversation, a later event. */
export async function unfinishedAfter(db: Database, delivery: DeliveryRow): Promise<WaitingDelivery | undefined> {
  return lineOf(db, delivery)
    .select(['id', 'channel', 'attempts'])
    .where('eventId', '>', delivery.eventId)
    .executeTakeFirst();
}

/** Unfinished deliveries whose time has come, oldest first: for picking up what a lost queue forgot. */
export async function dueDeliveries(db: Database, { olderThan, limit }: { olderThan: Date; limit: number }) {
  return db
    .selectFrom('deliveries')
    .selectAll()
    .where('status', 'in', ['pending', 'failed'])
    .where('updatedAt', '<', olderThan)
    .where((eb) => eb.or([eb('nextAttemptAt', 'is', null), eb('nextAttemptAt', '<', sql<Date>`now()`)]))
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
