/** Waits until a Redis channel is subscribed, with a time limit. */
import { DependencyUnavailable } from '@parley/service/errors';
import type { PubSub } from '@parley/service/pubsub';

/** Subscribing waits for Redis for ever; a person waits this long. */
const subscribeTimeoutMs = 3_000;

export type ChannelSource = Pick<PubSub, 'subscribeToBytes' | 'unsubscribe' | 'isConnected'>;

/**
 * Resolves with `subscribed`. While Redis answers, the wait continues, however many callers there are.
 *
 * @throws DependencyUnavailable when Redis is down for longer than a caller may wait
 */
export async function untilSubscribed(pubsub: Pick<ChannelSource, 'isConnected'>, subscribed: Promise<void>) {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setInterval(() => {
    if (!pubsub.isConnected) reject(new DependencyUnavailable('redis'));
  }, subscribeTimeoutMs);
  try {
    await Promise.race([subscribed, promise]);
  } finally {
    clearInterval(timer);
  }
}
