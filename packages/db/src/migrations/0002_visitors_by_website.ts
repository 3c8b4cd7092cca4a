import { type Kysely, sql } from 'kysely';

/** Deleting a website parts its visitors from it; without an index that read every visitor of every website. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index visitors_by_website on visitors (website_id)`.execute(db);
}
