/** What models made of a conversation, for whoever asks what is kept about them. */
import type { MessageTranslation, Summary } from '@parley/contracts/copilot';
import type { Database } from '../database.ts';

export interface MadeOfConversation {
  summaries: Pick<Summary, 'language' | 'lastSeq' | 'intent' | 'tried' | 'open'>[];
  translations: (Pick<MessageTranslation, 'seq' | 'from' | 'text'> & { language: string })[];
}

/** Every summary, and every message that was translated. */
export async function madeOfConversation(db: Database, conversationId: string): Promise<MadeOfConversation> {
  const [summaries, translations] = await Promise.all([
    db
      .selectFrom('conversationSummaries')
      .select(['language', 'lastSeq', 'summary'])
      .where('conversationId', '=', conversationId)
      .orderBy('language')
      .execute(),
    db
      .selectFrom('messageTranslations')
      .select(['seq', 'language', 'fromLanguage as from', 'text'])
      .where('conversationId', '=', conversationId)
      .where('text', 'is not', null)
      .orderBy('seq')
      .orderBy('language')
      .execute(),
  ]);
  return { summaries: summaries.map(({ summary, ...about }) => ({ ...about, ...summary })), translations };
}
