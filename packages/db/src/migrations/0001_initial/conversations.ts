/** Conversations and their messages, the two tables that grow. */
export const conversations = `
create table conversations (
  id uuid primary key default uuidv7(),
  website_id uuid references websites on delete set null,
  website_domain text,
  visitor_id uuid references visitors on delete set null,
  customer_email text,
  customer_name text,
  subject text,
  -- names the thread in mail subjects and reply addresses
  mail_token text not null unique default encode(substring(uuid_send(gen_random_uuid()) from 9), 'hex'),
  status text not null check (status in ('active', 'waiting', 'closed')),
  assigned_representative_id uuid references users on delete set null,
  is_ai_assisted boolean not null,
  -- raised by whatever makes an AI answer under way worthless
  ai_epoch integer not null default 0,
  -- the doctor's test conversation: in no list, no figure
  hidden boolean not null default false,

  last_seq integer not null default 0,
  last_message_id uuid,
  last_message_client_id uuid,
  last_message_sender_type text,
  last_message_sender_id uuid,
  last_message_sender_name text,
  last_message_preview text,
  last_message_at timestamptz(3),
  last_activity_at timestamptz(3) not null default now(),

  -- unread = customer_message_count - customer_messages_read
  customer_message_count integer not null default 0,
  customer_messages_read integer not null default 0,
  customer_read_seq integer not null default 0,
  customer_delivered_seq integer not null default 0,
  staff_read_seq integer not null default 0,
  staff_delivered_seq integer not null default 0,
  -- up to where the customer has the answers by mail
  emailed_until_seq integer not null default 0,

  -- the newest representative message, and the newest by anybody but its writer
  representative_seq integer not null default 0,
  representative_seq_by uuid,
  other_representative_seq integer not null default 0,

  -- customer messages not answered yet: how many, since when, and the sum of their seconds after that moment
  unanswered_count integer not null default 0,
  unanswered_since timestamptz(3),
  unanswered_offset_seconds double precision not null default 0,
  waiting_since timestamptz(3),
  hand_off_reason text,
  closed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

create index conversations_newest on conversations (last_activity_at desc, id desc) where not hidden;
create index conversations_by_status on conversations (status, last_activity_at desc, id desc) where not hidden;
create index conversations_by_assignee
  on conversations (assigned_representative_id, last_activity_at desc, id desc) where not hidden;
create index conversations_by_assignee_and_status
  on conversations (assigned_representative_id, status, last_activity_at desc, id desc) where not hidden;
create index conversations_open_by_assignee on conversations (assigned_representative_id, last_activity_at desc, id desc)
  where status <> 'closed' and not hidden;
create index conversations_by_visitor on conversations (visitor_id, id desc);
create index conversations_by_email on conversations (lower(customer_email), id desc) where customer_email is not null;
create index conversations_by_website on conversations (website_id);
create index conversations_unanswered on conversations (unanswered_since)
  where unanswered_since is not null and status <> 'closed' and not hidden;
create index conversations_closed on conversations (closed_at) where status = 'closed';

-- Apart from conversations, because every new message rewrites those rows and would rewrite this index with them.
create table conversation_search (
  conversation_id uuid primary key references conversations on delete cascade,
  document tsvector not null
);
create index conversation_search_document on conversation_search using gin (document);

create function conversation_search_refresh() returns trigger language plpgsql as $$
begin
  insert into conversation_search (conversation_id, document)
  values (new.id, search_document(concat_ws(' ', new.customer_email, new.customer_name, new.website_domain)))
  on conflict (conversation_id) do update set document = excluded.document;
  return null;
end $$;
create trigger conversation_search_refresh after insert or update of customer_email, customer_name, website_domain
  on conversations for each row when (not new.hidden) execute function conversation_search_refresh();

create table messages (
  conversation_id uuid not null references conversations on delete cascade,
  seq integer not null,
  id uuid not null default uuidv7(),
  client_message_id uuid,
  sender_type text not null check (sender_type in ('customer', 'ai', 'representative')),
  sender_id uuid,
  sender_name text,
  message_type text not null default 'text',
  content text not null,
  via text not null default 'widget' check (via in ('widget', 'dashboard', 'email', 'ai')),
  -- the customer's messages up to and with this one
  customer_message_count integer not null,
  created_at timestamptz(3) not null default now(),
  search tsvector generated always as (search_document(content)) stored,
  primary key (conversation_id, seq)
);
create unique index messages_id on messages (id);
create unique index messages_client_id on messages (conversation_id, client_message_id)
  where client_message_id is not null;
create index messages_search on messages using gin (search);

-- What matches, up to a number that a caller can rank in no time. A word may be anything from unique to universal and
-- the planner's guess is often wrong by far, so that reading the whole table is forbidden here.
create function matching_messages(asked tsquery, most integer) 
returns table (conversation_id uuid, seq integer, sender_type text, rank real)
language sql stable set enable_seqscan = off as $$
  select conversation_id, seq, sender_type, ts_rank(search, asked, 1) from messages where search @@ asked limit most
$$;
create function matching_people(asked tsquery, most integer) returns table (conversation_id uuid, document tsvector)
language sql stable set enable_seqscan = off as $$
  select conversation_id, document from conversation_search where document @@ asked limit most
$$;

-- One row per answer: how many customer messages it answered, and their seconds of waiting added up.
create table answers (
  conversation_id uuid not null references conversations on delete cascade,
  seq integer not null,
  sender_type text not null check (sender_type in ('ai', 'representative')),
  sender_id uuid,
  customer_messages integer not null,
  waited_seconds double precision not null,
  answered_at timestamptz(3) not null,
  primary key (conversation_id, seq)
);
create index answers_newest on answers (answered_at) include (sender_type, customer_messages, waited_seconds);

-- Totals kept up to date, in slots so that two writers rarely meet in one row.
create table totals (
  slot smallint primary key,
  conversations bigint not null default 0,
  messages bigint not null default 0
) with (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200);
insert into totals (slot) select generate_series(0, 63);
`;
