/** The rows and functions that search reads. */
export const search = `
-- Numbers say how new: people have a range of their own, above that of messages.
create sequence search_person_numbers minvalue 0 start with 68719476736;

create sequence search_message_numbers minvalue 0 start with 34359738368;

-- Apart from conversations, because every new message rewrites those rows and would rewrite this index with them.
create table conversation_search (
  conversation_id uuid primary key references conversations on delete cascade,
  document tsvector not null
);

-- A narrow row for every message, and for who the customer is. Its words begin with the code of its bucket (8192 rows that
-- are neighbours in time), so that one index answers for one bucket as fast as for all. Its index has no pending list
-- that a search would have to read through: see indexWritten.
create table search_rows (
  n bigint not null,
  -- Not a foreign key: its check would cost a message more than the row: see search_rows_forget.
  conversation_id uuid not null,
  -- the message's; 0 for who the customer is
  seq integer not null,
  words tsvector not null
);
create index search_rows_conversation on search_rows (conversation_id);
create index search_rows_words on search_rows using gin (words) with (fastupdate = on);

-- As search_rows, but for the codes of buckets in their words.
create table search_tail (
  n bigint not null,
  conversation_id uuid not null,
  seq integer not null,
  words tsvector not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

create table note_search (
  conversation_id uuid not null,
  -- the note
  act_no integer not null,
  -- greater is newer
  n bigint generated always as identity,
  document tsvector not null,
  primary key (conversation_id, act_no),
  foreign key (conversation_id, act_no) references acts(conversation_id, act_no) on delete cascade
);
create index note_search_document on note_search using gin (document);
create index note_search_newest on note_search (n desc);
`;

/** Functions and triggers, after all tables. */
export const searchTriggers = `
create function search_phrase(input text) returns tsquery language sql immutable parallel safe strict as $$
  select phraseto_tsquery('pg_catalog.simple', public.search_words(input))
$$;

-- The last word of the phrase may be unfinished. A single letter would match half of everything: it stays a word.
create function search_prefix(input text) returns tsquery language sql immutable parallel safe strict as $$
  select case when numnode(phrase) = 0 or char_length(btrim(public.search_words(input))) < 2 then phrase
    else (phrase::text || ':*')::tsquery end
  from public.search_phrase(input) as phrase
$$;

-- Any of the words, for finding what is alike: the 32 longest, for the shortest say the least.
create function search_any(input text) returns tsquery language sql immutable parallel safe strict as $$
  select coalesce(string_agg(quote_literal(lexeme), ' | ')::tsquery, ''::tsquery)
  from (
    select lexeme from unnest(tsvector_to_array(public.search_document(input))) as lexeme
    where char_length(lexeme) > 2 or lexeme !~ '^[a-z]+$'
    order by char_length(lexeme) desc limit 32
  ) longest
$$;

-- The tail first: a row that just left it is among the others then.
create function search_forget(id uuid, number integer) returns void language plpgsql as $$
begin
  delete from public.search_tail where conversation_id = id and seq = number;
  delete from public.search_rows where conversation_id = id and seq = number;
end
$$;

create function conversation_search_refresh() returns trigger language plpgsql as $$
declare
  who tsvector := public.search_document(concat_ws(' ', new.customer_email, new.customer_name, new.website_domain));
begin
  insert into public.conversation_search (conversation_id, document) values (new.id, who)
  on conflict (conversation_id) do update set document = excluded.document;
  if tg_op = 'UPDATE' then perform public.search_forget(new.id, 0); end if;
  insert into public.search_tail (n, conversation_id, seq, words)
  values (nextval('public.search_person_numbers'), new.id, 0, who);
  return null;
end
$$;
create trigger conversation_search_refresh after insert or update of customer_email, customer_name, website_domain
  on conversations for each row when (not new.hidden) execute function conversation_search_refresh();

create function matching_questions(asked tsquery, most integer)
returns table(id uuid, conversation_id uuid, seq integer, search tsvector)
language sql stable set enable_seqscan = off as $$
select id, conversation_id, seq, search from messages
where search @@ asked and sender_type = 'customer' limit most
$$;

create function search_bucket(n bigint) returns text language sql immutable parallel safe strict as $$
  select lpad(to_hex(n >> 13), 6, '0')
$$;

-- Words hold no quotes, see search_words: each begins at the quote that opens it.
create function search_coded(words tsvector, n bigint)
returns tsvector language sql immutable parallel safe strict as $$
  select case when words = '' then words
    else ('''' || public.search_bucket(n) || substr(replace(words::text, ' ''', ' ''' || public.search_bucket(n)), 2))::tsvector
  end
$$;

-- What its author wrote is found as well, until the message is changed.
create function search_rows_message() returns trigger language plpgsql as $$
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
end
$$;
create trigger search_rows_message after insert or update of content on messages for each row
  execute function search_rows_message();

-- Writing a message locks its conversation: whatever was written before it goes is seen here.
create function search_rows_forget() returns trigger language plpgsql as $$
begin
  delete from public.search_tail using gone where search_tail.conversation_id = gone.id;
  delete from public.search_rows using gone where search_rows.conversation_id = gone.id;
  return null;
end
$$;
create trigger search_rows_forget after delete on conversations referencing old table as gone for each statement
  execute function search_rows_forget();

-- The newest matches, one per conversation: bucket by bucket until there are enough, at last all that is older. A word
-- may be anything from unique to universal, so that reading a whole table is forbidden. A row without a
-- conversation says that so much matches and so little of it passes the filter that older matches were not looked at.
create function newest_matches(
  asked tsquery, people boolean, enough integer, most integer, wanted_status text, wanted_assignee text
)
returns table(conversation_id uuid, seq integer, n bigint, rank real)
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
  -- From the bucket of the sequence's first number to that of its last.
  if people then
    select 8388608, last_value >> 13, last_value & 8191 into lowest, highest, in_newest from search_person_numbers;
  else
    select 4194304, last_value >> 13, last_value & 8191 into lowest, highest, in_newest from search_message_numbers;
  end if;
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
    -- are left at once where they are few.
    step := ceil((most - got) * walked / greatest(got, 1));
    if highest - lowest > 16 then step := least(step, ceil(walked * 3)); end if;
  end loop;
end
$$;

create function note_search_refresh() returns trigger language plpgsql as $$
begin
  if new.kind = 'noted' then
    insert into public.note_search (conversation_id, act_no, document)
    values (new.conversation_id, new.act_no, public.search_document(new.body));
  elsif new.body is null then
    delete from public.note_search where conversation_id = new.conversation_id and act_no = new.about;
  else
    update public.note_search set document = public.search_document(new.body)
    where conversation_id = new.conversation_id and act_no = new.about;
  end if;
  return null;
end
$$;
create trigger note_search_refresh after insert on acts for each row
  when (new.kind in ('noted', 'note_edited', 'note_removed') and (new.body is not null or new.kind = 'note_removed'))
  execute function note_search_refresh();

create function customers_called(asked tsquery)
returns table(conversation_id uuid) language sql stable rows 100 set enable_seqscan = off as $$
  select search_tail.conversation_id from search_tail where seq = 0 and words @@ asked
  union all
  select hit.conversation_id
  from search_person_numbers
  cross join lateral generate_series(8388608, last_value >> 13) as bucket
  cross join lateral (
    select search_rows.conversation_id from search_rows
    where numnode(asked) > 0 and words @@
      regexp_replace(asked::text, '''([^'']+)''', '''' || search_bucket(bucket << 13) || '\\1''', 'g')::tsquery
  ) as hit
$$;
`;
