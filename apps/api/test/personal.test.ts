import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestUser, startApi, type TestApi } from './support/api.ts';

let api: TestApi;
let ada: TestUser;
let ben: TestUser;
beforeAll(async () => {
  api = await startApi();
  ada = await api.signIn('admin', 'Ada');
  ben = await api.signIn('representative', 'Ben');
});
afterAll(() => api.close());

const unread = async (id: string, as: TestUser) => {
  const one = (await api.call('GET', `/api/conversations/${id}`, { as })).json().unreadCount;
  const list = (await api.call('GET', '/api/conversations', { as })).json();
  const found = (await api.call('GET', '/api/conversations?q=Hello', { as })).json();
  const here = ({ id: each }: { id: string }) => each === id;
  expect([list.find(here).unreadCount, found.find(here)?.unreadCount ?? one]).toEqual([one, one]);
  return one;
};
const post = (path: string, as: TestUser, body?: unknown) =>
  api.call('POST', `/api/conversations/${path}`, { as, body });

it('a conversation is read, and marked unread, for the caller alone', async () => {
  const { id } = await api.conversation();
  expect(await unread(id, ada)).toBe(1);
  expect((await post(`${id}/read`, ada, {})).statusCode).toBe(204);
  expect([await unread(id, ada), await unread(id, ben)]).toEqual([0, 1]);
  expect((await post(`${id}/read`, ben, { seq: 1 })).statusCode).toBe(204);
  expect((await post(`${id}/unread`, ada)).statusCode).toBe(204);
  expect((await post(`${id}/unread`, ada)).statusCode).toBe(204);
  expect([await unread(id, ada), await unread(id, ben)]).toEqual([1, 0]);
});

it('the first reply takes the conversation over, and its writer has nothing unread', async () => {
  const { id } = await api.conversation();
  const body = { conversationId: id, content: 'Yes?' };
  expect((await api.call('POST', '/api/messages', { as: ben, body })).statusCode).toBe(201);
  const conversation = (await api.call('GET', `/api/conversations/${id}`, { as: ben })).json();
  expect(conversation).toMatchObject({ representative: 'Ben', isAiAssisted: false, unreadCount: 0 });
  const activities = (await api.call('GET', `/api/conversations/${id}/activities`, { as: ada })).json();
  expect(activities.at(-1)).toMatchObject({ kind: 'taken_over', cause: { userId: ben.user.id, messageSeq: 2 } });
});

it('a conversation is assigned with a note, once, however often it is sent', async () => {
  const { id } = await api.conversation();
  const body = { assignedRepresentativeId: ben.user.id, note: { content: 'Yours', clientNoteId: randomUUID() } };
  for (let time = 0; time < 3; time += 1) {
    const answer = await api.call('PATCH', `/api/conversations/${id}`, { as: ada, body });
    expect(answer.json()).toMatchObject({ representative: 'Ben' });
  }
  const activities = (await api.call('GET', `/api/conversations/${id}/activities`, { as: ada })).json();
  expect(activities.map(({ kind }: { kind: string }) => kind)).toEqual(['assigned', 'noted']);
  const empty = { assignedRepresentativeId: null, note: { content: ' ' } };
  expect((await api.call('PATCH', `/api/conversations/${id}`, { as: ada, body: empty })).statusCode).toBe(422);
});

it('a draft is its writer’s, and a save that another device was ahead of is a conflict', async () => {
  const { id } = await api.conversation();
  const path = `/api/conversations/${id}/drafts/reply`;
  const draft = { id: randomUUID(), content: ' Dear Jane,\n', revision: 0 };
  const saved = await api.call('PATCH', path, { as: ada, body: draft });
  expect(saved.json()).toMatchObject({ conversationId: id, kind: 'reply', content: ' Dear Jane,\n', revision: 1 });
  const mine = async (as: TestUser) => (await api.call('GET', `/api/drafts?conversationId=${id}`, { as })).json();
  expect(await mine(ada)).toEqual([saved.json()]);
  expect(await mine(ben)).toEqual([]);
  expect((await api.call('PATCH', path, { as: ada, body: draft })).statusCode).toBe(409);
  expect((await api.call('DELETE', `${path}?revision=7`, { as: ada })).statusCode).toBe(409);
  expect((await api.call('DELETE', `${path}?revision=1`, { as: ben })).statusCode).toBe(204);
  expect(await mine(ada)).toHaveLength(1);
  expect((await api.call('DELETE', `${path}?revision=1`, { as: ada })).statusCode).toBe(204);
  expect(await mine(ada)).toEqual([]);
});

it('a conversation is followed until it is not, and each knows what they follow', async () => {
  const { id } = await api.conversation();
  const follow = `/api/conversations/${id}/follow`;
  const followed = async (as: TestUser) => (await api.call('GET', '/api/following', { as })).json().conversationIds;
  expect((await api.call('POST', follow, { as: ben })).statusCode).toBe(204);
  expect(await followed(ben)).toContain(id);
  expect(await followed(ada)).not.toContain(id);
  const names = (await api.call('GET', `/api/conversations/${id}/followers`, { as: ada })).json();
  expect(names).toEqual([{ userId: ben.user.id, name: 'Ben' }]);
  expect((await api.call('DELETE', follow, { as: ben })).statusCode).toBe(204);
  expect(await followed(ben)).not.toContain(id);
});

it('a conversation is read translated, or as it was written, by the one who has chosen so alone', async () => {
  const { id } = await api.conversation();
  const choose = (as: TestUser, isOn: unknown) =>
    api.call('PUT', `/api/conversations/${id}/translated`, { as, body: { isOn } });
  const chosen = async (as: TestUser) => (await api.call('GET', '/api/translated', { as })).json();
  expect((await choose(ben, true)).statusCode).toBe(204);
  expect(await chosen(ben)).toEqual([{ conversationId: id, isOn: true }]);
  expect(await chosen(ada)).toEqual([]);
  expect((await choose(ben, false)).statusCode).toBe(204);
  expect(await chosen(ben)).toEqual([{ conversationId: id, isOn: false }]);
  expect((await choose(ben, 'perhaps')).statusCode).toBe(422);
  expect(await chosen(ben)).toEqual([{ conversationId: id, isOn: false }]);
});

it.each([
  ['PUT', 'translated', { isOn: true }],
  ['POST', 'read', {}],
  ['POST', 'unread', undefined],
  ['POST', 'follow', undefined],
  ['DELETE', 'follow', undefined],
  ['GET', 'followers', undefined],
  ['PATCH', 'drafts/reply', { id: randomUUID(), content: 'x', revision: 0 }],
] as const)('%s %s of a conversation that is not there is not found', async (method, path, body) => {
  const answer = await api.call(method, `/api/conversations/${randomUUID()}/${path}`, { as: ada, body });
  expect(answer.statusCode).toBe(404);
});

it.each([
  ['no text', { content: '' }, 422],
  ['a text too long', { content: 'x'.repeat(20_001) }, 422],
  ['no id', { id: 'x' }, 422],
  ['a revision that is none', { revision: -1 }, 422],
  ['a field that nobody knows', { isShared: true }, 422],
])('a draft with %s is refused', async (_, but, status) => {
  const { id } = await api.conversation();
  const body = { id: randomUUID(), content: 'Hi', revision: 0, ...but };
  expect((await api.call('PATCH', `/api/conversations/${id}/drafts/reply`, { as: ada, body })).statusCode).toBe(status);
});

it('the export shows who has read and follows a conversation, and nobody’s draft', async () => {
  const { id } = await api.conversation();
  await post(`${id}/read`, ben, {});
  await post(`${id}/follow`, ben);
  const body = { id: randomUUID(), content: 'unsent words', revision: 0 };
  await api.call('PATCH', `/api/conversations/${id}/drafts/note`, { as: ben, body });
  const document = (await api.call('GET', '/api/export/conversations', { as: ada })).body;
  const exported = JSON.parse(document).conversations.find((each: { id: string }) => each.id === id);
  expect(exported).toMatchObject({ reads: [{ userId: ben.user.id, seq: 1, markedUnread: false }] });
  expect(exported.followers).toEqual([ben.user.id]);
  expect(document).not.toContain('unsent words');
});
