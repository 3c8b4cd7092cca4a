/** Request limits shared by all processes: GCRA in one atomic script on Redis's own clock. */
import { hash } from 'node:crypto';
import { Cluster } from 'ioredis';
import { DependencyUnavailable } from './errors.ts';
import { RedisScript } from './redis-script.ts';
import { keys, type RedisConnection } from './redis.ts';

/** `max` calls per `perSeconds` on average; up to `burst` (default `max`) at once. */
export interface Rate {
  max: number;
  perSeconds: number;
  burst?: number;
}

export interface LimitRequest extends Rate {
  /** Name of the limit, as in `failed_login_account`. */
  name: string;
  /** Whom: an account, an address, a visitor. It is stored only as a hash. */
  key: string;
  /** How many calls this one counts for; 1 unless given, at most `burst`. */
  cost?: number;
}

/** Decision, with the values of `RateLimit-*` and `Retry-After`. Times are rounded up to whole seconds. */
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
 * ARGV, for each key: interval between calls, burst, cost (negative gives back). Returns, for each key: allowed, remaining,
 * reset and retry.
 */
const script = new RedisScript(`
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local quota = {}
for index, key in ipairs(KEYS) do
  local at = 3 * index - 2
  local interval, burst, cost = tonumber(ARGV[at]), tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2])
  local arrival = math.max(tonumber(redis.call('GET', key) or 0), now)
  local wanted = math.max(arrival + interval * cost, now)
  local wait = wanted - interval * burst - now
  local allowed = wait <= 0 and 1 or 0
  if allowed == 1 then
    arrival = wanted
    if arrival > now then
      redis.call('SET', key, string.format('%.0f', arrival), 'PX', math.ceil((arrival - now) / 1000))
    else
      redis.call('DEL', key)
    end
  end
  local answer = 4 * index - 3
  quota[answer] = allowed
  quota[answer + 1] = math.max(0, math.floor(burst - (arrival - now) / interval + 0.000001))
  quota[answer + 2] = math.ceil(arrival - now)
  quota[answer + 3] = allowed == 1 and 0 or math.ceil(wait)
end
return quota
`);

/** Calls counted by one command at most: a longer one would hold up Redis for everybody else. */
const togetherMax = 100;

/** Allowed, remaining, reset and retry. */
type Quota = [number, number, number, number];

/** A call that is counted when the turn of the event loop is over. */
interface Waiting {
  key: string;
  parameters: [interval: number, burst: number, cost: number];
  resolve: (quota: Quota) => void;
  reject: (error: DependencyUnavailable) => void;
}

/**
 * Limits kept in Redis, so that they hold over all processes together. What is counted in one turn of the event loop is
 * one command; on a Redis Cluster, where keys are on several servers, each is one.
 * Every call throws DependencyUnavailable when Redis is away: a limit that can't be checked is not passed.
 *
 * @example const { allowed, retryAfterSeconds } =
 *   await limiter.limit({ name: 'visitor_message', key: visitorId, ...rateLimits.visitorMessage })
 */
export function createRateLimiter(redis: RedisConnection, prefix: string): RateLimiter {
  const name = keys(prefix);

  let waiting: Waiting[] = [];

  function count(request: LimitRequest, cost: number): Promise<Quota> {
    const burst = request.burst ?? request.max;
    if (cost > burst) throw new RangeError(`A call of cost ${cost} can never pass a burst of ${burst}`);
    const interval = (request.perSeconds * 1_000_000) / request.max;
    const key = name.key('limit', request.name, hashOf(request.key));
    const { promise, resolve, reject } = Promise.withResolvers<Quota>();
    if (waiting.push({ key, parameters: [interval, burst, cost], resolve, reject }) === 1) setImmediate(askAll);
    return promise;
  }

  function askAll(): void {
    const all = waiting;
    waiting = [];
    const size = redis instanceof Cluster ? 1 : togetherMax;
    for (let start = 0; start < all.length; start += size) void ask(all.slice(start, start + size));
  }

  async function ask(asked: readonly Waiting[]): Promise<void> {
    try {
      const parameters = asked.flatMap((each) => each.parameters);
      const reply = await script.run(
        redis,
        asked.map(({ key }) => key),
        parameters,
      );
      const quota = Array.isArray(reply) ? reply.map(Number) : [];
      for (const [index, { resolve }] of asked.entries()) resolve(quotaAt(quota, 4 * index));
    } catch (cause) {
      const error = new DependencyUnavailable('redis', cause);
      for (const { reject } of asked) reject(error);
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

/** Cache of hashes, since a writer is checked with every message. */
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

function quotaAt(all: readonly number[], at: number): Quota {
  const [allowed = Number.NaN, remaining = Number.NaN, reset = Number.NaN, retry = Number.NaN] = all.slice(at, at + 4);
  return [allowed, remaining, reset, retry];
}
