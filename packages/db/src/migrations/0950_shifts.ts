import { type Kysely, sql } from 'kysely';

/** Stores the shifts of users, and their times of the next weeks as instants, for `users/availability.ts`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table shifts (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  times jsonb not null,
  starts_at timestamptz(3) not null,
  -- Null for a shift that goes on.
  ends_at timestamptz(3),
  -- Until when its times are in shift_times.
  timed_until timestamptz(3) not null default '-infinity',
  created_by uuid references users on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index shifts_by_user on shifts (user_id);
create index shifts_by_creator on shifts (created_by) where created_by is not null;

create table shift_times (
  shift_id uuid not null references shifts on delete cascade,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  primary key (shift_id, starts_at)
);
`;
