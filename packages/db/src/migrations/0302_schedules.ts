import { type Kysely, sql } from 'kysely';

/**
 * Schedules, and the websites and teams that have one of their own. The default schedule is a row as well: its week and
 * time zone are business hours in the settings, so it has only exceptions and holidays.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table schedules (
  id uuid primary key default uuidv7(),
  name text not null default '',
  is_default boolean not null default false,
  timezone text,
  week jsonb,
  exceptions jsonb not null default '[]',
  holidays jsonb not null default '[]',
  holidays_url text,
  holidays_read_at timestamptz(3),
  holidays_failure jsonb,
  -- Time of the next read of the calendar; null without an address.
  holidays_due_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint schedules_default_has_no_week check (is_default = (week is null) and is_default = (timezone is null))
);
create unique index schedules_default on schedules (is_default) where is_default;
create unique index schedules_name on schedules (lower(name));
create index schedules_by_due on schedules (holidays_due_at) where holidays_due_at is not null;
insert into schedules (id, is_default) values ('00000000-0000-7000-8000-000000000101', true);

alter table websites add column schedule_id uuid references schedules on delete set null;
alter table teams add column schedule_id uuid references schedules on delete set null;
create index websites_by_schedule on websites (schedule_id) where schedule_id is not null;
create index teams_by_schedule on teams (schedule_id) where schedule_id is not null;
`;
