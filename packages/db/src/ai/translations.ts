/** Messages in languages of the team's, which go when what they are of is changed. */
import type { MessageTranslation } from '@parley/contracts/assistant/copilot';
import type { Message } from '@parley/contracts/entities';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { type MessageRow, messageColumns, toMessage } from '../messages/entity.ts';

/** Returns those of these messages of a conversation that exist, oldest first. */
export async function messagesAt(db: Database, conversationId: string, seqs: readonly number[]): Promise<Message[]> {
  const { rows } = await sql<MessageRow>`
    select ${messageColumns} from messages where conversation_id = ${conversationId} and seq = any(${[...seqs]}::integer[])
    order by seq
  `.execute(db);
  return rows.map(toMessage);
}

/** Returns the stored translations of messages. */
export async function findTranslations(
  db: Database,
  conversationId: string,
  seqs: readonly number[],
  language: string,
): Promise<MessageTranslation[]> {
  return db
    .selectFrom('messageTranslations')
    .select(['seq', 'editNo', 'fromLanguage as from', 'text'])
    .where('conversationId', '=', conversationId)
    .where('seq', 'in', [0, ...seqs])
    .where('language', '=', language)
    .orderBy('seq')
    .execute();
}

/** Stores translations of messages that haven't changed since they were translated. */
export async function storeTranslations(
  db: Database,
  conversationId: string,
  language: string,
  translations: readonly MessageTranslation[],
): Promise<void> {
  await sql`
    insert into message_translations (conversation_id, seq, language, from_language, edit_no, text)
    select messages.conversation_id, messages.seq, ${language}, given."from", given."editNo", given.text
    from jsonb_to_recordset(${JSON.stringify(translations)}::jsonb) as given (seq integer, "editNo" integer, "from" text, text text)
    join messages on messages.conversation_id = ${conversationId} and messages.seq = given.seq
      and coalesce(messages.edit_no, 0) = given."editNo" and messages.removed_at is null
    for update of messages
    on conflict (conversation_id, seq, language) do update set from_language = excluded.from_language,
      edit_no = excluded.edit_no, text = excluded.text, created_at = now()
  `.execute(db);
}
