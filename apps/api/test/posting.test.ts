/** Messages over REST go through the steps of `postMessage`, from every sender. */
import { randomUUID } from 'node:crypto';
import { builtInPermissions } from '@parley/contracts/permissions/permissions';
import { expectCode, mergeTalks } from '@parley/core/testing';
import { messagesAfter } from '@parley/db/messages/read';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from './support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function opens(content: string) {
  const visitor = await api.visitor();
  const writes = async (words: string) =>
    (
      await api.call('POST', '/api/visitor/messages', {
        as: visitor,
        body: { content: words, clientMessageId: randomUUID() },
      })
    ).json();
  return { ...visitor, writes, conversationId: (await writes(content)).conversationId };
}

const contents = async (conversationId: string) =>
  (await messagesAfter(api.context.db, conversationId, 0, 50)).map(({ content }) => content);

it('a code that a visitor types is hidden before it is stored', async () => {
  const { writes, conversationId } = await opens('I cannot sign in');
  await expectCode(api.context, conversationId);
  expect(await writes('123 456')).toMatchObject({ content: '••••••' });
  expect(await contents(conversationId)).toEqual(['I cannot sign in', '••••••']);
});

it('a visitor’s message goes where their merged conversation leads, and is the next of their own to them', async () => {
  const [from, into] = [await opens('From the phone'), await opens('From the desk')];
  await mergeTalks(api.context, from, into);
  expect(await from.writes('One more thing')).toMatchObject({ conversationId: from.conversationId, seq: 2 });
  expect(await contents(from.conversationId)).toEqual(['From the phone']);
  expect(await contents(into.conversationId)).toEqual(['From the desk', 'One more thing']);
});

const macro = { actions: [{ type: 'close' }] };

/** Entry points of staff by what they send; path and body of the request. */
const staffs: Record<string, (conversationId: string) => [path: string, body: object]> = {
  'a message': (conversationId) => ['/api/messages', { conversationId, content: 'Hi', clientMessageId: randomUUID() }],
  'a message with a macro': (conversationId) => [
    '/api/messages',
    { conversationId, content: 'Hi', clientMessageId: randomUUID(), macro },
  ],
  'a macro without a message': (conversationId) => [
    `/api/conversations/${conversationId}/macro`,
    { clientMacroId: randomUUID(), ...macro },
  ],
  'a message for later': (conversationId) => [
    `/api/conversations/${conversationId}/scheduled`,
    { content: 'Hi', clientMessageId: randomUUID(), delaySeconds: 10 },
  ],
};

const all = builtInPermissions.admin;
const lacking = all.filter((permission) => !['conversations.reply', 'conversations.update'].includes(permission));

it.each(Object.keys(staffs))(
  '%s without the right, or outside the scope, is refused and stored nowhere',
  async (what) => {
    const { conversationId } = await opens('Hello');
    const key = async (permissions: readonly string[]) => {
      const admin = await api.signIn('admin');
      const body = { name: 'Shop', permissions };
      const made = await api.call('POST', '/api/profile/api-keys', { as: admin, body });
      return { headers: { authorization: `Bearer ${made.json().key}` } };
    };
    for (const [as, status] of [
      [await api.signInAs({ permissions: lacking }), 403],
      [await api.signInAs({ permissions: all, scope: 'teams' }), 404],
      [await key(['read', 'conversations.read']), 403],
    ] as const) {
      const [path, body] = staffs[what]?.(conversationId) ?? ['', {}];
      expect((await api.call('POST', path, { as, body })).statusCode).toBe(status);
    }
    expect(await contents(conversationId)).toEqual(['Hello']);
    const scheduled = api.context.db.selectFrom('scheduledMessages').select('id');
    expect(await scheduled.where('conversationId', '=', conversationId).execute()).toEqual([]);
  },
);

it('a repeated message of another representative is a conflict, not a message of theirs', async () => {
  const { conversationId } = await opens('Hello');
  const [ada, ben] = [await api.signIn('representative'), await api.signIn('representative')];
  const body = { conversationId, content: 'Hi', clientMessageId: randomUUID() };
  const statuses = [];
  for (const as of [ada, ada, ben]) statuses.push((await api.call('POST', '/api/messages', { as, body })).statusCode);
  expect(statuses).toEqual([201, 200, 409]);
});
