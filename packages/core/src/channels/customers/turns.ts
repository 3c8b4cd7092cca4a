import { setTimeout as pause } from 'node:timers/promises';
import { createRateLimiter } from '@parley/service/rate-limit';
import type { ExternalContext } from '../../external/services.ts';

type Turn = Parameters<ReturnType<typeof createRateLimiter>['take']>[0];

/** Waits until each of the limits lets another call pass. */
export async function takeTurns({ redis, prefix }: ExternalContext, turns: readonly Turn[]): Promise<void> {
  const limiter = createRateLimiter(redis, prefix);
  for (const turn of turns)
    for (let wait = await limiter.take(turn); wait > 0; wait = await limiter.take(turn)) await pause(wait);
}
