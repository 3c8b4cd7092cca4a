import { type Kysely, sql } from 'kysely';

/** Topics: what customers ask about, found in their words once a week. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table topics (
  id uuid primary key default uuidv7(),
  name text not null,
  named_by text not null check (named_by in ('words', 'model', 'user')),
  -- Most telling words, by which it is named without a model.
  words text[] not null,
  is_hidden boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create table conversation_topics (
  conversation_id uuid primary key references conversations on delete cascade,
  topic_id uuid not null references topics on delete cascade
);
create index conversation_topics_by_topic on conversation_topics (topic_id);

-- One row: when topics were looked for last.
create table topic_search (
  id boolean primary key default true check (id),
  searched_at timestamptz(3) not null
);
`;
