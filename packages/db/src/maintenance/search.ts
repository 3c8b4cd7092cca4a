/** Moves what was just written into the index of search. */
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

/**
 * Empties the list now rather than at a later write: until then, every search would read through it for each bucket.
 */
const emptyPendingList = (db: Database) => sql`select gin_clean_pending_list('search_rows_words')`.execute(db);
