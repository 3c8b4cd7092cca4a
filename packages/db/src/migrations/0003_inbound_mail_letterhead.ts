import { type Kysely, sql } from 'kysely';

/** What the list of incoming mails shows. Null in mails of before, and in those that the previous release still stores. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table inbound_mails
      add column sender_name text,
      add column sender_address text,
      add column subject text
  `.execute(db);
}
