import { type Kysely, sql } from 'kysely';

/** Stores how teams assign their waiting conversations, what users can take, and the team of each website. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
alter table users
  add column capacity integer not null default 10 constraint users_capacity check (capacity between 0 and 200),
  add column languages text[] not null default '{}',
  add column skills text[] not null default '{}';
alter table availabilities add column given_at timestamptz(3);
alter table teams add column routing jsonb not null default '{}', add column alerted_at timestamptz(3);
alter table team_members add column is_lead boolean not null default false;
alter table websites add column team_id uuid references teams on delete set null;
create index websites_by_team on websites (team_id) where team_id is not null;
create index conversations_to_assign on conversations (team_id)
  where assigned_representative_id is null and team_id is not null and status <> 'closed' and not hidden
    and not is_ai_assisted and snoozed_until is null and not is_blocked;
`;
