/** Tables of incoming and outgoing channels: mail, chat channels, webhooks, copies. */
export const channels = `
create table outbox (
  id uuid primary key default uuidv7(),
  type text not null,
  conversation_id uuid,
  payload jsonb not null,
  created_at timestamptz(3) not null default now()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

create table deliveries (
  id uuid primary key default uuidv7(),
  channel text not null check
    (channel in ('email', 'slack', 'tigon', 'trello', 'telegram', 'webhook', 'ai', 'action')),
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
  claimed_by text,
  said jsonb,
  error_said jsonb,
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
  updated_at timestamptz(3) not null default now(),
  previous_secret text,
  previous_secret_until timestamptz(3)
);

create table trello_cards (
  conversation_id uuid primary key references conversations on delete cascade,
  card_id text not null,
  url text,
  created_at timestamptz(3) not null default now()
);

create table inbound_mails (
  id uuid primary key default uuidv7(),
  identity_hash text not null,
  source text not null check (source in ('imap', 'smtp')),
  envelope_from text,
  envelope_to text[] not null default '{}',
  raw bytea not null,
  status text not null default 'stored' check (status in ('stored', 'posted', 'ignored', 'failed')),
  reason text,
  conversation_id uuid references conversations on delete cascade,
  message_seq integer,
  received_at timestamptz(3) not null default now(),
  processed_at timestamptz(3),
  sender_name text,
  sender_address text,
  subject text,
  -- the representative who wants it posted although its sender is not the customer
  added_by uuid references users on delete set null,
  -- the client_message_id of the message it becomes, where its sender wants no automatic answer
  no_auto_reply_to uuid,
  constraint inbound_mails_message_id_hash_key unique (identity_hash)
);
create index inbound_mails_stored on inbound_mails (id) where status = 'stored';
create index inbound_mails_by_conversation on inbound_mails (conversation_id);
create index inbound_mails_by_sender on inbound_mails (lower(envelope_from));
create index inbound_mails_no_auto_reply on inbound_mails (no_auto_reply_to) where no_auto_reply_to is not null;

create table mail_messages (
  message_id text primary key,
  conversation_id uuid not null references conversations on delete cascade,
  seq integer,
  direction text not null check (direction in ('in', 'out')),
  address text,
  created_at timestamptz(3) not null default now()
);
create index mail_messages_by_conversation on mail_messages (conversation_id, created_at);

create table inbound_events (
  id uuid primary key default uuidv7(),
  channel text not null,
  external_id text not null,
  raw bytea not null,
  status text not null default 'stored' check (status in ('stored', 'posted', 'ignored', 'failed')),
  reason text,
  address text,
  reference text,
  conversation_id uuid references conversations on delete cascade,
  message_seq integer,
  received_at timestamptz(3) not null default now(),
  processed_at timestamptz(3),
  unique (channel, external_id)
);
create index inbound_events_stored on inbound_events (id) where status = 'stored';
create index inbound_events_by_address on inbound_events (channel, address, reference);
create index inbound_events_by_conversation on inbound_events (conversation_id);

create table channel_sessions (
  channel text not null,
  address text not null,
  -- goes with the visitor by way of the identity that their session is: no lock on visitors is waited for
  visitor_id uuid not null unique references identities(visitor_id) on delete cascade,
  handle text,
  unreachable_since timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (channel, address)
);

create table channel_states (
  channel text primary key,
  state jsonb not null default '{}',
  updated_at timestamptz(3) not null default now()
);

create table channel_sends (
  delivery_id uuid primary key references deliveries on delete cascade,
  external_id text,
  created_at timestamptz(3) not null default now()
);

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

/** Functions and triggers, after all tables. */
export const channelsTriggers = `
create function forget_channel_identity() returns trigger language plpgsql as $$
begin
  delete from identities where kind = old.channel and value = old.address;
  return null;
end
$$;
create trigger channel_sessions_gone after delete on channel_sessions for each row
  execute function forget_channel_identity();
`;
