import { type Kysely, sql } from 'kysely';

/**
 * Search reads the newest first and stops when it has enough. Every message, and who its customer is, has a narrow row
 * here whose words begin with the code of its bucket (8192 rows that are neighbours in time), so that one index answers
 * for one bucket as fast as for all. Rows are appended and never rewritten; the index has no pending list that a search
 * would have to read through.
 *
 * Triggers write the rows, so that what the release before writes is found as well; it goes on searching by
 * `messages_search` and `conversation_search_document`, which a later release drops. What was there before this
 * migration is added by the worker (`backfillSearch`), newest conversations first, under numbers counted downwards; until
 * that is done `newest_matches` asks the old indexes for the rest.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
-- Numbers say how new: messages from the middle of their range on, people in a range of their own.
create sequence search_message_numbers minvalue 0 start with 34359738368;
create sequence search_person_numbers minvalue 0 start with 68719476736;

create table search_rows (
  n bigint not null,
  -- Not a foreign key, whose check would cost a message more than the row: see search_rows_forget.
  conversation_id uuid not null,
  -- the message's; 0 for who the customer is
  seq integer not null,
  words tsvector not null
);
create index search_rows_conversation on search_rows (conversation_id);
create index search_rows_words on search_rows using gin (words) with (fastupdate = off);

-- Conversations below this id are not in search_rows yet, and the lowest numbers given so far.
create table search_backfill (
  only_one boolean primary key default true check (only_one),
  below uuid,
  message_number bigint not null,
  person_number bigint not null
);
insert into search_backfill (below, message_number, person_number)
select case when exists (select from conversations) then 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid end,
  34359738368, 68719476736;

create function search_bucket(n bigint) returns text language sql immutable strict parallel safe as $$
  select lpad(to_hex(n >> 13), 6, '0')
$$;

-- Words hold no quotes, see search_words: each begins at the quote that opens it.
create function search_coded(words tsvector, n bigint) returns tsvector language sql immutable strict parallel safe as $$
  select case when words = '' then words
    else ('''' || public.search_bucket(n) || substr(replace(words::text, ' ''', ' ''' || public.search_bucket(n)), 2))::tsvector
  end
$$;

create function search_rows_message() returns trigger language plpgsql as $$
declare number bigint := nextval('public.search_message_numbers');
begin
  if tg_op = 'UPDATE' then
    delete from public.search_rows where conversation_id = old.conversation_id and seq = old.seq;
  end if;
  insert into public.search_rows (n, conversation_id, seq, words)
  values (number, new.conversation_id, new.seq, public.search_coded(new.search, number));
  return null;
end $$;
create trigger search_rows_message after insert or update of content on messages
  for each row execute function search_rows_message();

create or replace function conversation_search_refresh() returns trigger language plpgsql as $$
declare
  who tsvector := public.search_document(concat_ws(' ', new.customer_email, new.customer_name, new.website_domain));
  number bigint := nextval('public.search_person_numbers');
begin
  insert into public.conversation_search (conversation_id, document) values (new.id, who)
  on conflict (conversation_id) do update set document = excluded.document;
  if tg_op = 'UPDATE' then
    delete from public.search_rows where conversation_id = new.id and seq = 0;
  end if;
  insert into public.search_rows (n, conversation_id, seq, words)
  values (number, new.id, 0, public.search_coded(who, number));
  return null;
end $$;

-- Whoever writes a message holds a lock on its conversation: whatever was written before it goes is seen here.
create function search_rows_forget() returns trigger language plpgsql as $$
begin
  delete from public.search_rows using gone where search_rows.conversation_id = gone.id;
  return null;
end $$;
create trigger search_rows_forget after delete on conversations referencing old table as gone
  for each statement execute function search_rows_forget();

-- The newest matches, one per conversation: bucket by bucket until there are enough, at last all that is older. A word
-- may be anything from unique to universal, so that reading a whole table is forbidden. A row without a
-- conversation says that so much matches and so little of it passes the filter that older matches were not looked at.
create function newest_matches(
  asked tsquery, people boolean, enough integer, most integer, wanted_status text, wanted_assignee text
)
returns table (conversation_id uuid, seq integer, n bigint, rank real)
language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off as $$
#variable_conflict use_column
declare
  -- where the bucket's code goes
  template text := regexp_replace(asked::text, '''([^'']+)''', '''' || chr(1) || '\\1''', 'g');
  filtered boolean := wanted_status is not null or wanted_assignee is not null;
  below_id uuid;
  highest bigint;
  lowest bigint;
  lower_end bigint;
  in_buckets tsquery[];
  step bigint := 1;
  walked bigint := 0;
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
  if people then select last_value >> 13 into highest from search_person_numbers;
  else select last_value >> 13 into highest from search_message_numbers; end if;
  while highest >= lowest and got < enough loop
    lower_end := greatest(lowest, highest - step + 1);
    select array_agg(replace(template, chr(1), search_bucket(bucket << 13))::tsquery order by bucket desc)
      into in_buckets from generate_series(lower_end, highest) as bucket;
    with hit as materialized (
      -- One scan per bucket: of several in one condition the index would try all for each row of any.
      select matching.* from unnest(in_buckets) as in_bucket cross join lateral (
        select search_rows.n, search_rows.conversation_id, search_rows.ctid as place from search_rows where words @@ in_bucket
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
    walked := walked + step;
    highest := lower_end - 1;
    -- So few in three buckets or more: what is older can't be much either. Otherwise as many as it takes at this rate.
    step := case when step >= 3 and matched * 4 < enough then highest
      else least(step * 3, (enough - got) * walked / greatest(got, 1) + 1) end;
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
