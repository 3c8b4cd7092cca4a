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

it('a note is written once, changed and removed by its author, and its versions are the administrators’', async () => {
  const { id } = await api.conversation();
  const notes = `/api/conversations/${id}/notes`;
  const body = { content: 'Frist', mentions: [ada.user.id], clientNoteId: randomUUID() };
  const written = await api.call('POST', notes, { as: ben, body });
  expect(written.statusCode).toBe(201);
  expect((await api.call('POST', notes, { as: ben, body })).statusCode).toBe(200);
  const { activityNo } = written.json();
  const note = `${notes}/${activityNo}`;
  expect((await api.call('PATCH', note, { as: ada, body: { content: 'Mine' } })).statusCode).toBe(403);
  const edited = await api.call('PATCH', note, { as: ben, body: { content: 'First' } });
  expect(edited.json()).toMatchObject({ activityNo, kind: 'noted', body: 'First', note: { mentions: [ada.user.id] } });
  expect((await api.call('DELETE', note, { as: ben })).statusCode).toBe(204);
  expect((await api.call('GET', `${note}/versions`, { as: ben })).statusCode).toBe(403);
  const versions = await api.call('GET', `${note}/versions`, { as: ada });
  expect(versions.json().map((version: { body: string | null }) => version.body)).toEqual(['Frist', 'First', null]);
});

it('a mention is listed for the one who is mentioned until it is read', async () => {
  const { id } = await api.conversation();
  const content = 'Have a look';
  await api.call('POST', `/api/conversations/${id}/notes`, { as: ben, body: { content, mentions: [ada.user.id] } });
  const unread = async (as: TestUser) =>
    (await api.call('GET', '/api/mentions?unread=true', { as })).json().map((each: { body: string }) => each.body);
  expect(await unread(ada)).toContain(content);
  expect(await unread(ben)).toEqual([]);
  expect((await api.call('POST', `/api/conversations/${id}/mentions/read`, { as: ada })).statusCode).toBe(204);
  expect(await unread(ada)).not.toContain(content);
});

it.each([
  ['no text', { content: ' ' }, 422],
  ['a text too long', { content: 'x'.repeat(10_001) }, 422],
  ['a mention of no id', { content: 'Hi', mentions: ['ada'] }, 422],
  ['too many mentions', { content: 'Hi', mentions: Array.from({ length: 51 }, () => randomUUID()) }, 422],
  ['a field that nobody knows', { content: 'Hi', isPublic: true }, 422],
])('a note with %s is refused', async (_, body, status) => {
  const { id } = await api.conversation();
  expect((await api.call('POST', `/api/conversations/${id}/notes`, { as: ada, body })).statusCode).toBe(status);
});

it.each(['x', '1.5', '-1', '1e3', '99999999999'])('a note numbered %s is not found', async (activityNo) => {
  const { id } = await api.conversation();
  const answer = await api.call('DELETE', `/api/conversations/${id}/notes/${activityNo}`, { as: ada });
  expect(answer.statusCode).toBe(404);
});
