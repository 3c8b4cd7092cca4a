/**
 * The assistant answers a customer. Whatever happens, the customer is never left in silence: an answer is stored, or a
 * person is called, or somebody else has answered already.
 */
import { type HandOff, handOffText } from '@parley/contracts/hand-off';
import { aiContextMessages, messageMaxLength } from '@parley/contracts/limits';
import { Problem } from '@parley/contracts/problems';
import type { Message } from '@parley/contracts/entities';
import { englishOf, say, type Words } from '@parley/contracts/sayings';
import { matchingArticles } from '@parley/db/articles/articles';
import { tokensSpentOn } from '@parley/db/ai/runs';
import { type ConversationState, conversationState } from '@parley/db/conversations/read';
import { newestMessages } from '@parley/db/messages/read';
import { handOff } from '../conversations/hand-off.ts';
import { derivedId } from '../derived-id.ts';
import type { ModelAccess, ExternalContext } from '../integrations/external-services.ts';
import { postMessage } from '../messages/post.ts';
import { takeFromBudget } from './budget.ts';
import { streamDeltas } from './delta-stream.ts';
import { ModelFailed } from './model.ts';
import { completeSummary, summaryFromToolCall } from './hand-off-summary.ts';
import { asksForPerson } from './person-requests.ts';
import { handOffTool, handOffToolName, noPictures, replyPrompt, secretTexts } from './prompt.ts';
import { PromptLeak, ReplyFilter } from './reply-filter.ts';
import { modelName, type Run, runModel } from './run.ts';
import { askWithPictures, maySeePictures, messagesWithFiles, picturesOf } from './shown-pictures.ts';

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
  /** A person has the conversation, it is closed, or it is answered. */
  | 'not_needed';

export interface ReplyPatience {
  /** Milliseconds since the epoch: without a word of an answer by then a person is called, whatever is under way. */
  until: number;
  /** Ends the attempt at once. */
  signal?: AbortSignal;
}

/** An attempt that has less than this left is not begun. */
const shortestAttemptMs = 3_000;
/** A model has this long for its first word, whatever was waited for before it was asked. */
const firstWordMs = 15_000;
/** How long pictures that are on their way are waited for, where the model may see them. */
const picturesMs = 8_000;
/** How often a reply under way looks whether it is still wanted. */
const lookEveryMs = 400;
/** Articles given to the model. */
const articleCount = 4;

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

  const [{ aiConfig }, messages] = await Promise.all([
    context.settings.read(),
    newestMessages(context.db, request.conversationId, aiContextMessages),
  ]);
  const open = unanswered(messages);
  const passOn = (summary: HandOff): Promise<ReplyOutcome> => callPerson(context, state, messages, summary);

  if (open.some((message) => asksForPerson(message.content))) return passOn(because(say('person_wanted')));
  if (!aiConfig.enabled) return passOn(because(say('assistant_off')));
  const access = context.external.model;
  if (!access) return passOn(because(say('assistant_not_set_up')));
  if (await isOverBudget(context, access, state.visitorId)) {
    return passOn(because(say('assistant_spent_on_customer')));
  }

  // A wait between attempts may have taken what was left for this one.
  if (patience.until - Date.now() < shortestAttemptMs) return passOn(because(say('model_timed_out')));
  if (!(await takeFromBudget(context, access.budget))) return passOn(because(say('assistant_spent')));
  try {
    return await replyByModel(context, { request, state, messages, access, patience });
  } catch (error) {
    if (error instanceof NotWanted) return error.outcome;
    if (error instanceof PromptLeak) return passOn(because(say('assistant_recited')));
    if (error instanceof ModelFailed && !mayTryAgain(error, patience)) return passOn(because(error.message));
    throw error;
  }
}

const mayTryAgain = ({ transient, retryAfterMs }: ModelFailed, { until }: ReplyPatience): boolean =>
  transient && Date.now() + retryAfterMs + shortestAttemptMs <= until;

/** After the last attempt has failed: a person is called. */
export async function giveUpReply(context: ExternalContext, request: ReplyRequest, error: unknown): Promise<void> {
  const state = await conversationState(context.db, request.conversationId);
  if (!state || whyNot(state, request) === 'not_needed') return;
  const messages = await newestMessages(context.db, request.conversationId, aiContextMessages);
  const why = error instanceof ModelFailed ? error.message : say('assistant_failed');
  await callPerson(context, state, messages, because(why));
}

interface ModelReply {
  request: ReplyRequest;
  state: ConversationState;
  messages: Message[];
  access: ModelAccess;
  patience: ReplyPatience;
}

async function replyByModel(context: ExternalContext, reply: ModelReply): Promise<ReplyOutcome> {
  const { request, state, access, patience } = reply;
  const { aiConfig } = await context.settings.read();
  const maySee = await maySeePictures(context, state);
  const messages = maySee
    ? await messagesWithFiles(context, {
        conversationId: state.id,
        until: Math.min(Date.now() + picturesMs, patience.until - firstWordMs),
        signal: patience.signal,
      })
    : reply.messages;
  const pictures = maySee ? await picturesOf(context, messages) : noPictures;
  const question = openQuestion(messages);
  const knowledge = await matchingArticles(context.db, question, articleCount);
  const filter = new ReplyFilter({
    secrets: secretTexts(aiConfig),
    trusted: [aiConfig.systemPrompt, ...knowledge.map((article) => article.content)],
    website: state.websiteDomain,
    maxLength: messageMaxLength,
  });
  const replyId = derivedId(request.eventId, 'ai reply');
  const deltas = streamDeltas(context, { conversationId: request.conversationId, replyId });
  const watch = watchWanted(context, request, state.aiEpoch);
  let leak: PromptLeak | undefined;
  const stop = new AbortController();
  try {
    const subject = {
      kind: 'reply',
      conversationId: state.id,
      visitorId: state.visitorId,
      aiEpoch: state.aiEpoch,
      messageSeq: request.seq,
    } as const;
    const run = await askWithPictures(context, pictures, (shown) =>
      runModel(context, access, subject, {
        model: modelName(access, aiConfig.model),
        messages: replyPrompt(
          { systemPrompt: aiConfig.systemPrompt, knowledge, messages, pictures: shown },
          { mayHandOff: aiConfig.autoHandoff },
        ),
        maxTokens: aiConfig.maxTokens,
        tools: aiConfig.autoHandoff ? [handOffTool] : [],
        firstWordMs: Math.max(0, patience.until - Date.now()),
        signal: AbortSignal.any([watch.signal, stop.signal, ...(patience.signal ? [patience.signal] : [])]),
        onText(piece) {
          try {
            deltas.push(filter.push(piece));
          } catch (error) {
            if (!(error instanceof PromptLeak)) throw error;
            leak = error;
            stop.abort(error);
          }
        },
      }),
    );
    if (leak) throw leak;
    deltas.push(filter.end());
    await deltas.flush();
    return await settle(context, reply, run, filter.text.trim(), replyId);
  } finally {
    watch.end();
    await deltas.end();
  }
}

/** What becomes of the model's answer. */
async function settle(
  context: ExternalContext,
  { request, state, messages }: ModelReply,
  run: Run,
  text: string,
  replyId: string,
): Promise<ReplyOutcome> {
  const { toolCall } = run.answer;
  if (toolCall?.name === handOffToolName) {
    await run.record('handed_off');
    return callPerson(context, state, messages, summaryFromToolCall(toolCall.arguments));
  }
  if (text === '') {
    await run.record('empty');
    return callPerson(context, state, messages, because(say('assistant_no_answer')));
  }
  const { conversationId, seq } = request;
  try {
    // Stored only while nobody has stepped in and the customer has added nothing.
    await postMessage(
      context,
      { type: 'ai', epoch: state.aiEpoch },
      { conversationId, content: text, clientMessageId: replyId, onlyIfLastSeq: seq, via: 'ai' },
    );
    await run.record('answered');
    return 'answered';
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await run.record(error.code === 'conversation_moved' ? 'superseded' : 'discarded');
    return error.code === 'conversation_moved' ? 'superseded' : 'not_needed';
  }
}

/** Looks every moment whether the reply is still wanted, and ends it when it isn't. */
function watchWanted(
  context: ExternalContext,
  request: ReplyRequest,
  epoch: number,
): { signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const look = async (): Promise<void> => {
    const outcome = whyNot(await conversationState(context.db, request.conversationId), request, epoch);
    if (outcome) controller.abort(new NotWanted(outcome));
  };
  // A look that fails is made up for by the check at storing.
  const timer = setInterval(() => void look().catch(() => undefined), lookEveryMs);
  return { signal: controller.signal, end: () => clearInterval(timer) };
}

async function isOverBudget(context: ExternalContext, access: ModelAccess, visitorId: string | null): Promise<boolean> {
  if (access.tokensPerVisitorAndDay === 0 || visitorId === null) return false;
  return (await tokensSpentOn(context.db, visitorId)) >= access.tokensPerVisitorAndDay;
}

/** The customer's messages since the last answer, oldest first. */
function unanswered(messages: readonly Message[]): Message[] {
  const lastAnswer = messages.findLastIndex((message) => message.senderType !== 'customer');
  return messages.slice(lastAnswer + 1);
}

/** What is to be answered: behind a hand-off's notice it is what the customer wrote before. */
function openQuestion(messages: readonly Message[]): string {
  const open = unanswered(messages);
  const asked = open.length > 0 ? open : messages.filter((message) => message.senderType === 'customer').slice(-1);
  return asked.map((message) => message.content).join('\n');
}

const because = (reason: Words): HandOff => ({ reason: englishOf(reason), asked: null, facts: [], tried: [] });

/** Hands off with the summary, unless a person has stepped in meanwhile. Telling the customer is the event's reaction. */
async function callPerson(
  context: ExternalContext,
  state: ConversationState,
  messages: readonly Message[],
  summary: HandOff,
): Promise<ReplyOutcome> {
  const reason = handOffText(completeSummary(summary, messages));
  const done = await handOff(context, state.id, {
    reason,
    cause: { by: 'assistant' },
    onlyIfAiEpoch: state.aiEpoch,
  });
  return done ? 'handed_off' : 'not_needed';
}
