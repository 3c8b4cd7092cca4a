/** Detects the language that a customer is answered in. */
import type { Message } from '@parley/contracts/entities';
import type { ConversationState } from '@parley/db/conversations/read';
import { findVisitor } from '@parley/db/visitors/visitors';
import type { Context } from '../context.ts';
import { detectLanguage, type Language } from '../text/language.ts';

/** Judged by their messages. */
export async function languageOf(
  context: Pick<Context, 'db'>,
  { visitorId }: Pick<ConversationState, 'visitorId'>,
  messages: readonly Message[],
): Promise<Language> {
  const written = messages.filter(({ senderType }) => senderType === 'customer').map(({ content }) => content);
  const visitor = visitorId === null ? undefined : await findVisitor(context.db, visitorId);
  return detectLanguage(written.slice(-5).join('\n'), visitor?.locale);
}
