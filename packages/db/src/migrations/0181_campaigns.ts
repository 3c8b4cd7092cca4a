import { type Kysely, sql } from 'kysely';

/** Campaign of the link through which a visitor came, from the address of the page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table visitors add column campaign jsonb`.execute(db);
}
