import { type Kysely, sql } from 'kysely';

/** Nothing has ever been written there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table conversations drop column subject`.execute(db);
}
