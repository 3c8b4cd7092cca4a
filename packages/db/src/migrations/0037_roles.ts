import { type Kysely, sql } from 'kysely';

/**
 * Roles: bundles of permissions with a scope. Those that come with the product are rows too, so that people can be given
 * them; what they permit is said by the release. `users.role` stays what it was: who has another role than the two of
 * the release before has `representative` there, and `role_id` beside it; an administrator is one whatever `role_id` says.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table roles (
  id uuid primary key default uuidv7(),
  name text not null,
  built_in text unique check (built_in in ('admin', 'representative', 'lead', 'light', 'auditor')),
  permissions text[] not null default '{}',
  scope text not null default 'everything' check (scope in ('everything', 'teams', 'mine')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index roles_name on roles (lower(name));
insert into roles (id, name, built_in) values
  ('00000000-0000-7000-8000-000000000001', 'admin', 'admin'),
  ('00000000-0000-7000-8000-000000000002', 'representative', 'representative'),
  ('00000000-0000-7000-8000-000000000003', 'lead', 'lead'),
  ('00000000-0000-7000-8000-000000000004', 'light', 'light'),
  ('00000000-0000-7000-8000-000000000005', 'auditor', 'auditor');

alter table users add column role_id uuid references roles;
create index users_role on users (role_id) where role_id is not null;
-- with its role an invitation is gone: nobody comes in with more than was meant
alter table invitations add column role_id uuid references roles on delete cascade;
`;
