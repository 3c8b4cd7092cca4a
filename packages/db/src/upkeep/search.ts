/** What is written comes to the index of search, and what was written before there was one, while everybody works. */
import { sql } from 'kysely';
import type { Database } from '../database.ts';

/**
 * Puts up to `limit` rows of what was just written into the index of search, in one short transaction, and answers how
 * many. They are found all the while, once. Beside another it takes others.
 */
export async function indexWritten(db: Database, limit: number): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const { numAffectedRows } = await sql`
      with part as materialized (
        select ctid from search_tail order by n limit ${limit} for update skip locked
      ), gone as (
        delete from search_tail where ctid = any(array(select ctid from part)) returning n, conversation_id, seq, words
      )
      insert into search_rows (n, conversation_id, seq, words)
      select n, conversation_id, seq, search_coded(words, n) from gone order by n
    `.execute(transaction);
    const indexed = Number(numAffectedRows ?? 0);
    if (indexed > 0) await emptyPendingList(transaction);
    return indexed;
  });
}

/** At once, not at some later write: every search would read through the list meanwhile, for each bucket. */
const emptyPendingList = (db: Database) => sql`select gin_clean_pending_list('search_rows_words')`.execute(db);

export interface BackfilledSearch {
  conversations: number;
  /** Nothing is left to do. */
  finished: boolean;
}

/**
 * Adds the next `limit` conversations to search, newest first, in one short transaction. Whoever runs it beside another
 * waits for that and goes on behind it. A conversation that is being deleted meanwhile leaves nothing behind.
 */
export async function backfillSearch(db: Database, limit: number): Promise<BackfilledSearch> {
  return db.transaction().execute(async (transaction) => {
    const { below, messageNumber, personNumber } = await transaction
      .selectFrom('searchBackfill')
      .select(['below', 'messageNumber', 'personNumber'])
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (below === null) return { conversations: 0, finished: true };
    const { rows } = await sql<{ id: string }>`
      select id from conversations where id < ${below} order by id desc limit ${limit} for key share
    `.execute(transaction);
    const ids = rows.map(({ id }) => id);
    const added = await sql<{ messages: number; people: number }>`
      with numbered as materialized (
        select conversation_id, seq, search,
          ${messageNumber}::bigint - row_number() over (order by messages.id desc) as n
        from messages
        where conversation_id = any(${ids}::uuid[]) and not exists (
          select from search_rows
          where search_rows.conversation_id = messages.conversation_id and search_rows.seq = messages.seq
          union all
          select from search_tail
          where search_tail.conversation_id = messages.conversation_id and search_tail.seq = messages.seq)
      ), numbered_people as materialized (
        select conversation_id, document,
          ${personNumber}::bigint - row_number() over (order by conversation_id desc) as n
        from conversation_search
        where conversation_id = any(${ids}::uuid[]) and not exists (
          select from search_rows
          where search_rows.conversation_id = conversation_search.conversation_id and search_rows.seq = 0
          union all
          select from search_tail
          where search_tail.conversation_id = conversation_search.conversation_id and search_tail.seq = 0)
      ), written as (
        insert into search_rows (n, conversation_id, seq, words)
        select n, conversation_id, seq, search_coded(search, n) from numbered
        union all select n, conversation_id, 0, search_coded(document, n) from numbered_people
      )
      select (select count(*) from numbered) as messages, (select count(*) from numbered_people) as people
    `.execute(transaction);
    const { messages = 0, people = 0 } = added.rows[0] ?? {};
    await emptyPendingList(transaction);
    const last = ids.at(-1) ?? null;
    await transaction
      .updateTable('searchBackfill')
      .set({
        below: ids.length < limit ? null : last,
        messageNumber: sql`message_number - ${messages}::bigint`,
        personNumber: sql`person_number - ${people}::bigint`,
      })
      .execute();
    return { conversations: ids.length, finished: ids.length < limit };
  });
}
