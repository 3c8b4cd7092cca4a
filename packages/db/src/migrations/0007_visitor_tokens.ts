import { type Kysely, sql } from 'kysely';

/**
 * Visitor tokens can be ended: all of a visitor's by raising the epoch, those of one browser by naming its session.
 * And a `clientMessageId` is its side's own: under the other side's one a message is neither stored nor answered by
 * somebody else's. The index keeps its name, by which the release before knows it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = `
    alter table visitors
      add column token_epoch integer not null default 0,
      add column revoked_sessions uuid[] not null default '{}';
    create unique index messages_client_id_by_side on messages (conversation_id, client_message_id, sender_type)
      where client_message_id is not null;
    drop index messages_client_id;
    alter index messages_client_id_by_side rename to messages_client_id;`;
  await sql.raw(statements).execute(db);
}
