import type { PendingMessage } from '@parley/client/outbox';
import { expect, onTestFinished, test, vi } from 'vitest';
import { sentBefore } from '../src/live/sent-before.ts';

const message = (conversationId: string, state: PendingMessage['state'] = 'sending'): PendingMessage => ({
  clientMessageId: crypto.randomUUID(),
  conversationId,
  content: 'On its way',
  createdAt: 0,
  state,
});

function outboxOf(first: PendingMessage[]) {
  const listeners = new Set<() => void>();
  let pending: readonly PendingMessage[] = first;
  return {
    get pending() {
      return pending;
    },
    become(now: PendingMessage[]) {
      pending = now;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    listeners,
  };
}

/** Whether it has resolved by now. */
async function isDone(promise: Promise<void>): Promise<boolean> {
  let done = false;
  void promise.then(() => (done = true));
  // A few turns of the microtasks, and nothing that a clock has to do with.
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  return done;
}

test('closing waits for the messages of that conversation that are on their way, and for no other', async () => {
  expect(await isDone(sentBefore(outboxOf([message('other')]), 'this'))).toBe(true);
  expect(await isDone(sentBefore(outboxOf([message('this', 'failed')]), 'this'))).toBe(true);

  const outbox = outboxOf([message('this'), message('other')]);
  const waiting = sentBefore(outbox, 'this');
  expect(await isDone(waiting)).toBe(false);
  outbox.become([message('other')]);
  expect(await isDone(waiting)).toBe(true);
  expect(outbox.listeners.size).toBe(0);
});

test('closing is not held up for ever by a message that cannot be sent', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const waiting = sentBefore(outboxOf([message('this')]), 'this');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await isDone(waiting)).toBe(true);
});
