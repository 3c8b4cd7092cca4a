/** Messages over the socket go through the steps of `postMessage`, from every sender. */
import { randomUUID } from 'node:crypto';
import { builtInPermissions, type Permission } from '@parley/contracts/permissions/permissions';
import type { Scope } from '@parley/contracts/permissions/rights';
import { expectCode, mergeTalks } from '@parley/core/testing';
import { messagesAfter } from '@parley/db/messages/read';
import { insertRole } from '@parley/db/roles/roles';
import { updateAccess } from '@parley/db/users/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningGateway, TestInstallation } from './support/installation.ts';

let installation: TestInstallation;
let gateway: RunningGateway;
beforeAll(async () => {
  installation = await TestInstallation.open();
  gateway = await installation.gateway();
});
afterAll(() => installation.close());

async function opens(content: string) {
  const visitor = await installation.visitor();
  const socket = await installation.visitorSocket(gateway, visitor);
  const { conversationId } = await socket.writes(undefined, content);
  return { visitorId: visitor.visitorId, socket, conversationId };
}

const contents = async (conversationId: string) =>
  (await messagesAfter(installation.context.db, conversationId, 0, 50)).map(({ content }) => content);

async function staffWith(permissions: readonly Permission[], scope: Scope) {
  const { db } = installation.context;
  const roleId = await insertRole(db, { name: randomUUID(), permissions, scope, max: 1000 });
  if (typeof roleId === 'string') throw new Error(roleId);
  const { user } = await installation.representative();
  await updateAccess(db, user.id, { roleId: roleId.id });
  return installation.staffSocket(gateway, await installation.signIn(user));
}

test('a code that a visitor types is hidden before it is stored', async () => {
  const { socket, conversationId } = await opens('I cannot sign in');
  await expectCode(installation.context, conversationId);
  expect((await socket.writes(undefined, '123 456')).content).toBe('••••••');
  expect(await contents(conversationId)).toEqual(['I cannot sign in', '••••••']);
});

test('a visitor’s message goes where their merged conversation leads, and is the next of their own to them', async () => {
  const [from, into] = [await opens('From the phone'), await opens('From the desk')];
  await mergeTalks(installation.context, from, into);
  expect(await from.socket.writes(from.conversationId, 'One more thing')).toMatchObject({
    conversationId: from.conversationId,
    seq: 2,
  });
  expect(await contents(from.conversationId)).toEqual(['From the phone']);
  expect(await contents(into.conversationId)).toEqual(['From the desk', 'One more thing']);
});

const all = builtInPermissions.admin;
const macro = { actions: [{ type: 'close' }] } as const;

test.each([
  ['a message', {}],
  ['a message with a macro', { macro }],
])(
  '%s of a representative without the right, or outside their scope, is refused and stored nowhere',
  async (_what, more) => {
    const { conversationId } = await opens('Hello');
    const lacking = await staffWith(
      all.filter((permission) => permission !== 'conversations.reply'),
      'everything',
    );
    const outside = await staffWith(all, 'teams');
    for (const [socket, code] of [
      [lacking, 'forbidden'],
      [outside, 'not_found'],
    ] as const) {
      const clientMessageId = randomUUID();
      socket.send({ type: 'send_message', conversationId, content: 'Hi', clientMessageId, ...more } as never);
      expect(await socket.next('error')).toMatchObject({ code, clientMessageId });
    }
    expect(await contents(conversationId)).toEqual(['Hello']);
  },
);
