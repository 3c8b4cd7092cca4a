/** How long a request may take to arrive, so that nobody holds a connection by sending a byte now and then. */
import { Problem, problemDetails } from '@parley/contracts/problems';
import type { FastifyInstance } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';

export interface RequestTimeouts {
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
export const requestTimeouts: RequestTimeouts = {
  headMs: 10_000,
  wholeMs: 600_000,
  graceMs: 20_000,
  bytesPerSecond: 24 * 1024,
  checkMs: 1_000,
};

/** The timeouts that Node keeps by itself, as options of a Fastify server. */
export function timeoutOptions({ headMs, wholeMs, checkMs }: RequestTimeouts) {
  return { requestTimeout: wholeMs, http: { headersTimeout: headMs, connectionsCheckingInterval: checkMs } };
}

/** A body under way. */
interface PendingBody {
  response: ServerResponse;
  /** Bytes that the connection had read when the body began. */
  bytesBefore: number;
  waitedMs: number;
}

/**
 * Ends every request with a body slower than `bytesPerSecond`: with 408, or by closing the connection once an answer
 * has begun. Time in which our side doesn't read is not counted.
 */
export function enforceBodyRate(app: FastifyInstance, { graceMs, bytesPerSecond, checkMs }: RequestTimeouts): void {
  const pending = new Map<IncomingMessage, PendingBody>();
  const timer = setInterval(() => {
    for (const [request, body] of pending) {
      if (request.readableLength >= request.readableHighWaterMark) continue;
      body.waitedMs += checkMs;
      const received = request.socket.bytesRead - body.bytesBefore;
      // Without a connection, as in a test, there is nothing to compare with.
      const isSlow = body.waitedMs > graceMs + (received / bytesPerSecond) * 1000;
      if (!isSlow) continue;
      pending.delete(request);
      cutOff(request, body.response);
    }
  }, checkMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    if (hasBody(raw)) {
      pending.set(raw, { response: reply.raw, bytesBefore: raw.socket.bytesRead, waitedMs: 0 });
      for (const end of ['end', 'close']) raw.once(end, () => pending.delete(raw));
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
