import { type Kysely, sql } from 'kysely';

/** Devices that receive notifications for some weeks after their session timed out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Those of today count from now.
  await sql`alter table push_devices add column signed_in_at timestamptz(3) not null default now()`.execute(db);
}
