/** The client: one method per route of the contracts, and the live connection. */
import { calls, type CallEntry } from './calls.static.ts';
import { connectLive, type ParleyLive } from './live.ts';
import type { CallOptions, Calls } from './routes.ts';
import { type LooseInput, send, type Sender } from './send.ts';

export interface ParleyOptions {
  /** Address of the installation, such as `https://chat.example.com`. */
  url: string;
  /** API key, for programs of yours. A key has no place in a browser. */
  key?: string;
  /** Token of a visitor session. Without key and token, the browser's cookies identify the caller. */
  visitorToken?: string;
  /** Retries of a call that may pass: 3 unless given. */
  retries?: number;
  /** Milliseconds for one attempt: 60,000 unless given. */
  timeoutMs?: number;
  /** Replaces `fetch`, for proxies and tests. */
  fetch?: typeof fetch;
}

export type Parley = Calls & {
  /** Opens the live connection, which reconnects by itself until `close`. */
  openLive(): ParleyLive;
};

/**
 * Creates a client. It opens no connection before the first call.
 *
 * @example
 * const parley = createParley({ url: 'https://chat.example.com', key: process.env.PARLEY_KEY });
 * for await (const conversation of parley.listConversations({ query: { status: 'waiting' } })) …
 */
export function createParley(options: ParleyOptions): Parley {
  const { key, visitorToken, retries = 3, timeoutMs = 60_000 } = options;
  const token = key ?? visitorToken;
  const sender: Sender = {
    url: options.url.replace(/\/+$/, ''),
    authorization: token === undefined ? undefined : `Bearer ${token}`,
    retries,
    timeoutMs,
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
  };
  const methods = Object.fromEntries(
    Object.entries(calls).map(([name, entry]) => [
      name,
      (input: LooseInput = {}, more: CallOptions = {}) => call(sender, entry, input, more),
    ]),
  ) as unknown as Calls;
  return { ...methods, openLive: () => connectLive({ url: sender.url, key, visitorToken, calls: methods }) };
}

function call(sender: Sender, entry: CallEntry, input: LooseInput, options: CallOptions): PromiseLike<unknown> {
  if (entry.endsWith(' raw')) return send(sender, entry, input, options);
  if (!entry.endsWith(' page')) return send(sender, entry, input, options).then(bodyOf);
  return paged((page) => send(sender, entry, page, options), input);
}

/** Bodies of answers are written from the schemas that type them. */
async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  return text === '' ? null : JSON.parse(text);
}

/** Asks for nothing before it is awaited or iterated: one list is then read by one of both. */
function paged(ask: (input: LooseInput) => Promise<Response>, input: LooseInput) {
  let first: Promise<unknown> | undefined;
  const page = () => (first ??= ask(input).then(bodyOf));
  const then: Promise<unknown>['then'] = (given, refused) => page().then(given, refused);
  const rescue: Promise<unknown>['catch'] = (refused) => page().catch(refused);
  const last: Promise<unknown>['finally'] = (done) => page().finally(done);
  return {
    // oxlint-disable-next-line unicorn/no-thenable -- `await` gives the first page
    then,
    catch: rescue,
    finally: last,
    [Symbol.toStringTag]: 'Paged',
    async *[Symbol.asyncIterator]() {
      let next: LooseInput | undefined = input;
      while (next) {
        const response: Response = await ask(next);
        yield* (await bodyOf(response)) as unknown[];
        const cursor = cursorIn(response.headers.get('link'));
        next = cursor === null ? undefined : { ...input, query: { ...input.query, cursor } };
      }
    },
  };
}

/** Returns the cursor of the next page (RFC 8288), null on the last one. */
function cursorIn(link: string | null): string | null {
  const next = link?.match(/<([^>]*)>;\s*rel="?next"?/)?.[1];
  return next === undefined ? null : new URL(next, 'http://page').searchParams.get('cursor');
}
