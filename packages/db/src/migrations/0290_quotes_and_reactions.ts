import { type Kysely, sql } from 'kysely';

/** Messages that quote another one of their conversation, and emoji that people put on them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table messages
    add column reply_to uuid,
    -- [{emoji, senderType, senderId, senderName}], in the order in which they were put
    add column reactions jsonb,
    -- number of changes of "reactions"
    add column reaction_no integer`.execute(db);
  await sql`create index messages_reacted on messages (conversation_id, seq) where reaction_no is not null`.execute(db);
  await sql`alter table scheduled_messages add column reply_to uuid`.execute(db);
}
