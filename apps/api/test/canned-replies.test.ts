import { randomUUID } from 'node:crypto';
import type { Activity } from '@parley/contracts/conversations/activities';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestUser, startApi, type TestApi } from './support/api.ts';

let api: TestApi;
let ada: TestUser;
let ben: TestUser;
beforeAll(async () => {
  api = await startApi({}, undefined, {});
  ada = await api.signIn('admin', 'Ada');
  ben = await api.signIn('representative', 'Ben');
});
afterAll(() => api.close());

const replies = '/api/canned-replies';
const draft = (over: object = {}) => ({
  isShared: false,
  name: 'Refund',
  shortcut: `r-${randomUUID().slice(0, 8)}`,
  text: 'Hi {{customer.firstName | "there"}}',
  ...over,
});

it('a canned reply is added, changed and removed, and listed for those who may use it', async () => {
  const added = await api.call('POST', replies, { as: ben, body: draft({ actions: [{ type: 'close' }] }) });
  expect(added.statusCode).toBe(201);
  const reply = added.json();
  expect(reply).toMatchObject({ ownerId: ben.user.id, uses: 0, actions: [{ type: 'close' }], websiteIds: [] });
  const changed = await api.call('PATCH', `${replies}/${reply.id}`, { as: ben, body: { text: 'Hello' } });
  expect(changed.json()).toMatchObject({ text: 'Hello', actions: [{ type: 'close' }] });
  const stale = { text: 'Late', expected: { text: reply.text } };
  expect((await api.call('PATCH', `${replies}/${reply.id}`, { as: ben, body: stale })).statusCode).toBe(409);
  const ids = async (as: TestUser) =>
    (await api.call('GET', replies, { as })).json().map(({ id }: { id: string }) => id);
  expect(await ids(ben)).toEqual([reply.id]);
  expect(await ids(ada)).toEqual([]);
  expect((await api.call('DELETE', `${replies}/${reply.id}`, { as: ada })).statusCode).toBe(404);
  expect((await api.call('DELETE', `${replies}/${reply.id}`, { as: ben })).statusCode).toBe(204);
  expect(await ids(ben)).toEqual([]);
});

it('shared replies are the administrators’ unless representatives may change them', async () => {
  const body = draft({ isShared: true });
  expect((await api.call('POST', replies, { as: ben, body })).statusCode).toBe(403);
  expect((await api.call('POST', replies, { as: ada, body })).statusCode).toBe(201);
  expect((await api.call('POST', replies, { as: ada, body })).statusCode).toBe(409);
  await api.call('POST', '/api/settings', { as: ada, body: { representativesMay: { sharedReplies: true } } });
  expect((await api.call('POST', replies, { as: ben, body: draft({ isShared: true }) })).statusCode).toBe(201);
});

it.each([
  ['an unknown variable', { text: '{{customer.nmae}}' }, 'text'],
  ['a shortcut of two words', { shortcut: 'two words' }, 'shortcut'],
  ['an action nobody knows', { actions: [{ type: 'explode' }] }, 'actions.0'],
  ['a language that is none', { variants: [{ language: 'deutsch!', text: 'x' }] }, 'variants.0.language'],
  ['a field nobody knows', { colour: 'red' }, 'colour'],
])('a reply with %s is 422 and named', async (_, over, path) => {
  const answer = await api.call('POST', replies, { as: ada, body: draft(over) });
  expect(answer.statusCode).toBe(422);
  expect(answer.json().errors[0].path).toContain(path);
});

it('a macro goes with its message by REST, once, and a blank that is left holds both back', async () => {
  const { id: conversationId } = await api.conversation();
  const macro = { actions: [{ type: 'assign', to: 'me' }, { type: 'close' }] };
  const body = { conversationId, content: 'Order {{?number}} is on its way', clientMessageId: randomUUID(), macro };
  const held = await api.call('POST', '/api/messages', { as: ben, body });
  expect([held.statusCode, held.json().code]).toEqual([422, 'blank_left']);
  const filled = { ...body, content: 'Order 7 is on its way' };
  expect((await api.call('POST', '/api/messages', { as: ben, body: filled })).statusCode).toBe(201);
  expect((await api.call('POST', '/api/messages', { as: ben, body: filled })).statusCode).toBe(200);
  const conversation = (await api.call('GET', `/api/conversations/${conversationId}`, { as: ben })).json();
  expect(conversation).toMatchObject({ status: 'closed', assignedRepresentativeId: ben.user.id });
  const activities: Activity[] = (
    await api.call('GET', `/api/conversations/${conversationId}/activities`, { as: ben })
  ).json();
  expect(activities.slice(-2).map(({ cause }) => cause)).toEqual([
    { by: 'representative', userId: ben.user.id, messageSeq: 2 },
    { by: 'representative', userId: ben.user.id, messageSeq: 2 },
  ]);
  const run = { clientMacroId: randomUUID(), actions: [{ type: 'reopen' }] };
  const reopened = await api.call('POST', `/api/conversations/${conversationId}/macro`, { as: ben, body: run });
  expect(reopened.json()).toMatchObject({ status: 'active' });
  const nothing = { clientMacroId: randomUUID(), actions: [] };
  const refused = await api.call('POST', `/api/conversations/${conversationId}/macro`, { as: ben, body: nothing });
  expect(refused.statusCode).toBe(422);
});

it('exports CSV as a download and imports it with a report', async () => {
  const exported = await api.call('GET', `${replies}/export`, { as: ada });
  expect(exported.headers['content-type']).toContain('text/csv');
  expect(exported.headers['content-disposition']).toMatch(/canned-replies-\d{4}-\d\d-\d\d\.csv/);
  const body = { format: 'csv', content: 'shortcut,text\nnew,Hello\nbad,{{x}}', isShared: true };
  const report = await api.call('POST', `${replies}/import`, { as: ada, body });
  expect(report.json()).toMatchObject({ added: 1, skipped: [{ line: 3, shortcut: 'bad' }] });
});

it('a visitor reaches none of it', async () => {
  const visitor = { headers: { authorization: (await api.visitor()).headers['authorization'] ?? '' } };
  for (const [method, path] of [
    ['GET', replies],
    ['GET', `${replies}/export`],
    ['POST', replies],
  ] as const) {
    const answer = await api.call(method, path, {
      headers: visitor.headers,
      body: method === 'POST' ? draft() : undefined,
    });
    expect(answer.statusCode).toBe(401);
  }
});
