import { type Kysely, sql } from 'kysely';

/** Per website: after how many minutes away its visitors get unseen replies by email; null for never. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table websites add column mail_after_minutes integer default 2 check (mail_after_minutes > 0)`.execute(
    db,
  );
}
