import { type Kysely, sql } from 'kysely';

/** Format that an API channel's program gets texts in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table custom_channels
    add column text_format text not null default 'plain' check (text_format in ('plain', 'markdown'))`.execute(db);
}
