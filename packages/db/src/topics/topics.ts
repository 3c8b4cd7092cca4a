/** Topics in the database, and the conversations that are about them. */
import type { Topic, TopicNaming } from '@parley/contracts/topics/topics';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../database.ts';

interface Row extends Omit<Topic, 'createdAt'> {
  createdAt: Date;
}

/** Returns the topics with the number of their conversations, the largest first. */
export async function listTopics(
  db: Database,
  within: RawBuilder<boolean>,
  only: RawBuilder<boolean> = sql`true`,
): Promise<Topic[]> {
  const { rows } = await sql<Row>`
    select topics.id, topics.name, topics.named_by, topics.words, topics.is_hidden, topics.created_at,
      (select count(*) from conversation_topics join conversations on conversations.id = conversation_id
        where topic_id = topics.id and not conversations.hidden and ${within})::int as conversations
    from topics where ${only} order by conversations desc, topics.id
  `.execute(db);
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

export async function findTopic(db: Database, id: string, within: RawBuilder<boolean>): Promise<Topic | undefined> {
  return (await listTopics(db, within, sql`topics.id = ${id}::uuid`))[0];
}

/** Returns false when unknown. */
export async function updateTopic(
  db: Transaction,
  id: string,
  change: { name?: string; namedBy?: TopicNaming; isHidden?: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('topics')
    .set({ ...change, updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Moves the conversations of a topic to another one and deletes it. */
export async function mergeTopic(db: Transaction, id: string, into: string): Promise<void> {
  await db.updateTable('conversationTopics').set({ topicId: into }).where('topicId', '=', id).execute();
  await db.deleteFrom('topics').where('id', '=', id).execute();
}

/** Returns the newest conversations of a topic within a scope. */
export async function conversationsOf(
  db: Database,
  id: string,
  { within, limit }: { within: RawBuilder<boolean>; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select conversations.id from conversation_topics join conversations on conversations.id = conversation_id
    where topic_id = ${id} and not conversations.hidden and ${within} order by conversations.id desc limit ${limit}
  `.execute(db);
  return rows.map((row) => row.id);
}

/** Returns whether as many conversations have begun in the last days. */
export async function hasConversations(
  db: Database,
  { days, least }: { days: number; least: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from conversations
    where created_at > now() - make_interval(days => ${days}::int) and not hidden and merged_into is null
    order by id desc limit 1 offset ${least - 1}
  `.execute(db);
  return rows.length > 0;
}

/** Returns true for one caller in so many days. */
export async function claimSearch(db: Database, days: number): Promise<boolean> {
  const { rows } = await sql`
    insert into topic_search (searched_at) values (now())
    on conflict (id) do update set searched_at = now() where topic_search.searched_at < now() - make_interval(days => ${days}::int)
    returning id
  `.execute(db);
  return rows.length > 0;
}

/** Lets the next caller search again, after a failure. */
export async function releaseSearch(db: Database): Promise<void> {
  await db.deleteFrom('topicSearch').execute();
}

export interface Question {
  conversationId: string;
  visitorId: string | null;
  /** Texts of the customer before the first answer. */
  text: string;
  topicId: string | null;
}

/** Returns what customers asked first in the newest conversations, the oldest of them first. */
export async function readQuestions(
  db: Database,
  { days, limit, characters }: { days: number; limit: number; characters: number },
): Promise<Question[]> {
  const { rows } = await sql<Question>`
    with newest as (
      select conversations.id, conversations.visitor_id from conversations
      where created_at > now() - make_interval(days => ${days}::int) and not hidden and merged_into is null
      order by id desc limit ${limit}
    )
    select newest.id as conversation_id, newest.visitor_id, left(asked.text, ${characters}::int) as text,
      conversation_topics.topic_id
    from newest cross join lateral (
      select string_agg(content, ' ' order by seq) as text from (
        select content, seq from messages where conversation_id = newest.id and sender_type = 'customer'
          and seq < coalesce((select min(seq) from messages answers where answers.conversation_id = newest.id
            and sender_type <> 'customer' and seq > (select min(seq) from messages firsts
              where firsts.conversation_id = newest.id and sender_type = 'customer')), 2147483647)
        order by seq limit 5
      ) as written
    ) as asked left join conversation_topics on conversation_topics.conversation_id = newest.id
    where asked.text is not null order by newest.id
  `.execute(db);
  return rows;
}

/** Adds conversations to topics; one that has a topic already, or was deleted, is left out. */
export async function addToTopics(
  db: Database,
  added: readonly { conversationId: string; topicId: string }[],
): Promise<number> {
  if (added.length === 0) return 0;
  const { numAffectedRows = 0n } = await sql`
    insert into conversation_topics (conversation_id, topic_id)
    select given.conversation_id, given.topic_id
    from unnest(${added.map((each) => each.conversationId)}::uuid[], ${added.map((each) => each.topicId)}::uuid[])
      as given (conversation_id, topic_id)
    where exists (select from conversations where conversations.id = given.conversation_id)
      and exists (select from topics where topics.id = given.topic_id)
    on conflict (conversation_id) do nothing
  `.execute(db);
  return Number(numAffectedRows);
}

export async function insertTopic(
  db: Database,
  topic: { name: string; namedBy: TopicNaming; words: string[] },
): Promise<string> {
  const { id } = await db.insertInto('topics').values(topic).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function countTopics(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from topics`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Deletes topics that have lost their last conversation: their words are of customers who are deleted. */
export async function deleteEmptyTopics(db: Database): Promise<void> {
  await sql`delete from topics where not exists (select from conversation_topics where topic_id = topics.id)`.execute(
    db,
  );
}
