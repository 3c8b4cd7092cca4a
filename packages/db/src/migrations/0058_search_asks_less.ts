import { type Kysely, sql } from 'kysely';

/**
 * `newest_matches` (0010) asks fewer buckets, and each for less. What is neither common nor rare is looked for in as many
 * as it takes at its rate, not in all at once. And an unfinished word beside whole ones, for which the index gathers all
 * that begins with it in each bucket, is left to the rows where the whole ones find few.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
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
  if in_newest < 4096 then step := 2; end if;
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
      -- One scan per bucket: of several in one condition the index would try all for each row of any.
      select matching.* from unnest(in_index, rechecked) as bucket (in_index, rechecked) cross join lateral (
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
      select chosen.conversation_id, search_rows.seq, chosen.n, ts_rank(words, in_buckets[highest - (chosen.n >> 13) + 1], 1) as rank
      from chosen join hit on hit.n = chosen.n join search_rows on search_rows.ctid = hit.place
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
    -- As many as it takes at this rate, at most three times as many as until now; but all that are left at once where it
    -- takes those, and three have shown it or few are left.
    step := ceil((enough - got) * walked / greatest(got, 1));
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
