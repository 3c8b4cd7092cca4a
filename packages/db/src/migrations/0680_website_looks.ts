import { type Kysely, sql } from 'kysely';

/** Stores what a website changes of the widget's look. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table websites add column look jsonb not null default '{}'`.execute(db);
}
