import { type Kysely, sql } from 'kysely';

/**
 * The team that a conversation was given to. The release before knows none: what it assigns keeps its team. Only
 * conversations with one are in the index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table conversations add column team_id uuid references teams on delete set null`.execute(db);
  await sql`create index conversations_by_team on conversations (team_id, last_activity_at desc, id desc)
    where team_id is not null`.execute(db);
}
