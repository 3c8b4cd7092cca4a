import { type Kysely, sql } from 'kysely';
import { rename } from './rename.ts';

/** Reminders are announced. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await rename(db, { columns: { told_at: 'announced_at' } });
  await sql`alter index reminders_untold rename to reminders_unannounced`.execute(db);
}
