/** Selects the passages that the assistant and the suggestions may cite. */
import type { Audience } from '@parley/contracts/knowledge/knowledge';
import type { Message } from '@parley/contracts/entities';
import { suspendedAmong } from '@parley/db/ai/suspended-passages';
import type { ConversationState } from '@parley/db/conversations/read';
import { findVisitor } from '@parley/db/visitors/visitors';
import type { Context } from '../context.ts';
import { type CandidateKnowledge, findPassages, type Passage } from '../knowledge/passages.ts';
import { withoutOrders } from '../knowledge/orders.ts';
import { detectLanguage } from '../text/language.ts';

/** Passages given to the model. */
export const passageCount = 5;
/** Extra passages fetched, in place of suspended ones. */
const spare = 5;

export interface Asking {
  state: Pick<ConversationState, 'visitorId' | 'websiteId'>;
  question: string;
  /** Earlier messages, oldest first. */
  before: readonly Message[];
  limit: number;
  /** Words to search for in place of the question's, besides its names. */
  otherWords?: readonly string[];
  /** Knowledge as a proposed change would have it. */
  candidate?: CandidateKnowledge | undefined;
}

/**
 * Returns the passages for a customer's question, best first, limited to those that the customer may read, without
 * suspended ones.
 */
export async function givenPassages(context: Pick<Context, 'db'>, asking: Asking): Promise<Passage[]> {
  const { state, question, before, limit, candidate, otherWords } = asking;
  if (question.trim() === '') return [];
  const visitor = state.visitorId === null ? undefined : await findVisitor(context.db, state.visitorId);
  const audience: Audience = visitor?.emailVerified ? 'customers' : 'public';
  const found = await findPassages(context, {
    question,
    history: before.map(({ content }) => content),
    audience,
    websiteId: state.websiteId,
    language: detectLanguage(question, visitor?.locale),
    limit: limit + spare,
    candidate,
    otherWords,
  });
  const suspended = await suspendedAmong(
    context.db,
    found.map(({ id }) => id),
  );
  return found
    .filter(({ id }) => !suspended.has(id))
    .map((passage) => ({ ...passage, text: withoutOrders(passage.text) }))
    .filter(({ text }) => text.trim() !== '')
    .slice(0, limit);
}
