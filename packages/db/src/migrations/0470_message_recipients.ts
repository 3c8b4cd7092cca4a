import { type Kysely, sql } from 'kysely';

/** Recipients of single messages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // [{address, name, kind}]: whom its mail goes to beside the customer; null for the conversation's participants
  await sql`alter table messages add column recipients jsonb`.execute(db);
  await sql`alter table scheduled_messages add column recipients jsonb`.execute(db);
  await sql`create index messages_with_recipients on messages (conversation_id) where recipients is not null`.execute(
    db,
  );
}
