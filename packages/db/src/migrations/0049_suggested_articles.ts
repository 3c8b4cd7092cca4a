import { type Kysely, sql } from 'kysely';

/** On which pages of a website the widget offers an article first. The release before offers none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table articles add column suggested_on text[] not null default '{}'`.execute(db);
}
