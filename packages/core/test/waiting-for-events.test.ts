import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'bullmq';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { broadcastToConversation } from '../src/live/broadcast.ts';
import { followConversation } from '../src/events/follow-conversation.ts';
import { queuePrefix } from '../src/queues.ts';
import { createTestContext, type TestContext } from '../src/testing.ts';

let context: TestContext;
beforeAll(async () => {
  context = await createTestContext();
});
afterAll(() => context?.close());

/** Returns whether a promise is settled within `ms`. */
const settles = (promise: Promise<unknown>, ms: number): Promise<boolean> =>
  Promise.race([promise.then(() => true), pause(ms, false)]);

describe('the changes of a conversation', () => {
  const deleted = (conversationId: string) =>
    broadcastToConversation(context, conversationId, { type: 'conversation_deleted', conversationId });
  const delta = (conversationId: string) =>
    broadcastToConversation(context, conversationId, {
      type: 'ai_delta',
      conversationId,
      replyId: randomUUID(),
      at: 0,
      text: 'a',
    });

  test('they are noticed when they are announced, and a text being written is none', async () => {
    const conversationId = randomUUID();
    const changes = followConversation(context, conversationId);
    // Redis has confirmed the subscription.
    await changes.next();
    const change = changes.next();
    await delta(conversationId);
    await deleted(randomUUID());
    expect(await settles(change, 100)).toBe(false);
    await deleted(conversationId);
    expect(await settles(change, 1_000)).toBe(true);
    changes.end();
  });

  test('count when they are announced between two waits', async () => {
    const conversationId = randomUUID();
    const changes = followConversation(context, conversationId);
    await changes.next();
    await deleted(conversationId);
    // A text published later on the same connection has arrived: the change has arrived before it.
    const arrived = Promise.withResolvers<void>();
    await context.publisher.subscribe('control', () => arrived.resolve());
    await context.publisher.publish('control', JSON.stringify({ type: 'settings_changed' }));
    await arrived.promise;
    expect(await settles(changes.next(), 1_000)).toBe(true);
    changes.end();
  });

  test('they are not waited for longer than asked, and leave no subscription', async () => {
    const before = context.publisher.size;
    const changes = followConversation(context, randomUUID());
    await changes.next();
    expect(await settles(changes.next(20), 2_000)).toBe(true);
    const last = changes.next();
    changes.end();
    expect(await settles(last, 1_000)).toBe(true);
    expect(context.publisher.size).toBe(before);
  });
});

describe('a queue', () => {
  test('it is idle when the last of its jobs has ended, without being asked again and again', async () => {
    const never = new AbortController().signal;
    await context.queues.untilIdle('ai-replies', { atMostMs: 30_000, signal: never });

    await context.queues.add('ai-replies', { conversationId: randomUUID(), eventId: randomUUID(), seq: 1 });
    const queue = context.queues.queue('ai-replies');
    let looks = 0;
    const counts = queue.getJobCounts.bind(queue);
    queue.getJobCounts = (...types) => {
      looks += 1;
      return counts(...types);
    };
    const idle = context.queues.untilIdle('ai-replies', { atMostMs: 30_000, signal: never });
    expect(await settles(idle, 500)).toBe(false);
    expect(looks).toBe(1);
    const worker = new Worker('ai-replies', async () => undefined, {
      connection: { url: String(context.env.REDIS_URL), maxRetriesPerRequest: null },
      prefix: queuePrefix(context.prefix),
    });
    expect(await settles(idle, 3_000)).toBe(true);
    await worker.close();
  });

  test('a queue that stays busy is waited for no longer than asked, or until the wait is stopped', async () => {
    await context.queues.add('ai-replies', { conversationId: randomUUID(), eventId: randomUUID(), seq: 1 });
    const stopping = new AbortController();
    const short = context.queues.untilIdle('ai-replies', { atMostMs: 50, signal: stopping.signal });
    expect(await settles(short, 2_000)).toBe(true);
    const long = context.queues.untilIdle('ai-replies', { atMostMs: 30_000, signal: stopping.signal });
    expect(await settles(long, 100)).toBe(false);
    stopping.abort();
    expect(await settles(long, 1_000)).toBe(true);
  });
});
