import { type Kysely, sql } from 'kysely';

/** Working times of a mailbox, its reply outside of them, and the name of its receiving server. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mailboxes
    add column schedule_id uuid references schedules on delete set null,
    add column auto_reply_closed_text text not null default '',
    add column authserv_id text not null default ''`.execute(db);
  await sql`create index mailboxes_by_schedule on mailboxes (schedule_id) where schedule_id is not null`.execute(db);
}
