/**
 * Replies suggested to a representative: by the model where there is one, else from the team's articles and its own past
 * answers to similar questions. Each names what it rests on.
 */
import type { Suggestions } from '@parley/contracts/jobs';
import type { Message } from '@parley/contracts/entities';
import { aiContextMessages, suggestionCount } from '@parley/contracts/limits';
import { matchingArticles } from '@parley/db/articles/articles';
import { pastAnswers } from '@parley/db/articles/past-answers';
import { conversationState } from '@parley/db/conversations/read';
import { newestMessages } from '@parley/db/messages/read';
import type { ExternalContext } from '../integrations/external-services.ts';
import { type Asker, scopeSqlFor } from '../users/scope.ts';
import { relevantExcerpt } from './excerpt.ts';
import { ModelFailed } from './model.ts';
import { noPictures, secretTexts, suggestionsPrompt } from './prompt.ts';
import { PromptLeak, ReplyFilter, type ReplyFilterOptions } from './reply-filter.ts';
import { modelName, runModel } from './run.ts';
import { askWithPictures, maySeePictures, picturesOf } from './shown-pictures.ts';

interface Suggestion {
  text: string;
  source: string | null;
}

const longestSuggestion = 1_000;

/** What the model gets, so that articles and past answers still reach whoever waits (`ask-suggestions.ts`). */
const modelPatienceMs = 12_000;

/** At most three distinct suggestions, of what this person may see; none when the customer has said nothing yet. */
export async function suggestReplies(
  context: ExternalContext,
  conversationId: string,
  asker: Asker = {},
): Promise<Suggestions> {
  const messages = await newestMessages(context.db, conversationId, aiContextMessages);
  const question = latestQuestion(messages);
  if (question === null) return { suggestions: [], sources: [] };
  const byModel = await suggestByModel(context, conversationId, messages, question);
  const found = byModel.length > 0 ? byModel : await suggestFromKnowledge(context, conversationId, question, asker);
  const distinct = found
    .filter(({ text }, at) => found.findIndex((other) => sameText(other.text, text)) === at)
    .slice(0, suggestionCount);
  return { suggestions: distinct.map(({ text }) => text), sources: distinct.map(({ source }) => source) };
}

/** What the customer wrote last, all of it since the last answer. */
function latestQuestion(messages: readonly Message[]): string | null {
  const customers = messages.filter((message) => message.senderType === 'customer');
  const lastAnswer = messages.findLast((message) => message.senderType !== 'customer')?.seq ?? 0;
  const open = customers.filter((message) => message.seq > lastAnswer);
  const asked = (open.length > 0 ? open : customers.slice(-1)).map((message) => message.content).join('\n');
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
  conversationId: string,
  messages: Message[],
  question: string,
): Promise<Suggestion[]> {
  const access = context.external.model;
  const { aiConfig } = await context.settings.read();
  if (!access || !aiConfig.enabled) return [];
  const [state, knowledge] = await Promise.all([
    conversationState(context.db, conversationId),
    matchingArticles(context.db, question, 4),
  ]);
  if (!state) return [];
  const pictures = (await maySeePictures(context, state)) ? await picturesOf(context, messages) : noPictures;
  const subject = { kind: 'suggestions', conversationId, visitorId: null, messageSeq: state.lastSeq } as const;
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
    const team = messages.filter((message) => message.senderType === 'representative');
    const rules = {
      secrets: secretTexts(aiConfig),
      trusted: [aiConfig.systemPrompt, ...[...knowledge, ...team].map(({ content }) => content)],
      website: state.websiteDomain,
      maxLength: longestSuggestion,
    };
    const suggestions = readSuggestions(run.answer.text, new Set(knowledge.map((article) => article.title)))
      .map((suggestion) => ({ ...suggestion, text: harmless(suggestion.text, rules) }))
      .filter(({ text }) => text !== '');
    await run.record(suggestions.length > 0 ? 'answered' : 'unreadable');
    return suggestions;
  } catch (error) {
    // The panel stays useful without the model.
    if (!(error instanceof ModelFailed)) throw error;
    context.log.warn({ err: error, conversationId }, 'suggestions without the model');
    return [];
  }
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

/** Reads the model's JSON, forgiving what weaker models put around it; a source must be an article that was given. */
export function readSuggestions(text: string, titles: ReadonlySet<string>): Suggestion[] {
  const json = /\{[^]*\}|\[[^]*\]/.exec(text)?.[0];
  let parsed: unknown;
  try {
    parsed = JSON.parse(json ?? text);
  } catch {
    return [];
  }
  const list: unknown[] = Array.isArray(parsed)
    ? parsed
    : typeof parsed === 'object' && parsed !== null && 'suggestions' in parsed && Array.isArray(parsed.suggestions)
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

/** Articles first, then what colleagues have answered; an answer with somebody's address or number in it is not offered. */
async function suggestFromKnowledge(
  context: ExternalContext,
  conversationId: string,
  question: string,
  asker: Asker,
): Promise<Suggestion[]> {
  const within = await scopeSqlFor(context, asker);
  const [articles, answers] = await Promise.all([
    matchingArticles(context.db, question, 2),
    pastAnswers(context.db, question, { exceptConversationId: conversationId, limit: 10, within }),
  ]);
  return [
    ...articles.map(({ title, content }) => ({
      text: relevantExcerpt(content, question, longestSuggestion),
      source: title,
    })),
    ...answers
      .filter(({ answer }) => !/@|\d{5,}/.test(answer) && answer.length <= longestSuggestion)
      .map(({ answer }) => ({ text: answer, source: null })),
  ];
}
