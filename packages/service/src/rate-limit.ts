/** Request limits shared by all processes: GCRA in one atomic script on Redis's own clock. */
import { hash } from 'node:crypto';
import { DependencyUnavailable } from './errors.ts';
import { RedisScript } from './redis-script.ts';
import { keys, type RedisConnection, sendTogether } from './redis.ts';

/** `max` calls per `perSeconds` on average; up to `burst` (default `max`) at once. */
export interface Rate {
  max: number;
  perSeconds: number;
  burst?: number;
}

export interface LimitRequest extends Rate {
  /** What is limited, as in `failed_login_account`. */
  name: string;
  /** Whom: an account, an address, a visitor. It is stored only as a hash. */
  key: string;
  /** How many calls this one counts for; 1 unless given, at most `burst`. */
  cost?: number;
}

/** What to answer, and what `RateLimit-*` and `Retry-After` say. Times are rounded up to whole seconds. */
export interface LimitResult {
  allowed: boolean;
  /** Calls that could be made at once. */
  limit: number;
  /** Calls that can still be made right now. */
  remaining: number;
  /** Until all of `limit` is available again. */
  resetSeconds: number;
  /** Until the refused call would be allowed; 0 when it was allowed. */
  retryAfterSeconds: number;
}

export interface RateLimiter {
  /** Counts a call if it is allowed. A refused call counts nothing, so it never lengthens the wait. */
  limit(request: LimitRequest): Promise<LimitResult>;
  /** Counts a call if it is allowed: 0, or the milliseconds until it would be. */
  take(request: LimitRequest): Promise<number>;
  /**
   * Gives back a call counted before. To count failures only, without letting parallel attempts slip past: `limit`
   * first, `refund` after a success.
   */
  refund(request: LimitRequest): Promise<void>;
}

/**
 * The generic cell rate algorithm (https://en.wikipedia.org/wiki/Generic_cell_rate_algorithm). The key holds the
 * "theoretical arrival time": when all calls so far would have been spread out evenly. Times in microseconds, which a
 * double holds exactly.
 * ARGV: interval between calls, burst, cost (negative gives back). Returns allowed, remaining, reset and retry.
 */
const script = new RedisScript(`
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local interval, burst, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local arrival = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now)
local wanted = math.max(arrival + interval * cost, now)
local wait = wanted - interval * burst - now
local allowed = wait <= 0 and 1 or 0
if allowed == 1 then
  arrival = wanted
  if arrival > now then
    redis.call('SET', KEYS[1], string.format('%.0f', arrival), 'PX', math.ceil((arrival - now) / 1000))
  else
    redis.call('DEL', KEYS[1])
  end
end
local remaining = math.max(0, math.floor(burst - (arrival - now) / interval + 0.000001))
return { allowed, remaining, math.ceil(arrival - now), allowed == 1 and 0 or math.ceil(wait) }
`);

/**
 * Limits kept in Redis, so that they hold over all processes together.
 * Every call throws DependencyUnavailable when Redis is away: a limit that can't be checked is not passed.
 *
 * @example const { allowed, retryAfterSeconds } =
 *   await limiter.limit({ name: 'visitor_message', key: visitorId, ...rateLimits.visitorMessage })
 */
export function createRateLimiter(redis: RedisConnection, prefix: string): RateLimiter {
  const name = keys(prefix);

  async function count(request: LimitRequest, cost: number): Promise<[number, number, number, number]> {
    const burst = request.burst ?? request.max;
    if (cost > burst) throw new RangeError(`A call of cost ${cost} can never pass a burst of ${burst}`);
    const interval = (request.perSeconds * 1_000_000) / request.max;
    const key = name.key('limit', request.name, hashOf(request.key));
    sendTogether(redis);
    try {
      return asFigures(await script.run(redis, [key], [interval, burst, cost]));
    } catch (error) {
      throw new DependencyUnavailable('redis', error);
    }
  }

  async function run(request: LimitRequest, cost: number): Promise<LimitResult> {
    const [allowed, remaining, reset, retry] = await count(request, cost);
    return {
      allowed: allowed === 1,
      limit: request.burst ?? request.max,
      remaining,
      resetSeconds: Math.ceil(reset / 1_000_000),
      retryAfterSeconds: Math.ceil(retry / 1_000_000),
    };
  }

  return {
    limit: (request) => run(request, request.cost ?? 1),
    async take(request) {
      const [, , , retry] = await count(request, request.cost ?? 1);
      return Math.ceil(retry / 1000);
    },
    async refund(request) {
      await run(request, -(request.cost ?? 1));
    },
  };
}

/** Hashes made so far: whoever writes is asked about with every message. */
const hashes = new Map<string, string>();
const hashesMax = 20_000;

function hashOf(key: string): string {
  const known = hashes.get(key);
  if (known !== undefined) return known;
  const hashed = hash('sha256', key, 'base64url').slice(0, 22);
  if (hashes.size >= hashesMax) hashes.clear();
  hashes.set(key, hashed);
  return hashed;
}

function asFigures(reply: unknown): [number, number, number, number] {
  const [allowed, remaining, reset, retry]: unknown[] = Array.isArray(reply) ? reply : [];
  return [Number(allowed), Number(remaining), Number(reset), Number(retry)];
}
