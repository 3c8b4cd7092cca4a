import { type Kysely, sql } from 'kysely';

/**
 * Rules, and the log of their runs. A row of the log is written in the transaction of what the rule did: one rule runs
 * once for an event (`event_id`), and once for a period in a state: its beginning makes the event's id.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table rules (
  id uuid primary key default uuidv7(),
  name text not null,
  place integer not null,
  is_on boolean not null,
  -- Since when it is on: a period in a state counts only if it lasts long enough after that.
  on_since timestamptz(3),
  -- Until when what was due by time was run.
  swept_at timestamptz(3),
  stops boolean not null,
  triggers text[] not null,
  time jsonb,
  filter jsonb not null,
  hours text,
  words text[] not null,
  languages text[] not null,
  actions jsonb not null,
  problem jsonb,
  -- SHA-256 of the key in the address that triggers it.
  key_hash text,
  -- It has the rights of this user.
  author_id uuid references users on delete set null,
  created_by uuid references users on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index rules_name on rules (lower(name));
create unique index rules_key on rules (key_hash) where key_hash is not null;
create index rules_by_author on rules (author_id);
create index rules_by_creator on rules (created_by);

create table rule_runs (
  id uuid primary key default uuidv7(),
  rule_id uuid not null references rules on delete cascade,
  conversation_id uuid not null references conversations on delete cascade,
  event_id uuid not null,
  trigger text not null,
  -- The event that the first of a chain of rules followed.
  root_event_id uuid not null,
  depth smallint not null,
  outcome text not null,
  actions text[] not null,
  reason jsonb,
  activity_no integer,
  created_at timestamptz(3) not null default now()
);
create unique index rule_runs_once on rule_runs (rule_id, event_id);
create index rule_runs_by_rule on rule_runs (rule_id, created_at);
create index rule_runs_by_conversation on rule_runs (conversation_id, rule_id, created_at);
create index rule_runs_by_root on rule_runs (root_event_id);
create index rule_runs_by_time on rule_runs (created_at);
`;
