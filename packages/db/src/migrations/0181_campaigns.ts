import { type Kysely, sql } from 'kysely';

/** The campaign whose link a visitor came by, as the address of the page named it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table visitors add column campaign jsonb`.execute(db);
}
