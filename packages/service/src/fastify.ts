/** The HTTP server all services share: who is believed about addresses, how long anything may take, what is logged. */
import { randomUUID } from 'node:crypto';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  fastify,
  LogController,
} from 'fastify';
import type { BaseConfig } from './config.ts';
import type { Logger } from './logger.ts';
import { httpMetrics, type Metrics } from './metrics.ts';
import { enforceBodyRate, timeoutOptions, type RequestTimeouts, requestTimeouts } from './request-timeouts.ts';
import { httpTracing } from './tracing.ts';
import { answerBadRequest } from './bad-request.ts';

export interface ServerOptions {
  config: Pick<BaseConfig, 'TRUST_PROXY' | 'OTEL_EXPORTER_OTLP_ENDPOINT'>;
  logger: Logger;
  metrics?: Metrics;
  /** True while the process is stopping but still answers. */
  isDraining?: () => boolean;
  /** The largest request body in bytes; a route may allow more for itself. */
  bodyLimit?: number;
  /** Answers an address that cannot even be decoded. */
  frameworkErrors?: FastifyServerOptions['frameworkErrors'];
  /** How fast requests have to arrive. */
  timeouts?: RequestTimeouts;
}

/**
 * A Fastify server that isn't listening yet.
 * - `request.ip` believes `X-Forwarded-For` only from the proxies of `TRUST_PROXY`.
 * - Every request gets an id of ours, in its log lines and its `X-Request-Id`; a caller's own is never taken over.
 * - While draining and closing, requests on open connections are still answered, each with `Connection: close`: a
 *   client ends its connection knowingly, and no later request of its meets a closed one.
 * - A request that arrives more slowly than the pace is ended with 408, one that is none with 400, a head over 16 kB
 *   with 431, in problem details like every refusal.
 * - Answered requests are logged at `debug`, refused ones at `info`, failed ones at `error`; paths without their query.
 */
export async function createServer({
  config,
  logger,
  metrics,
  isDraining = () => false,
  bodyLimit = 1024 * 1024,
  frameworkErrors,
  timeouts = requestTimeouts,
}: ServerOptions): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = logger;
  const app: FastifyInstance = fastify({
    loggerInstance,
    logController: new RequestLog(),
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    trustProxy: config.TRUST_PROXY,
    bodyLimit,
    ...(frameworkErrors ? { frameworkErrors } : {}),
    clientErrorHandler: answerBadRequest,
    // Longer than a proxy keeps its idle connections (nginx and most balancers: 60 s), so that the proxy closes first.
    keepAliveTimeout: 72_000,
    ...timeoutOptions(timeouts),
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    if (isDraining()) reply.header('connection', 'close');
    done();
  });
  enforceBodyRate(app, timeouts);
  if (metrics) await app.register(httpMetrics, { metrics });
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT) await app.register(httpTracing);
  return app;
}

/** Logs one line per answered request. */
class RequestLog extends LogController {
  override incomingRequest(): void {
    // Nothing to tell yet.
  }

  override routeNotFound(): void {
    // Told with the answer.
  }

  override requestCompleted(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const { statusCode } = reply;
    const level = statusCode >= 500 ? 'error' : statusCode >= 400 ? 'info' : 'debug';
    const ms = Math.round(reply.elapsedTime);
    request.log[level]({ method: request.method, path: pathOf(request), status: statusCode, ms }, 'request answered');
  }

  override defaultErrorLog(error: Error, request: FastifyRequest, reply: FastifyReply): void {
    if (reply.statusCode >= 500) request.log.error({ err: error }, 'request failed');
  }
}

/** Returns the path without the query, which may hold a search term or an invitation. */
const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '';
