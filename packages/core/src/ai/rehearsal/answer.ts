/** Answers a past question with the assistant as published, or as a proposed change would have it. */
import { createHash } from 'node:crypto';
import { aiContextMessages } from '@parley/contracts/assistant/limits';
import type { RehearsedAnswer } from '@parley/contracts/assistant/rehearsals';
import { toolCallsPerReply } from '@parley/contracts/assistant/tools';
import { aiConfigOn } from '@parley/contracts/assistant/settings';
import type { Settings } from '@parley/contracts/settings/settings';
import { keepAnswer, knownAnswer } from '@parley/db/ai/rehearsal-rows';
import type { AskedTurn } from '@parley/db/ai/rehearsal-sample';
import type { Cost } from '@parley/db/ai/rehearsals';
import { assistantWindow } from '@parley/db/ai/window';
import { conversationState } from '@parley/db/conversations/read';
import { messagesBefore } from '@parley/db/messages/read';
import type { ExternalContext } from '../../external/services.ts';
import type { CandidateKnowledge, Passage } from '../../knowledge/passages.ts';
import { languageOf } from '../../messages/customer-language.ts';
import { earlierOf, openQuestion, unanswered } from '../asked.ts';
import { type AskedState, composeReply, personNeeded, type ReplyQuestion } from '../compose-reply.ts';
import { givenPassages, passageCount } from '../given-passages.ts';
import { costUsd } from '../model.ts';
import { isOnlyFromSources } from '../only-from-sources.ts';
import { noPictures, promptVersion } from '../prompt.ts';
import { type DryToolBox, dryToolBox, type ReplacedTools } from '../tools/tool-box.ts';
import { PromptLeak } from '../reply-filter.ts';
import { type ModelAccess, modelName } from '../model-access.ts';
import type { Text } from '@parley/contracts/i18n/localized-text';
import { englishOf, localizedOf, localize } from '@parley/contracts/i18n/server-texts';

/** Longest wait of a rehearsal for an answer, in milliseconds. */
const patienceMs = 60_000;
/** Length of the rules and their frame, in characters; and the fewest characters of a token. */
const rulesLength = 4_000;
const charactersPerToken = 2.5;
/** An answer is asked for twice where something of it is not supported. */
const attempts = 2;

export interface RehearsedSide {
  aiConfig: Settings['aiConfig'];
  /** Change of the knowledge, compared with the published one. */
  knowledge?: CandidateKnowledge | undefined;
  /** Actions as they were found, or are to be. */
  tools?: ReplacedTools;
}

export interface Paying {
  access: ModelAccess;
  /** Kind of the run, for the statistics. */
  kind?: 'rehearsal' | 'playground';
  /** Called before the model; its errors are passed on. The returned function gets the real cost. */
  reserve: (cost: Cost) => Promise<(spent: Cost) => Promise<void>>;
  signal: AbortSignal;
}

/**
 * Answers a question from the messages before it, and none after it. The model is asked only if it has not answered
 * exactly the same before. Undefined if the conversation is deleted.
 *
 * @throws ModelFailed, and what `reserve` does
 */
export async function rehearseTurn(
  context: ExternalContext,
  { aiConfig, knowledge, tools: replaced = [] }: RehearsedSide,
  { conversationId, lastSeq }: Pick<AskedTurn, 'conversationId' | 'lastSeq'>,
  paying: Paying,
): Promise<RehearsedAnswer | undefined> {
  const [state, history, window] = await Promise.all([
    conversationState(context.db, conversationId),
    messagesBefore(context.db, conversationId, lastSeq + 1, aiContextMessages),
    assistantWindow(context.db, conversationId, lastSeq),
  ]);
  if (!state) return undefined;
  const messages = history.filter(({ seq }) => seq > window.after);
  const question = {
    aiConfig: aiConfigOn(aiConfig, state.websiteId),
    state,
    messages,
    turns: window.turns,
    earlier: earlierOf(history, window.after),
  };
  const needed = personNeeded(question);
  if (needed) return handOff(needed.reason);
  const passages = await givenPassages(context, {
    state,
    question: openQuestion(messages),
    before: messages.slice(0, messages.length - unanswered(messages).length),
    limit: passageCount,
    candidate: knowledge,
  });
  const language = await languageOf(context, state, messages);
  const tools = await dryToolBox(context, { state, messages, language, replaced });
  const onlyFromSources = await isOnlyFromSources(context, aiConfig);
  const given = givenTo(question, { passages, tools, onlyFromSources }, paying.access);
  const known = await knownAnswer(context.db, conversationId, given);
  if (known) return known;
  const answer = await ask(context, question, { passages, tools, onlyFromSources }, paying);
  await keepAnswer(context.db, conversationId, given, answer);
  return answer;
}

interface Given {
  passages: readonly Passage[];
  tools: DryToolBox;
  onlyFromSources: boolean;
}

/** Everything that the model's answer depends on, in one word. */
function givenTo(
  { aiConfig, state, messages, earlier }: ReplyQuestion,
  { passages, tools, onlyFromSources }: Given,
  access: ModelAccess,
) {
  const { systemPrompt, autoHandoff, maxTokens, model, tone } = aiConfig;
  const given = [
    promptVersion,
    modelName(access, model),
    access.baseUrl,
    systemPrompt,
    autoHandoff,
    maxTokens,
    onlyFromSources,
    tone,
    state.websiteDomain,
    earlier,
    tools.definitions,
    tools.dependsOn,
    messages.map(({ seq, senderType, senderName, content, removedAt, attachments = [] }) => [
      seq,
      senderType,
      senderName,
      removedAt ? null : content,
      attachments.map(({ name, kind, state: ofFile }) => [name, kind, ofFile]),
    ]),
    passages.map(({ documentId, title, headings, text, url, audience }) => [
      documentId,
      title,
      headings,
      text,
      url,
      audience,
    ]),
  ];
  return createHash('sha256').update(JSON.stringify(given)).digest('hex');
}

/** Asks the model, without effects but the cost. @throws ModelFailed, and what `reserve` does */
export async function ask(
  context: ExternalContext,
  question: ReplyQuestion<AskedState>,
  { passages, tools, onlyFromSources }: Given,
  { access, kind = 'rehearsal', reserve, signal }: Paying,
): Promise<RehearsedAnswer> {
  const settle = await reserve(worstCost(question, passages, tools, access));
  const spent: Cost = { replies: 0, tokens: 0, usd: 0 };
  const onAiRun: NonNullable<ExternalContext['external']['onAiRun']> = (run) => {
    spent.replies += 1;
    spent.tokens += run.inputTokens + run.outputTokens;
    spent.usd += run.costUsd;
    context.external.onAiRun?.(run);
  };
  const began = performance.now();
  const until = Date.now() + patienceMs;
  const done = (answer: Pick<RehearsedAnswer, 'kind' | 'text'> & Partial<RehearsedAnswer>): RehearsedAnswer => ({
    sentences: [],
    dropped: [],
    ...answer,
    milliseconds: Math.round(performance.now() - began),
    tokens: spent.tokens,
    costUsd: spent.usd,
  });
  try {
    const composed = await composeReply({ ...context, external: { ...context.external, onAiRun } }, question, {
      access,
      subject: { kind, conversationId: null, visitorId: null },
      pictures: noPictures,
      passages,
      tools,
      onlyFromSources,
      show: () => undefined,
      msLeft: () => until - Date.now(),
      signal,
    });
    await composed.run.record(composed.kind === 'hand_off' ? composed.outcome : 'answered');
    // Question that the customer would be asked, to confirm a write or to prove their identity.
    if (composed.kind === 'ask') return done({ kind: 'answer', text: composed.text });
    if (composed.kind === 'hand_off') return done(handingOff(composed.summary.reason));
    const { text, sentences, unsupported } = composed.answer;
    return done({
      kind: 'answer',
      text,
      sentences: sentences.map((sentence) => ({
        text: sentence.text.trim(),
        sources: sentence.by.map(({ passage: { documentId, title, url } }) => ({ documentId, title, url })),
      })),
      dropped: unsupported,
    });
  } catch (error) {
    if (error instanceof PromptLeak) return done(handingOff(localize('assistant_recited')));
    throw error;
  } finally {
    await settle(spent);
  }
}

/** Returns the most that questions of so many characters, with so much room for each answer, can cost. */
export function costAtMost(
  aiConfig: Settings['aiConfig'],
  access: ModelAccess,
  { characters, maxTokens, replies }: { characters: number; maxTokens: number; replies: number },
): Cost {
  const input = Math.ceil(characters / charactersPerToken) * replies;
  const output = maxTokens * replies;
  const prices = { input: aiConfig.inputPrice, output: aiConfig.outputPrice };
  const usd = costUsd(modelName(access, aiConfig.model), input, output, prices);
  return { replies, tokens: input + output, usd };
}

/** Returns the most that asking this question can cost. */
function worstCost(
  { aiConfig, messages }: ReplyQuestion<AskedState>,
  passages: readonly Passage[],
  tools: DryToolBox,
  access: ModelAccess,
): Cost {
  const lengths = [
    rulesLength,
    JSON.stringify([tools.definitions, tools.dependsOn]).length,
    aiConfig.systemPrompt.length,
    ...messages.map(({ content }) => content.length),
    ...passages.map(({ title, headings, text }) => title.length + headings.join().length + text.length),
  ];
  const replies = attempts * (tools.definitions.length > 0 ? toolCallsPerReply + 1 : 1);
  const characters = lengths.reduce((sum, each) => sum + each, 0);
  return costAtMost(aiConfig, access, { characters, maxTokens: aiConfig.maxTokens, replies });
}

const handingOff = (reason: Text): Pick<RehearsedAnswer, 'kind' | 'text' | 'localized'> => {
  const localized = localizedOf(reason);
  return { kind: 'hand_off', text: englishOf(reason), ...(localized && { localized }) };
};

export const handOff = (reason: Text): RehearsedAnswer => ({
  ...handingOff(reason),
  sentences: [],
  dropped: [],
  milliseconds: 0,
  tokens: 0,
  costUsd: 0,
});
