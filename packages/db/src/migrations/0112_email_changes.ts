import { type Kysely, sql } from 'kysely';

/** Addresses that people have asked to sign in with, until their mailboxes confirm them; one per account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table email_changes (
      user_id uuid primary key references users on delete cascade,
      -- another one for each request: the mail of an earlier one is not sent
      id uuid not null unique default uuidv7(),
      email text not null,
      -- the account's then: a link is of no use once that is another
      email_before text not null,
      -- of the link that was mailed last
      token_hash text unique,
      created_at timestamptz(3) not null default now(),
      expires_at timestamptz(3) not null
    )`.execute(db);
}
