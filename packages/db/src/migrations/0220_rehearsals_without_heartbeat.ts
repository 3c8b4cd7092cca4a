import { type Kysely, sql } from 'kysely';

/** The queue knows whether a rehearsal has a job, so rows need no time of the last progress. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table rehearsals drop column touched_at`.execute(db);
  await sql`create index rehearsals_under_way on rehearsals (due_at) where state in ('waiting', 'running', 'paused')`.execute(
    db,
  );
}
