/**
 * The only way to call an address that a user or customer typed in: webhooks, Slack, boards, Trello. It never reaches
 * our own network, and the other side can neither hold us up nor fill our memory.
 */
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import {
  OutboundError,
  OutboundRefused,
  OutboundTimeout,
  OutboundTooLarge,
  OutboundTooManyRedirects,
  OutboundUnreachable,
} from './outbound-errors.ts';
import type { OutboundClient } from './outbound-client.ts';
import { type AddressPolicy, publicAddresses } from './public-address.ts';
import { withSpan } from './tracing.ts';

export interface OutboundOptions extends AddressPolicy {
  /** Over everything: looking up, connecting, redirects, the last byte. */
  timeoutMs?: number;
  /** The largest answer that is read. */
  maxBytes?: number;
  maxRedirects?: number;
  userAgent?: string;
  /** Further certificate authorities to trust, for tests with their own. */
  ca?: string | Buffer;
}

export interface OutboundRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  timeoutMs?: number;
  maxBytes?: number;
  /** How many redirects are followed, when it is not as usual. */
  maxRedirects?: number;
  /** Answers the first `maxBytes` of a longer answer and leaves the rest unread, instead of refusing it. */
  beginningIsEnough?: boolean;
  /** Ends the call early; its reason is thrown. */
  signal?: AbortSignal;
}

export interface OutboundResponse {
  status: number;
  /** The address that answered, behind every redirect. */
  url: string;
  /** By lower-case name; repeated ones joined by commas. */
  headers: Record<string, string>;
  bytes: Buffer;
  /** Body as UTF-8 text. */
  readonly text: string;
}

export interface Outbound {
  /**
   * Calls an http or https address and reads the whole answer, whatever its status; or its beginning, where that is
   * said to be enough.
   * @throws OutboundError, one of its kinds
   */
  request(url: string, request?: OutboundRequest): Promise<OutboundResponse>;
  /**
   * Calls an address as `fetch` does and streams the answer, for answers that arrive piece by piece. Follows no
   * redirect. The caller limits the time, by `signal`.
   * @throws OutboundError, and the signal's reason
   */
  fetch(url: string, init?: FetchInit): Promise<Response>;
  close(): Promise<void>;
}

/** Parts of `RequestInit` that `Outbound.fetch` follows. */
export type FetchInit = Pick<RequestInit, 'method' | 'headers' | 'body' | 'signal'>;

/** A streamed answer is cut off after this many bytes. */
const streamMaxBytes = 16 * 1024 * 1024;

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** Headers that may follow a redirect to another origin; all others may be credentials. */
const harmlessHeaders = new Set(['accept', 'accept-language', 'content-type', 'user-agent']);

/**
 * A guarded HTTP client. Redirects are followed by hand and each target checked again; name look-ups are checked at the
 * moment of connecting, so a name that changes its address between check and use gains nothing.
 *
 * @example
 * const outbound = createOutbound({ allowPrivate: config.ALLOW_PRIVATE_WEBHOOKS })
 * const { status, text } = await outbound.request(webhookUrl, { method: 'POST', body: JSON.stringify(event) })
 */
export function createOutbound(options: OutboundOptions = {}): Outbound {
  const { maxRedirects = 3, userAgent = 'Parley' } = options;
  /** The library is loaded by the first call: it is a seventh of a program that may never make one. */
  let client: Promise<OutboundClient> | undefined;
  const loadClient = (): Promise<OutboundClient> =>
    (client ??= import('./outbound-client.ts').then(({ openOutboundClient }) => openOutboundClient(options)));

  async function follow(
    start: URL,
    request: OutboundRequest,
    maxBytes: number,
    signal: AbortSignal,
  ): Promise<OutboundResponse> {
    const { send, agent } = await loadClient();
    let url = start;
    const redirectsMax = request.maxRedirects ?? maxRedirects;
    let { method = 'GET', body } = request;
    let headers: Record<string, string> = { 'user-agent': userAgent };
    for (const [name, value] of Object.entries(request.headers ?? {})) headers[name.toLowerCase()] = value;
    headers['accept-encoding'] = 'identity';
    for (let redirects = 0; ; redirects += 1) {
      // An address written as numbers never reaches the look-up that guards names.
      if (isIP(url.hostname.replace(/^\[|\]$/g, ''))) await publicAddresses(url.hostname, options);
      const answer = await send(url, { method, headers, body: body ?? null, dispatcher: agent, signal });
      // A body that is dropped reports that as an error, which without a listener would end the process.
      answer.body.on('error', () => undefined);
      const location = answer.headers.location;
      if (!redirectStatuses.has(answer.statusCode) || typeof location !== 'string') {
        const bytes = await readBytes(answer, url.host, maxBytes, request.beginningIsEnough === true);
        return {
          status: answer.statusCode,
          url: url.href,
          headers: flatten(answer.headers),
          bytes,
          get text() {
            return bytes.toString('utf8');
          },
        };
      }
      await answer.body.dump({ limit: 16_384, signal });
      if (redirects >= redirectsMax) throw new OutboundTooManyRedirects(start.host, redirectsMax);
      const next = checkedUrl(location, url);
      if (url.protocol === 'https:' && next.protocol === 'http:') {
        throw new OutboundRefused(`${url.host} redirected to an unencrypted address, which is not followed.`);
      }
      // RFC 9110, section 15.4: only "see other" says that the call was taken. Where browsers go on without the body,
      // after 301 and 302, what was posted would be lost and its delivery counted as done.
      if (answer.statusCode === 303) {
        method = 'GET';
        body = undefined;
        delete headers['content-type'];
      }
      if (next.origin !== url.origin) {
        headers = Object.fromEntries(Object.entries(headers).filter(([name]) => harmlessHeaders.has(name)));
        headers['accept-encoding'] = 'identity';
      }
      url = next;
    }
  }

  return {
    async request(address, request = {}) {
      const url = checkedUrl(address);
      const timeoutMs = request.timeoutMs ?? options.timeoutMs ?? 10_000;
      const maxBytes = request.maxBytes ?? options.maxBytes ?? 1024 * 1024;
      const timeout = AbortSignal.timeout(timeoutMs);
      const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout;
      const { promise: ended, reject } = Promise.withResolvers<never>();
      const end = (): void => reject(signal.reason);
      signal.addEventListener('abort', end, { once: true });
      try {
        const attributes = { 'http.request.method': request.method ?? 'GET', 'server.address': url.hostname };
        return await withSpan('external call', attributes, async (span) => {
          // A look-up can't be cancelled, so it is raced.
          const answer = await Promise.race([follow(url, request, maxBytes, signal), ended]);
          span.setAttribute('http.response.status_code', answer.status);
          return answer;
        });
      } catch (error) {
        if (timeout.aborted) throw new OutboundTimeout(url.host, timeoutMs);
        request.signal?.throwIfAborted();
        throw asOutboundError(error, url.host);
      } finally {
        signal.removeEventListener('abort', end);
      }
    },
    async fetch(address, { method = 'GET', headers, body, signal } = {}) {
      const url = checkedUrl(address);
      const known = methods.find((each) => each === method.toUpperCase());
      if (
        !known ||
        (body !== undefined && body !== null && typeof body !== 'string' && !(body instanceof Uint8Array))
      ) {
        throw new OutboundRefused('Only usual methods, texts and bytes are sent.');
      }
      try {
        const { send, agent } = await loadClient();
        if (isIP(url.hostname.replace(/^\[|\]$/g, ''))) await publicAddresses(url.hostname, options);
        const answer = await send(url, {
          method: known,
          headers: {
            'user-agent': userAgent,
            ...Object.fromEntries(new Headers(headers)),
            'accept-encoding': 'identity',
          },
          body: body ?? null,
          dispatcher: agent,
          signal: signal ?? null,
        });
        answer.body.on('error', () => undefined);
        if (redirectStatuses.has(answer.statusCode)) {
          await answer.body.dump({ limit: 16_384 });
          throw new OutboundTooManyRedirects(url.host, 0);
        }
        const hasBody = answer.statusCode !== 204 && answer.statusCode !== 304;
        const pieces = Readable.toWeb(Readable.from(limited(answer.body, url.host, streamMaxBytes)));
        return new Response(hasBody ? (pieces as ReadableStream) : null, {
          status: answer.statusCode,
          headers: flatten(answer.headers),
        });
      } catch (error) {
        signal?.throwIfAborted();
        throw asOutboundError(error, url.host);
      }
    },
    async close() {
      await (await client)?.agent.destroy();
    },
  };
}

/** Parses and checks an address that a user gave. */
function checkedUrl(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href);
  if (!url) throw new OutboundRefused('That is not an address that can be called.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new OutboundRefused('Only http and https addresses are called.');
  }
  if (url.username || url.password)
    throw new OutboundRefused('An address with a name and password in it is not called.');
  return url;
}

async function readBytes(
  answer: Dispatcher.ResponseData,
  host: string,
  maxBytes: number,
  mayCut: boolean,
): Promise<Buffer> {
  const announced = Number(answer.headers['content-length']);
  if (announced > maxBytes && !mayCut) {
    answer.body.destroy();
    throw new OutboundTooLarge(host, maxBytes);
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer.body) {
    const piece: Buffer = Buffer.from(chunk);
    bytes += piece.length;
    chunks.push(piece);
    if (bytes <= maxBytes) continue;
    // Leaving the loop destroys the body, and with it the connection.
    if (mayCut) break;
    throw new OutboundTooLarge(host, maxBytes);
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

/** Yields the pieces of a body, as long as they are no more than so many bytes together. */
async function* limited(body: AsyncIterable<Uint8Array>, host: string, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    // Leaving the loop destroys the body, and with it the connection.
    if (bytes > maxBytes) throw new OutboundTooLarge(host, maxBytes);
    yield piece;
  }
}

function flatten(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}

function asOutboundError(error: unknown, host: string): OutboundError {
  if (error instanceof OutboundError) return error;
  if (error instanceof Error && error.cause instanceof OutboundError) return error.cause;
  return new OutboundUnreachable(host, error);
}
