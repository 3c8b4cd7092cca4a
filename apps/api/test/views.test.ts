import type { Filter } from '@parley/contracts/filter/filter';
import type { ServerFrame } from '@parley/contracts/frames';
import { liveChannels, unpackBroadcast } from '@parley/contracts/live';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type TestUser, startApi, type TestApi } from './support/api.ts';

let api: TestApi;
let ada: TestUser;
let ben: TestUser;
let cleo: TestUser;
const heard: ServerFrame[] = [];

beforeAll(async () => {
  api = await startApi();
  ada = await api.signIn('admin', 'Ada');
  ben = await api.signIn('representative', 'Ben');
  cleo = await api.signIn('representative', 'Cleo');
  await api.context.publisher.subscribe(liveChannels.inbox, (packed) => {
    const text = unpackBroadcast(packed)?.text;
    if (text) heard.push(JSON.parse(text) as ServerFrame);
  });
});
afterAll(() => api.close());

const waiting: Filter = { field: 'status', op: 'is', value: 'waiting' };
const add = async (as: TestUser, body: object) => api.call('POST', '/api/views', { as, body });
const names = async (as: TestUser) =>
  (await api.call('GET', '/api/views', { as })).json().map(({ name }: { name: string }) => name);
const counts = async (as: TestUser): Promise<Record<string, number>> => {
  const [views, answer] = await Promise.all([
    api.call('GET', '/api/views', { as }),
    api.call('GET', '/api/views/counts', { as }),
  ]);
  const byId = new Map(answer.json().map(({ id, count }: { id: string; count: number }) => [id, count]));
  return Object.fromEntries(views.json().map(({ id, name }: { id: string; name: string }) => [name, byId.get(id)]));
};

it('a list takes a filter and an order, and its pages go on with them', async () => {
  const made = [];
  for (const content of ['One', 'Two', 'Three']) made.push((await api.conversation(content)).id);
  await api.call('PATCH', `/api/conversations/${made[1]}`, { as: ada, body: { status: 'closed' } });
  const filter = JSON.stringify(waiting);
  const first = await api.call('GET', `/api/conversations?limit=1&sort=waiting&filter=${encodeURIComponent(filter)}`, {
    as: ada,
  });
  expect(first.json().map(({ id }: { id: string }) => id)).toEqual([made[0]]);
  const next = /<([^>]+)>/.exec(String(first.headers['link']))?.[1] ?? '';
  const second = await api.call('GET', next, { as: ada });
  expect(second.json().map(({ id }: { id: string }) => id)).toEqual([made[2]]);
  expect(second.headers['link']).toBeUndefined();
  expect((await api.call('GET', `/api/counts?filter=${encodeURIComponent(filter)}`, { as: ada })).json()).toEqual({
    count: 2,
  });
  // With what is looked for by words, too.
  const searched = await api.call('GET', `/api/conversations?q=two&filter=${encodeURIComponent(filter)}`, { as: ada });
  expect(searched.json()).toEqual([]);
});

it.each([
  ['no JSON', '{'],
  ['an unknown field', '{"field":"colour","op":"is","value":"red"}'],
  ['a value of the wrong type', '{"all":[{"field":"unread","op":"is","value":1}]}'],
  ['a prototype', '{"__proto__":{"all":[]}}'],
])('a filter of %s is refused as 422 that names the fault and its place', async (_, filter) => {
  for (const path of ['/api/conversations', '/api/counts']) {
    const answer = await api.call('GET', `${path}?filter=${encodeURIComponent(filter)}`, { as: ada });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors[0].path).toMatch(/^filter/);
  }
  if (filter === '{') return;
  const answer = await add(ada, { name: 'Wrong', filter: JSON.parse(filter) as unknown });
  // Such a body is refused before anybody reads it.
  expect(answer.statusCode).toBe(filter.includes('__proto__') ? 400 : 422);
  expect(await names(ada)).not.toContain('Wrong');
});

it('a view is its owner’s until it is shared, and then everybody’s; its count is exact for each', async () => {
  const mine: Filter = { field: 'assignee', op: 'is', value: 'me' };
  const view = (await add(ben, { name: ' Mine ', filter: mine, sort: 'waiting' })).json();
  expect(view).toMatchObject({ name: 'Mine', scope: 'me', sort: 'waiting', ownerId: ben.user.id, place: 0 });
  expect(await names(cleo)).not.toContain('Mine');
  const { id } = await api.conversation('For Ben');
  const assign = (to: TestUser | null) =>
    api.call('PATCH', `/api/conversations/${id}`, { as: ada, body: { assignedRepresentativeId: to?.user.id ?? null } });
  await assign(ben);
  expect(await counts(ben)).toMatchObject({ Mine: 1 });
  for (const as of [ada, cleo]) {
    const change = await api.call('PATCH', `/api/views/${view.id}`, { as, body: { name: 'Ours' } });
    expect(change.statusCode).toBe(404);
  }
  heard.length = 0;
  await api.call('PATCH', `/api/views/${view.id}`, { as: ben, body: { scope: 'team', name: 'Ours' } });
  await vi.waitFor(() => expect(heard).toContainEqual({ type: 'views_updated', userId: null }), 10_000);
  expect(await counts(cleo)).toMatchObject({ Ours: 0 });
  expect(await counts(ben)).toMatchObject({ Ours: 1 });
  await assign(cleo);
  expect(await counts(cleo)).toMatchObject({ Ours: 1 });
  // Others see it, its owner and administrators change it.
  const change = { name: 'Everybody’s' };
  expect((await api.call('PATCH', `/api/views/${view.id}`, { as: cleo, body: change })).statusCode).toBe(403);
  expect((await api.call('PATCH', `/api/views/${view.id}`, { as: ada, body: { scope: 'me' } })).statusCode).toBe(403);
  expect((await api.call('PATCH', `/api/views/${view.id}`, { as: ada, body: change })).statusCode).toBe(200);
  expect((await api.call('DELETE', `/api/views/${view.id}`, { as: cleo })).statusCode).toBe(403);
  expect((await api.call('DELETE', `/api/views/${view.id}`, { as: ben })).statusCode).toBe(204);
  expect(await names(cleo)).not.toContain('Everybody’s');
  const audit = (await api.call('GET', '/api/audit-log', { as: ada })).json();
  const about = audit.filter(({ subject }: { subject: string }) => subject === `view ${view.id}`);
  expect(about.map(({ action }: { action: string }) => action)).toEqual([
    'view.deleted',
    'view.updated',
    'view.updated',
  ]);
});

it('views are put in order, each scope by itself', async () => {
  const made: { id: string }[] = [];
  for (const name of ['A', 'B', 'C']) made.push((await add(cleo, { name, filter: waiting })).json());
  const own = async () => (await names(cleo)).filter((name: string) => /^[ABC]$/.test(name));
  const move = (index: number, place: number) =>
    api.call('PATCH', `/api/views/${made[index]?.id}`, { as: cleo, body: { place } });
  await move(2, 0);
  expect(await own()).toEqual(['C', 'A', 'B']);
  await move(2, 99);
  expect(await own()).toEqual(['A', 'B', 'C']);
  await Promise.all([move(0, 2), move(1, 0)]);
  expect((await own()).toSorted()).toEqual(['A', 'B', 'C']);
});

it('a person has no more views than the limit', async () => {
  const dora = await api.signIn('representative', 'Dora');
  for (let index = 0; index < 100; index++) {
    expect((await add(dora, { name: `${index}`, filter: waiting })).statusCode).toBe(201);
  }
  expect((await add(dora, { name: 'One more', filter: waiting })).statusCode).toBe(409);
});

it('a batch is asked for, told of, and undone, by its owner alone', async () => {
  const { id } = await api.conversation('To be closed');
  const body = { ids: [id], commands: [{ type: 'close' }] };
  const batch = await api.call('POST', '/api/batches', { as: ben, body });
  expect(batch.statusCode).toBe(202);
  expect(batch.json()).toMatchObject({ status: 'waiting', total: 1, changed: 0 });
  const path = `/api/batches/${batch.json().id}`;
  expect((await api.call('GET', path, { as: cleo })).statusCode).toBe(404);
  expect((await api.call('POST', `${path}/undo`, { as: cleo })).statusCode).toBe(404);
  expect((await api.call('POST', `${path}/undo`, { as: ben })).statusCode).toBe(409);
  for (const commands of [[], [{ type: 'delete' }], [{ type: 'assign' }], [{ type: 'close', force: true }]]) {
    expect((await api.call('POST', '/api/batches', { as: ben, body: { ids: [id], commands } })).statusCode).toBe(422);
  }
});
