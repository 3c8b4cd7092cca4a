/** Limits how fast a sender may write, counted for all nodes and both endpoints together. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Caller } from '@parley/core/callers';
import type { Context } from '@parley/core/context';
import { sendLimit } from '@parley/core/rate-limits';
import { DependencyUnavailable } from '@parley/service/errors';
import { createRateLimiter } from '@parley/service/rate-limit';

/** Redis did not answer: for so long nobody waits for it again. */
const awayMs = 2_000;
/** Two clocks and a way in between differ by this much: waited for here rather than sent back for. */
const patienceMs = 50;

/** Counts one message of the caller: 0, or the milliseconds until there is room for one. */
export type SendLimit = (caller: Caller) => Promise<number>;

/**
 * The common count in Redis. What a node can refuse by itself (`Allowance`) need not come here. A message outranks its
 * limit: while Redis is away what is left is each node's own.
 */
export function createSendLimit({ redis, prefix }: Pick<Context, 'redis' | 'prefix'>): SendLimit {
  const limiter = createRateLimiter(redis, prefix);
  let awayUntil = 0;

  async function take(caller: Caller): Promise<number> {
    if (redis.status !== 'ready' || Date.now() < awayUntil) return 0;
    try {
      return await limiter.take(sendLimit(caller));
    } catch (error) {
      if (!(error instanceof DependencyUnavailable)) throw error;
      awayUntil = Date.now() + awayMs;
      return 0;
    }
  }

  return async (caller) => {
    const waitMs = await take(caller);
    if (waitMs === 0 || waitMs > patienceMs) return waitMs;
    await pause(waitMs);
    return take(caller);
  };
}
