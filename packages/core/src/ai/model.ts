/** Talking to the model: one streamed completion, with every way it can fail told apart. */
import type * as OpenAi from 'openai';
import type { ChatCompletionMessageParam, ChatCompletionTool } from 'openai/resources/chat/completions';
import { englishOf, type Said, saidOf, say, type Words } from '@parley/contracts/sayings';
import type { ModelAccess } from '../integrations/external-services.ts';
import { quote } from '../integrations/answer.ts';
import { stripReasoning } from './reasoning-tokens.ts';

export type ModelFailureKind = 'timeout' | 'limited' | 'server' | 'unreachable' | 'refused' | 'rejected';

/** A model that asks for a longer wait is not waited for: a person is called now. */
const longestWaitMs = 15_000;

/** The model gave no answer. `transient` says whether the same question may work a little later. */
export class ModelFailed extends Error {
  override readonly name = 'ModelFailed';
  readonly kind: ModelFailureKind;
  readonly said: Said | undefined;
  readonly transient: boolean;
  /** How long the server asks to be left alone. */
  readonly retryAfterMs: number;

  constructor(kind: ModelFailureKind, words: Words, options: { cause?: unknown; retryAfterMs?: number } = {}) {
    super(englishOf(words), { cause: options.cause });
    this.said = saidOf(words);
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs ?? 0;
    this.transient = kind !== 'refused' && kind !== 'rejected' && this.retryAfterMs <= longestWaitMs;
  }
}

export interface ModelQuestion {
  model: string;
  messages: ChatCompletionMessageParam[];
  maxTokens: number;
  tools?: ChatCompletionTool[];
  /** Asks for a JSON object and nothing else. */
  json?: boolean;
  /** Told each piece of the answer's text as it arrives. */
  onText?: (piece: string) => void;
  /** Told what a call without an answer has cost all the same. */
  onSpent?: (tokens: ModelTokens) => void;
  /** Over everything, for whoever waits less long than a customer. */
  timeoutMs?: number;
  /** Until the first word or tool call, whatever else is sent before; `timeoutMs` without it. */
  firstWordMs?: number;
  /** Ends the call; its reason is thrown. */
  signal?: AbortSignal | undefined;
}

export interface ModelTokens {
  inputTokens: number;
  outputTokens: number;
}

export interface ModelAnswer extends ModelTokens {
  text: string;
  toolCall: { name: string; arguments: string } | null;
}

/** Nothing for this long, at the start or in the middle, is a time-out. */
const silenceMs = 15_000;
/** Over everything. */
const wholeMs = 60_000;

const outOfTime = say('model_timed_out');

/** About four characters make a token, for servers that don't count. https://platform.openai.com/tokenizer */
const estimatedTokens = (text: string): number => Math.ceil(text.length / 4);

/** What a picture costs that is asked about in low detail, about. https://platform.openai.com/docs/guides/images-vision#calculating-costs */
const pictureTokens = 300;

function estimatedInput({ content }: ChatCompletionMessageParam): number {
  if (!Array.isArray(content)) return estimatedTokens(JSON.stringify(content));
  return content.reduce((sum, part) => sum + (part.type === 'text' ? estimatedTokens(part.text) : pictureTokens), 0);
}

/** What the server counted, else estimated. */
function tokensOf(answer: ModelAnswer, { messages }: ModelQuestion): ModelTokens {
  return {
    inputTokens: answer.inputTokens || messages.reduce((sum, each) => sum + estimatedInput(each), 0),
    outputTokens: answer.outputTokens || estimatedTokens(answer.text + (answer.toolCall?.arguments ?? '')),
  };
}

/** Asks once; retrying is the caller's business. @throws ModelFailed, or the signal's reason */
export async function askModel(access: ModelAccess, question: ModelQuestion): Promise<ModelAnswer> {
  const { messages, maxTokens, tools, signal, timeoutMs = wholeMs, firstWordMs = timeoutMs } = question;
  // Takes megabytes, and many processes never ask.
  const openAi = await import('openai');
  const clock = new AbortController();
  const whole = setTimeout(() => clock.abort(), timeoutMs);
  // Empty pieces and reasoning are signs of life, but no word to whoever waits.
  const firstWord = setTimeout(() => clock.abort(), firstWordMs);
  let silence = setTimeout(() => clock.abort(), silenceMs);
  const heard = (): void => {
    clearTimeout(silence);
    silence = setTimeout(() => clock.abort(), silenceMs);
  };
  const client = new openAi.OpenAI({
    apiKey: access.apiKey,
    ...(access.baseUrl ? { baseURL: access.baseUrl } : {}),
    maxRetries: 0,
    timeout: wholeMs,
    // Nothing of ours is taken from the environment by the way: two installations may share one.
    organization: null,
    project: null,
  });
  const answer: ModelAnswer = { text: '', toolCall: null, inputTokens: 0, outputTokens: 0 };
  const spoken = stripReasoning();
  let isReached = false;
  try {
    const stream = await client.chat.completions.create(
      {
        model: question.model,
        messages,
        max_tokens: maxTokens,
        stream: true,
        stream_options: { include_usage: true },
        ...(tools && tools.length > 0 ? { tools } : {}),
        ...(question.json ? { response_format: { type: 'json_object' } } : {}),
      },
      { signal: signal ? AbortSignal.any([signal, clock.signal]) : clock.signal },
    );
    isReached = true;
    let finished: string | null = null;
    for await (const chunk of stream) {
      heard();
      if (chunk.usage) {
        answer.inputTokens = chunk.usage.prompt_tokens;
        answer.outputTokens = chunk.usage.completion_tokens;
      }
      const choice = chunk.choices[0];
      if (!choice) continue;
      finished = choice.finish_reason ?? finished;
      const { content, refusal, tool_calls: calls } = choice.delta;
      if (refusal) throw new ModelFailed('refused', say('model_refused'));
      const text = content ? spoken(content) : '';
      if (text) {
        answer.text += text;
        question.onText?.(text);
      }
      if (answer.text.trim() !== '' || (calls && calls.length > 0)) clearTimeout(firstWord);
      for (const call of calls ?? []) {
        // The first call counts; there is only one tool.
        if (call.index > 0) continue;
        answer.toolCall ??= { name: '', arguments: '' };
        answer.toolCall.name += call.function?.name ?? '';
        answer.toolCall.arguments += call.function?.arguments ?? '';
      }
    }
    // A stream that we end does so without an error.
    if (clock.signal.aborted) throw new ModelFailed('timeout', outOfTime);
    if (finished === 'content_filter') throw new ModelFailed('refused', say('model_filtered'));
    // A stream that ends without saying so was cut off; half an answer is none.
    if (finished === null) throw new ModelFailed('server', say('model_broke_off'));
    return { ...answer, ...tokensOf(answer, question) };
  } catch (error) {
    // Who hangs up has asked; a server that refuses or isn't there has read nothing.
    if (isReached || signal?.aborted || clock.signal.aborted) question.onSpent?.(tokensOf(answer, question));
    signal?.throwIfAborted();
    throw asModelFailure(error, openAi, access, clock.signal.aborted);
  } finally {
    clearTimeout(whole);
    clearTimeout(firstWord);
    clearTimeout(silence);
  }
}

function asModelFailure(
  error: unknown,
  { APIConnectionError, APIError, APIUserAbortError }: typeof OpenAi,
  { apiKey }: ModelAccess,
  timedOut: boolean,
): ModelFailed {
  if (error instanceof ModelFailed) return error;
  if (timedOut || error instanceof APIUserAbortError) {
    return new ModelFailed('timeout', outOfTime, { cause: error });
  }
  if (error instanceof APIConnectionError) {
    return new ModelFailed('unreachable', say('model_unreachable'), { cause: error });
  }
  if (error instanceof APIError) {
    const status: unknown = error.status;
    // The words go to the team, to Slack and to the log: some servers repeat the key they don't know. So no cause either.
    const theirs = quote(error.message.replace(/^\d{3}\s*/, ''), [apiKey]);
    const words = say('model_answered', { status: String(status), words: theirs });
    if (status === 429) {
      const seconds = Number(error.headers instanceof Headers ? error.headers.get('retry-after') : Number.NaN);
      const retry = Number.isFinite(seconds) && seconds > 0 ? { retryAfterMs: seconds * 1000 } : {};
      return new ModelFailed('limited', words, retry);
    }
    const passes = typeof status !== 'number' || status >= 500 || status === 408 || status === 409;
    return new ModelFailed(passes ? 'server' : 'rejected', words);
  }
  return new ModelFailed('server', say('model_unreadable'), { cause: error });
}

/** US dollars for a million tokens read and written. https://openai.com/api/pricing */
const prices: Readonly<Record<string, readonly [input: number, output: number]>> = {
  'gpt-4o': [2.5, 10],
  'gpt-4o-mini': [0.15, 0.6],
  'gpt-4-turbo': [10, 30],
  'gpt-4': [30, 60],
  'gpt-3.5-turbo': [0.5, 1.5],
};

/** US dollars for a million tokens, where somebody has said; null for what is known of the model. */
export interface TokenPrices {
  input: number | null;
  output: number | null;
}

/** What the tokens cost in US dollars; 0 for models that aren't OpenAI's, unless their prices are said. */
export function costUsd(model: string, inputTokens: number, outputTokens: number, said?: TokenPrices): number {
  const [input, output] = prices[model] ?? [0, 0];
  return (inputTokens * (said?.input ?? input) + outputTokens * (said?.output ?? output)) / 1_000_000;
}
