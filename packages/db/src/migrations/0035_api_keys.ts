import { type Kysely, sql } from 'kysely';

/**
 * API keys, of which a hash alone is kept. A personal one belongs to somebody of the team; a service's has a row of its own
 * in `users`, so that what it writes has an author: one that nobody signs in with, and that is in no list of the team.
 *
 * What a write was answered under its `Idempotency-Key`: a row without a status is one that was begun and not finished.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column kind text not null default 'person' check (kind in ('person', 'service'))
  `.execute(db);
  await sql`
    create table api_keys (
      id uuid primary key default uuidv7(),
      user_id uuid not null references users on delete cascade,
      name text not null,
      -- hex SHA-256 of the whole key
      hash text not null unique,
      prefix text not null,
      permissions text[] not null,
      calls_per_minute integer not null,
      created_by uuid references users on delete set null,
      created_at timestamptz(3) not null default now(),
      expires_at timestamptz(3),
      last_used_at timestamptz(3),
      ended_at timestamptz(3)
    )
  `.execute(db);
  await sql`create index api_keys_of_user on api_keys (user_id)`.execute(db);
  await sql`
    create table idempotent_calls (
      -- the person, or the key
      caller text not null,
      -- hex SHA-256 of what the caller sent, and of the call it was sent with
      key text not null,
      call text not null,
      status smallint,
      content_type text,
      -- encrypted by the caller; null for an answer without a body
      answer text,
      begun_at timestamptz(3) not null default now(),
      primary key (caller, key)
    )
  `.execute(db);
  await sql`create index idempotent_calls_begun on idempotent_calls (begun_at)`.execute(db);
}
