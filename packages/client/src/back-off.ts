/** How long to wait before trying again, and what is worth trying again. */
import type { ErrorCode } from '@parley/contracts/problems';

/**
 * Full jitter: anything between 0 and the exponential bound, so that thousands of clients cut off at once come back
 * spread out. `failures` counts attempts that failed in a row, from 0; the answer is in milliseconds, never above
 * `boundMs`.
 */
export const backOff = (failures: number, random: () => number = Math.random, boundMs = 30_000): number =>
  random() * Math.min(boundMs, 500 * 2 ** failures);

const passing: ReadonlySet<ErrorCode> = new Set(['unavailable', 'internal', 'rate_limited', 'signed_out']);

/** Whether a refusal passes by itself. A session that ended comes back when the person signs in again. */
export const isPassing = (code: ErrorCode): boolean => passing.has(code);
