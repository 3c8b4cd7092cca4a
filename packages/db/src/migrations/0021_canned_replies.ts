import { type Kysely, sql } from 'kysely';

/** Canned replies and macros, who has used them how often, and which macros without a message were done. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table canned_replies (
      id uuid primary key default uuidv7(),
      -- null for one that all share
      owner_id uuid references users on delete cascade,
      name text not null,
      shortcut text not null,
      text text not null,
      variants jsonb not null default '[]',
      actions jsonb not null default '[]',
      -- of all websites where none is named; one that was deleted stays named, so that its replies show up nowhere
      website_ids uuid[] not null default '{}',
      created_by uuid references users on delete set null,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      constraint canned_replies_shortcut unique nulls not distinct (owner_id, shortcut)
    )`.execute(db);
  // A row for each person, so that those who send at the same time do not wait for each other.
  await sql`
    create table canned_reply_uses (
      reply_id uuid not null references canned_replies on delete cascade,
      user_id uuid not null references users on delete cascade,
      uses integer not null default 0,
      last_used_at timestamptz(3) not null default now(),
      primary key (reply_id, user_id)
    )`.execute(db);
  // What makes a macro without a message repeatable.
  await sql`
    create table macro_runs (
      conversation_id uuid not null references conversations on delete cascade,
      client_macro_id uuid not null,
      user_id uuid references users on delete set null,
      created_at timestamptz(3) not null default now(),
      primary key (conversation_id, client_macro_id)
    )`.execute(db);
}
