import { type Kysely, sql } from 'kysely';

/** Promises to customers of when a person will answer, and the recent service that they are computed from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
alter table websites add column promises_replies boolean not null default true;

create table service_times (
  -- null for all conversations together
  website_id uuid references websites on delete cascade,
  answers integer not null,
  median_seconds double precision not null,
  p90_seconds double precision not null,
  measured_at timestamptz(3) not null default now(),
  unique nulls not distinct (website_id)
);

create table promises (
  conversation_id uuid not null references conversations on delete cascade,
  given_at timestamptz(3) not null default now(),
  first_due_at timestamptz(3) not null,
  due_at timestamptz(3) not null,
  renewed_at timestamptz(3),
  -- when the customer was told of the other time
  told_at timestamptz(3),
  ended_at timestamptz(3),
  -- null while it is open, and if it ended without an answer being due
  is_kept boolean,
  primary key (conversation_id, given_at)
);
create unique index promises_open on promises (conversation_id) where ended_at is null;
create index promises_by_due on promises (due_at) where ended_at is null;
create index promises_by_end on promises (ended_at) where is_kept is not null;
`;
