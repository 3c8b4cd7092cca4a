import { type Kysely, sql } from 'kysely';

/**
 * By when they began. Conversations lie in the order in which they began, but for those that are written in, so that a
 * few bytes for every hundred pages tell where to look; unlike in any other index, a change of a row adds nothing to it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index conversations_begun on conversations using brin (created_at) with (autosummarize)`.execute(db);
}
