/** Messages being handed to a channel that would take each of them twice. */
import type { CustomerChannel } from '@parley/contracts/channels/list';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { isUuid } from '../uuid.ts';

/**
 * `new`: no attempt was made before. `unknown`: an attempt was made, but its process ended before it learned the
 * result.
 */
export type Begun = 'new' | 'unknown' | 'sent';

/** Stores that a delivery is about to be sent to the channel. */
export async function beginSend(db: Database, deliveryId: string): Promise<Begun> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('channelSends')
    .values({ deliveryId, externalId: null })
    .onConflict((conflict) => conflict.column('deliveryId').doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows > 0n) return 'new';
  const row = await db
    .selectFrom('channelSends')
    .select('externalId')
    .where('deliveryId', '=', deliveryId)
    .executeTakeFirst();
  return row?.externalId ? 'sent' : 'unknown';
}

/** Stores that the channel accepted a message, and its identifier there. */
export async function completeSend(db: Database, deliveryId: string, externalId: string): Promise<void> {
  await db.updateTable('channelSends').set({ externalId }).where('deliveryId', '=', deliveryId).execute();
}

/**
 * Forgets an attempt that certainly failed, or that a user wants to repeat anyway: the next one counts as the first.
 */
export async function forgetSend(db: Database, deliveryId: string): Promise<void> {
  await db.deleteFrom('channelSends').where('deliveryId', '=', deliveryId).execute();
}

/** Returns the channel's identifier of the newest message sent to an address, until a time; null before the first. */
export async function lastSentTo(
  db: Database,
  { channel, address, until }: { channel: CustomerChannel; address: string; until?: Date },
): Promise<string | null> {
  const row = await db
    .selectFrom('deliveries')
    .innerJoin('channelSends', 'channelSends.deliveryId', 'deliveries.id')
    .select('channelSends.externalId')
    .where('deliveries.channel', '=', channel)
    .where('deliveries.target', '=', address)
    .where('channelSends.externalId', 'is not', null)
    .$if(until !== undefined, (query) => query.where('deliveries.deliveredAt', '<=', until ?? null))
    .orderBy('deliveries.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.externalId ?? null;
}

/** A part of a message, as a channel was to take it to a customer. */
export interface SentPiece {
  channel: CustomerChannel;
  address: string;
  signature: string;
  /** Identifier of the message in the channel; null while it is unknown whether the channel accepted it. */
  externalId: string | null;
  /** UTF-16 units of one part, and whether parts can be changed, where those are the channel's own; null elsewhere. */
  longest: number | null;
  takesEdits: boolean | null;
}

/** The parts in which a message went to customers by their channels, in their order. */
export async function sentPieces(db: Database, conversationId: string, seq: number): Promise<SentPiece[]> {
  const { rows } = await sql<SentPiece>`
    select deliveries.channel, deliveries.target as address, deliveries.payload ->> 'signature' as signature,
      case when deliveries.status = 'delivered' then channel_sends.external_id end as external_id,
      api_channels.longest_message as longest, api_channels.takes_edits
    from deliveries left join channel_sends on channel_sends.delivery_id = deliveries.id
      left join api_channels on deliveries.channel = 'api_channel'
        and api_channels.id::text = split_part(deliveries.target, ':', 1)
    where deliveries.conversation_id = ${conversationId} and deliveries.payload ->> 'kind' = 'answer'
      and deliveries.payload ->> 'seq' = ${String(seq)}
    order by deliveries.channel, deliveries.target, (deliveries.payload ->> 'from')::integer
  `.execute(db);
  return rows;
}

/** A chat with a customer. */
export interface Chat {
  channel: CustomerChannel;
  address: string;
}

/** Returns the channel's identifier of a message in a chat, from either side; undefined if it isn't there. */
export async function referenceOf(
  db: Database,
  { channel, address }: Chat,
  { conversationId, seq }: { conversationId: string; seq: number },
): Promise<string | undefined> {
  const { rows } = await sql<{ reference: string }>`
    (select reference from inbound_events
     where conversation_id = ${conversationId} and message_seq = ${seq} and channel = ${channel} and address = ${address}
       and reference is not null order by id limit 1)
    union all
    (select channel_sends.external_id from deliveries join channel_sends on channel_sends.delivery_id = deliveries.id
     where deliveries.conversation_id = ${conversationId} and deliveries.channel = ${channel} and deliveries.target = ${address}
       and deliveries.payload ->> 'kind' = 'answer' and deliveries.payload ->> 'seq' = ${String(seq)}
       and channel_sends.external_id is not null
     order by deliveries.id limit 1)
    limit 1
  `.execute(db);
  return rows[0]?.reference;
}

/**
 * Returns the message of a chat that has this identifier in the channel, or as a delivery of ours that the channel is
 * about to accept: its program may report on a message before it has answered. Undefined if none has it.
 */
export async function messageByReference(
  db: Database,
  { channel, address }: Chat,
  reference: string,
): Promise<{ id: string; conversationId: string; seq: number } | undefined> {
  const { rows } = await sql<{ id: string; conversationId: string; seq: number }>`
    with places as (
      (select conversation_id, message_seq as seq from inbound_events
       where channel = ${channel} and address = ${address} and reference = ${reference} and message_seq is not null
       order by id limit 1)
      union all
      (select deliveries.conversation_id, (deliveries.payload ->> 'seq')::integer
       from deliveries join channel_sends on channel_sends.delivery_id = deliveries.id
       where (channel_sends.external_id = ${reference}
           or (channel_sends.external_id is null and channel_sends.delivery_id = ${isUuid(reference) ? reference : null}::uuid))
         and deliveries.channel = ${channel} and deliveries.target = ${address} and deliveries.payload ->> 'kind' = 'answer'
       order by deliveries.id desc limit 1)
    )
    select messages.id, conversation_id, seq from places join messages using (conversation_id, seq) limit 1
  `.execute(db);
  return rows[0];
}

/** Marks a sent message as not delivered, as the channel reports. Returns its conversation; undefined if it isn't there. */
export async function failSent(
  db: Database,
  { channel, address }: Chat,
  { reference, error, localized }: { reference: string; error: string; localized: object },
): Promise<string | undefined> {
  const { rows } = await sql<{ conversationId: string }>`
    update deliveries set status = 'dead', last_error = ${error}, error_localized = ${JSON.stringify(localized)}::jsonb,
      delivered_at = null, updated_at = now()
    from channel_sends
    where channel_sends.delivery_id = deliveries.id and channel_sends.external_id = ${reference}
      and deliveries.channel = ${channel} and deliveries.target = ${address} and deliveries.status = 'delivered'
      and deliveries.payload ->> 'kind' = 'answer'
    returning deliveries.conversation_id
  `.execute(db);
  return rows[0]?.conversationId;
}
