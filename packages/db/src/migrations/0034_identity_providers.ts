import { type Kysely, sql } from 'kysely';

/**
 * Signing in by OpenID Connect, and accounts that a directory keeps by SCIM. The release before knows neither and goes
 * on with passwords, whatever `sign_in_config` says.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table identity_providers (
      id uuid primary key default uuidv7(),
      name text not null,
      issuer text not null,
      client_id text not null,
      -- encrypted; empty for none
      client_secret text not null,
      scopes text[] not null,
      domains text[] not null,
      role text not null,
      groups_claim text not null,
      group_roles jsonb not null,
      trusted_for_second_factor boolean not null,
      is_active boolean not null,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now()
    )`.execute(db);
  // Who somebody is there, once and for all: an account has one subject at a provider, and a subject one account.
  await sql`
    create table provider_identities (
      provider_id uuid not null references identity_providers on delete cascade,
      subject text not null,
      user_id uuid not null references users on delete cascade,
      created_at timestamptz(3) not null default now(),
      last_used_at timestamptz(3) not null default now(),
      primary key (provider_id, subject),
      constraint provider_identities_user unique (provider_id, user_id)
    )`.execute(db);
  await sql`create index provider_identities_by_user on provider_identities (user_id)`.execute(db);
  await sql`alter table settings add column sign_in_config jsonb not null default '{}'`.execute(db);
  await sql`
    create table scim_tokens (
      id uuid primary key default uuidv7(),
      name text not null,
      -- what it begins with, to know it by
      prefix text not null,
      -- hex SHA-256
      token_hash text not null unique,
      -- of the accounts it makes
      role text not null,
      created_by uuid references users on delete set null,
      created_at timestamptz(3) not null default now(),
      last_used_at timestamptz(3)
    )`.execute(db);
  // What the directory says of an account beside what the account has; none for accounts it has never written to.
  await sql`
    create table scim_people (
      user_id uuid primary key references users on delete cascade,
      user_name text not null,
      external_id text,
      -- deleted there: deactivated here, and not there for the directory any more
      removed_at timestamptz(3),
      updated_at timestamptz(3) not null default now()
    )`.execute(db);
  await sql`create unique index scim_people_user_name on scim_people (lower(user_name))`.execute(db);
  await sql`create index scim_people_external_id on scim_people (external_id) where external_id is not null`.execute(
    db,
  );
}
