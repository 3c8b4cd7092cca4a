import { type Kysely, sql } from 'kysely';

/** Proactive messages with what is counted of them, and banners. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table proactive_messages (
  id uuid primary key default uuidv7(),
  name text not null,
  is_on boolean not null,
  -- Empty for all websites.
  website_ids uuid[] not null,
  -- Null for the assistant.
  user_id uuid references users on delete set null,
  is_by_assistant boolean not null,
  conditions jsonb not null,
  text text not null,
  variants jsonb not null,
  place integer not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index proactive_messages_name on proactive_messages (lower(name));

-- Nothing of a visitor: only how many.
create table proactive_counts (
  proactive_id uuid not null references proactive_messages on delete cascade,
  website_id uuid not null references websites on delete cascade,
  day date not null,
  shown integer not null default 0,
  held_out integer not null default 0,
  dismissed integer not null default 0,
  answered integer not null default 0,
  started_after_shown integer not null default 0,
  started_held_out integer not null default 0,
  primary key (proactive_id, website_id, day)
);

create table banners (
  id uuid primary key default uuidv7(),
  name text not null,
  website_ids uuid[] not null,
  text text not null,
  variants jsonb not null,
  link text,
  is_dismissible boolean not null,
  is_at_launcher boolean not null,
  "from" timestamptz(3) not null,
  until timestamptz(3),
  tag_id uuid references tags on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index banners_name on banners (lower(name));

alter table websites add column proactive jsonb not null default '{"remembers": false, "holdOutPercent": 10}';
`;
