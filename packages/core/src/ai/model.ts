/** Calls the model: one streamed completion, with a distinct error for every way it can fail. */
import { Readable } from 'node:stream';
import type * as OpenAi from 'openai';
import type {
  ChatCompletion,
  ChatCompletionChunk,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
  ChatCompletionTool,
} from 'openai/resources/chat/completions';
import { englishOf, type LocalizedText, localizedOf, localize, type Text } from '@parley/contracts/i18n/server-texts';
import { OutboundRefused } from '@parley/service/outbound-errors';
import { asCallFailed, quote } from '../external/answer.ts';
import { encoded } from '../external/call-body.ts';
import type { ModelAccess } from './model-access.ts';
import { type Adaptation, adaptationFor, dialectOf, rememberDialect, withoutSystemRole } from './model-dialect.ts';
import { stripReasoning } from './reasoning-tokens.ts';

export type ModelFailureKind = 'timeout' | 'limited' | 'server' | 'unreachable' | 'refused' | 'rejected';

/** A model that asks for a longer wait is not waited for: a person is called now. */
const longestWaitMs = 15_000;

/** Failed call of the model. `transient` is true if the same question may succeed a little later. */
export class ModelFailed extends Error {
  override readonly name = 'ModelFailed';
  readonly kind: ModelFailureKind;
  readonly localized: LocalizedText | undefined;
  readonly transient: boolean;
  /** How long the server asks to be left alone. */
  readonly retryAfterMs: number;
  /** HTTP status of the refusal; null without an answer. */
  readonly status: number | null;

  constructor(
    kind: ModelFailureKind,
    words: Text,
    options: { cause?: unknown; retryAfterMs?: number; status?: number | null } = {},
  ) {
    super(englishOf(words), { cause: options.cause });
    this.status = options.status ?? null;
    this.localized = localizedOf(words);
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
  /** The messages for a server that takes no tools: without the rules about them. */
  messagesWithoutTools?: ChatCompletionMessageParam[];
  /** Asks for a JSON object and nothing else. */
  json?: boolean;
  /** Called with each piece of the answer's text. */
  onText?: (piece: string) => void;
  /** Called with the tokens that a failed call has cost. */
  onSpent?: (tokens: ModelTokens) => void;
  /** Limit for the whole call, for requesters with less patience than a customer. */
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

/** Letters of a refusal that are looked through. */
const longestRefusal = 4_096;

const outOfTime = localize('model_timed_out');

/** About four characters make a token, for servers that don't count. https://platform.openai.com/tokenizer */
const estimatedTokens = (text: string): number => Math.ceil(text.length / 4);

/**
 * Approximate tokens of a picture in low detail.
 * https://platform.openai.com/docs/guides/images-vision#calculating-costs
 */
const pictureTokens = 300;

function estimatedInput({ content }: ChatCompletionMessageParam): number {
  if (!Array.isArray(content)) return estimatedTokens(JSON.stringify(content));
  return content.reduce((sum, part) => sum + (part.type === 'text' ? estimatedTokens(part.text) : pictureTokens), 0);
}

/** Returns the tokens that the server counted, otherwise an estimate. */
function tokensOf(answer: ModelAnswer, { messages }: ModelQuestion): ModelTokens {
  return {
    inputTokens: answer.inputTokens || messages.reduce((sum, each) => sum + estimatedInput(each), 0),
    outputTokens: answer.outputTokens || estimatedTokens(answer.text + (answer.toolCall?.arguments ?? '')),
  };
}

/** Returns the request as a server understands it. */
function requestFor(
  { model, messages, messagesWithoutTools = messages, maxTokens, tools = [], json }: ModelQuestion,
  dialect: ReadonlySet<Adaptation>,
): ChatCompletionCreateParamsStreaming {
  const asked = dialect.has('without_tools') ? messagesWithoutTools : messages;
  return {
    model,
    messages: dialect.has('without_system_role') ? withoutSystemRole(asked) : asked,
    ...(dialect.has('max_completion_tokens') ? { max_completion_tokens: maxTokens } : { max_tokens: maxTokens }),
    stream: true,
    ...(dialect.has('without_stream_options') ? {} : { stream_options: { include_usage: true } }),
    ...(tools.length > 0 && !dialect.has('without_tools') ? { tools } : {}),
    ...(json && !dialect.has('without_response_format') ? { response_format: { type: 'json_object' } } : {}),
  };
}

/** Returns an answer that came in one piece as the one piece of a stream. */
function asChunk({ choices, usage }: ChatCompletion): Pick<ChatCompletionChunk, 'choices' | 'usage'> {
  return {
    ...(usage && { usage }),
    choices: choices.map(({ index, finish_reason, message }) => ({
      index,
      finish_reason,
      delta: {
        content: message.content,
        refusal: message.refusal,
        tool_calls: (message.tool_calls ?? []).flatMap((call, at) =>
          call.type === 'function' ? { index: at, function: call.function } : [],
        ),
      },
    })),
  };
}

type ModelServer = Pick<ModelAccess, 'apiKey' | 'baseUrl' | 'fetch'>;

type Chunks = AsyncIterable<Pick<ChatCompletionChunk, 'choices' | 'usage'>>;

/** Calls the server once, as a stream if its dialect has one. @throws errors of the client */
async function callIn(
  client: OpenAi.OpenAI,
  request: ChatCompletionCreateParamsStreaming,
  dialect: ReadonlySet<Adaptation>,
  signal: AbortSignal,
): Promise<Chunks> {
  if (dialect.has('without_streaming')) {
    const { stream_options: _none, ...whole } = request;
    return Readable.from([asChunk(await client.chat.completions.create({ ...whole, stream: false }, { signal }))]);
  }
  const { data, response } = await client.chat.completions.create(request, { signal }).withResponse();
  if (!response.headers.get('content-type')?.includes('application/json')) return data;
  // Some servers take the wish for a stream and answer in one piece.
  return Readable.from([asChunk((await response.json()) as ChatCompletion)]);
}

/** Calls the server in its known dialect, and learns it from refusals. @throws errors of the client */
async function openStream(
  client: OpenAi.OpenAI,
  access: ModelServer,
  question: ModelQuestion,
  { signal, refusalText }: { signal: AbortSignal; refusalText: () => string },
): Promise<Chunks> {
  const known = dialectOf(access, question.model);
  for (let dialect = known; ; ) {
    try {
      const chunks = await callIn(client, requestFor(question, dialect), dialect, signal);
      if (dialect !== known) rememberDialect(access, question.model, dialect);
      return chunks;
    } catch (error) {
      const status = error instanceof Error && 'status' in error ? Number(error.status) : 0;
      const adaptation = adaptationFor(status, refusalText(), dialect);
      if (!adaptation) throw error;
      dialect = new Set([...dialect, adaptation]);
    }
  }
}

/** Returns the library's client for a server. */
function clientOf(
  openAi: typeof OpenAi,
  { apiKey, baseUrl, fetch: guarded }: ModelServer,
  { onRefusal, headers }: { onRefusal?: (response: Response) => Promise<void>; headers?: Record<string, string> } = {},
): OpenAi.OpenAI {
  return new openAi.OpenAI({
    apiKey,
    ...(baseUrl ? { baseURL: baseUrl } : {}),
    ...(headers && { defaultHeaders: headers }),
    maxRetries: 0,
    timeout: wholeMs,
    // Nothing of ours is taken from the environment by the way: two installations may share one.
    organization: null,
    project: null,
    async fetch(address, init) {
      const url = address instanceof Request ? address.url : String(address);
      const response = await (guarded ? guarded(url, init ?? {}) : fetch(address, init));
      if (!response.ok) await onRefusal?.(response);
      return response;
    },
  });
}

const listMs = 10_000;
/** Names that a server may list: OpenAI's are about a hundred, a gateway's some thousands. */
const mostModels = 2_000;
const longestModelName = 200;

/** Returns the names of the server's models, in its order. @throws ModelFailed */
export async function listServerModels(access: ModelServer & Pick<ModelAccess, 'provider'>): Promise<string[]> {
  const openAi = await import('openai');
  const { provider, apiKey } = access;
  // Anthropic takes the protocol's key for chat completions, and its own header for the list.
  // https://docs.anthropic.com/en/api/models-list
  const headers = provider === 'anthropic' ? { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' } : {};
  try {
    const { data } = await clientOf(openAi, access, { headers }).models.list({ signal: AbortSignal.timeout(listMs) });
    if (!Array.isArray(data)) throw new ModelFailed('server', localize('model_unreadable'));
    return data
      .flatMap(({ id }: { id: unknown }) => (typeof id === 'string' ? [id.trim()] : []))
      .filter((id) => id !== '' && id.length <= longestModelName)
      .slice(0, mostModels);
  } catch (error) {
    throw asModelFailure(error, openAi, access, false);
  }
}

/** Asks once; retrying is the caller's business. @throws ModelFailed, or the signal's reason */
export async function askModel(access: ModelServer, question: ModelQuestion): Promise<ModelAnswer> {
  const { signal, timeoutMs = wholeMs, firstWordMs = timeoutMs } = question;
  // Takes megabytes, and many processes never ask.
  const openAi = await import('openai');
  const clock = new AbortController();
  const whole = setTimeout(() => clock.abort(), timeoutMs);
  // Empty pieces and reasoning are signs of life, but not yet an answer.
  const firstWord = setTimeout(() => clock.abort(), firstWordMs);
  let silence = setTimeout(() => clock.abort(), silenceMs);
  const heard = (): void => {
    clearTimeout(silence);
    silence = setTimeout(() => clock.abort(), silenceMs);
  };
  let refused = '';
  const client = clientOf(openAi, access, {
    // The client's error contains only text in OpenAI's error format.
    async onRefusal(response) {
      refused = (await response.clone().text()).slice(0, longestRefusal);
    },
  });
  const answer: ModelAnswer = { text: '', toolCall: null, inputTokens: 0, outputTokens: 0 };
  const spoken = stripReasoning();
  let isReached = false;
  try {
    const stream = await openStream(client, access, question, {
      signal: signal ? AbortSignal.any([signal, clock.signal]) : clock.signal,
      refusalText: () => refused,
    });
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
      if (refusal) throw new ModelFailed('refused', localize('model_refused'));
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
        // Some servers repeat the whole name in every piece.
        const name = call.function?.name ?? '';
        if (name !== answer.toolCall.name) answer.toolCall.name += name;
        answer.toolCall.arguments += call.function?.arguments ?? '';
      }
    }
    // A stream that we end does so without an error.
    if (clock.signal.aborted) throw new ModelFailed('timeout', outOfTime);
    if (finished === 'content_filter') throw new ModelFailed('refused', localize('model_filtered'));
    // A stream that ends without saying so was cut off; half an answer is none.
    if (finished === null) throw new ModelFailed('server', localize('model_broke_off'));
    return { ...answer, ...tokensOf(answer, question) };
  } catch (error) {
    // An aborted call has cost its tokens; a server that refuses or isn't reachable has read nothing.
    if (isReached || signal?.aborted || clock.signal.aborted) question.onSpent?.(tokensOf(answer, question));
    signal?.throwIfAborted();
    throw asModelFailure(error, openAi, access, clock.signal.aborted);
  } finally {
    clearTimeout(whole);
    clearTimeout(firstWord);
    clearTimeout(silence);
  }
}

/** A sound to be written down. */
export interface Speech {
  model: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Media type, which also names the file: servers go by its ending. */
  type: string;
}

export interface WrittenSpeech extends ModelTokens {
  text: string;
}

const speechEndings: Readonly<Record<string, string>> = {
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/x-m4a': 'm4a',
};

/** Returns what is said in a sound. @throws ModelFailed */
export async function writeDownSpeech(access: ModelServer, { model, bytes, type }: Speech): Promise<WrittenSpeech> {
  const openAi = await import('openai');
  const name = `voice.${speechEndings[type] ?? type.replace(/^audio\//, '')}`;
  const { fetch: guarded } = access;
  const server = guarded ? { ...access, fetch: withBytes(guarded) } : access;
  try {
    const answer = await clientOf(openAi, server).audio.transcriptions.create(
      { model, file: new File([bytes], name, { type }), response_format: 'json' },
      { signal: AbortSignal.timeout(wholeMs) },
    );
    if (typeof answer.text !== 'string') throw new ModelFailed('server', localize('model_unreadable'));
    const { usage } = answer;
    const counted = usage?.type === 'tokens' ? usage : null;
    return {
      text: answer.text.trim(),
      inputTokens: counted?.input_tokens ?? 0,
      outputTokens: counted?.output_tokens ?? estimatedTokens(answer.text),
    };
  } catch (error) {
    throw asModelFailure(error, openAi, access, false);
  }
}

/** Encodes forms for a client that sends texts and bytes alone. */
const withBytes =
  (send: NonNullable<ModelServer['fetch']>): NonNullable<ModelServer['fetch']> =>
  async (address, init) => {
    if (!(init.body instanceof FormData)) return send(address, init);
    const form = await encoded(init.body);
    const headers = new Headers(init.headers);
    headers.set('content-type', form.headers['content-type']);
    return send(address, { ...init, headers, body: form.body });
  };

function asModelFailure(
  error: unknown,
  { APIConnectionError, APIError, APIUserAbortError }: typeof OpenAi,
  { apiKey }: ModelServer,
  timedOut: boolean,
): ModelFailed {
  if (error instanceof ModelFailed) return error;
  if (timedOut || error instanceof APIUserAbortError) {
    return new ModelFailed('timeout', outOfTime, { cause: error });
  }
  if (error instanceof APIConnectionError && error.cause instanceof OutboundRefused) {
    const { localized, message } = asCallFailed(error.cause);
    return new ModelFailed('rejected', localized ?? message);
  }
  if (error instanceof APIConnectionError) {
    return new ModelFailed('unreachable', localize('model_unreachable'), { cause: error });
  }
  if (error instanceof APIError) {
    const status: unknown = error.status;
    // The text is shown to the team, in Slack and in the log, and some servers repeat an unknown key. So it has no
    // cause either.
    const theirs = quote(error.message.replace(/^\d{3}\s*/, ''), [apiKey]);
    const words = localize('model_answered', { status: String(status), words: theirs });
    if (status === 429) {
      const seconds = Number(error.headers instanceof Headers ? error.headers.get('retry-after') : Number.NaN);
      const retry = Number.isFinite(seconds) && seconds > 0 ? { retryAfterMs: seconds * 1000 } : {};
      return new ModelFailed('limited', words, retry);
    }
    const passes = typeof status !== 'number' || status >= 500 || status === 408 || status === 409;
    return new ModelFailed(passes ? 'server' : 'rejected', words, {
      status: typeof status === 'number' ? status : null,
    });
  }
  return new ModelFailed('server', localize('model_unreadable'), { cause: error });
}

/** US dollars for a million tokens read and written. https://openai.com/api/pricing */
const prices: Readonly<Record<string, readonly [input: number, output: number]>> = {
  'gpt-4o': [2.5, 10],
  'gpt-4o-mini': [0.15, 0.6],
  'gpt-4-turbo': [10, 30],
  'gpt-4': [30, 60],
  'gpt-3.5-turbo': [0.5, 1.5],
};

/** US dollars for a million tokens, if set by an admin; null to use the model's known price. */
export interface TokenPrices {
  input: number | null;
  output: number | null;
}

/** Returns the tokens' cost in US dollars; 0 for models that aren't OpenAI's, unless their prices are set. */
export function costUsd(model: string, inputTokens: number, outputTokens: number, ownPrices?: TokenPrices): number {
  const [input, output] = prices[model] ?? [0, 0];
  return (inputTokens * (ownPrices?.input ?? input) + outputTokens * (ownPrices?.output ?? output)) / 1_000_000;
}
