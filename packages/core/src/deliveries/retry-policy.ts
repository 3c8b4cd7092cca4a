/** When a failed call to the outside is tried again, and when it is given up. */

/** In seconds, for the waits that a channel's descriptor names. */
export const minute = 60;
export const hour = 60 * minute;

/** Up to a fifth more or less, so that deliveries that failed together are not retried together. */
const jitter = (): number => 0.8 + Math.random() * 0.4;

/**
 * Milliseconds until the next attempt after `attempts` failed ones, of a channel that waits so many seconds after each;
 * null when it has been tried enough. `scale` multiplies every wait.
 */
export function nextWaitMs(waits: readonly number[], attempts: number, scale = 1): number | null {
  const seconds = waits[attempts - 1];
  return seconds === undefined ? null : seconds * 1000 * jitter() * scale;
}
