import { type Kysely, sql } from 'kysely';

/** The last logout of a visitor, which ends what the help centre was shown before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table visitors add column logged_out_at timestamptz`.execute(db);
}
