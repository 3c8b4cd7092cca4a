/** Settings, and everything that is done because of a message or around it. */
export const work = `
create table settings (
  id boolean primary key default true check (id),
  widget_config jsonb not null default '{}',
  email_config jsonb not null default '{}',
  slack_config jsonb not null default '{}',
  tigon_config jsonb not null default '{}',
  trello_config jsonb not null default '{}',
  ai_config jsonb not null default '{}',
  business_hours jsonb not null default '{}',
  security_config jsonb not null default '{}',
  data_config jsonb not null default '{}',
  updated_at timestamptz(3) not null default now()
);
insert into settings default values;

create table images (
  hash text primary key,
  mime text not null,
  bytes bytea not null,
  size integer not null,
  created_by uuid references users on delete set null,
  created_at timestamptz(3) not null default now()
);
alter table images alter column bytes set storage external;

create table outbox (
  id uuid primary key default uuidv7(),
  type text not null,
  conversation_id uuid,
  payload jsonb not null,
  created_at timestamptz(3) not null default now()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

create table deliveries (
  id uuid primary key default uuidv7(),
  channel text not null check (channel in ('email', 'slack', 'tigon', 'trello', 'webhook', 'ai')),
  event_id uuid not null,
  -- what it is about, in words
  summary text not null,
  -- the address, or the webhook's id
  target text not null,
  conversation_id uuid,
  payload jsonb not null default '{}',
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed', 'dead')),
  attempts integer not null default 0,
  last_error text,
  response_status integer,
  next_attempt_at timestamptz(3),
  delivered_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (event_id, channel, target)
);
create index deliveries_newest on deliveries (channel, id desc);
create index deliveries_by_target on deliveries (channel, target, id desc);
create index deliveries_unfinished on deliveries (channel, target, conversation_id, event_id)
  where status in ('pending', 'failed');
create index deliveries_dead on deliveries (channel, id desc) where status = 'dead';
create index deliveries_by_conversation on deliveries (conversation_id);

create table webhooks (
  id uuid primary key default uuidv7(),
  url text not null,
  description text,
  secret text not null,
  events text[] not null,
  is_active boolean not null default true,
  created_by uuid references users on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create table trello_cards (
  conversation_id uuid primary key references conversations on delete cascade,
  card_id text not null,
  url text,
  created_at timestamptz(3) not null default now()
);

create table audit_log (
  id uuid primary key default uuidv7(),
  at timestamptz(3) not null default now(),
  actor_id uuid,
  actor_name text,
  action text not null,
  subject_type text,
  subject_id text,
  details jsonb not null default '{}',
  address text
);
create index audit_log_by_actor on audit_log (actor_id, id desc);

create table ai_runs (
  id uuid primary key default uuidv7(),
  conversation_id uuid references conversations on delete set null,
  visitor_id uuid references visitors on delete set null,
  kind text not null check (kind in ('reply', 'suggestions', 'test')),
  ai_epoch integer,
  message_seq integer,
  model text not null,
  prompt_version text not null,
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  cost_usd numeric(12, 6) not null default 0,
  latency_ms integer not null,
  outcome text not null,
  error text,
  created_at timestamptz(3) not null default now()
);
create index ai_runs_by_conversation on ai_runs (conversation_id, id desc);
create index ai_runs_by_visitor on ai_runs (visitor_id, created_at) include (input_tokens, output_tokens);

create table articles (
  id uuid primary key default uuidv7(),
  title text not null,
  content text not null,
  is_active boolean not null default true,
  created_by uuid references users on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  search tsvector generated always as (
    setweight(search_document(title), 'A') || setweight(search_document(content), 'B')
  ) stored
);
create index articles_search on articles using gin (search);

create table inbound_mails (
  id uuid primary key default uuidv7(),
  message_id_hash text not null unique,
  source text not null check (source in ('imap', 'smtp')),
  envelope_from text,
  envelope_to text[] not null default '{}',
  raw bytea not null,
  status text not null default 'stored' check (status in ('stored', 'posted', 'ignored', 'failed')),
  reason text,
  conversation_id uuid references conversations on delete cascade,
  message_seq integer,
  received_at timestamptz(3) not null default now(),
  processed_at timestamptz(3)
);
create index inbound_mails_stored on inbound_mails (id) where status = 'stored';
create index inbound_mails_by_conversation on inbound_mails (conversation_id);
create index inbound_mails_by_sender on inbound_mails (lower(envelope_from));

create table mail_messages (
  message_id text primary key,
  conversation_id uuid not null references conversations on delete cascade,
  seq integer,
  direction text not null check (direction in ('in', 'out')),
  address text,
  created_at timestamptz(3) not null default now()
);
create index mail_messages_by_conversation on mail_messages (conversation_id, created_at);

create table sync_state (
  source text not null,
  table_name text not null,
  cursor text,
  copied bigint not null default 0,
  finished_at timestamptz(3),
  updated_at timestamptz(3) not null default now(),
  primary key (source, table_name)
);
`;
