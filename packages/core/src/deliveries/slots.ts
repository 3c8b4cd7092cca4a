/**
 * Limits the concurrency per receiver. All webhooks share a queue; one receiver gets only a part of a process's
 * concurrent calls, so that a hanging one leaves room for the others.
 */

/** At once, from this process, to one receiver. */
const most = 15;
/** Distance at which waiting jobs return one after the other: their cost doesn't depend on their number. */
const distanceMs = 50;
const soonestMs = 500;

interface Receiver {
  calls: number;
  /** When the last one that was sent away comes back. */
  lastBackAt: number;
}

const receivers = new Map<string, Receiver>();

/** A slot, to be ended after the call; or the time to come back. */
export type Slot = { end(): void } | { at: Date };

/** Asks for a slot of a receiver. */
export function takeSlot(target: string): Slot {
  const receiver = receivers.get(target) ?? { calls: 0, lastBackAt: 0 };
  receivers.set(target, receiver);
  if (receiver.calls >= most) {
    receiver.lastBackAt = Math.max(Date.now() + soonestMs, receiver.lastBackAt + distanceMs);
    return { at: new Date(receiver.lastBackAt) };
  }
  receiver.calls += 1;
  return {
    end() {
      receiver.calls -= 1;
      if (receiver.calls === 0) receivers.delete(target);
    },
  };
}
