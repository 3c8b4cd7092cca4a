import { type Kysely, sql } from 'kysely';
import { rename } from './rename.ts';

/** Passages that were corrected too often are suspended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await rename(db, {
    tables: { passage_rests: 'suspended_passages' },
    columns: { resting_since: 'suspended_since' },
  });
  await sql`alter index suspended_passages_resting rename to suspended_passages_newest`.execute(db);
}
