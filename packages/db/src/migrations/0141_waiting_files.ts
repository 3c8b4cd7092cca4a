import { type Kysely, sql } from 'kysely';

/**
 * Bytes of a file that have come, and the network of the visitor who announced it: what those who have not written yet may
 * store is limited by both. Files of the release before count nothing and are removed as ever.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table files add column received bigint not null default 0, add column network text`.execute(db);
}
