/** A call over HTTP: its address, its retries, its answer. */
import { backOff } from '@parley/client/back-off';
import type { CallEntry } from './calls.static.ts';
import { ParleyError, refusalOf } from './error.ts';
import type { CallOptions } from './routes.ts';

export interface Sender {
  readonly url: string;
  /** Value of `Authorization`; without one, the browser's cookies are sent. */
  readonly authorization: string | undefined;
  /** Attempts after the first one. */
  readonly retries: number;
  /** Milliseconds that one attempt may take, a streamed body aside. */
  readonly timeoutMs: number;
  readonly fetch: typeof fetch;
}

/** Parts of a call, when the route that typed them is no longer known. */
export interface LooseInput {
  params?: Readonly<Record<string, Value>>;
  query?: Readonly<Record<string, Value | undefined>>;
  body?: unknown;
}
type Value = string | number | boolean;

/** A server that asks for a longer pause gets its refusal passed on to the caller. */
const longestWaitSeconds = 60;
/** Refusals and answers of proxies that pass by themselves; a write repeats them under its Idempotency-Key. */
const passing = new Set([408, 502, 503, 504]);

/** Makes a call until it is answered, refused for good, or has no retries left. @throws ParleyError */
export async function send(
  sender: Sender,
  entry: CallEntry,
  input: LooseInput,
  { signal, idempotencyKey }: CallOptions,
): Promise<Response> {
  const [method = '', path = '', kind] = entry.split(' ');
  const isRead = method === 'GET' || method === 'HEAD';
  const isStream = kind?.includes('/') ?? false;
  const headers: Record<string, string> = {};
  if (sender.authorization !== undefined) headers['authorization'] = sender.authorization;
  if (!isRead) headers['idempotency-key'] = idempotencyKey ?? crypto.randomUUID();
  if (isStream) headers['content-type'] = kind ?? '';
  else if (input.body !== undefined) headers['content-type'] = 'application/json';
  const request: RequestInit = {
    method,
    headers,
    credentials: 'include',
    ...(input.body !== undefined && { body: isStream ? (input.body as BodyInit) : JSON.stringify(input.body) }),
  };
  // Visitors' writes have no Idempotency-Key, and a stream can be read once.
  const mayRepeat = isRead || (!isStream && (!path.startsWith('/api/visitor/') || hasOwnId(input.body)));
  const address = sender.url + addressOf(path, input);
  for (let failures = 0; ; failures += 1) {
    let failure: ParleyError;
    try {
      const timeout = kind === 'raw' || isStream ? [] : [AbortSignal.timeout(sender.timeoutMs)];
      const ends = AbortSignal.any([...timeout, ...(signal ? [signal] : [])]);
      const response = await sender.fetch(address, { ...request, signal: ends });
      if (response.ok) return response;
      failure = await refusalOf(response);
    } catch (cause) {
      if (signal?.aborted) throw cause;
      failure = new ParleyError('unreachable', `${new URL(sender.url).host} did not answer.`, { cause });
    }
    const { status, code, retryAfterSeconds: asked = 0 } = failure;
    // A refusal for too many calls was not processed.
    const passes =
      status === 429 || (mayRepeat && (status === 0 || passing.has(status) || code === 'call_in_progress'));
    if (!passes || failures === sender.retries || asked > longestWaitSeconds) throw failure;
    await pause(asked * 1000 + backOff(failures), signal);
  }
}

const hasOwnId = (body: unknown): boolean => typeof body === 'object' && body !== null && 'clientMessageId' in body;

function addressOf(path: string, { params = {}, query = {} }: LooseInput): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/** Waits, or rejects with the signal's reason. */
const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener('abort', ended, { once: true });
    function done() {
      signal?.removeEventListener('abort', ended);
      resolve();
    }
    function ended() {
      clearTimeout(timer);
      reject(signal?.reason);
    }
  });
