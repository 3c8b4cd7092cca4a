import { type Kysely, sql } from 'kysely';

/** A signing secret that was replaced goes on signing beside the new one for a while. Unknown to the release before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table webhooks
    add column previous_secret text,
    add column previous_secret_until timestamptz(3)`.execute(db);
}
