import { type Kysely, sql } from 'kysely';

/** Messages that were split off into another conversation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // that conversation; the message is empty since then, like a removed one
  await sql`alter table messages add column moved_to uuid`.execute(db);
}
