/** Rate limits of calls. They are counted in Redis (see service/rate-limit), so they apply over all processes. */
import { refuseOverLimit, sendLimit } from '@parley/core/rate-limits';
import { clientNetwork } from '@parley/service/client-address';
import type { LimitResult, Rate, RateLimiter } from '@parley/service/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

/**
 * A limit on one route. `caller`: the signed-in session, the visitor, or one browser of a newcomer; `sender`: the
 * person, as the gateway counts them too; `newcomer`: all newcomers of one address together, to whom nobody with a token or a session belongs.
 */
export interface CallLimit extends Rate {
  name: string;
  by: 'address' | 'caller' | 'sender' | 'newcomer';
  /** A visitor's message outranks its limit: it is taken while Redis is away. Everything else is refused then. */
  passWithoutRedis?: boolean;
}

declare module 'fastify' {
  interface FastifyInstance {
    rateLimiter: RateLimiter;
  }
}

export default fp(
  async function rateLimitsPlugin(app: FastifyInstance, { limiter }: { limiter: RateLimiter }) {
    app.decorate('rateLimiter', limiter);
  },
  { name: 'rate-limits' },
);

/** Limits each API key, over all its calls. */
const keyCalls = { name: 'api_key', by: 'caller', perSeconds: 60 } as const;

export async function limitByAddress(
  request: FastifyRequest,
  reply: FastifyReply,
  limits: readonly CallLimit[],
): Promise<void> {
  for (const limit of limits) if (limit.by === 'address') await count(request, reply, limit, addressOf(request));
}

export async function limitByCaller(
  request: FastifyRequest,
  reply: FastifyReply,
  limits: readonly CallLimit[],
): Promise<void> {
  const { caller } = request;
  if (caller?.kind === 'staff' && caller.key) {
    await count(request, reply, { ...keyCalls, max: caller.key.callsPerMinute }, caller.key.id);
  }
  for (const limit of limits) {
    if (limit.by === 'caller') await count(request, reply, limit, callerKey(request));
    if (limit.by === 'sender' && request.caller) await count(request, reply, limit, sendLimit(request.caller).key);
    if (limit.by === 'newcomer' && !request.caller) await count(request, reply, limit, addressOf(request));
  }
}

/** The caller's network, as limits count it. */
export const addressOf = ({ ip }: FastifyRequest): string => clientNetwork(ip);

/**
 * Someone signed in or holding a visitor token is counted alone. A visitor's very first call has neither; counting
 * browsers behind one address apart keeps one of them from locking out the others.
 */
function callerKey(request: FastifyRequest): string {
  const { caller, website } = request;
  if (caller?.kind === 'staff') return `session ${caller.sessionId}`;
  if (caller?.kind === 'visitor') return `visitor ${caller.visitorId}`;
  const { 'user-agent': agent = '', 'accept-language': language = '' } = request.headers;
  return `new ${website?.id ?? ''} ${addressOf(request)} ${agent} ${language}`;
}

/** The limiter for use cases that count by themselves: what it answers is told in the headers too. */
export function limiterWithHeaders(limiter: RateLimiter, reply: FastifyReply): RateLimiter {
  return {
    ...limiter,
    async limit(limited) {
      const result = await limiter.limit(limited);
      setRateLimitHeaders(reply, result, limited);
      return result;
    },
  };
}

async function count(request: FastifyRequest, reply: FastifyReply, limit: CallLimit, key: string): Promise<void> {
  const { by: _by, passWithoutRedis, ...rate } = limit;
  let result: LimitResult;
  try {
    result = await request.server.rateLimiter.limit({ ...rate, key });
  } catch (error) {
    if (passWithoutRedis) return;
    throw error;
  }
  setRateLimitHeaders(reply, result, limit);
  refuseOverLimit(result, 'Too many requests.');
}

/** The headers of https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/ */
function setRateLimitHeaders(reply: FastifyReply, result: LimitResult, { max, perSeconds }: Rate): void {
  reply
    .header('ratelimit-limit', result.limit)
    .header('ratelimit-remaining', result.remaining)
    .header('ratelimit-reset', result.resetSeconds)
    .header('ratelimit-policy', `${max};w=${perSeconds}`);
}
