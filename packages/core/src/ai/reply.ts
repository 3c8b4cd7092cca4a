/**
 * Lets the assistant answer a customer. The customer is never left in silence: an answer is stored, or a person is
 * called, or a representative has answered already.
 */
import { aiContextMessages } from '@parley/contracts/assistant/limits';
import { Problem } from '@parley/contracts/problems';
import type { MessageSource } from '@parley/contracts/assistant/answers';
import type { Message } from '@parley/contracts/entities';
import { localize } from '@parley/contracts/i18n/server-texts';
import { aiConfigOn, type WebsiteAiConfig } from '@parley/contracts/assistant/settings';
import { tokensSpentOn } from '@parley/db/ai/runs';
import { assistantWindow } from '@parley/db/ai/window';
import { type ConversationState, conversationState } from '@parley/db/conversations/read';
import { newestMessages } from '@parley/db/messages/read';
import { derivedId } from '../derived-id.ts';
import { followConversation } from '../events/follow-conversation.ts';
import type { ExternalContext } from '../external/services.ts';
import { transition } from '../conversations/transition.ts';
import { postMessage } from '../messages/post.ts';
import { checkedBy, type CheckResult, writesInWidget, readCheck } from './answer-check.ts';
import { limitsOf, takeFromBudget } from './budget.ts';
import { streamDeltas } from './delta-stream.ts';
import { earlierOf, openQuestion, unanswered } from './asked.ts';
import {
  type ComposedReply,
  composeReply,
  personNeeded,
  type ReplyQuestion,
  shortestAttemptMs,
} from './compose-reply.ts';
import { extractAnswer } from './extract.ts';
import { passageCount } from './given-passages.ts';
import { passOn } from './hand-off-packet.ts';
import { onlyReason } from '@parley/contracts/assistant/hand-off';
import { type Summary } from './hand-off-summary.ts';
import { recordAnswer, publicSources } from './ledger.ts';
import { ModelFailed } from './model.ts';
import { type ModelAccess, modelAccess } from './model-access.ts';
import { isOnlyFromSources } from './only-from-sources.ts';
import { noPictures } from './prompt.ts';
import { languageOf } from '../messages/customer-language.ts';
import type { Language } from '../text/language.ts';
import { settleTurn, type Turn } from './tools/settle-turn.ts';
import { searchedPassages } from './search-again.ts';
import { showTyping } from './typing-sign.ts';
import { toolBox, type ToolExchange } from './tools/tool-box.ts';
import { PromptLeak } from './reply-filter.ts';
import { maySeePictures, messagesWithFiles, picturesOf } from './shown-pictures.ts';

export interface ReplyRequest {
  conversationId: string;
  /** The event of the customer's message: one reply per event, however often it is tried. */
  eventId: string;
  /** The customer's message. */
  seq: number;
}

export type ReplyOutcome =
  | 'answered'
  | 'handed_off'
  /** The customer wrote more: the job of that message answers both. */
  | 'superseded'
  /** A representative has the conversation, it is closed, or it is answered. */
  | 'not_needed';

export interface ReplyPatience {
  /** Milliseconds since the epoch: without a word of an answer by then a person is called, whatever is under way. */
  until: number;
  /** Ends the attempt at once. */
  signal?: AbortSignal;
}

/** A model has this long for its first word, whatever was waited for before it was asked. */
const firstWordMs = 15_000;
/** How long pictures that are on their way are waited for, where the model may see them. */
const picturesMs = 8_000;

/** Thrown into a running model call when its answer is not wanted any more. */
class NotWanted extends Error {
  readonly outcome: ReplyOutcome;
  constructor(outcome: ReplyOutcome) {
    super('The reply is not wanted any more.');
    this.outcome = outcome;
  }
}

/** Why there is nothing (more) to reply to; null while there is. */
function whyNot(state: ConversationState | undefined, request: ReplyRequest, epoch?: number): ReplyOutcome | null {
  if (!state || state.hidden || state.status === 'closed' || !state.isAiAssisted) return 'not_needed';
  if (epoch !== undefined && state.aiEpoch !== epoch) return 'not_needed';
  if (state.lastSeq === request.seq) return null;
  return state.lastMessageSenderType === 'customer' ? 'superseded' : 'not_needed';
}

/**
 * Replies to a customer's message.
 * @throws ModelFailed when there is time to try again and it may help; call `giveUpReply` when it has been tried enough.
 */
export async function replyToCustomer(
  context: ExternalContext,
  request: ReplyRequest,
  patience: ReplyPatience,
): Promise<ReplyOutcome> {
  const state = await conversationState(context.db, request.conversationId);
  const reason = whyNot(state, request);
  if (reason || !state) return reason ?? 'not_needed';

  const [settings, history, window] = await Promise.all([
    context.settings.read(),
    newestMessages(context.db, request.conversationId, aiContextMessages),
    assistantWindow(context.db, request.conversationId),
  ]);
  const messages = history.filter(({ seq }) => seq > window.after);
  // Questions from before the conversation was closed are over, however it was opened again.
  if (!messages.some(({ senderType }) => senderType === 'customer')) return 'not_needed';
  const aiConfig = aiConfigOn(settings.aiConfig, state.websiteId);
  const sign = showTyping(context, request.conversationId);
  let outcome: ReplyOutcome | undefined;
  try {
    outcome = await replyTo(context, request, patience, { aiConfig, state, history, messages, window });
    return outcome;
  } finally {
    // The job of the newer message shows it already.
    await sign.end({ isContinued: outcome === 'superseded' });
  }
}

interface Wanted {
  aiConfig: WebsiteAiConfig;
  state: ConversationState;
  /** All messages of the window; `messages` has those since the conversation was last closed. */
  history: readonly Message[];
  messages: readonly Message[];
  window: { after: number; turns: number };
}

/** Replies to a message that is to be replied to. @throws ModelFailed as `replyToCustomer` */
async function replyTo(
  context: ExternalContext,
  request: ReplyRequest,
  patience: ReplyPatience,
  { aiConfig, state, history, messages, window }: Wanted,
): Promise<ReplyOutcome> {
  const question: ReplyQuestion = {
    aiConfig,
    state,
    messages,
    turns: window.turns,
    earlier: earlierOf(history, window.after),
  };
  const give = (summary: Summary): Promise<ReplyOutcome> => callPerson(context, state, messages, summary);
  const language = await languageOf(context, state, messages);
  const turn: Turn = aiConfig.enabled
    ? await settleTurn(context, { state, messages, eventId: request.eventId, language })
    : { kind: 'go_on', settled: [] };
  if (turn.kind === 'person') return give(onlyReason(turn.why));
  if (turn.kind === 'say') return postText(context, state, request, turn);

  const checked = turn.settled.length === 0 && aiConfig.enabled ? readCheck(messages) : null;
  if (checked && (await writesInWidget(context, state.id, messages)))
    return settleCheck(context, state, { request, messages }, checked);
  const needed = personNeeded(question);
  if (needed) return give(needed);
  const access = await modelAccess(context);
  if (!access) {
    const extract = await extractAnswer(context, question);
    if (!extract) return give(onlyReason(localize('assistant_not_set_up')));
    return postText(context, state, request, { text: extract.text, sources: publicSources([extract]) });
  }
  const limits = limitsOf(access, aiConfig);
  if (await hasSpentTooMuch(context, limits.tokensPerVisitorAndDay, state.visitorId)) {
    return give(onlyReason(localize('assistant_spent_on_customer')));
  }

  // A wait between attempts may have used up the time.
  if (patience.until - Date.now() < shortestAttemptMs) return give(onlyReason(localize('model_timed_out')));
  if (!(await takeFromBudget(context, limits))) return give(onlyReason(localize('assistant_spent')));
  try {
    return await replyByModel(context, {
      request,
      question,
      access,
      patience,
      after: window.after,
      settled: turn.settled,
      language,
    });
  } catch (error) {
    if (error instanceof NotWanted) return error.outcome;
    if (error instanceof PromptLeak) return give(onlyReason(localize('assistant_recited')));
    if (error instanceof ModelFailed && !mayTryAgain(error, patience))
      return give(onlyReason(error.localized ?? error.message));
    throw error;
  }
}

const mayTryAgain = ({ transient, retryAfterMs }: ModelFailed, { until }: ReplyPatience): boolean =>
  transient && Date.now() + retryAfterMs + shortestAttemptMs <= until;

/** After the last attempt has failed: a person is called. */
export async function giveUpReply(context: ExternalContext, request: ReplyRequest, error: unknown): Promise<void> {
  const state = await conversationState(context.db, request.conversationId);
  if (!state || whyNot(state, request) === 'not_needed') return;
  const [history, { after }] = await Promise.all([
    newestMessages(context.db, request.conversationId, aiContextMessages),
    assistantWindow(context.db, request.conversationId),
  ]);
  const messages = history.filter(({ seq }) => seq > after);
  const why = error instanceof ModelFailed ? (error.localized ?? error.message) : localize('assistant_failed');
  await callPerson(context, state, messages, onlyReason(why));
}

interface ModelReply {
  request: ReplyRequest;
  question: ReplyQuestion;
  access: ModelAccess;
  patience: ReplyPatience;
  /** The seq at which the conversation was last closed. */
  after: number;
  settled: readonly ToolExchange[];
  language: Language;
}

async function replyByModel(context: ExternalContext, reply: ModelReply): Promise<ReplyOutcome> {
  const { request, access, patience, after, settled, language } = reply;
  const { state } = reply.question;
  const maySee = await maySeePictures(context, state);
  const shown = maySee
    ? await messagesWithFiles(context, {
        conversationId: state.id,
        until: Math.min(Date.now() + picturesMs, patience.until - firstWordMs),
        signal: patience.signal,
      })
    : reply.question.messages;
  const question = { ...reply.question, messages: shown.filter(({ seq }) => seq > after) };
  const replyId = replyIdOf(request);
  const msLeft = (): number => patience.until - Date.now();
  const deltas = streamDeltas(context, { conversationId: request.conversationId, replyId });
  const watch = watchWanted(context, request, state.aiEpoch);
  const signal = AbortSignal.any([watch.signal, ...(patience.signal ? [patience.signal] : [])]);
  const subject = {
    conversationId: state.id,
    visitorId: state.visitorId,
    aiEpoch: state.aiEpoch,
    messageSeq: request.seq,
  };
  const asking = {
    state,
    question: openQuestion(question.messages),
    before: question.messages.slice(0, question.messages.length - unanswered(question.messages).length),
    limit: passageCount,
  };
  try {
    const composed = await composeReply(context, question, {
      access,
      subject: { ...subject, kind: 'reply' },
      pictures: maySee ? await picturesOf(context, question.messages) : noPictures,
      passages: await searchedPassages(context, asking, { access, subject, msLeft, signal }),
      onlyFromSources: await isOnlyFromSources(context, question.aiConfig),
      show: (text) => deltas.push(text),
      msLeft,
      tools: await toolBox(context, {
        state,
        messages: question.messages,
        runId: request.eventId,
        replyId,
        language,
        msLeft,
        settled,
      }),
      signal,
    });
    await deltas.flush();
    return await settle(context, { ...reply, question }, composed, replyId);
  } finally {
    watch.end();
    await deltas.end();
  }
}

const replyIdOf = ({ eventId }: ReplyRequest): string => derivedId(eventId, 'ai reply');

/** Posts a text of the server instead of an answer; no model writes any of it. */
async function postText(
  context: ExternalContext,
  state: ConversationState,
  request: ReplyRequest,
  { text, choices, sources }: { text: string; choices?: string[] | undefined; sources?: MessageSource[] | undefined },
): Promise<ReplyOutcome> {
  const { conversationId, seq } = request;
  try {
    await postMessage(
      context,
      { kind: 'assistant', epoch: state.aiEpoch },
      { conversationId },
      { content: text, choices, sources, clientMessageId: replyIdOf(request), onlyIfLastSeq: seq },
    );
    return 'answered';
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.code === 'conversation_moved' ? 'superseded' : 'not_needed';
  }
}

/** Acts on what the customer says to the question whether the answer helped. */
async function settleCheck(
  context: ExternalContext,
  state: ConversationState,
  { request, messages }: { request: ReplyRequest; messages: readonly Message[] },
  { said, check }: CheckResult,
): Promise<ReplyOutcome> {
  const { thanks, goOn, choices } = check;
  if (said === 'person') return callPerson(context, state, messages, onlyReason(localize('person_wanted')));
  if (said === 'not_yet') return postText(context, state, request, { text: goOn, choices: choices.slice(2) });
  const outcome = await postText(context, state, request, { text: thanks });
  if (outcome !== 'answered') return outcome;
  await transition(context, state.id, [{ type: 'close' }], {
    cause: { by: 'customer' },
    aiEpoch: state.aiEpoch,
  });
  return outcome;
}

/** Turns the model's answer into a message, a question or a hand-off. */
async function settle(
  context: ExternalContext,
  { request, language, question: { aiConfig, state, messages } }: ModelReply,
  composed: ComposedReply,
  replyId: string,
): Promise<ReplyOutcome> {
  const { run } = composed;
  if (composed.kind === 'hand_off') {
    await run.record(composed.outcome);
    return callPerson(context, state, messages, composed.summary);
  }
  if (composed.kind === 'ask') {
    const outcome = await postText(context, state, request, composed);
    await run.record(outcome === 'answered' ? 'asked' : 'superseded');
    return outcome;
  }
  const { answer } = composed;
  const { conversationId, seq } = request;
  try {
    // Stored only if no representative has joined and the customer has added nothing.
    const sources = publicSources(answer.sentences);
    const asks = aiConfig.asksIfAnswered && (await writesInWidget(context, conversationId, messages));
    const { message } = await postMessage(
      context,
      { kind: 'assistant', epoch: state.aiEpoch },
      { conversationId },
      {
        content: answer.text,
        sources,
        choices: asks ? checkedBy(answer, language) : undefined,
        clientMessageId: replyId,
        onlyIfLastSeq: seq,
      },
    );
    await run.record('answered');
    await recordAnswer(context, { conversationId, kind: 'reply', seq: message.seq }, run, answer.sentences);
    return 'answered';
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === 'invalid') {
      await run.record('unusable');
      return callPerson(context, state, messages, onlyReason(localize('assistant_no_answer')));
    }
    await run.record(error.code === 'conversation_moved' ? 'superseded' : 'discarded');
    return error.code === 'conversation_moved' ? 'superseded' : 'not_needed';
  }
}

/** Looks after each change of the conversation whether the reply is still wanted, and ends it when it isn't. */
function watchWanted(
  context: ExternalContext,
  request: ReplyRequest,
  epoch: number,
): { signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const changes = followConversation(context, request.conversationId);
  let isEnded = false;
  const watch = async (): Promise<void> => {
    for (;;) {
      await changes.next();
      if (isEnded) return;
      // A look that fails is made up for by the check at storing.
      const state = await conversationState(context.db, request.conversationId).catch(() => null);
      const outcome = state === null ? null : whyNot(state, request, epoch);
      if (outcome) return controller.abort(new NotWanted(outcome));
    }
  };
  void watch();
  return {
    signal: controller.signal,
    end() {
      isEnded = true;
      changes.end();
    },
  };
}

async function hasSpentTooMuch(context: ExternalContext, most: number, visitorId: string | null): Promise<boolean> {
  return most > 0 && visitorId !== null && (await tokensSpentOn(context.db, visitorId)) >= most;
}

/** Hands off with the summary, unless a person has joined since. The event's reaction notifies the customer. */
async function callPerson(
  context: ExternalContext,
  state: ConversationState,
  messages: readonly Message[],
  summary: Summary,
): Promise<ReplyOutcome> {
  const how = { cause: { by: 'assistant' }, onlyIfAiEpoch: state.aiEpoch } as const;
  return (await passOn(context, state, messages, summary, how)) ? 'handed_off' : 'not_needed';
}
