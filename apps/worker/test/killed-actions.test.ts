import type { StaffCaller } from '@parley/core/callers';
import { addTool } from '@parley/core/ai/tools/definitions';
import { replaceHosts } from '@parley/core/ai/tools/servers';
import { readUser } from '@parley/core/users/users';
import { type Endpoint, startEndpoint } from '@parley/testing/http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type InstallationUnderTest, startInstallationUnderTest } from './installation-under-test.ts';
import { type Talk, until } from './installation.ts';

let installation: InstallationUnderTest;
let shop: Endpoint;

beforeAll(async () => {
  [installation, shop] = await Promise.all([startInstallationUnderTest(), startEndpoint()]);
  const { userId } = await installation.representative();
  const admin: StaffCaller = {
    kind: 'staff',
    user: { ...(await readUser(installation.context, userId)), role: 'admin' },
    sessionId: 'none',
  };
  await replaceHosts(installation.context, admin, [new URL(shop.url).host]);
  await addTool(installation.context, admin, {
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
  await installation?.close();
  await shop?.close();
});
afterEach(async () => {
  await installation.killAll();
  shop.requests = [];
  installation.model.next = [];
});

const stateOf = async ({ conversationId }: Talk) =>
  (
    await installation.context.db
      .selectFrom('toolCalls')
      .select('state')
      .where('conversationId', '=', conversationId)
      .executeTakeFirst()
  )?.state;

/** A worker that has asked, and a customer who has said yes. */
async function confirmed() {
  await installation.set('aiConfig', { enabled: true });
  const first = await installation.startOne();
  installation.model.next = [{ tool: 'cancel_order', arguments: { order: '1042' } }];
  const talk = await installation.opens('Please cancel order 1042');
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
    await installation.startOne();
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
    installation.model.usually = { hang: true };
    await until(async () => (await stateOf(talk)) === 'done', 'the call');
    await first.stop('SIGKILL');
    installation.model.usually = { text: 'Order 1042 is cancelled [1].' };
    await installation.startOne();
    await until(async () => (await talk.fromAi()).length === 2, 'the answer');
    expect((await talk.fromAi()).at(-1)?.content).toBe('Order 1042 is cancelled.');
    expect(shop.requests).toHaveLength(1);
  });
});
