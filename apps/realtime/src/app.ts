/** The gateway as a Fastify server that is not listening yet. */
import cookie from '@fastify/cookie';
import websocket from '@fastify/websocket';
import { Problem, problemDetails } from '@parley/contracts/problems';
import { socketFrameMaxBytes } from '@parley/contracts/frames/limits';
import { visitorSubprotocol, visitSubprotocol } from '@parley/contracts/socket';
import type { Caller } from '@parley/core/callers';
import { bearerApiKey } from '@parley/core/permissions/api-key-format';
import type { OpenContext } from '@parley/core/open-context';
import { sessionCookieKeys, sessionCookieName } from '@parley/core/session-cookie';
import { pingDatabase } from '@parley/db/ping';
import { checkSchema } from '@parley/db/schema';
import { clientNetwork } from '@parley/service/client-address';
import type { BaseConfig } from '@parley/service/config';
import { DependencyUnavailable, lostDependency } from '@parley/service/errors';
import { createServer } from '@parley/service/fastify';
import { health } from '@parley/service/health';
import { methodNotAllowed } from '@parley/service/method-not-allowed';
import type { Metrics } from '@parley/service/metrics';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RealtimeConfig } from './config.ts';
import { Gateway, type SocketLimits } from './gateway.ts';
import type { AdmittedVisit } from './visits/visit-socket.ts';
import { createAuthenticator } from './authentication/authenticate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    admission: AuthenticatedUpgrade | null;
    visitAdmission: AdmittedUpgrade | null;
  }
}

/** A page that reports itself, with a socket about to be upgraded. */
interface AdmittedUpgrade {
  visit: AdmittedVisit;
  network: string;
  release: () => void;
}

/** An authenticated caller with a socket about to be upgraded. */
interface AuthenticatedUpgrade {
  caller: Caller;
  network: string;
  /** `gateway.revocations` when the caller was about to be recognised. */
  revocations: number;
  /** Parts the upgraded socket from the HTTP answer that it will never get. */
  release: () => void;
}

export interface AppOptions {
  config: Pick<BaseConfig, 'TRUST_PROXY' | 'OTEL_EXPORTER_OTLP_ENDPOINT'> &
    SocketLimits &
    Pick<RealtimeConfig, 'ALLOW_ALL_NETWORKS'>;
  context: OpenContext;
  metrics: Metrics;
}

export interface App {
  server: FastifyInstance;
  gateway: Gateway;
}

/**
 * Upgrades under way at once. Beyond it a client is told to come back rather than kept waiting until it gives up and
 * what was done for it is worth nothing.
 */
const upgradesMax = 10_000;

/** Builds the server and its gateway node. Call `gateway.resumeAll` when the context's subscriptions were lost. */
export async function buildApp({ config, context, metrics }: AppOptions): Promise<App> {
  const server = await createServer({ config, logger: context.log, metrics });
  const authenticator = createAuthenticator(context, config);
  const gateway = new Gateway({ context, authenticator, metrics, limits: config });

  server.decorateRequest('admission', null);
  server.decorateRequest('visitAdmission', null);
  server.setErrorHandler((error, request, reply) => {
    const problem = problemOf(error);
    // Refusals of our own, such as for too many at once, are no faults and may be frequent.
    if (problem.status >= 500 && problem !== error) request.log.error({ err: error }, 'upgrade failed');
    const { status, retryAfterSeconds } = problem;
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
    return reply
      .code(status)
      .type('application/problem+json')
      .send(JSON.stringify(problemDetails(problem)));
  });

  await server.register(methodNotAllowed);
  await server.register(health, {
    checks: {
      database: () => pingDatabase(context.db),
      schema: () => checkSchema(context.db),
      redis: () => context.redis.ping(),
    },
    isDraining: () => gateway.isDraining,
  });
  await server.register(cookie, { secret: sessionCookieKeys(context.secrets) });
  await server.register(websocket, {
    options: {
      maxPayload: socketFrameMaxBytes,
      // Chat messages are too short to gain from compression, and each compressor costs hundreds of kilobytes.
      perMessageDeflate: false,
      clientTracking: false,
      handleProtocols: (offered) => [visitorSubprotocol, visitSubprotocol].find((each) => offered.has(each)) ?? false,
    },
    // The gateway itself sends its sockets away.
    preClose: (done) => done(),
  });

  let upgrades = 0;
  server.get(
    '/ws',
    {
      websocket: true,
      async preValidation(request, reply) {
        if (gateway.isDraining) throw new Problem('unavailable', 'Going away.', { retryAfterSeconds: 1 });
        if (upgrades >= upgradesMax) throw new Problem('unavailable', 'Too many at once.', { retryAfterSeconds: 2 });
        // Worked out from the headers each time it is asked for.
        const address = request.ip;
        const network = clientNetwork(address);
        gateway.refuseAboveNetworkLimit(network);
        upgrades += 1;
        const { revocations } = gateway;
        const release = (): void => reply.raw.detachSocket(request.raw.socket);
        try {
          const credentials = credentialsOf(request, address);
          if (credentials.protocols.includes(visitSubprotocol)) {
            request.visitAdmission = { visit: await authenticator.visit(credentials), network, release };
            return;
          }
          const caller = await authenticator.authenticate(credentials);
          gateway.refuseAboveVisitorLimit(caller);
          if (caller.kind === 'staff') await gateway.inbox.listen();
          request.admission = { caller, network, revocations, release };
        } finally {
          upgrades -= 1;
        }
      },
    },
    (socket, request) => {
      // The plugin's own listener, and the answer, would keep the whole request for as long as the socket lives.
      socket.removeAllListeners('error').on('error', () => socket.terminate());
      if (request.visitAdmission) {
        const { release: releaseVisit, ...visit } = request.visitAdmission;
        releaseVisit();
        return gateway.acceptVisit({ socket, stream: request.raw.socket, ...visit });
      }
      if (!request.admission) return socket.terminate();
      const { release, ...admitted } = request.admission;
      release();
      gateway.accept({ socket, stream: request.raw.socket, ...admitted });
    },
  );
  return { server, gateway };
}

function credentialsOf(request: FastifyRequest, address: string) {
  const cookieText = request.cookies[sessionCookieName];
  const unsigned = cookieText === undefined ? undefined : request.unsignCookie(cookieText);
  return {
    protocols: (request.headers['sec-websocket-protocol'] ?? '').split(',').map((each) => each.trim()),
    sessionId: unsigned?.valid ? unsigned.value : undefined,
    apiKey: bearerApiKey(request.headers.authorization),
    address,
    origin: request.headers.origin,
    host: request.host,
  };
}

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const dependency = lostDependency(error);
  if (dependency) return new DependencyUnavailable(dependency, error);
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status >= 400 && status < 500) return new Problem('malformed', 'The request could not be read.');
  return new Problem('internal', 'Something went wrong.', { cause: error });
}
