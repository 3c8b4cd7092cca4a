import { type Kysely, sql } from 'kysely';

/**
 * Who has a delivery in hand is the job that makes it: the one that comes back to it after its worker has died. The
 * release before leaves the column empty and goes by the time alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table deliveries add column claimed_by text`.execute(db);
}
