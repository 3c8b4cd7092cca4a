import { type Kysely, sql } from 'kysely';

/**
 * Groups that a directory keeps by SCIM, and what they give their members; views for one team; by which key a batch was
 * asked for. The release before knows none of it: there nobody's role follows a group, and a view for a team is
 * everybody's.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table scim_groups (
  id uuid primary key default uuidv7(),
  display_name text not null,
  external_id text,
  -- what its members are given; nothing until an administrator says so
  role_id uuid references roles,
  team_id uuid references teams on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index scim_groups_name on scim_groups (lower(display_name));
create table scim_group_members (
  group_id uuid not null references scim_groups on delete cascade,
  user_id uuid not null references users on delete cascade,
  primary key (group_id, user_id)
);
create index scim_group_members_user on scim_group_members (user_id);
-- Whose role their groups say, with the one that they had before.
create table scim_roles (
  user_id uuid primary key references users on delete cascade,
  role text not null,
  role_id uuid references roles on delete set null
);

alter table views add column team_id uuid references teams on delete cascade;
create index views_team on views (team_id) where team_id is not null;

alter table batches add column key_id uuid references api_keys on delete set null;
`;
