/** Threads of conversations in Slack or Microsoft Teams, and the messages in them. */
import type { ThreadProductId } from '@parley/contracts/channels/threads';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

export interface Thread {
  conversationId: string;
  channelId: string;
  /** The product's id of it; null while it is unknown whether it has begun there. */
  threadId: string | null;
}

/** Names the thread of a conversation in a product. */
export interface ThreadKey {
  product: ThreadProductId;
  conversationId: string;
}

const columns = ['conversationId', 'channelId', 'threadId'] as const;

/** Returns the thread of a conversation. */
export async function findThread(db: Database, { product, conversationId }: ThreadKey): Promise<Thread | undefined> {
  return db
    .selectFrom('threads')
    .select(columns)
    .where('conversationId', '=', conversationId)
    .where('product', '=', product)
    .executeTakeFirst();
}

/** Returns the thread with an id of the product's. */
export async function threadAt(
  db: Database,
  { product, channelId, threadId }: { product: ThreadProductId; channelId: string; threadId: string },
): Promise<Thread | undefined> {
  return db
    .selectFrom('threads')
    .select(columns)
    .where('product', '=', product)
    .where('channelId', '=', channelId)
    .where('threadId', '=', threadId)
    .executeTakeFirst();
}

/** Stores that a thread is about to be begun; returns the one that is there, and undefined for a deleted conversation. */
export async function beginThread(
  db: Database,
  { product, conversationId }: ThreadKey,
  channelId: string,
): Promise<(Thread & { isNew: boolean }) | undefined> {
  const { rows } = await sql<Thread & { isNew: boolean }>`
    with inserted as (
      insert into threads (conversation_id, product, channel_id)
      select id, ${product}, ${channelId} from conversations where id = ${conversationId}
      on conflict (conversation_id, product) do nothing returning *
    )
    select conversation_id, channel_id, thread_id, true as is_new from inserted
    union all
    select conversation_id, channel_id, thread_id, false from threads
    where conversation_id = ${conversationId} and product = ${product}
    limit 1
  `.execute(db);
  return rows[0];
}

/** Stores the product's id of a thread. */
export async function completeThread(
  db: Database,
  { product, conversationId }: ThreadKey,
  threadId: string,
): Promise<void> {
  await db
    .updateTable('threads')
    .set({ threadId })
    .where('conversationId', '=', conversationId)
    .where('product', '=', product)
    .execute();
}

/** Returns the product's id of a message that we have posted into a thread. */
export async function postedAs(
  db: Database,
  { product, conversationId, seq }: ThreadKey & { seq: number },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select channel_sends.external_id as id from deliveries
    join channel_sends on channel_sends.delivery_id = deliveries.id
    where deliveries.conversation_id = ${conversationId} and deliveries.channel = ${product}
      and deliveries.payload ->> 'kind' = 'thread_message' and deliveries.payload ->> 'seq' = ${String(seq)}
      and channel_sends.external_id is not null
    order by deliveries.id desc limit 1
  `.execute(db);
  return rows[0]?.id;
}

/** Returns the delivery that brought a reply, by the product's id of it. */
export async function replyAt(
  db: Database,
  { product, conversationId, messageId }: ThreadKey & { messageId: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from deliveries
    where conversation_id = ${conversationId} and channel = ${product}
      and payload ->> 'kind' = 'thread_reply' and payload ->> 'what' = 'written'
      and payload ->> 'messageId' = ${messageId}
    order by event_id limit 1
  `.execute(db);
  return rows[0]?.id;
}

/** Returns the ids of the deliveries that brought a product's replies to a conversation. */
export async function repliesTo(db: Database, { product, conversationId }: ThreadKey): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from deliveries
    where conversation_id = ${conversationId} and channel = ${product} and payload ->> 'kind' = 'thread_reply'
  `.execute(db);
  return rows.map(({ id }) => id);
}
