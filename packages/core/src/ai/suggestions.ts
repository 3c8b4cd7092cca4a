/**
 * Suggests replies to a representative: from the model if there is one, otherwise from the team's articles and its past
 * answers to similar questions. Each names its source.
 */
import { isObject, parseJson } from '@parley/contracts/json';
import { aiConfigOn } from '@parley/contracts/assistant/settings';
import type { Suggestions } from '@parley/contracts/jobs';
import type { Message } from '@parley/contracts/entities';
import { aiContextMessages, suggestionCount } from '@parley/contracts/assistant/limits';
import { pastAnswers } from '@parley/db/articles/past-answers';
import { type ConversationState, conversationState } from '@parley/db/conversations/read';
import { newestMessages } from '@parley/db/messages/read';
import type { ExternalContext } from '../external/services.ts';
import type { Requester } from '../permissions/requester.ts';
import { assertStillMay } from '../permissions/permissions.ts';
import { scopeSqlFor } from '../permissions/scope.ts';
import type { Passage } from '../knowledge/passages.ts';
import { openQuestion } from './asked.ts';
import { bestExcerpt } from './extract.ts';
import { jsonIn } from './found-in-text.ts';
import { givenPassages, passageCount } from './given-passages.ts';
import { answerGate, type CheckedAnswer } from './grounding/answer.ts';
import type { CitableSources } from './grounding/check.ts';
import { recordAnswer } from './ledger.ts';
import { ModelFailed } from './model.ts';
import { isOnlyFromSources } from './only-from-sources.ts';
import { noPictures, secretTexts, suggestionsPrompt } from './prompt.ts';
import { PromptLeak, ReplyFilter, type ReplyFilterOptions } from './reply-filter.ts';
import { modelAccess, modelName } from './model-access.ts';
import { runModel } from './run.ts';
import { askWithPictures, maySeePictures, picturesOf } from './shown-pictures.ts';

interface Suggestion {
  text: string;
  source: string | null;
}

const longestSuggestion = 1_000;

/** Limit for the model, so that articles and past answers still reach the requester in time (`ask-suggestions.ts`). */
const modelPatienceMs = 12_000;

/**
 * Returns at most three distinct suggestions from what this user may see; none before the customer's first message.
 *
 * @throws Problem as `assertStillMay`
 */
export async function suggestReplies(
  context: ExternalContext,
  conversationId: string,
  requester: Requester = {},
): Promise<Suggestions> {
  const { userId } = requester;
  if (userId !== undefined) {
    await assertStillMay(context, { ...requester, userId }, 'conversations.reply', { conversationId });
  }
  const messages = await newestMessages(context.db, conversationId, aiContextMessages);
  const question = latestQuestion(messages);
  if (question === null) return { suggestions: [], sources: [] };
  const state = await conversationState(context.db, conversationId);
  if (!state) return { suggestions: [], sources: [] };
  const before = messages.filter(({ content }) => !question.includes(content));
  const knowledge = await givenPassages(context, { state, question, before, limit: passageCount });
  const byModel = await suggestByModel(context, state, messages, knowledge);
  const found =
    byModel.length > 0 ? byModel : await suggestFromKnowledge(context, state.id, question, knowledge, requester);
  const distinct = found
    .filter(({ text }, at) => found.findIndex((other) => sameText(other.text, text)) === at)
    .slice(0, suggestionCount);
  return { suggestions: distinct.map(({ text }) => text), sources: distinct.map(({ source }) => source) };
}

/** Returns the end of the open question; null if it is empty. */
function latestQuestion(messages: readonly Message[]): string | null {
  const asked = openQuestion(messages);
  return asked.trim() === '' ? null : asked.slice(-4_000);
}

const sameText = (a: string, b: string): boolean => normal(a) === normal(b);
const normal = (text: string): string =>
  text
    .toLocaleLowerCase('en')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

async function suggestByModel(
  context: ExternalContext,
  state: ConversationState,
  messages: Message[],
  knowledge: readonly Passage[],
): Promise<Suggestion[]> {
  const access = await modelAccess(context);
  const aiConfig = aiConfigOn((await context.settings.read()).aiConfig, state.websiteId);
  if (!access || !aiConfig.enabled) return [];
  const { id: conversationId, lastSeq } = state;
  const pictures = (await maySeePictures(context, state)) ? await picturesOf(context, messages) : noPictures;
  const subject = { kind: 'suggestions', conversationId, visitorId: null, messageSeq: lastSeq } as const;
  try {
    const run = await askWithPictures(context, pictures, (shown) =>
      runModel(context, access, subject, {
        model: modelName(access, aiConfig.model),
        messages: suggestionsPrompt({ systemPrompt: aiConfig.systemPrompt, knowledge, messages, pictures: shown }),
        // Three replies and the JSON around them.
        maxTokens: aiConfig.maxTokens * suggestionCount,
        json: true,
        timeoutMs: modelPatienceMs,
      }),
    );
    const theirs = messages.filter((message) => message.senderType === 'customer');
    const team = messages.filter((message) => message.senderType === 'representative');
    const teamText = team.map(({ content }) => content).join('\n');
    const rules = {
      secrets: secretTexts(aiConfig),
      trusted: [aiConfig.systemPrompt, teamText, ...knowledge.flatMap(({ text, url }) => [text, url ?? ''])],
      website: state.websiteDomain,
      maxLength: longestSuggestion,
    };
    const citable: CitableSources<Passage> = {
      passages: knowledge,
      instructions: aiConfig.systemPrompt,
      teamText,
      asked: theirs.map(({ content }) => content).join('\n'),
      question: openQuestion(messages),
      mayGoBeyond: !(await isOnlyFromSources(context, aiConfig)),
    };
    const drafts = readSuggestions(run.answer.text, new Set(knowledge.map(({ title }) => title)))
      .map(({ text, source }) => ({ text, source, answer: supported(harmless(text, rules), citable) }))
      .filter(({ answer }) => answer.text !== '');
    await run.record(drafts.length > 0 ? 'answered' : 'unreadable');
    for (const { answer } of drafts.slice(0, suggestionCount))
      await recordAnswer(context, { conversationId, kind: 'suggestion', seq: lastSeq }, run, answer.sentences);
    return drafts.map(({ text, answer, source }) => ({
      text: answer.text,
      source: source ?? namedIn(text, knowledge),
    }));
  } catch (error) {
    // The panel stays useful without the model.
    if (!(error instanceof ModelFailed)) throw error;
    context.log.warn({ err: error, conversationId }, 'suggestions without the model');
    return [];
  }
}

/** The first passage that a draft names by its number. */
const namedIn = (draft: string, knowledge: readonly Passage[]): string | null =>
  knowledge[Number(/\[(\d+)/.exec(draft)?.[1]) - 1]?.title ?? null;

/** Returns a draft without unsupported sentences. */
function supported(draft: string, citable: CitableSources<Passage>): CheckedAnswer<Passage> {
  const gate = answerGate(citable, { isDraft: true });
  gate.push(draft);
  gate.end();
  return gate.answer;
}

/** A draft as it may be offered: sent with one key, it is held to the rules of an answer. Empty when it recites ours. */
function harmless(draft: string, rules: ReplyFilterOptions): string {
  const filter = new ReplyFilter(rules);
  try {
    return (filter.push(draft) + filter.end()).trim();
  } catch (error) {
    if (error instanceof PromptLeak) return '';
    throw error;
  }
}

/** Reads the model's JSON, without the text that weaker models put around it; a source must be a given article. */
export function readSuggestions(text: string, titles: ReadonlySet<string>): Suggestion[] {
  const parsed = parseJson(jsonIn(text, ['{}', '[]']));
  const list: unknown[] = Array.isArray(parsed)
    ? parsed
    : isObject(parsed) && Array.isArray(parsed.suggestions)
      ? parsed.suggestions
      : [];
  return list.flatMap((each): Suggestion[] => {
    const given: { text?: unknown; source?: unknown } =
      typeof each === 'object' && each !== null ? each : { text: each };
    if (typeof given.text !== 'string' || given.text.trim() === '') return [];
    const source = typeof given.source === 'string' && titles.has(given.source) ? given.source : null;
    return [{ text: given.text.trim().slice(0, longestSuggestion), source }];
  });
}

/** Suggests articles first, then answers of colleagues, without those that contain a person's address or number. */
async function suggestFromKnowledge(
  context: ExternalContext,
  conversationId: string,
  question: string,
  knowledge: readonly Passage[],
  requester: Requester,
): Promise<Suggestion[]> {
  const within = await scopeSqlFor(context, requester);
  const answers = await pastAnswers(context.db, question, { exceptConversationId: conversationId, limit: 10, within });
  return [
    ...knowledge.slice(0, 2).flatMap((passage) => {
      const best = bestExcerpt([passage], question);
      return best ? [{ text: best.excerpt.text, source: passage.title }] : [];
    }),
    ...answers
      .filter(({ answer }) => !/@|\d{5,}/.test(answer) && answer.length <= longestSuggestion)
      .map(({ answer }) => ({ text: answer, source: null })),
  ];
}
