import { type Kysely, sql } from 'kysely';

/** Messages, notes and what waits to become one can have formatting beside their plain text. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['messages', 'scheduled_messages', 'activities']) {
    await sql`alter table ${sql.table(table)} add column markdown text`.execute(db);
  }
  await sql`alter table drafts add column is_markdown boolean not null default false`.execute(db);
}
