import {
  Agent,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { endToEnd, type Forwarding } from './forwarding.ts';
import { unavailable } from './unavailable.ts';
import type { Upstreams } from './upstreams.ts';

/** Longer than an answer takes to begin; a suggestion by the AI is the slowest. */
const silenceMilliseconds = 120_000;
/** But for a copy from another installation, which is answered with its counts at the end, after half an hour at most. */
const copyPath = '/api/sync/trigger';
const copyMilliseconds = 31 * 60_000;
const connectMilliseconds = 2000;
/** Between two rounds of looking for an instance, as long as the relay waits for one. */
const pauseMilliseconds = 50;

/** Bodies up to this size are read before they are sent on, so that they can be sent again. */
const keptBodyBytes = 65_536;

/** Methods that change nothing: an attempt that broke off may be repeated elsewhere. */
const harmless = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Passes requests on to a service and its answers back. While no instance can be reached, or one is just going away,
 * the others are tried, twice round because a kept connection may have gone stale; then, or after waiting for as long as
 * a restart may take, the answer is 503. A request that may have had its effect is never repeated.
 */
export class Relay {
  readonly #upstreams: Upstreams;
  readonly #forwarding: Forwarding;
  readonly #restartMilliseconds: number;
  readonly #agent = new Agent({ keepAlive: true });

  constructor(upstreams: Upstreams, forwarding: Forwarding, restartMilliseconds: number) {
    this.#upstreams = upstreams;
    this.#forwarding = forwarding;
    this.#restartMilliseconds = restartMilliseconds;
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await keptBody(request);
    if (body && !request.complete) return; // the client has gone
    const end = Date.now() + this.#restartMilliseconds;
    let isDropped = false;
    for (;;) {
      const turn = this.#upstreams.inTurn();
      for (const url of [...turn, ...turn]) {
        const outgoing = this.#open(url, request, body !== undefined);
        if (!(await isConnected(outgoing))) {
          this.#upstreams.distrust(url);
          continue;
        }
        response.once('close', () => response.writableFinished || outgoing.destroy());
        const answer = await exchange(outgoing, body ?? request);
        if (answer && body && isGoingAway(answer)) {
          this.#upstreams.distrust(url);
          answer.resume();
          continue;
        }
        if (answer) {
          await passBack(answer, response);
          if (!outgoing.writableFinished) outgoing.destroy(); // answered before everything was sent
          return;
        }
        if (!body || !isHarmless(request)) return unavailable(response, request);
        isDropped = true;
      }
      // What made every instance drop it is not sent to them again and again.
      if (isDropped || response.destroyed || Date.now() >= end) return unavailable(response, request);
      await sleep(pauseMilliseconds);
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  #open(url: URL, request: IncomingMessage, hasKeptBody: boolean): ClientRequest {
    const headers = this.#forwarding(request);
    if (request.headers['transfer-encoding']) headers['transfer-encoding'] = 'chunked';
    const { hostname, port } = url;
    const { method, url: path } = request;
    // What must not be repeated gets a connection of its own: on a kept one it could meet the other side hanging up.
    // It does not ask for the connection to be closed, so that a server that does close it says something by that.
    const agent = isHarmless(request) || !hasKeptBody ? this.#agent : false;
    if (!agent) headers.connection = 'keep-alive';
    const timeout = path === copyPath ? copyMilliseconds : silenceMilliseconds;
    const options = { hostname, port, method, path, headers, agent, timeout };
    return httpRequest(options).on('error', () => {});
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
function isGoingAway({ statusCode, headers }: IncomingMessage): boolean {
  return statusCode === 503 && headers.connection === 'close';
}

/** Waits for the connection; nothing of the request's body is read before it stands. */
async function isConnected(outgoing: ClientRequest): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), connectMilliseconds);
  outgoing.once('error', () => resolve(false));
  outgoing.once('socket', (socket) =>
    socket.connecting ? socket.once('connect', () => resolve(true)) : resolve(true),
  );
  const connected = await promise;
  clearTimeout(timer);
  if (!connected) outgoing.destroy();
  return connected;
}

/** Sends the body; the answer once its head has come, undefined when the connection ended before. */
function exchange(outgoing: ClientRequest, body: Buffer | Readable): Promise<IncomingMessage | undefined> {
  const { promise, resolve } = Promise.withResolvers<IncomingMessage | undefined>();
  outgoing.once('response', resolve).once('timeout', () => outgoing.destroy());
  outgoing.once('close', () => resolve(undefined));
  if (Buffer.isBuffer(body)) {
    outgoing.end(body);
  } else {
    // What the service no longer wants to read is dropped, so that the client gets to reading the answer.
    outgoing.once('close', () => body.unpipe(outgoing).resume());
    body.pipe(outgoing);
  }
  return promise;
}

async function passBack(answer: IncomingMessage, response: ServerResponse): Promise<void> {
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage, endToEnd(answer.headers));
  // An answer that breaks off must not look complete: the pipeline then breaks the client's connection off too.
  await pipeline(answer, response).catch(() => response.destroy());
}
