import { type Kysely, sql } from 'kysely';

/** Attributes that are required before a conversation is closed: `{teamIds, isYes, includesAutomation}`, or null. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table attributes add column required_to_close jsonb`.execute(db);
}
