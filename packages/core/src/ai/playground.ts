/** Answers an admin's chat as a visitor would be answered. Nothing of it is stored but the cost of the calls. */
import { randomUUID } from 'node:crypto';
import { aiConfigOn } from '@parley/contracts/assistant/settings';
import type { TriedMessage } from '@parley/contracts/assistant/playground';
import type { RehearsedAnswer } from '@parley/contracts/assistant/rehearsals';
import type { Message } from '@parley/contracts/entities';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { findWebsite } from '@parley/db/websites/websites';
import type { ExternalContext } from '../external/services.ts';
import { openQuestion, unanswered } from './asked.ts';
import { limitsOf, takeFromBudget } from './budget.ts';
import { personNeeded } from './compose-reply.ts';
import { languageOf } from '../messages/customer-language.ts';
import { passageCount } from './given-passages.ts';
import { requireModel } from './model-access.ts';
import { ModelFailed } from './model.ts';
import { isOnlyFromSources } from './only-from-sources.ts';
import { ask, handOff } from './rehearsal/answer.ts';
import { searchedPassages } from './search-again.ts';
import { dryToolBox } from './tools/tool-box.ts';

/** The admin waits for the answer, as a visitor would. */
const patienceMs = 40_000;

/**
 * Answers the chat by the saved settings, switched on or not. No action is called.
 *
 * @throws Problem `not_found` for an unknown website, `invalid` if the visitor's message isn't last, `not_configured`
 * without a model, `rate_limited` when the installation's budget is spent, `other_side_failed` with the server's text
 */
export async function tryAssistant(
  context: ExternalContext,
  { websiteId, messages: chat }: { websiteId: string | null; messages: readonly TriedMessage[] },
): Promise<RehearsedAnswer> {
  if (chat.at(-1)?.from !== 'visitor') throw fieldProblem('invalid', 'messages', localize('visitor_writes_last'));
  const website = websiteId === null ? null : await findWebsite(context.db, websiteId);
  if (website === undefined) throw new Problem('not_found', localize('no_such_website'));
  const access = await requireModel(context);
  const settings = await context.settings.read();
  const aiConfig = { ...aiConfigOn(settings.aiConfig, websiteId), enabled: true };
  // A conversation that exists nowhere.
  const state = { id: randomUUID(), visitorId: null, websiteId, websiteDomain: website?.domain ?? null };
  const messages = chat.map((message, at) => asMessage(message, at + 1, state.id));
  const turns = chat.filter(({ from }) => from === 'assistant').length;
  const question = { aiConfig, state, messages, turns, earlier: undefined };
  const needed = personNeeded(question);
  if (needed) return handOff(needed.reason);
  if (!(await takeFromBudget(context, limitsOf(access, aiConfig)))) {
    throw new Problem('rate_limited', localize('assistant_spent'), { retryAfterSeconds: 60 });
  }
  const language = await languageOf(context, state, messages);
  const until = Date.now() + patienceMs;
  const signal = AbortSignal.timeout(patienceMs);
  const asking = {
    state,
    question: openQuestion(messages),
    before: messages.slice(0, messages.length - unanswered(messages).length),
    limit: passageCount,
  };
  const searching = {
    access,
    subject: { conversationId: null, visitorId: null },
    msLeft: () => until - Date.now(),
    signal,
  };
  const given = {
    passages: await searchedPassages(context, asking, searching),
    tools: await dryToolBox(context, { state, messages, language }),
    onlyFromSources: await isOnlyFromSources(context, aiConfig),
  };
  const free = async () => async () => undefined;
  try {
    return await ask(context, question, given, { access, kind: 'playground', reserve: free, signal });
  } catch (error) {
    if (signal.aborted) throw new Problem('other_side_failed', localize('model_timed_out'));
    if (!(error instanceof ModelFailed)) throw error;
    throw new Problem('other_side_failed', error.localized ?? error.message, { cause: error });
  }
}

const asMessage = ({ from, content }: TriedMessage, seq: number, conversationId: string): Message => ({
  id: randomUUID(),
  conversationId,
  seq,
  content,
  senderType: from === 'visitor' ? 'customer' : 'ai',
  senderId: null,
  senderName: null,
  messageType: 'text',
  createdAt: new Date().toISOString(),
  clientMessageId: null,
});
