import { type Kysely, sql } from 'kysely';

/**
 * Files that wait with a scheduled message, go with a canned reply, or with a note. The release before would remove those
 * that wait for longer than a day with its sweep of uploads, and shows notes and replies by their text alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table files
      add column scheduled_id uuid references scheduled_messages on delete set null,
      add column canned_reply_id uuid references canned_replies on delete set null,
      -- the note that brings it, of its conversation
      add column act_no integer`.execute(db);
  await sql`create index files_scheduled on files (scheduled_id) where scheduled_id is not null`.execute(db);
  await sql`create index files_canned_reply on files (canned_reply_id) where canned_reply_id is not null`.execute(db);
  // In their order; null for one without.
  await sql`alter table scheduled_messages add column attachment_ids uuid[]`.execute(db);
  await sql`alter table canned_replies add column attachment_ids uuid[]`.execute(db);
  await sql`alter table acts add column attachment_ids uuid[]`.execute(db);
}
