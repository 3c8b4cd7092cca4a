/** Stores events from channels as received, before they are interpreted. */
import type { CustomerChannel } from '@parley/contracts/channels/list';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { InboundEventsTable, JsonObject } from '../tables/work.ts';

export type InboundEvent = Selectable<InboundEventsTable>;
export type NewInboundEvent = Pick<InboundEvent, 'externalId' | 'raw'>;

/** Stores events in their order, except those already stored. Returns the number of new ones. */
export async function storeInboundEvents(
  db: Database,
  channel: CustomerChannel,
  events: readonly NewInboundEvent[],
): Promise<number> {
  if (events.length === 0) return 0;
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('inboundEvents')
    .values(events.map((event) => ({ ...event, channel })))
    .onConflict((conflict) => conflict.columns(['channel', 'externalId']).doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows);
}

/** Returns the oldest event that is not processed yet. */
export async function nextInboundEvent(db: Database): Promise<InboundEvent | undefined> {
  return db
    .selectFrom('inboundEvents')
    .selectAll()
    .where('status', '=', 'stored')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

export type InboundEventResult = Pick<InboundEvent, 'address' | 'reference'> &
  (
    | { status: 'posted'; conversationId: string; messageSeq: number }
    /** The content of an ignored event is not stored. */
    | { status: 'ignored'; reason: string }
    | { status: 'failed'; reason: string }
  );

/** Stores the result of an event. An event is deleted if its conversation was deleted in the meantime. */
export async function recordInboundEvent(db: Database, id: string, result: InboundEventResult): Promise<void> {
  const isPosted = result.status === 'posted';
  const recorded = await db
    .updateTable('inboundEvents')
    .set({
      ...result,
      processedAt: sql<Date>`now()`,
      ...(result.status === 'ignored' ? { raw: Buffer.alloc(0) } : {}),
      ...(isPosted
        ? {
            conversationId: sql<string>`(select id from conversations where id = ${result.conversationId} for key share)`,
          }
        : {}),
    })
    .where('id', '=', id)
    .where('status', '=', 'stored')
    .returning('conversationId')
    .executeTakeFirst();
  if (isPosted && recorded?.conversationId === null)
    await db.deleteFrom('inboundEvents').where('id', '=', id).execute();
}

/** Returns the last event about a customer's message before the event `beforeId`. */
export async function earlierInboundEvent(
  db: Database,
  { channel, address, reference }: { channel: CustomerChannel; address: string; reference: string },
  beforeId: string,
): Promise<InboundEvent | undefined> {
  return db
    .selectFrom('inboundEvents')
    .selectAll()
    .where('channel', '=', channel)
    .where('address', '=', address)
    .where('reference', '=', reference)
    .where('status', '=', 'posted')
    .where('id', '<', beforeId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Returns the parameter of the link that the customer opened since their last message and before the event `beforeId`.
 */
export async function startParameter(
  db: Database,
  { channel, address }: { channel: CustomerChannel; address: string },
  beforeId: string,
): Promise<string | null> {
  const newest = await db
    .selectFrom('inboundEvents')
    .select(['status', 'reference'])
    .where('channel', '=', channel)
    .where('address', '=', address)
    .where('id', '<', beforeId)
    .where((eb) =>
      eb.or([
        eb('status', '=', 'posted'),
        eb.and([eb('status', '=', 'ignored'), eb('reason', '=', 'start'), eb('reference', 'is not', null)]),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.status === 'ignored' ? newest.reference : null;
}

/** Returns true if any event has waited for longer than this. */
export async function hasForgottenInboundEvents(db: Database, olderThanSeconds: number): Promise<boolean> {
  const row = await db
    .selectFrom('inboundEvents')
    .select('id')
    .where('status', '=', 'stored')
    .where('receivedAt', '<', sql<Date>`now() - make_interval(secs => ${olderThanSeconds})`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets processed events received before `before`. */
export async function deleteOldInboundEvents(db: Database, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('inboundEvents')
    .where('receivedAt', '<', before)
    .where('status', '<>', 'stored')
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Returns the state that a channel has stored about its provider; empty at first. */
export async function readChannelState(db: Database, channel: CustomerChannel): Promise<JsonObject> {
  const row = await db.selectFrom('channelStates').select('state').where('channel', '=', channel).executeTakeFirst();
  return row?.state ?? {};
}

/** Replaces the state that a channel has stored about its provider. */
export async function writeChannelState(db: Database, channel: CustomerChannel, state: JsonObject): Promise<void> {
  const text = JSON.stringify(state);
  await db
    .insertInto('channelStates')
    .values({ channel, state: text })
    .onConflict((conflict) => conflict.column('channel').doUpdateSet({ state: text, updatedAt: sql<Date>`now()` }))
    .execute();
}
