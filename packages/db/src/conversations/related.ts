import type { Conversation } from '@parley/contracts/entities';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { type ConversationRow, conversationColumns, toConversation } from './entity.ts';

const relatedShown = 50;

/** Returns the conversations that are linked to this one or continue it, in either direction, the newest first. */
export async function relatedConversations(db: Database, id: string): Promise<Conversation[]> {
  const { rows } = await sql<ConversationRow>`
    select ${conversationColumns} from conversations
    where id in (
      select each::uuid from conversations mine, jsonb_array_elements_text(mine.related_ids) as each where mine.id = ${id}
      union select others.id from conversations others
        where others.related_ids @> ${JSON.stringify([id])}::jsonb and others.related_ids <> '[]'
      union select mine.continues from conversations mine where mine.id = ${id}
      union select others.id from conversations others where others.continues = ${id}
    ) and id <> ${id} and not hidden
    order by id desc limit ${relatedShown}
  `.execute(db);
  return rows.map(toConversation);
}
