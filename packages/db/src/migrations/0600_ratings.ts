import { type Kysely, sql } from 'kysely';

/** Ratings: one row per closing of a conversation that its customer is asked about, at most once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
alter table settings add column rating_config jsonb not null default '{}';

create type conversation_rating as enum ('none', '1', '2', '3', '4', '5');
alter table conversations
  add column rating conversation_rating not null default 'none',
  add column rated_at timestamptz(3),
  add column is_to_follow_up boolean not null default false;
create index conversations_by_rated_at on conversations (rated_at, id) where rated_at is not null;
create index conversations_to_follow_up on conversations (last_activity_at desc, id desc) where is_to_follow_up;

create table ratings (
  id uuid primary key default uuidv7(),
  conversation_id uuid not null references conversations on delete cascade,
  -- The activity that closed it.
  closing_no integer not null,
  closed_at timestamptz(3) not null,
  -- When the customer is to be asked; null once they were, or nobody will.
  due_at timestamptz(3),
  asked_at timestamptz(3),
  place text,
  score smallint check (score between 1 and 5),
  reasons text[] not null default '{}',
  comment text not null default '',
  rated_at timestamptz(3),
  -- Answers since the close before: [{"userId": null for the assistant, "answers": 3}].
  shares jsonb not null default '[]',
  unique (conversation_id, closed_at)
);
create index ratings_by_due on ratings (due_at) where due_at is not null;
create index ratings_by_rated_at on ratings (rated_at, id) where rated_at is not null;
`;
