import { type Kysely, sql } from 'kysely';

/** A conversation returns to the assistant: as an activity, as a command of a batch, and in events not dispatched yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update activities set kind = 'returned_to_assistant' where kind = 'handed_back'`.execute(db);
  await sql`
    update batches set commands = replace(commands::text, '"hand_back"', '"return_to_assistant"')::jsonb
    where commands::text like '%"hand_back"%'
  `.execute(db);
  await sql`
    update outbox set payload = replace(payload::text, '"handed_back"', '"returned_to_assistant"')::jsonb
    where payload::text like '%"handed_back"%'
  `.execute(db);
}
