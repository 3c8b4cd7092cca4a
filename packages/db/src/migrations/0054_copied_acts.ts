import { type Kysely, sql } from 'kysely';

/** What happened in another installation is told here and not undone here. The release before copies none but notes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table acts add column is_copied boolean not null default false`.execute(db);
}
