import { type Kysely, sql } from 'kysely';

/**
 * Actions that are changed, added or removed by a rehearsal; what MCP servers have offered, and which of it an action was made
 * from; and what the model thinks of a rehearsed answer. The release before rehearses switches alone, and calls whatever a
 * server offers.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
alter table tool_servers
  -- names, and of each schema a word to compare it by; null until it has answered
  add column offers jsonb,
  add column offers_at timestamptz(3),
  add column updated_at timestamptz(3) not null default now();
alter table tools add column server_offer text;

-- each action of a change as it was found and as it is to be; the values of headers are encrypted
alter table rehearsals add column tools jsonb not null default '[]';
alter table rehearsal_rows add column opinion jsonb;
`;
