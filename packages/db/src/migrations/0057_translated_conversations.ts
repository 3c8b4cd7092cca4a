import { type Kysely, sql } from 'kysely';

/**
 * Which conversations each of the team reads in their own language, and calls of actions that are removed and come back. The
 * release before keeps the first in the browser, and finds no action for the others, as before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table translated_conversations (
  conversation_id uuid not null references conversations on delete cascade,
  user_id uuid not null references users on delete cascade,
  -- false for who reads this one as it was written, whatever they prefer otherwise
  is_on boolean not null,
  updated_at timestamptz(3) not null default now(),
  primary key (conversation_id, user_id)
);
create index translated_conversations_by_user on translated_conversations (user_id, updated_at desc);

-- an action that is gone may come back under its id, and its calls are its own again
alter table tool_calls drop constraint tool_calls_tool_id_fkey;
`;
