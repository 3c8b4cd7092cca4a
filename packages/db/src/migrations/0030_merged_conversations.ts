import { type Kysely, sql } from 'kysely';

/**
 * A conversation that was merged into another one says so, and nothing of it moves. Which were merged into a conversation
 * is on its row too: most have none, and whoever tells of one need not look. The release before knows neither, and shows
 * them as two.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
alter table conversations
  add column merged_into uuid references conversations on delete set null,
  add column merged_ids uuid[] not null default '{}',
  -- the seq over there of what its customer first wrote since
  add column continued_from integer;
create index conversations_merged on conversations (merged_into) where merged_into is not null;
`;
