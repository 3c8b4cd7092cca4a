import { type Kysely, sql } from 'kysely';

/** Teams, as far as scopes need them: who is in them, and which websites are theirs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table teams (
  id uuid primary key default uuidv7(),
  name text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index teams_name on teams (lower(name));
create table team_members (
  team_id uuid not null references teams on delete cascade,
  user_id uuid not null references users on delete cascade,
  primary key (team_id, user_id)
);
create index team_members_user on team_members (user_id);
create table team_websites (
  team_id uuid not null references teams on delete cascade,
  website_id uuid not null references websites on delete cascade,
  primary key (team_id, website_id)
);
create index team_websites_website on team_websites (website_id);
`;
