import { type Kysely, sql } from 'kysely';

/** The language of each person's dashboard; null, as for everybody before, is the browser's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column language text`.execute(db);
}
