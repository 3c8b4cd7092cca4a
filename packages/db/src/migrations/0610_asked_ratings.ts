import { type Kysely, sql } from 'kysely';

/** Finds the ratings that were asked for in a range of time, for reports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index ratings_by_asked_at on ratings (asked_at) where asked_at is not null`.execute(db);
}
