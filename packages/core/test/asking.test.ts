import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../src/testing.ts';

let context: TestContext;
beforeAll(async () => {
  context = await createTestContext();
});
afterAll(() => context.close());

it('who asks while no worker runs is told so in words for people', async () => {
  const asked = context.queues.ask('ai-suggestions', { conversationId: crypto.randomUUID() }, 100);
  await expect(asked).rejects.toMatchObject({ code: 'unavailable', message: 'No worker has answered in time.' });
});
