import { type Kysely, sql } from 'kysely';

/** An invitation can be mailed to an address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table invitations add column email text, add column mailed_at timestamptz`.execute(db);
}
