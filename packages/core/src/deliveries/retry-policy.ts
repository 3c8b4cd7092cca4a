/** When a failed call to the outside is tried again, and when it is given up. */
import type { Channel } from '@parley/contracts/entities';
import type { QueueName } from '@parley/contracts/jobs';

/** The channels that have a queue of their own. */
export type OutsideChannel = Exclude<Channel, 'ai'>;

export const queueOf = {
  email: 'email',
  slack: 'slack',
  tigon: 'tigon',
  trello: 'trello',
  webhook: 'webhooks',
} as const satisfies Record<OutsideChannel, QueueName>;

export const isOutsideChannel = (channel: Channel): channel is OutsideChannel => channel !== 'ai';

const minute = 60;
const hour = 60 * minute;

/** Seconds to wait after the first, second, … failed attempt. After the last one the delivery is dead. */
const waits: Record<OutsideChannel, readonly number[]> = {
  email: [10, minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour],
  slack: [5, 30, 2 * minute, 10 * minute, hour],
  tigon: [5, 30, 2 * minute, 10 * minute, hour],
  trello: [5, 30, 2 * minute, 10 * minute, hour],
  // Close to a day altogether, as Standard Webhooks recommends.
  webhook: [5, minute, 5 * minute, 30 * minute, hour, 2 * hour, 4 * hour, 8 * hour, 8 * hour],
};

/** Up to a fifth more or less, so that what failed together doesn't come back together. */
const jitter = (): number => 0.8 + Math.random() * 0.4;

/**
 * Milliseconds until the next attempt after `attempts` failed ones; null when it has been tried enough. `scale`
 * multiplies every wait.
 */
export function nextWaitMs(channel: OutsideChannel, attempts: number, scale = 1): number | null {
  const seconds = waits[channel][attempts - 1];
  return seconds === undefined ? null : seconds * 1000 * jitter() * scale;
}
