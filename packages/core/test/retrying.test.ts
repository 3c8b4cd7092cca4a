import { randomUUID } from 'node:crypto';
import { claimDelivery, ensureDelivery, findDelivery, recordAttempt } from '@parley/db/deliveries/deliveries';
import { insertUser } from '@parley/db/users/users';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { retryDelivery } from '../src/deliveries/deliveries.ts';
import { createTestContext, type TestContext } from '../src/testing.ts';

let context: TestContext;
beforeAll(async () => {
  context = await createTestContext();
});
afterAll(() => context.close());

it('the retry button never makes a second attempt beside one under way', async () => {
  const person = { name: 'Ada', email: 'ada@example.com', username: 'ada', passwordHash: 'x', role: 'admin' } as const;
  const caller = { kind: 'staff', user: await insertUser(context.db, person), sessionId: 'none' } as const;
  const { id } = await ensureDelivery(context.db, {
    channel: 'slack',
    eventId: randomUUID(),
    target: '#support',
    summary: 'New conversation',
    conversationId: null,
    payload: {},
  });
  await claimDelivery(context.db, id, 'one job');
  await expect(retryDelivery(context, caller, id)).rejects.toMatchObject({ code: 'conflict' });
  expect(await claimDelivery(context.db, id, 'another job')).toBeUndefined();

  await recordAttempt(context.db, id, { status: 'dead', error: 'no' });
  expect(await retryDelivery(context, caller, id)).toMatchObject({ status: 'pending' });
  expect((await findDelivery(context.db, id))?.nextAttemptAt).toBeNull();
});
