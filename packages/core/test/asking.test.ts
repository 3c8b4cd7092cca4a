import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../src/testing.ts';

let context: TestContext;
beforeAll(async () => {
  context = await createTestContext();
});
afterAll(() => context.close());

it('a request without a running worker is refused with a text for people', async () => {
  const asked = context.queues.ask('ai-suggestions', { conversationId: crypto.randomUUID() }, 100);
  await expect(asked).rejects.toMatchObject({ code: 'unavailable', message: 'No worker has answered in time.' });
});

it('a job that nobody waits for any more is not left for a worker that comes back', async () => {
  const queue = context.queues.queue('ai-suggestions');
  const asked = context.queues.ask('ai-suggestions', { conversationId: crypto.randomUUID() }, 500);
  await expect.poll(() => queue.getWaitingCount()).toBe(1);
  await expect(asked).rejects.toMatchObject({ code: 'unavailable' });
  expect(await queue.getWaitingCount()).toBe(0);
});
