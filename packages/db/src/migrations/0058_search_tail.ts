import { type Kysely, sql } from 'kysely';

/**
 * What is written goes to the end of `search_tail`, which has no index, and from there to `search_rows` with all else of
 * some seconds (`indexWritten`). An index of words touches a page for each word of a row, and writes down anew all rows of
 * its bucket that have it; for many rows at once it does so once for each word.
 *
 * `newest_matches` (0010) looks through the tail as well, asks fewer buckets, and each for less. What is neither common
 * nor rare is looked for in as many as it takes at its rate, not in all at once. And an unfinished word beside whole ones,
 * for which the index gathers all that begins with it in each bucket, is left to the rows where the whole ones find few.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
-- As search_rows, but for the codes of buckets in their words.
create table search_tail (
  n bigint not null,
  conversation_id uuid not null,
  seq integer not null,
  words tsvector not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- Rows wait in the index's own list within a transaction of indexWritten alone, which empties it.
alter index search_rows_words set (fastupdate = on);

-- The tail first: a row that just left it is among the others then.
create function search_forget(id uuid, number integer) returns void language plpgsql as $$
begin
  delete from public.search_tail where conversation_id = id and seq = number;
  delete from public.search_rows where conversation_id = id and seq = number;
end $$;

create or replace function search_rows_message() returns trigger language plpgsql as $$
declare
  words tsvector := new.search;
begin
  if tg_op = 'UPDATE' then
    perform public.search_forget(old.conversation_id, old.seq);
  elsif new.original is not null then
    words := words || public.search_document(new.original ->> 'text');
  end if;
  insert into public.search_tail (n, conversation_id, seq, words)
  values (nextval('public.search_message_numbers'), new.conversation_id, new.seq, words);
  return null;
end $$;

create or replace function conversation_search_refresh() returns trigger language plpgsql as $$
declare
  who tsvector := public.search_document(concat_ws(' ', new.customer_email, new.customer_name, new.website_domain));
begin
  insert into public.conversation_search (conversation_id, document) values (new.id, who)
  on conflict (conversation_id) do update set document = excluded.document;
  if tg_op = 'UPDATE' then perform public.search_forget(new.id, 0); end if;
  insert into public.search_tail (n, conversation_id, seq, words)
  values (nextval('public.search_person_numbers'), new.id, 0, who);
  return null;
end $$;

create or replace function search_rows_forget() returns trigger language plpgsql as $$
begin
  delete from public.search_tail using gone where search_tail.conversation_id = gone.id;
  delete from public.search_rows using gone where search_rows.conversation_id = gone.id;
  return null;
end $$;

create or replace function customers_called(asked tsquery) returns table (conversation_id uuid)
language sql stable rows 100 set enable_seqscan = off as $$
  select search_tail.conversation_id from search_tail where seq = 0 and words @@ asked
  union all
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

create or replace function newest_matches(
  asked tsquery, people boolean, enough integer, most integer, wanted_status text, wanted_assignee text
)
returns table (conversation_id uuid, seq integer, n bigint, rank real)
language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off as $$
#variable_conflict use_column
declare
  -- where the bucket's code goes
  template text := regexp_replace(asked::text, '''([^'']+)''', '''' || chr(1) || '\\1''', 'g');
  -- without the unfinished word at its end, if there are others that must be there
  whole text := regexp_replace(template, ' (&|<->) ''[^'']+'':\\*$', '');
  -- the index is asked for the whole words alone
  by_whole boolean := false;
  filtered boolean := wanted_status is not null or wanted_assignee is not null;
  below_id uuid;
  highest bigint;
  lowest bigint;
  lower_end bigint;
  in_buckets tsquery[];
  in_index tsquery[];
  rechecked tsquery[];
  step bigint := 1;
  in_newest bigint; -- numbers of the newest bucket that are given
  walked float8 := 0; -- buckets behind us
  ids uuid[];
  seqs integer[];
  numbers bigint[];
  ranks real[];
  matched bigint;
  all_matched bigint := 0;
  got integer := 0;
begin
  if numnode(asked) = 0 then return; end if;
  select below, (case when people then person_number else message_number end) >> 13
    into below_id, lowest from search_backfill;
  if people then select last_value >> 13, last_value & 8191 into highest, in_newest from search_person_numbers;
  else select last_value >> 13, last_value & 8191 into highest, in_newest from search_message_numbers; end if;
  -- The newest bucket may be as good as empty.
  if in_newest < 1024 then step := 2; end if;
  while highest >= lowest and got < enough loop
    lower_end := greatest(lowest, highest - step + 1);
    select array_agg(replace(template, chr(1), search_bucket(bucket << 13))::tsquery order by bucket desc)
      into in_buckets from generate_series(lower_end, highest) as bucket;
    if step > 3 and not by_whole and whole <> template then
      select count(*) < 20 into by_whole from (
        select from search_rows where words @@ replace(whole, chr(1), search_bucket(highest << 13))::tsquery limit 20
      ) part;
    end if;
    if by_whole then
      select array_agg(replace(whole, chr(1), search_bucket(bucket << 13))::tsquery order by bucket desc)
        into in_index from generate_series(lower_end, highest) as bucket;
      rechecked := in_buckets;
    else
      in_index := in_buckets;
    end if;
    with hit as materialized (
      select search_tail.n, search_tail.conversation_id, null::tid as place, search_tail.seq, search_tail.words
      from search_tail where walked = 0 and (seq = 0) = people and words @@ asked
      union all
      -- One scan per bucket: of several in one condition the index would try all for each row of any.
      select matching.*, null, null from unnest(in_index, rechecked) as bucket (in_index, rechecked) cross join lateral (
        select search_rows.n, search_rows.conversation_id, search_rows.ctid as place from search_rows
        where words @@ bucket.in_index and (bucket.rechecked is null or words @@ bucket.rechecked)
      ) as matching
    ), newest as (
      select hit.conversation_id, max(hit.n) as n from hit group by hit.conversation_id
    ), chosen as (
      select newest.conversation_id, newest.n from newest
      where case when filtered then (
          select not hidden and (wanted_status is null or status = wanted_status)
            and (wanted_assignee is null or coalesce(assigned_representative_id::text, 'none') = wanted_assignee)
          from conversations where id = newest.conversation_id
        ) else true end
      order by newest.n desc limit most
    ), found as (
      select chosen.conversation_id, coalesce(hit.seq, indexed.seq) as seq, chosen.n,
        case when hit.place is null then ts_rank(hit.words, asked, 1)
        else ts_rank(indexed.words, in_buckets[highest - (chosen.n >> 13) + 1], 1) end as rank
      from chosen join hit on hit.n = chosen.n left join search_rows as indexed on indexed.ctid = hit.place
    )
    select array_agg(found.conversation_id), array_agg(found.seq), array_agg(found.n), array_agg(found.rank),
      (select count(*) from hit)
      into ids, seqs, numbers, ranks, matched from found;
    return query select * from unnest(ids, seqs, numbers, ranks);
    got := got + coalesce(cardinality(ids), 0);
    all_matched := all_matched + matched;
    if filtered and all_matched > 20000 and got < enough then
      return query select null::uuid, null::integer, null::bigint, null::real;
      return;
    end if;
    walked := walked + step - case when walked = 0 then 1 - in_newest / 8192.0 else 0 end;
    highest := lower_end - 1;
    -- As many as it takes at this rate to rank as many as may be, at most three times as many as until now; but all that
    -- are left at once where it takes those, and three have shown it or few are left.
    step := ceil((most - got) * walked / greatest(got, 1));
    if step <= highest - lowest or (walked < 3 and highest - lowest > 16) then step := least(step, ceil(walked * 3)); end if;
  end loop;
  if got >= enough or below_id is null then return; end if;
  if people then
    return query select old.conversation_id, 0, 0::bigint, ts_rank(old.document, asked, 1)
      from matching_people(asked, 2001) as old where old.conversation_id < below_id;
  else
    return query select old.conversation_id, old.seq, 0::bigint, old.rank
      from matching_messages(asked, 5001) as old where old.conversation_id < below_id;
  end if;
end $$;
`;
