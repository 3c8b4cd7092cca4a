import { type Kysely, sql } from 'kysely';

/**
 * Notes are acts; an edit or a removal is one more, about the first. The release before writes none and leaves the new
 * columns null.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The note that an edit or a removal is about; and what makes writing one repeatable.
  await sql`alter table acts add column about integer, add column client_note_id uuid`.execute(db);
  await sql`create index acts_about on acts (conversation_id, about) where about is not null`.execute(db);
  await sql`
    create unique index acts_client_note_id on acts (conversation_id, client_note_id) where client_note_id is not null
  `.execute(db);
  await sql`
    create table mentions (
      user_id uuid not null references users on delete cascade,
      conversation_id uuid not null,
      -- the note
      act_no integer not null,
      created_at timestamptz(3) not null default now(),
      read_at timestamptz(3),
      primary key (conversation_id, act_no, user_id),
      foreign key (conversation_id, act_no) references acts on delete cascade
    )`.execute(db);
  await sql`create index mentions_newest on mentions (user_id, created_at desc)`.execute(db);
  await sql`create index mentions_unread on mentions (user_id, created_at desc) where read_at is null`.execute(db);
}
