/** How long a request may take to arrive, so that nobody holds a connection by sending a byte now and then. */
import { Problem, problemDetails } from '@parley/contracts/problems';
import type { FastifyInstance } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';

export interface RequestPace {
  /** For the head. */
  headMs: number;
  /** For the whole request, however steadily it comes. */
  wholeMs: number;
  /** A body may be waited for this long, and ... */
  graceMs: number;
  /** ... as much longer as what has come of it takes at this rate. */
  bytesPerSecond: number;
  /** How often all this is looked at. */
  checkMs: number;
}

/**
 * 24 KiB/s are a link of 200 kbit/s. By it the largest body, a picture of 10 MB as a data URL, arrives within the ten
 * minutes.
 */
export const requestPace: RequestPace = {
  headMs: 10_000,
  wholeMs: 600_000,
  graceMs: 20_000,
  bytesPerSecond: 24 * 1024,
  checkMs: 1_000,
};

/** The part of the pace that Node keeps by itself, as options of a Fastify server. */
export function paceOptions({ headMs, wholeMs, checkMs }: RequestPace) {
  return { requestTimeout: wholeMs, http: { headersTimeout: headMs, connectionsCheckingInterval: checkMs } };
}

/** A body under way. */
interface Arrival {
  response: ServerResponse;
  /** What the connection had read when the body began. */
  bytesBefore: number;
  waitedMs: number;
}

/**
 * Ends every request whose body comes more slowly than the pace: with 408, or where an answer has begun already by
 * closing the connection. The time in which it is we who don't read is not counted.
 */
export function keepPace(app: FastifyInstance, { graceMs, bytesPerSecond, checkMs }: RequestPace): void {
  const arrivals = new Map<IncomingMessage, Arrival>();
  const timer = setInterval(() => {
    for (const [request, arrival] of arrivals) {
      if (request.readableLength >= request.readableHighWaterMark) continue;
      arrival.waitedMs += checkMs;
      const received = request.socket.bytesRead - arrival.bytesBefore;
      // Without a connection, as in a test, there is no figure to compare with.
      const isSlow = arrival.waitedMs > graceMs + (received / bytesPerSecond) * 1000;
      if (!isSlow) continue;
      arrivals.delete(request);
      cutOff(request, arrival.response);
    }
  }, checkMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    if (hasBody(raw)) {
      arrivals.set(raw, { response: reply.raw, bytesBefore: raw.socket.bytesRead, waitedMs: 0 });
      for (const end of ['end', 'close']) raw.once(end, () => arrivals.delete(raw));
    }
    done();
  });
}

/** Whether a request's head announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function cutOff(request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) {
    request.socket.destroy();
    return;
  }
  const problem = new Problem('request_timeout', 'The request came too slowly to be waited for.');
  response.writeHead(problem.status, {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    connection: 'close',
  });
  response.end(JSON.stringify(problemDetails(problem)));
}
