import { type Kysely, sql } from 'kysely';

/** Who reads and writes conversations in their own language. The release before keeps it in the browser. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column read_translated boolean not null default false`.execute(db);
}
