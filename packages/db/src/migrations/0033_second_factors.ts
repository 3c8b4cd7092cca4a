import { type Kysely, sql } from 'kysely';

/**
 * Second factors and ways back in. The release before knows none of them and lets a right password in, so whoever needs
 * a second step is asked for it once all processes are of this one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Since when the account has a second factor; null while it has none. Kept with the rows below, in their transactions.
  await sql`alter table users add column second_factor_at timestamptz(3)`.execute(db);
  await sql`
    create table totp_secrets (
      user_id uuid primary key references users on delete cascade,
      -- encrypted by the caller
      secret text not null,
      -- the last time step whose code was used: it and those before it are used up
      last_step bigint not null,
      created_at timestamptz(3) not null default now()
    )`.execute(db);
  await sql`
    create table passkeys (
      id uuid primary key default uuidv7(),
      user_id uuid not null references users on delete cascade,
      -- as the authenticator calls it, base64url
      credential_id text not null unique,
      public_key bytea not null,
      -- how often it says it was used; some always say 0
      counter bigint not null,
      transports text[] not null,
      name text not null,
      created_at timestamptz(3) not null default now(),
      last_used_at timestamptz(3)
    )`.execute(db);
  await sql`create index passkeys_user on passkeys (user_id)`.execute(db);
  await sql`
    create table recovery_codes (
      user_id uuid not null references users on delete cascade,
      code_hash text not null,
      -- one for the codes that were made together
      salt text not null,
      used_at timestamptz(3),
      primary key (user_id, code_hash)
    )`.execute(db);
  await sql`
    create table password_links (
      token_hash text primary key,
      user_id uuid not null references users on delete cascade,
      created_at timestamptz(3) not null default now(),
      expires_at timestamptz(3) not null,
      used_at timestamptz(3)
    )`.execute(db);
  await sql`create index password_links_user on password_links (user_id)`.execute(db);
}
