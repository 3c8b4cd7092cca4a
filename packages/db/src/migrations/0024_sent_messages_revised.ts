import { type Kysely, sql } from 'kysely';

/**
 * Messages that were changed or removed after they were sent. The release before shows them as they are now, the removed
 * ones empty.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
-- counts the edits of a conversation's messages; a message has the number of its last one
alter table conversations add column last_edit_no integer not null default 0;
alter table messages
  add column edit_no integer,
  add column edited_at timestamptz(3),
  add column removed_at timestamptz(3);

create table message_edits (
  conversation_id uuid not null references conversations on delete cascade,
  edit_no integer not null,
  seq integer not null,
  -- what it said before
  content text not null,
  edited_by uuid references users on delete set null,
  edited_at timestamptz(3) not null default now(),
  primary key (conversation_id, edit_no)
);
`;
