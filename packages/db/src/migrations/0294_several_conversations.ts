import { type Kysely, sql } from 'kysely';

/** Several conversations per visitor: how each began, and which one it continues. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table conversations
    -- chosen by the visitor's client, so that starting one can be repeated
    add column client_conversation_id uuid,
    -- closed conversation that its customer wrote to again
    add column continues uuid,
    -- user who started it; null for one that its customer started
    add column started_by uuid`.execute(db);
  await sql`create unique index conversations_client_id on conversations (visitor_id, client_conversation_id)
    where client_conversation_id is not null`.execute(db);
  await sql`create index conversations_continues on conversations (continues) where continues is not null`.execute(db);
  await sql`alter table settings add column conversation_config jsonb not null default '{}'`.execute(db);
}
