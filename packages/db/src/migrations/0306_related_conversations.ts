import { type Kysely, sql } from 'kysely';

/** Conversations that a user has linked to another one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // ids, stored on the conversation that they were linked from
  await sql`alter table conversations add column related_ids jsonb not null default '[]'`.execute(db);
  await sql`create index conversations_by_related on conversations using gin (related_ids jsonb_path_ops)
    where related_ids <> '[]'`.execute(db);
}
