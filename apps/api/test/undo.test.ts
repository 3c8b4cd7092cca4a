import { randomUUID } from 'node:crypto';
import { takenOver } from '@parley/contracts/examples';
import { Problem } from '@parley/contracts/problems';
import { runBatch } from '@parley/core/bulk/run';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import problems from '../src/plugins/problems.ts';
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

const patch = async (as: TestUser, id: string, body: object) =>
  (await api.call('PATCH', `/api/conversations/${id}`, { as, body })).json();
const undo = (as: CallerHeaders | undefined, id: string, activityNo: number, query = '') =>
  api.call('POST', `/api/conversations/${id}/activities/${activityNo}/undo${query}`, as && { as });
interface CallerHeaders {
  headers: Record<string, string>;
}

it('a change answers its activity, by which anybody of the team undoes it, and undoes that', async () => {
  const { id } = await api.conversation();
  const changed = await patch(ada, id, { status: 'closed', priority: 'high' });
  expect(changed).toMatchObject({ status: 'closed', activityNo: 1 });
  const undone = await undo(ben, id, 1);
  expect(undone.statusCode).toBe(200);
  expect(undone.json()).toMatchObject({
    conversation: { id, status: 'waiting', priority: 'normal' },
    activity: {
      activityNo: 2,
      kind: 'undone',
      undoOf: 1,
      actorName: 'Ben',
      before: { status: 'closed', priority: 'high' },
    },
  });
  const again = await undo(ada, id, 2);
  expect(again.json()).toMatchObject({ conversation: { status: 'closed' }, activity: { activityNo: 3, undoOf: 2 } });
  const activities = (await api.call('GET', `/api/conversations/${id}/activities`, { as: ada })).json();
  expect(activities.map(({ undoOf }: { undoOf: number | null }) => undoOf)).toEqual([null, 1, 2]);
});

it('undoing what is undone already answers no activity, and undoing twice answers the same undo', async () => {
  const { id } = await api.conversation();
  expect(await patch(ada, id, { priority: 'normal' })).toMatchObject({ activityNo: null });
  await patch(ada, id, { priority: 'low' });
  const [one, other] = [await undo(ada, id, 1), await undo(ada, id, 1)];
  expect([one.statusCode, other.statusCode]).toEqual([200, 200]);
  expect(other.json()).toEqual(one.json());
});

it('409 tells what is in the way: the later activity, who did it and when', async () => {
  const { id } = await api.conversation();
  await patch(ada, id, { priority: 'low' });
  await patch(ben, id, { priority: 'urgent' });
  const refused = await undo(ada, id, 1);
  expect(refused.statusCode).toBe(409);
  expect(refused.headers['content-type']).toContain('application/problem+json');
  const [, built] = (await api.call('GET', `/api/conversations/${id}/activities`, { as: ada })).json();
  expect(refused.json()).toMatchObject({
    code: 'conflict',
    detail: 'Ben has changed its priority since.',
    inTheWay: { activity: built },
  });
  expect(built).toMatchObject({ activityNo: 2, actorName: 'Ben', createdAt: expect.any(String) });
});

it('the second of two changes is told what the first did', async () => {
  const { id } = await api.conversation();
  await patch(ben, id, { status: 'closed' });
  const refused = await api.call('PATCH', `/api/conversations/${id}`, { as: ada, body: { status: 'closed' } });
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    { code: 'conversation_closed', inTheWay: { activity: { kind: 'closed', actorName: 'Ben', activityNo: 1 } } },
  ]);
});

it('is for the team alone, and says of what is gone that it is', async () => {
  const { id, visitor } = await api.conversation();
  await patch(ada, id, { priority: 'low' });
  expect((await undo(undefined, id, 1)).statusCode).toBe(401);
  expect((await undo(visitor, id, 1)).statusCode).toBe(403);
  expect((await undo(ada, id, 2)).json()).toMatchObject({ code: 'not_found' });
  expect((await undo(ada, randomUUID(), 1)).json()).toMatchObject({ code: 'not_found' });
  expect((await undo(ada, id, 1, '?scope=all')).statusCode).toBe(422);
  await api.call('DELETE', `/api/conversations/${id}`, { as: ada });
  expect((await undo(ada, id, 1)).statusCode).toBe(404);
});

it('an activity of a batch takes its whole batch along, for the one who did that; anybody undoes it in one conversation', async () => {
  const ids = [(await api.conversation()).id, (await api.conversation()).id];
  const [first, second] = ids as [string, string];
  const batch = (
    await api.call('POST', '/api/batches', { as: ada, body: { ids, commands: [{ type: 'close' }] } })
  ).json();
  await runBatch(api.context, batch.id);
  const forbidden = await undo(ben, first, 1);
  expect([forbidden.statusCode, forbidden.json().detail]).toMatchObject([
    403,
    'Ada changed 2 conversations together, and only they can undo all of it. Undo it in this one with the scope activity.',
  ]);
  expect((await undo(ben, first, 1, '?scope=activity')).json()).toMatchObject({ conversation: { status: 'waiting' } });
  const accepted = await undo(ada, first, 1);
  expect([accepted.statusCode, accepted.json()]).toMatchObject([202, { undoOf: batch.id, isUndo: true, total: 2 }]);
  await runBatch(api.context, accepted.json().id);
  expect((await api.call('GET', `/api/conversations/${second}`, { as: ben })).json()).toMatchObject({
    status: 'waiting',
  });
});

it.each([
  ['the team', { kind: 'staff' }, true],
  ['a visitor', { kind: 'visitor' }, false],
  ['nobody known', undefined, false],
])('changes by colleagues are sent to %s: %o, %s', async (_, caller, isNamed) => {
  const app = Fastify();
  app.decorateRequest('caller');
  await app.register(problems);
  app.get('/', (request) => {
    Object.assign(request, { caller });
    throw new Problem('conflict', 'Another user was first.', { inTheWay: { activity: takenOver } });
  });
  const answer = (await app.inject('/')).json();
  expect(answer).toMatchObject({ code: 'conflict', detail: 'Another user was first.' });
  expect('inTheWay' in answer).toBe(isNamed);
  await app.close();
});

it('a conversation is merged into another of its person and read with it, and 409 explains why it is not', async () => {
  const [one, other, stranger] = [await api.conversation(), await api.conversation(), await api.conversation()];
  const contactOf = async (id: string): Promise<string> =>
    (await api.call('GET', `/api/conversations/${id}/visitor`, { as: ada })).json().contactId;
  const mergedId = await contactOf(one.id);
  const contactId = await contactOf(other.id);
  await api.call('POST', `/api/contacts/${contactId}/merge`, { as: ada, body: { mergedId } });
  const merge = (id: string, into: string, as?: TestUser) =>
    api.call('POST', `/api/conversations/${id}/merge`, { ...(as && { as }), body: { into } });
  expect((await merge(one.id, other.id)).statusCode).toBe(401);
  expect((await merge(one.id, one.id, ada)).statusCode).toBe(422);
  const foreign = await merge(one.id, stranger.id, ada);
  expect(foreign.statusCode).toBe(409);
  expect(foreign.json()).toMatchObject({ code: 'conflict', localized: { code: 'merge_of_two_people' } });
  const merged = await merge(one.id, other.id, ben);
  expect(merged.json()).toMatchObject({ id: other.id, mergedIds: [one.id], activityNo: 1 });
  const again = await merge(one.id, other.id, ada);
  expect(again.statusCode).toBe(409);
  expect(again.json()).toMatchObject({ inTheWay: { activity: { kind: 'merged', actorName: 'Ben' } } });
  const parts = await api.call('GET', `/api/conversations/${other.id}/merged`, { as: ada });
  expect(parts.json()).toMatchObject([{ id: one.id, mergedInto: other.id, status: 'closed' }]);
  const undone = await undo(ada, other.id, 1);
  expect(undone.json()).toMatchObject({ activity: { kind: 'undone', undoOf: 1 } });
  expect((await api.call('GET', `/api/conversations/${one.id}`, { as: ada })).json().status).toBe('waiting');
});
