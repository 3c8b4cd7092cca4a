import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasBody } from '@parley/service/request-timeouts';
import { Agent, buildConnector, Client, type Dispatcher } from 'undici';
import { endToEnd, type Forwarding } from './forwarding.ts';
import { unavailable } from './unavailable.ts';
import type { Upstreams } from './upstreams.ts';

/** Longer than an answer takes to begin; a suggestion by the AI is the slowest. */
const silenceMilliseconds = 120_000;
/** But for a copy from another installation, which is answered with its counts at the end, after half an hour at most. */
const copyPath = '/api/sync/trigger';
const copyMilliseconds = 31 * 60_000;
/** Between two rounds of looking for an instance, as long as the relay waits for one. */
const pauseMilliseconds = 50;

/** Bodies up to this size are read before they are sent on, so that they can be sent again. */
const keptBodyBytes = 65_536;

/** Methods that change nothing: an attempt that broke off may be repeated elsewhere. */
const harmless = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Nothing of a request has been sent: no connection was made. */
class Unreachable extends Error {}

const connectTo = buildConnector({ timeout: 2000 });
const connect: buildConnector.connector = (options, callback) =>
  connectTo(options, (...[error, socket]) => {
    if (error) callback(new Unreachable(error.message, { cause: error }), null);
    else callback(null, socket);
  });

/**
 * Passes requests on to a service and its answers back. While no instance can be reached, or one is just going away,
 * the others are tried, twice round because a kept connection may have gone stale; then, or after waiting for as long as
 * a restart may take, the answer is 503. A request that may have had its effect is never repeated.
 *
 * Only what reads and has no body goes by connections that clients share. Everything else has one of its own, so
 * whatever a client writes, nothing of it can be taken for the beginning of another's request.
 */
export class Relay {
  readonly #upstreams: Upstreams;
  readonly #forwarding: Forwarding;
  readonly #restartMilliseconds: number;
  readonly #shared = new Agent({ connect });

  constructor(upstreams: Upstreams, forwarding: Forwarding, restartMilliseconds: number) {
    this.#upstreams = upstreams;
    this.#forwarding = forwarding;
    this.#restartMilliseconds = restartMilliseconds;
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await keptBody(request);
    if (body && !request.complete) return; // the client has gone
    const departure = new AbortController();
    response.once('close', () => departure.abort());
    const end = Date.now() + this.#restartMilliseconds;
    let isDropped = false;
    for (;;) {
      const turn = this.#upstreams.inTurn();
      for (const url of [...turn, ...turn]) {
        const answer = await this.#ask(url, request, body, departure.signal);
        if (answer instanceof Unreachable) {
          this.#upstreams.distrust(url);
        } else if (answer && body && isGoingAway(answer)) {
          this.#upstreams.distrust(url);
          await answer.body.dump();
        } else if (answer) {
          return passBack(answer, request, response);
        } else if (!body || !isHarmless(request)) {
          return unavailable(response, request);
        } else {
          isDropped = true;
        }
      }
      // A request that made every instance drop it is not sent to them again and again.
      if (isDropped || response.destroyed || Date.now() >= end) return unavailable(response, request);
      await sleep(pauseMilliseconds);
    }
  }

  close(): void {
    void this.#shared.destroy();
  }

  /** The answer once its head has come; undefined when the connection ended before. */
  async #ask(
    url: URL,
    request: IncomingMessage,
    body: Buffer | undefined,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData | Unreachable | undefined> {
    const { origin } = url;
    const { method = 'GET', url: path = '/' } = request;
    const { 'content-length': length } = request.headers;
    const headers = this.#forwarding(request);
    if (!body && length !== undefined) headers['content-length'] = length;
    const silence = path === copyPath ? copyMilliseconds : silenceMilliseconds;
    const options = { origin, path, method, headers, signal, headersTimeout: silence, bodyTimeout: silence };
    // On a connection that was kept it could also meet the other side hanging up.
    const own = isHarmless(request) && !hasBody(request) ? undefined : new Client(origin, { connect });
    try {
      return await (own ?? this.#shared).request({ ...options, body: body ?? passedOn(request) });
    } catch (error) {
      return error instanceof Unreachable ? error : undefined;
    } finally {
      void own?.close();
    }
  }
}

function isHarmless({ method = '' }: IncomingMessage): boolean {
  return harmless.has(method);
}

/** A small body, read whole; undefined for one that is large or of unknown length, which is passed on as it comes. */
async function keptBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
  if (encoding || Number(length) > keptBodyBytes) return undefined;
  const pieces: Buffer[] = await request.toArray().catch(() => []);
  return Buffer.concat(pieces);
}

/** A stopping server answers so to whatever reaches it on an open connection, without looking at it. */
function isGoingAway({ statusCode, headers }: Dispatcher.ResponseData): boolean {
  return statusCode === 503 && headers['connection'] === 'close';
}

/** A body as it comes. Nothing of it is read before the connection stands, so that another can be tried. */
function passedOn(request: IncomingMessage): Readable {
  return Readable.from(chunksOf(request), { objectMode: false });
}

async function* chunksOf(request: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* request.iterator({ destroyOnReturn: false });
  } finally {
    // The rest of a body that the service refuses is dropped, so that the client reads the answer.
    request.resume();
  }
}

async function passBack(
  answer: Dispatcher.ResponseData,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    response.writeHead(answer.statusCode, answer.statusText, endToEnd(answer.headers));
  } catch {
    // It holds what Node writes into no head, such as a line break.
    answer.body.destroy();
    return unavailable(response, request);
  }
  // An answer that breaks off must not look complete: the pipeline then breaks the client's connection off too.
  await pipeline(answer.body, response).catch(() => response.destroy());
}
