/** A closed conversation takes no message: what was sent before it is closed has to be there first. */
import type { Outbox } from '@parley/client/outbox';

/** What cannot be sent for so long waits for the network, or for its files, and holds nothing up. */
const patienceMs = 5_000;

/** Resolves when no message of the conversation is on its way any more, after five seconds at the latest. */
export function sentBefore(outbox: Pick<Outbox, 'pending' | 'subscribe'>, conversationId: string): Promise<void> {
  const isOnItsWay = () =>
    outbox.pending.some((each) => each.conversationId === conversationId && each.state === 'sending');
  if (!isOnItsWay()) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, patienceMs);
  const off = outbox.subscribe(() => isOnItsWay() || resolve());
  return promise.finally(() => {
    clearTimeout(timer);
    off();
  });
}
