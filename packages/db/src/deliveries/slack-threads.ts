/** Threads of conversations in Slack, and the messages in them. */
import { sql } from 'kysely';
import type { Database } from '../database.ts';

export interface SlackThread {
  conversationId: string;
  channelId: string;
  /** Slack's id of the first message; null while it is unknown whether Slack has taken it. */
  threadTs: string | null;
}

const columns = ['conversationId', 'channelId', 'threadTs'] as const;

/** Returns the thread of a conversation. */
export async function findSlackThread(db: Database, conversationId: string): Promise<SlackThread | undefined> {
  return db.selectFrom('slackThreads').select(columns).where('conversationId', '=', conversationId).executeTakeFirst();
}

/** Returns the thread that begins with a message of Slack's. */
export async function slackThreadAt(
  db: Database,
  { channelId, threadTs }: { channelId: string; threadTs: string },
): Promise<SlackThread | undefined> {
  return db
    .selectFrom('slackThreads')
    .select(columns)
    .where('channelId', '=', channelId)
    .where('threadTs', '=', threadTs)
    .executeTakeFirst();
}

/** Stores that a thread is about to be begun; returns the one that is there, and undefined for a deleted conversation. */
export async function beginSlackThread(
  db: Database,
  conversationId: string,
  channelId: string,
): Promise<(SlackThread & { isNew: boolean }) | undefined> {
  const { rows } = await sql<SlackThread & { isNew: boolean }>`
    with inserted as (
      insert into slack_threads (conversation_id, channel_id)
      select id, ${channelId} from conversations where id = ${conversationId}
      on conflict (conversation_id) do nothing returning *
    )
    select conversation_id, channel_id, thread_ts, true as is_new from inserted
    union all
    select conversation_id, channel_id, thread_ts, false from slack_threads where conversation_id = ${conversationId}
    limit 1
  `.execute(db);
  return rows[0];
}

/** Stores Slack's id of a thread's first message. */
export async function completeSlackThread(db: Database, conversationId: string, threadTs: string): Promise<void> {
  await db.updateTable('slackThreads').set({ threadTs }).where('conversationId', '=', conversationId).execute();
}

/** Returns Slack's id of a message that we have posted into a thread. */
export async function slackTsOf(
  db: Database,
  { conversationId, seq }: { conversationId: string; seq: number },
): Promise<string | undefined> {
  const { rows } = await sql<{ ts: string }>`
    select channel_sends.external_id as ts from deliveries
    join channel_sends on channel_sends.delivery_id = deliveries.id
    where deliveries.conversation_id = ${conversationId} and deliveries.channel = 'slack'
      and deliveries.payload ->> 'kind' = 'thread_message' and deliveries.payload ->> 'seq' = ${String(seq)}
      and channel_sends.external_id is not null
    order by deliveries.id desc limit 1
  `.execute(db);
  return rows[0]?.ts;
}

/** Returns the delivery that brought a reply of Slack's, by Slack's id of it. */
export async function slackReplyAt(
  db: Database,
  { conversationId, ts }: { conversationId: string; ts: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from deliveries
    where conversation_id = ${conversationId} and channel = 'slack'
      and payload ->> 'kind' = 'thread_reply' and payload ->> 'what' = 'written' and payload ->> 'ts' = ${ts}
    order by event_id limit 1
  `.execute(db);
  return rows[0]?.id;
}

/** Returns the ids of the deliveries that brought replies of Slack's to a conversation. */
export async function slackRepliesTo(db: Database, conversationId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from deliveries
    where conversation_id = ${conversationId} and channel = 'slack' and payload ->> 'kind' = 'thread_reply'
  `.execute(db);
  return rows.map(({ id }) => id);
}
