import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestUser, startApi, type TestApi } from './support/api.ts';

let api: TestApi;
let ada: TestUser;
let ben: TestUser;
beforeAll(async () => {
  api = await startApi();
  ada = await api.signIn('representative', 'Ada');
  ben = await api.signIn('representative', 'Ben');
});
afterAll(() => api.close());

const inAnHour = () => new Date(Date.now() + 3600_000).toISOString();

it('a scheduled message is the team’s alone until it is sent', async () => {
  const { id, visitor } = await api.conversation();
  const path = `/api/conversations/${id}/scheduled`;
  const body = { content: 'See you tomorrow', clientMessageId: randomUUID(), sendAt: inAnHour() };
  const added = await api.call('POST', path, { as: ada, body });
  expect([added.statusCode, added.json()]).toMatchObject([201, { ...body, authorName: 'Ada', state: 'waiting' }]);
  expect((await api.call('POST', path, { as: ada, body })).statusCode).toBe(200);
  expect((await api.call('POST', path, { as: visitor, body })).statusCode).toBe(403);
  expect((await api.call('GET', path, { as: ben })).json()).toEqual([added.json()]);
  expect((await api.call('GET', '/api/scheduled', { as: ada })).json()).toEqual([added.json()]);
  expect((await api.call('GET', '/api/scheduled', { as: ben })).json()).toEqual([]);

  const one = `/api/scheduled/${added.json().id}`;
  const text = { content: 'See you on Monday', revision: 1 };
  expect((await api.call('PATCH', one, { as: ben, body: text })).json().code).toBe('forbidden');
  expect((await api.call('PATCH', one, { as: ada, body: text })).json()).toMatchObject({ ...text, revision: 2 });
  expect((await api.call('PATCH', one, { as: ada, body: text })).json().code).toBe('conflict');
  const seen = async () => (await api.call('GET', '/api/visitor/messages', { as: visitor })).body;
  expect(await seen()).not.toContain('See you');
  const sent = await api.call('POST', `${one}/send`, { as: ada });
  expect([sent.statusCode, sent.json()]).toMatchObject([
    200,
    { content: text.content, clientMessageId: body.clientMessageId, seq: 2 },
  ]);
  expect(await seen()).toContain(text.content);
  expect((await api.call('DELETE', one, { as: ada })).statusCode).toBe(404);
});

it('a scheduled message that is cancelled is answered once more, so that nothing of it is lost', async () => {
  const { id } = await api.conversation();
  const body = { content: 'Too quick', clientMessageId: randomUUID(), delaySeconds: 30, basedOnSeq: 1 };
  const added = (await api.call('POST', `/api/conversations/${id}/scheduled`, { as: ada, body })).json();
  expect(added).toMatchObject({ delaySeconds: 30, content: 'Too quick' });
  const taken = await api.call('DELETE', `/api/scheduled/${added.id}`, { as: ada });
  expect([taken.statusCode, taken.json().content]).toEqual([200, 'Too quick']);
  expect((await api.call('GET', `/api/conversations/${id}/scheduled`, { as: ada })).json()).toEqual([]);
});

it('each user sets for how many seconds their messages are held back: up to 30', async () => {
  const change = (sendDelaySeconds: number) =>
    api.call('PATCH', `/api/users/${ada.user.id}`, { as: ada, body: { sendDelaySeconds } });
  expect(ada.user.sendDelaySeconds).toBe(0);
  expect((await change(5)).json().sendDelaySeconds).toBe(5);
  expect((await api.call('GET', '/api/user', { as: ada })).json().sendDelaySeconds).toBe(5);
  expect((await change(31)).json().errors[0].path).toBe('sendDelaySeconds');
});

it.each([
  ['a time that is none', { sendAt: 'tomorrow' }, 'sendAt'],
  ['a time that is past', { sendAt: '2020-01-01T00:00:00.000Z' }, 'sendAt'],
  ['too long a delay', { delaySeconds: 31 }, 'delaySeconds'],
  ['nothing but spaces', { content: '   ' }, 'content'],
])('scheduling with %s is refused with the field’s name', async (_, wrong, path) => {
  const { id } = await api.conversation();
  const body = { content: 'Hello', clientMessageId: randomUUID(), sendAt: inAnHour(), ...wrong };
  const refused = await api.call('POST', `/api/conversations/${id}/scheduled`, { as: ada, body });
  expect([refused.statusCode, refused.json().errors[0].path]).toEqual([422, path]);
});
