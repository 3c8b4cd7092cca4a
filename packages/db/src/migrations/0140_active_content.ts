import { type Kysely, sql } from 'kysely';

/**
 * Active content that a file runs when it is opened; null for none. Files from before this migration were not checked.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table files add column active_content text[]`.execute(db);
}
