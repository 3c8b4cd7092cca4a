import { type Kysely, sql } from 'kysely';

/**
 * Actions of the assistant: what they are, what was called, and the codes by which customers prove who they are. The release
 * before knows nothing of it and calls nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
-- of a question of the assistant's: what it can be answered with in one tap
alter table messages add column choices jsonb;

alter table deliveries drop constraint deliveries_channel_check, add constraint deliveries_channel_check
  check (channel in ('email', 'slack', 'tigon', 'trello', 'telegram', 'webhook', 'ai', 'action')) not valid;

create table tool_hosts (
  host text primary key
);

create table tool_servers (
  id uuid primary key default uuidv7(),
  name text not null,
  url text not null,
  -- names in the clear, values encrypted
  headers jsonb not null default '[]',
  created_at timestamptz(3) not null default now()
);

create table tools (
  id uuid primary key default uuidv7(),
  name text not null unique,
  description text not null,
  effect text not null check (effect in ('read', 'write')),
  needs_identity boolean not null,
  is_active boolean not null,
  parameters jsonb not null,
  bindings jsonb not null default '{}',
  confirmation text not null default '',
  -- the values of its headers are encrypted
  http jsonb,
  server_id uuid references tool_servers on delete cascade,
  server_tool text,
  max_bytes integer not null,
  timeout_seconds integer not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check ((http is null) <> (server_id is null))
);

create table tool_calls (
  id uuid primary key default uuidv7(),
  conversation_id uuid not null references conversations on delete cascade,
  -- the event that was replied to, and which call of the reply it is
  run_id uuid not null,
  call_no integer not null,
  tool_id uuid references tools on delete set null,
  name text not null,
  effect text not null,
  -- the model's own; what the server fills in is never stored
  arguments jsonb not null,
  bound text[] not null default '{}',
  -- of what the server fills in, keyed: to be the same when it is run
  bound_digest text,
  state text not null
    check (state in ('asked', 'running', 'done', 'failed', 'unsure', 'declined', 'dropped')),
  -- of a write: the assistant's message that asks, by its client id, and who had the conversation then
  ask_id uuid,
  ai_epoch integer,
  expires_at timestamptz(3),
  -- the event of the customer's yes
  confirmed_by uuid,
  result text,
  problem text,
  response_status integer,
  milliseconds integer,
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  unique (conversation_id, run_id, call_no)
);
create index tool_calls_tool on tool_calls (tool_id, id);

create table identity_codes (
  id uuid primary key default uuidv7(),
  conversation_id uuid not null references conversations on delete cascade,
  -- the event of the message whose answer asks for it: one code per reply
  run_id uuid not null,
  email text not null,
  code_hash text not null,
  attempts integer not null default 0,
  expires_at timestamptz(3) not null,
  verified_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index identity_codes_conversation on identity_codes (conversation_id, id);
`;
