import { type Kysely, sql } from 'kysely';

/** Template and required text of each mailbox, and each user's own signature. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mailboxes
    add column legal_text text not null default '',
    add column logo_url text not null default '',
    add column mail_colour text not null default '',
    add column mail_footer text not null default ''`.execute(db);
  await sql`alter table users add column mail_signature text not null default ''`.execute(db);
}
