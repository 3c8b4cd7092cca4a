import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

const patch = (id: string, body: object, as = ben) => api.call('PATCH', `/api/conversations/${id}`, { as, body });
const inHours = (hours: number): string => new Date(Date.now() + hours * 3600_000).toISOString();

describe('tags', () => {
  it('are added by anybody of the team, and tidied up by administrators alone', async () => {
    const body = { name: 'Refund', colour: 'teal' };
    const added = await api.call('POST', '/api/tags', { as: ben, body });
    expect([added.statusCode, added.json()]).toMatchObject([201, body]);
    const again = await api.call('POST', '/api/tags', { as: ada, body: { name: 'refund' } });
    expect([again.statusCode, again.json().id]).toEqual([200, added.json().id]);
    const path = `/api/tags/${added.json().id}`;
    const other = (await api.call('POST', '/api/tags', { as: ben, body: { name: 'Money back' } })).json();
    for (const [method, url, change] of [
      ['PATCH', path, { name: 'Refunds' }],
      ['POST', `${path}/merge`, { into: other.id }],
      ['DELETE', path, undefined],
    ] as const) {
      const refused = await api.call(method, url, { as: ben, ...(change && { body: change }) });
      expect(refused.json().code).toBe('forbidden');
    }
    const { id } = await api.conversation();
    expect((await patch(id, { addTags: [added.json().id] })).json()).toMatchObject({ tagIds: [added.json().id] });
    expect((await api.call('GET', '/api/tags/uses', { as: ben })).json()).toEqual([
      { tagId: added.json().id, conversations: 1 },
    ]);
    await api.call('POST', `${path}/merge`, { as: ada, body: { into: other.id } });
    expect((await api.call('GET', '/api/tags', { as: ben })).json()).toEqual([other]);
    expect((await api.call('GET', `/api/conversations/${id}`, { as: ben })).json().tagIds).toEqual([other.id]);
  });

  it.each([
    ['no name', { name: '  ' }, 'name'],
    ['a name of two lines', { name: 'a\nb' }, 'name'],
    ['a colour that is none of the theme’s', { name: 'Odd', colour: '#ff0000' }, 'colour'],
  ])('tags with %s are refused with the field’s name', async (_, body, path) => {
    const answer = await api.call('POST', '/api/tags', { as: ben, body });
    expect([answer.statusCode, answer.json().errors[0].path]).toEqual([422, path]);
  });
});

describe('attributes', () => {
  it('are declared by administrators, set by anybody of the team, and by a page for its own visitor alone', async () => {
    const plan = { subject: 'contact', key: 'plan', name: 'Plan', type: 'choice', choices: ['free', 'pro'] };
    expect((await api.call('POST', '/api/attributes', { as: ben, body: plan })).json().code).toBe('forbidden');
    const added = await api.call('POST', '/api/attributes', { as: ada, body: plan });
    expect([added.statusCode, added.json()]).toMatchObject([201, plan]);
    expect((await api.call('GET', '/api/attributes', { as: ben })).json()).toEqual([added.json()]);
    const { id, visitor } = await api.conversation();
    const page = (value: unknown) =>
      api.call('PATCH', '/api/visitor/attributes', { as: visitor, body: { values: [{ key: 'plan', value }] } });
    const localized = { code: 'attribute_is_one_of', values: { name: 'Plan', choices: 'free, pro' } };
    expect((await page('gold')).json().errors).toEqual([
      { path: 'plan', message: 'Plan must be one of: free, pro.', localized },
    ]);
    expect((await page('free')).statusCode).toBe(204);
    const path = `/api/conversations/${id}/attributes`;
    expect((await api.call('GET', path, { as: ben })).json()).toMatchObject({
      contact: [{ key: 'plan', value: 'free', source: 'page', setBy: null }],
      conversation: [],
    });
    const body = { values: [{ key: 'plan', value: 'pro', expected: 'free' }] };
    expect((await api.call('PATCH', path, { as: ben, body })).json().contact).toMatchObject([
      { value: 'pro', source: 'representative', setBy: ben.user.id },
    ]);
    expect((await api.call('PATCH', path, { as: ada, body })).json()).toMatchObject({
      code: 'conflict',
      detail: 'Ben has set Plan to pro in the meantime.',
      localized: { code: 'attribute_set_meanwhile', values: { who: 'Ben', name: 'Plan', value: 'pro' } },
    });
    await api.call('DELETE', `/api/attributes/${added.json().id}`, { as: ada });
    expect((await api.call('GET', path, { as: ben })).json().contact).toEqual([]);
  });
});

it('an attribute filters lists, comes with their rows, and is set by a batch as by a macro', async () => {
  const body = { subject: 'conversation', key: 'weight', name: 'Weight', type: 'number' };
  await api.call('POST', '/api/attributes', { as: ada, body });
  const { id } = await api.conversation();
  const commands = [{ type: 'set_attribute', key: 'weight', value: 2.5 }];
  const batch = await api.call('POST', '/api/batches', { as: ben, body: { ids: [id], commands } });
  expect([batch.statusCode, batch.json().commands]).toEqual([202, commands]);
  const actions = [{ type: 'attribute', key: 'weight', value: 7 }];
  const macro = { clientMacroId: randomUUID(), actions };
  const done = await api.call('POST', `/api/conversations/${id}/macro`, { as: ben, body: macro });
  expect([done.statusCode, done.json().attributeValues]).toEqual([200, { weight: 7 }]);
  const heavy = { field: 'conversation.weight', op: 'greater_than', value: 5 };
  const list = (filter: object) =>
    api.call('GET', `/api/conversations?filter=${encodeURIComponent(JSON.stringify(filter))}`, { as: ben });
  expect((await list(heavy)).json()).toMatchObject([{ id, attributeValues: { weight: 7 } }]);
  expect((await list({ ...heavy, field: 'conversation.height' })).json()).toMatchObject({
    code: 'invalid',
    errors: [
      { path: 'filter.field', localized: { code: 'filter_attribute_unknown', values: { key: 'conversation.height' } } },
    ],
  });
});

describe('a conversation', () => {
  it('is tagged, prioritised, snoozed and assigned in one call, or not at all', async () => {
    const { id } = await api.conversation();
    const tag = (await api.call('POST', '/api/tags', { as: ben, body: { name: 'Together' } })).json();
    const change = {
      addTags: [tag.id],
      priority: 'urgent',
      snoozedUntil: inHours(3),
      assignedRepresentativeId: ada.user.id,
    };
    const stale = await patch(id, { ...change, expectedPriority: 'low' });
    expect(stale.statusCode).toBe(409);
    const { expectedPriority: _, ...expected } = { ...change, expectedPriority: 'normal' };
    const done = await patch(id, { ...change, expectedPriority: 'normal' });
    const { addTags, ...columns } = expected;
    expect(done.json()).toMatchObject({ ...columns, tagIds: addTags });
    const activities = (await api.call('GET', `/api/conversations/${id}/activities`, { as: ben })).json();
    expect(activities).toMatchObject([{ kind: 'assigned', after: { priority: 'urgent', tags: ['Together'] } }]);
  });

  it('is listed as snoozed, and not among the others', async () => {
    const { id } = await api.conversation();
    await patch(id, { snoozedUntil: inHours(1) });
    const ids = async (query: string) =>
      (await api.call('GET', `/api/conversations?${query}`, { as: ben }))
        .json()
        .map((conversation: { id: string }) => conversation.id);
    expect(await ids('snoozed=true')).toContain(id);
    expect(await ids('snoozed=false')).not.toContain(id);
    const searched = await api.call('GET', '/api/conversations?snoozed=true&q=hello', { as: ben });
    expect(searched.json().errors[0].path).toBe('snoozed');
  });

  it('is brought back to mind for one alone', async () => {
    const { id } = await api.conversation();
    const path = `/api/conversations/${id}/reminder`;
    const remindAt = inHours(2);
    const set = await api.call('POST', path, { as: ben, body: { remindAt } });
    expect(set.json()).toMatchObject({ conversationId: id, remindAt, isDue: false });
    expect((await api.call('GET', '/api/reminders', { as: ada })).json()).toEqual([]);
    expect((await api.call('GET', '/api/reminders?due=true', { as: ben })).json()).toEqual([]);
    expect((await api.call('GET', '/api/reminders', { as: ben })).json()).toEqual([set.json()]);
    await api.call('DELETE', path, { as: ben });
    expect((await api.call('GET', '/api/reminders', { as: ben })).json()).toEqual([]);
  });

  it.each([{ priority: 'highest' }, { snoozedUntil: 'tomorrow' }, { addTags: [] }, { addTags: ['vip'] }])(
    'is not changed by %j, which is refused with the field’s name',
    async (body) => {
      const { id } = await api.conversation();
      const answer = await patch(id, body);
      expect(answer.statusCode).toBe(422);
      expect(answer.json().errors[0].path).toContain(Object.keys(body)[0]);
    },
  );
});
