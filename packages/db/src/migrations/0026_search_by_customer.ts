import { type Kysely, sql } from 'kysely';

/**
 * The conversations of customers who are called so, all of them: for filters, which take in what they take in and
 * cannot stop at the newest. Asks every bucket of the people (0010), and until search is filled the old index for the rest.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create function customers_called(asked tsquery) returns table (conversation_id uuid)
language sql stable rows 100 set enable_seqscan = off as $$
  select hit.conversation_id
  from search_backfill cross join search_person_numbers
  cross join lateral generate_series(person_number >> 13, last_value >> 13) as bucket
  cross join lateral (
    select search_rows.conversation_id from search_rows
    where numnode(asked) > 0 and words @@
      regexp_replace(asked::text, '''([^'']+)''', '''' || search_bucket(bucket << 13) || '\\1''', 'g')::tsquery
  ) as hit
  union all
  select matching_people.conversation_id from search_backfill cross join matching_people(asked, 1000000)
  where matching_people.conversation_id < below
$$;
`)
    .execute(db);
}
