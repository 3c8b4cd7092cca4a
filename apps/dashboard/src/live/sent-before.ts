/** A closed conversation accepts no message: earlier messages must arrive before it is closed. */
import type { Outbox } from '@parley/client/outbox';

/** Milliseconds after which a message that is not sent waits for the network or its files, and delays nothing. */
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
