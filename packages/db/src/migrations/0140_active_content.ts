import { type Kysely, sql } from 'kysely';

/** What a file could do when it is opened; null for nothing. Files of before were not searched. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table files add column active_content text[]`.execute(db);
}
