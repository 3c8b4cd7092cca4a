import { type Kysely, sql } from 'kysely';

/**
 * What the server's sentences say, by code, beside their English: null for those of before, and for words of somebody
 * else's. The release before writes the English alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table deliveries add column said jsonb, add column error_said jsonb`.execute(db);
  await sql`alter table batch_items add column said jsonb`.execute(db);
}
