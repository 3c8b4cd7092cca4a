/** Presence, as gateway nodes record it for all processes. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { endNode, keepNodeAlive } from '../src/presence/nodes.ts';
import { markViewing, markViewingEnded, viewersByConversation } from '../src/presence/viewers.ts';
import { isVisitorOnline, markVisitors } from '../src/presence/visitors.ts';
import { createTestContext, type TestContext } from '../src/testing.ts';

let context: TestContext;

beforeAll(async () => {
  context = await createTestContext();
  await Promise.all(['one', 'other'].map((node) => keepNodeAlive(context, node)));
});
afterAll(() => context.close());

test('many visitors come and go with one command, in the order it happened', async () => {
  const [ada, ben, cat] = [randomUUID(), randomUUID(), randomUUID()];
  await markVisitors(context, 'one', [{ visitorId: ada, isHere: true }]);
  const evalsha = vi.spyOn(context.redis, 'evalsha');
  await markVisitors(context, 'one', [
    { visitorId: ada, isHere: false },
    { visitorId: ben, isHere: false },
    { visitorId: cat, isHere: true },
    { visitorId: ben, isHere: true },
    { visitorId: cat, isHere: false },
  ]);
  expect(evalsha).toHaveBeenCalledTimes(1);
  evalsha.mockRestore();
  expect(await Promise.all([ada, ben, cat].map((id) => isVisitorOnline(context, id)))).toEqual([false, true, false]);
});

test('a visitor is here as long as one living node holds them', async () => {
  const visitorId = randomUUID();
  await keepNodeAlive(context, 'dying');
  await markVisitors(context, 'one', [{ visitorId, isHere: true }]);
  await markVisitors(context, 'dying', [{ visitorId, isHere: true }]);
  await markVisitors(context, 'one', [{ visitorId, isHere: false }]);
  expect(await isVisitorOnline(context, visitorId)).toBe(true);
  await endNode(context, 'dying');
  expect(await isVisitorOnline(context, visitorId)).toBe(false);
});

test('what a representative looks at ends with what their node says', async () => {
  const [userId, conversationId] = [randomUUID(), randomUUID()];
  const viewer = { userId, name: 'Ada', isDrafting: true };
  await markViewing(context, conversationId, 'one', viewer);
  expect(await viewersByConversation(context, [conversationId])).toEqual(new Map([[conversationId, [viewer]]]));
  await markViewingEnded(context, conversationId, 'one', userId);
  expect((await viewersByConversation(context, [conversationId])).size).toBe(0);
});
