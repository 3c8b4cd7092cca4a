import { type Kysely, sql } from 'kysely';

/** Stores who is at work: open dashboards, their last input, and absences. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table availabilities (
  user_id uuid primary key references users on delete cascade,
  -- A gateway moves it forward while the user has a socket there.
  connected_until timestamptz(3),
  input_at timestamptz(3),
  -- As it was published last, and since when it is so.
  availability text not null default 'offline' check (availability in ('online', 'busy', 'offline')),
  since timestamptz(3) not null default now()
) with (fillfactor = 50);

create table absences (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  covered_by uuid references users on delete set null,
  created_by uuid references users on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint absences_end_after_start check (ends_at > starts_at)
);
create index absences_by_user on absences (user_id, ends_at);
create index absences_by_cover on absences (covered_by) where covered_by is not null;
create index absences_by_creator on absences (created_by) where created_by is not null;
`;
