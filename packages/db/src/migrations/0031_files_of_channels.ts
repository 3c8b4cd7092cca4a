import { type Kysely, sql } from 'kysely';

/**
 * Files whose bytes we fetch ourselves: where they are, such as at Telegram. The release before leaves them waiting, and
 * refuses them after a day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table files add column source jsonb`.execute(db);
}
