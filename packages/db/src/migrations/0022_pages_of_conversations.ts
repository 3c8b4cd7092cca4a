import { type Kysely, sql } from 'kysely';

/** On which page each conversation began; null for those of before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table conversations add column page_path text`.execute(db);
}
