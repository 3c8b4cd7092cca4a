import type { StaffCaller } from '@parley/core/callers';
import { addTool } from '@parley/core/ai/tools/definitions';
import { replaceHosts } from '@parley/core/ai/tools/servers';
import { readUser } from '@parley/core/users/users';
import { type Endpoint, startEndpoint } from '@parley/testing/http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type StageUnderTest, startStageUnderTest } from './stage-under-test.ts';
import { type Talk, until } from './stage.ts';

let stage: StageUnderTest;
let shop: Endpoint;

beforeAll(async () => {
  [stage, shop] = await Promise.all([startStageUnderTest(), startEndpoint()]);
  const { userId } = await stage.representative();
  const admin: StaffCaller = {
    kind: 'staff',
    user: { ...(await readUser(stage.context, userId)), role: 'admin' },
    sessionId: 'none',
  };
  await replaceHosts(stage.context, admin, [new URL(shop.url).host]);
  await addTool(stage.context, admin, {
    name: 'cancel_order',
    description: 'Cancels an order',
    effect: 'write',
    needsIdentity: false,
    isActive: true,
    parameters: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
    bindings: {},
    confirmation: 'Cancel order {order}?',
    http: { method: 'POST', url: `${shop.url}/orders/{order}/cancel`, headers: [], rest: 'body', fields: [] },
    mcp: null,
    maxBytes: 4096,
    timeoutSeconds: 10,
  });
});
afterAll(async () => {
  await stage?.close();
  await shop?.close();
});
afterEach(async () => {
  await stage.killAll();
  shop.requests = [];
  stage.model.next = [];
});

const stateOf = async ({ conversationId }: Talk) =>
  (
    await stage.context.db
      .selectFrom('toolCalls')
      .select('state')
      .where('conversationId', '=', conversationId)
      .executeTakeFirst()
  )?.state;

/** A worker that has asked, and a customer who has said yes. */
async function confirmed() {
  await stage.set('aiConfig', { enabled: true });
  const first = await stage.startOne();
  stage.model.next = [{ tool: 'cancel_order', arguments: { order: '1042' } }];
  const talk = await stage.opens('Please cancel order 1042');
  await until(async () => (await talk.fromAi()).length === 1, 'the question');
  await talk.writes('Yes');
  return { first, talk };
}

describe('a worker killed around a confirmed write', () => {
  test('a write that the shop has is never sent again, and a person is told that the outcome is unknown', async () => {
    shop.usually = { hang: true };
    const { first, talk } = await confirmed();
    await until(() => shop.requests.length > 0, 'the call');
    await first.stop('SIGKILL');
    shop.usually = { status: 200, body: '{}' };
    await stage.startOne();
    const { handOffReason } = await until(
      async () => ((await talk.state()).status === 'waiting' ? talk.state() : null),
      'the hand-off',
    );
    expect(handOffReason).toContain('The result of the action “cancel_order” is unknown');
    expect(await stateOf(talk)).toBe('unsure');
    expect(shop.requests).toHaveLength(1);
  });

  test('an answer about a write is written by another worker, and the shop has one call', async () => {
    shop.usually = { status: 200, body: '{"state":"cancelled"}' };
    const { first, talk } = await confirmed();
    stage.model.usually = { hang: true };
    await until(async () => (await stateOf(talk)) === 'done', 'the call');
    await first.stop('SIGKILL');
    stage.model.usually = { text: 'Order 1042 is cancelled [1].' };
    await stage.startOne();
    await until(async () => (await talk.fromAi()).length === 2, 'the answer');
    expect((await talk.fromAi()).at(-1)?.content).toBe('Order 1042 is cancelled.');
    expect(shop.requests).toHaveLength(1);
  });
});
