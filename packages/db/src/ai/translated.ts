/** Which conversations each of the team reads in their own language, or as they were written. */
import type { TranslatedConversation } from '@parley/contracts/assistant/copilot';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { prepared } from '../prepared.ts';

/** Stores a user's choice. Returns whether it changed; also false for an unknown conversation. */
export async function setTranslated(
  db: Database,
  conversationId: string,
  userId: string,
  isOn: boolean,
): Promise<boolean> {
  const rows = await prepared(
    db,
    sql`
      insert into translated_conversations (conversation_id, user_id, is_on)
      select id, ${userId}::uuid, ${isOn}::bool from conversations where id = ${conversationId}
      on conflict (conversation_id, user_id) do update set is_on = excluded.is_on, updated_at = now()
      where translated_conversations.is_on <> excluded.is_on
      returning user_id
    `,
  );
  return rows.length > 0;
}

/** Returns a user's choices in the conversations that match `where`, the latest first. */
export async function translatedConversations(
  db: Database,
  userId: string,
  limit: number,
  where?: RawBuilder<boolean>,
): Promise<TranslatedConversation[]> {
  return prepared(
    db,
    sql<TranslatedConversation>`
      select conversations.id as conversation_id, chosen.is_on
      from translated_conversations chosen join conversations on conversations.id = chosen.conversation_id
      where chosen.user_id = ${userId} ${where ? sql`and ${where}` : sql``}
      order by chosen.updated_at desc, conversations.id desc limit ${limit}
    `,
  );
}
