/** Refuses callers beyond a limit. */
import { socketLimits } from '@parley/contracts/frames/limits';
import { Problem } from '@parley/contracts/problems';
import type { LimitRequest, LimitResult } from '@parley/service/rate-limit';
import type { Caller } from './callers.ts';

/** @throws Problem `rate_limited` when the limit was passed, saying when to try again. */
export function refuseOverLimit({ allowed, retryAfterSeconds }: LimitResult, why: string): void {
  if (allowed) return;
  const wait = retryAfterSeconds < 90 ? `${retryAfterSeconds} seconds` : `${Math.ceil(retryAfterSeconds / 60)} minutes`;
  throw new Problem('rate_limited', `${why} Please try again in ${wait}.`, { retryAfterSeconds });
}

const perSecond = ({ perSecond: max, burst }: { perSecond: number; burst: number }) => ({ max, burst, perSeconds: 1 });

/** Limits on sending, for visitors and representatives: one count across all sockets, nodes and entry points. */
export const visitorSends = { name: 'visitor_send', ...perSecond(socketLimits.visitorSend) } as const;
export const staffSends = { name: 'staff_send', ...perSecond(socketLimits.staffSend) } as const;

/** The count that a message of this person falls under. */
export function sendLimit(caller: Caller): LimitRequest {
  return caller.kind === 'staff' ? { ...staffSends, key: caller.user.id } : { ...visitorSends, key: caller.visitorId };
}
