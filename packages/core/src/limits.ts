/** Refusing who has done something too often. */
import { Problem } from '@parley/contracts/problems';
import type { LimitResult } from '@parley/service/rate-limit';

/** @throws Problem `rate_limited` when the limit was passed, saying when to try again. */
export function refuseBeyond({ allowed, retryAfterSeconds }: LimitResult, why: string): void {
  if (allowed) return;
  const wait = retryAfterSeconds < 90 ? `${retryAfterSeconds} seconds` : `${Math.ceil(retryAfterSeconds / 60)} minutes`;
  throw new Problem('rate_limited', `${why} Please try again in ${wait}.`, { retryAfterSeconds });
}
