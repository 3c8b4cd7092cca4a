import { conversationState } from '@parley/db/conversations/read';
import { unansweredConversations } from '@parley/db/maintenance/idle';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedDemo } from '../src/demo/seed.ts';
import { createTestContext, type TestContext } from '../src/testing.ts';

let context: TestContext;

beforeAll(async () => {
  context = await createTestContext();
});
afterAll(() => context.close());

it('the demo leaves no customer to a silent assistant, so that nothing moves while it is tried', async () => {
  expect(await seedDemo(context.db, 'http://localhost:3000')).not.toEqual([]);
  const unanswered = await unansweredConversations(context.db, new Date(), 100);
  expect(unanswered).not.toEqual([]);
  const states = await Promise.all(unanswered.map(({ id }) => conversationState(context.db, id)));
  expect(states.filter((state) => state?.isAiAssisted)).toEqual([]);
  expect(await seedDemo(context.db, 'http://localhost:3000')).toEqual([]);
});
