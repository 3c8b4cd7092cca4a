/** Reads what models made of a conversation, for customers who request the data stored about them. */
import type { MessageTranslation, Summary } from '@parley/contracts/assistant/copilot';
import type { HandOffPacket } from '@parley/contracts/assistant/hand-off-packet';
import type { StoredToolCall } from '../tools/calls.ts';
import type { Database } from '../database.ts';
import { findHandOff } from './hand-offs.ts';

export interface MadeOfConversation {
  summaries: Pick<Summary, 'language' | 'lastSeq' | 'intent' | 'tried' | 'open'>[];
  /** Packet of the last hand-off to the team, without the proposed answer. */
  handOff: Omit<HandOffPacket, 'draft'> | null;
  /** Actions that the assistant called for the customer, with their results. */
  actions: Pick<StoredToolCall, 'name' | 'arguments' | 'state' | 'result' | 'createdAt'>[];
  translations: (Pick<MessageTranslation, 'seq' | 'from' | 'text'> & { language: string })[];
}

/** Every summary, what was passed on, every message that was translated, and every call of the assistant's. */
export async function madeOfConversation(db: Database, conversationId: string): Promise<MadeOfConversation> {
  const [summaries, handOff, translations, actions] = await Promise.all([
    db
      .selectFrom('conversationSummaries')
      .select(['language', 'lastSeq', 'summary'])
      .where('conversationId', '=', conversationId)
      .orderBy('language')
      .execute(),
    findHandOff(db, conversationId),
    db
      .selectFrom('messageTranslations')
      .select(['seq', 'language', 'fromLanguage as from', 'text'])
      .where('conversationId', '=', conversationId)
      .where('text', 'is not', null)
      .orderBy('seq')
      .orderBy('language')
      .execute(),
    db
      .selectFrom('toolCalls')
      .select(['name', 'arguments', 'state', 'result', 'createdAt'])
      .where('conversationId', '=', conversationId)
      .orderBy('id')
      .execute(),
  ]);
  return {
    summaries: summaries.map(({ summary, ...about }) => ({ ...about, ...summary })),
    handOff: handOff ? withoutDraft(handOff.packet) : null,
    translations,
    actions,
  };
}

const withoutDraft = ({ draft: _draft, ...packet }: HandOffPacket): Omit<HandOffPacket, 'draft'> => packet;
