/** Two people change the same thing, whatever it is: one wins, and the other is told who and what, and changes nothing. */
import type { Role } from '@parley/contracts/entities';
import { builtInRoleIds } from '@parley/contracts/permissions/permissions';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Method, type TestUser, startApi, type TestApi } from './support/api.ts';

let api: TestApi;
let ada: TestUser;
let eve: TestUser;
beforeAll(async () => {
  api = await startApi();
  ada = await api.signIn('admin', 'Ada');
  eve = await api.signIn('admin', 'Eve');
});
afterAll(() => api.close());

let count = 0;
/** A name that nothing else has. */
const fresh = (name: string): string => `${name}${(count += 1)}`;

/** Something that several people can change. */
interface Shared {
  what: string;
  /** Makes one, where there is not one by itself; its id. */
  make?: () => Promise<string>;
  url: (id: string) => string;
  method?: Method;
  /** Fields that both change, one after the other. */
  first: Record<string, unknown>;
  second: Record<string, unknown>;
  /** Converts a change of these fields to a body. */
  body?: (part: Record<string, unknown>, expected: Record<string, unknown>) => object;
  /** Reads it, from the list of all unless told. */
  list: string;
  find?: (answer: unknown, id: string) => Record<string, unknown>;
  /** How the first of the first change's values is told. */
  shown?: string;
  isDeleted?: boolean;
}

const made = async (url: string, body: object): Promise<string> =>
  (await api.call('POST', url, { as: ada, body })).json().id;
const article = async () => made('/api/help/articles', { locale: 'en', title: 'Refunds', content: 'Within a week.' });
const section = (name: string) => ({
  url: () => '/api/settings',
  method: 'POST' as const,
  list: '/api/settings',
  find: (answer: unknown) => Reflect.get(answer as object, name),
  body: (part: object, expected: object) => ({ [name]: { ...part, expected } }),
});

const shared: Shared[] = [
  {
    what: 'a tag',
    make: () => made('/api/tags', { name: 'Refund' }),
    url: (id) => `/api/tags/${id}`,
    list: '/api/tags',
    first: { name: 'Refunds' },
    second: { name: 'Money back' },
    shown: 'Now: Refunds',
    isDeleted: true,
  },
  {
    what: 'a shared view',
    make: () =>
      made('/api/views', { name: 'Late', scope: 'all', filter: { field: 'status', op: 'is', value: 'waiting' } }),
    url: (id) => `/api/views/${id}`,
    list: '/api/views',
    first: { name: 'Too late', sort: 'waiting' },
    second: { name: 'Later', sort: 'priority' },
    shown: 'Now: Too late',
    isDeleted: true,
  },
  {
    what: 'an attribute’s declaration',
    make: () =>
      made('/api/attributes', {
        subject: 'contact',
        key: fresh('tier'),
        name: 'Tier',
        type: 'choice',
        choices: ['a', 'b'],
      }),
    url: (id) => `/api/attributes/${id}`,
    list: '/api/attributes',
    first: { choices: ['a', 'c'] },
    second: { choices: ['a', 'd'] },
    shown: 'Now: a, c',
    isDeleted: true,
  },
  {
    what: 'a team',
    make: () => made('/api/teams', { name: 'Shop' }),
    url: (id) => `/api/teams/${id}`,
    list: '/api/teams',
    first: { name: 'Shops' },
    second: { name: 'Stores' },
    shown: 'Now: Shops',
    isDeleted: true,
  },
  {
    what: 'a role',
    make: () => made('/api/roles', { name: fresh('Night '), permissions: ['conversations.read'], scope: 'everything' }),
    url: (id) => `/api/roles/${id}`,
    list: '/api/roles',
    first: { permissions: ['conversations.read', 'settings.read'] },
    second: { permissions: ['settings.read'] },
    shown: 'Now: conversations.read, settings.read',
  },
  {
    what: 'a website',
    make: () => made('/api/websites', { domain: `${fresh('two')}.example.com` }),
    url: (id) => `/api/websites/${id}`,
    list: '/api/websites',
    first: { name: 'Two', allowedPages: ['/a'] },
    second: { name: 'Pair', allowedPages: ['/b'] },
    shown: 'Now: Two',
    isDeleted: true,
  },
  {
    what: 'a webhook',
    make: () => made('/api/webhooks', { url: 'https://hooks.example.com/x', events: ['message.posted'] }),
    url: (id) => `/api/webhooks/${id}`,
    list: '/api/webhooks',
    first: { events: ['message.updated'] },
    second: { isActive: false, events: ['conversation.closed'] },
    shown: 'Now: message.updated',
    isDeleted: true,
  },
  {
    what: 'a source of knowledge',
    make: () =>
      made('/api/knowledge/files', {
        name: 'prices.txt',
        content: Buffer.from('Ten euros.').toString('base64'),
        audience: 'public',
        websiteIds: [],
      }),
    url: (id) => `/api/knowledge/sources/${id}`,
    list: '/api/knowledge/sources',
    first: { name: 'Prices', audience: 'staff' },
    second: { name: 'Price list', audience: 'customers' },
    shown: 'Now: Prices',
    isDeleted: true,
  },
  {
    what: 'where an article stands',
    make: article,
    url: (id) => `/api/help/articles/${id}`,
    list: '/api/help/articles',
    first: { audience: 'staff' },
    second: { audience: 'customers' },
    shown: 'Now: staff',
    isDeleted: true,
  },
  {
    what: 'a canned reply',
    make: () => made('/api/canned-replies', { isShared: true, name: 'Refund', shortcut: fresh('r-'), text: 'Hello' }),
    url: (id) => `/api/canned-replies/${id}`,
    list: '/api/canned-replies',
    first: { text: 'Hi', actions: [{ type: 'close' }] },
    second: { text: 'Good day', actions: [] },
    shown: 'Now: Hi',
    isDeleted: true,
  },
  {
    what: 'rights of a user',
    make: async () => (await api.signIn('representative', fresh('Kim'))).user.id,
    url: (id) => `/api/users/${id}/access`,
    list: '/api/representatives',
    find: (answer, id) => {
      const testUser = within(answer, id);
      return { ...testUser, roleId: testUser['roleId'] ?? builtInRoleIds[testUser['role'] as Role] };
    },
    first: { roleId: builtInRoleIds.lead },
    second: { roleId: builtInRoleIds.auditor },
    shown: 'Changed in the meantime.',
  },
  {
    what: 'profile of a user',
    make: async () => (await api.signIn('representative', fresh('Lee'))).user.id,
    url: (id) => `/api/users/${id}`,
    list: '/api/representatives',
    first: { sendDelaySeconds: 5, language: 'de' },
    second: { sendDelaySeconds: 10, language: 'fr' },
    shown: 'Now: 5',
  },
  {
    what: 'the assistant’s instructions',
    ...section('aiConfig'),
    first: { systemPrompt: 'Be brief.' },
    second: { systemPrompt: 'Be kind.' },
    shown: 'Now: Be brief.',
  },
  {
    what: 'the business hours',
    ...section('businessHours'),
    first: { timezone: 'Europe/Paris', monday: { enabled: false, start: '09:00', end: '17:00' } },
    second: { timezone: 'Asia/Tokyo', monday: { enabled: true, start: '10:00', end: '17:00' } },
    shown: 'Now: Europe/Paris',
  },
  {
    what: 'the hosts of actions',
    url: () => '/api/tool-hosts',
    method: 'PUT',
    list: '/api/tool-hosts',
    find: (answer) => ({ hosts: answer }),
    first: { hosts: ['shop.example.com'] },
    second: { hosts: ['orders.example.com'] },
    shown: 'Now: shop.example.com',
  },
];

const within = (answer: unknown, id: string): Record<string, unknown> =>
  (answer as Record<string, unknown>[]).find((each) => each['id'] === id) ?? {};

describe.each(shared)('$what', (thing) => {
  const { make, url, method = 'PATCH', list, find = within, first, second } = thing;
  const { body = (part: object, expected: object) => ({ ...part, expected }) } = thing;
  const now = async (id: string) => find((await api.call('GET', list, { as: ada })).json(), id);
  const seen = (all: Record<string, unknown>, part: object) =>
    Object.fromEntries(Object.keys(part).map((field) => [field, all[field]]));
  const change = (as: TestUser, id: string, part: Record<string, unknown>, before: Record<string, unknown>) =>
    api.call(method, url(id), { as, body: body(part, seen(before, part)) });

  let pristine: Record<string, unknown> | undefined;
  beforeEach(async () => {
    if (make) return;
    pristine ??= await now('');
    await api.call(method, url(''), { as: ada, body: body(seen(pristine, { ...first, ...second }), {}) });
  });

  it('is changed by the one who comes first; who comes second is told who it was and what it is now', async () => {
    const id = (await make?.()) ?? '';
    const before = await now(id);
    const won = await change(ada, id, first, before);
    expect(won.statusCode).toBe(200);
    const after = await now(id);
    const lost = await change(eve, id, second, before);
    expect([lost.statusCode, lost.json().code, lost.json().detail]).toEqual([
      409,
      'conflict',
      'Ada has changed this in the meantime.',
    ]);
    expect(lost.json()).toMatchObject({
      localized: { code: 'changed_meanwhile', values: { who: 'Ada' } },
      errors: [
        { message: thing.shown },
        ...Object.keys(first)
          .slice(1)
          .map(() => ({ message: expect.any(String) })),
      ],
    });
    expect(await now(id)).toEqual(after);
    // A repetition, as after a lost answer, is no conflict.
    expect((await change(ada, id, first, before)).statusCode).toBe(200);
  });

  it('is changed once by ten who change it at once', async () => {
    const id = (await make?.()) ?? '';
    const before = await now(id);
    const part = Object.keys(first)[0] === Object.keys(second)[0] ? second : first;
    const values = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? first : part));
    const answers = await Promise.all(
      values.map((each, index) => change(index % 2 === 0 ? ada : eve, id, each, before)),
    );
    // Those who want what has become of it are no losers.
    const codes = new Set(answers.map(({ statusCode }) => statusCode));
    expect([...codes].toSorted((one, other) => one - other)).toEqual(part === first ? [200] : [200, 409]);
    const kept = seen(await now(id), part);
    const winners = values.filter((_, index) => answers[index]?.statusCode === 200);
    for (const winner of winners) expect(kept).toEqual(winner);
  });
});

it.each(shared.filter(({ isDeleted }) => isDeleted))(
  '$what removed by another user is reported with their name',
  async (thing) => {
    const id = (await thing.make?.()) ?? '';
    expect((await api.call('DELETE', thing.url(id), { as: ada })).statusCode).toBe(204);
    const lost = await api.call('PATCH', thing.url(id), { as: eve, body: { ...thing.second, expected: thing.first } });
    expect([lost.statusCode, lost.json().detail]).toEqual([404, 'Ada has removed this in the meantime.']);
  },
);

it('categories of articles are ordered by the one who comes first, and who comes second loses none that were added', async () => {
  const url = '/api/help/categories';
  const put = (as: TestUser, categories: object[], expected: object[]) =>
    api.call('PUT', url, { as, body: { categories, expected: { categories: expected } } });
  const [orders, returns] = (await put(ada, [{ names: { en: 'Orders' } }, { names: { en: 'Returns' } }], [])).json();
  const seen = [orders, returns];
  const first = await put(ada, [returns, orders, { names: { en: 'Prices' } }], seen);
  expect(first.statusCode).toBe(200);
  const lost = await put(eve, [orders], seen);
  expect([lost.statusCode, lost.json().detail, lost.json().errors]).toMatchObject([
    409,
    'Ada has changed this in the meantime.',
    [{ path: 'categories', message: 'Changed in the meantime.' }],
  ]);
  expect((await api.call('GET', url, { as: eve })).json()).toEqual(first.json());
  // A repetition is no conflict.
  expect((await put(ada, first.json(), seen)).statusCode).toBe(200);
  const both = await Promise.all([ada, eve].map((as) => put(as, as === ada ? [orders] : [returns], first.json())));
  expect(both.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 409]);
});

it('an article is published as it was seen, and not as it was written since', async () => {
  const { id } = (
    await api.call('POST', '/api/help/articles', {
      as: ada,
      body: { locale: 'en', title: 'Refunds', content: 'Within a week.' },
    })
  ).json();
  const url = `/api/help/articles/${id}/translations/en`;
  const first = { version: 1, publishedVersion: null, inReview: false, publishAt: null };
  const decide = (as: TestUser, decision: string, expected: object, at?: string) =>
    api.call('POST', `${url}/decision`, { as, body: { decision, expected, at } });
  const written = await api.call('PUT', url, {
    as: ada,
    body: { title: 'Refunds', content: 'Within two weeks.', basedOn: 1 },
  });
  expect(written.statusCode).toBe(200);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const lost = [
    await decide(eve, 'publish', first),
    await decide(eve, 'publish', first, tomorrow),
    await decide(eve, 'review', first),
  ];
  for (const answer of lost) {
    expect([answer.statusCode, answer.json().detail, answer.json().errors]).toMatchObject([
      409,
      'Ada has changed this in the meantime.',
      [{ path: 'version', message: 'Now: 2' }],
    ]);
  }
  expect((await api.call('GET', `/api/help/articles/${id}`, { as: eve })).json()).toEqual(written.json());
  // Ten calls publish the version they have seen while another one is being written: all succeed or none.
  const second = { ...first, version: 2 };
  const [third, ...published] = await Promise.all([
    api.call('PUT', url, { as: ada, body: { title: 'Refunds', content: 'Within three weeks.', basedOn: 2 } }),
    ...Array.from({ length: 10 }, async () => decide(eve, 'publish', second)),
  ]);
  expect(third.statusCode).toBe(200);
  const [{ publishedVersion }] = (await api.call('GET', `/api/help/articles/${id}`, { as: eve })).json().translations;
  expect(publishedVersion).toBe(published.some(({ statusCode }) => statusCode === 200) ? 2 : null);
  // A caller who has seen the newest version publishes it, and one who withdraws an unseen one is told.
  const newest = { ...second, version: 3, publishedVersion };
  expect((await decide(eve, 'publish', newest)).statusCode).toBe(200);
  expect((await decide(eve, 'publish', newest)).statusCode).toBe(200);
  expect((await decide(ada, 'unpublish', newest)).json()).toMatchObject({
    detail: 'Eve has changed this in the meantime.',
    errors: [{ path: 'publishedVersion', message: 'Now: 3' }],
  });
});

it('a change of nothing is refused', async () => {
  const id = await made('/api/tags', { name: 'Nothing' });
  const answer = await api.call('PATCH', `/api/tags/${id}`, { as: ada, body: { expected: { name: 'Nothing' } } });
  expect(answer.statusCode).toBe(422);
});

it('two people who change different fields both have what they wanted', async () => {
  const id = await made('/api/tags', { name: 'Fields' });
  const [named, coloured] = await Promise.all([
    api.call('PATCH', `/api/tags/${id}`, { as: ada, body: { name: 'Field', expected: { name: 'Fields' } } }),
    api.call('PATCH', `/api/tags/${id}`, { as: eve, body: { colour: 'red', expected: { colour: 'gray' } } }),
  ]);
  expect([named.statusCode, coloured.statusCode]).toEqual([200, 200]);
  const tags = (await api.call('GET', '/api/tags', { as: ada })).json();
  expect(within(tags, id)).toMatchObject({ name: 'Field', colour: 'red' });
});

describe('a contact and its conversation', () => {
  const known = async () => {
    const { id } = await api.conversation();
    const { contactId } = (await api.call('GET', `/api/conversations/${id}/attributes`, { as: ada })).json();
    return { id, contactId: String(contactId) };
  };

  it('a name that another user has set is reported with both names', async () => {
    const { contactId } = await known();
    const name = (as: TestUser, given: string, expected: string | null) =>
      api.call('PATCH', `/api/contacts/${contactId}`, { as, body: { name: given, expected: { name: expected } } });
    const { name: before } = (await api.call('GET', `/api/contacts/${contactId}`, { as: ada })).json();
    expect((await name(ada, 'Jane', before)).statusCode).toBe(200);
    const lost = await name(eve, 'Joan', before);
    expect([lost.statusCode, lost.json().detail, lost.json().errors]).toMatchObject([
      409,
      'Ada has changed this in the meantime.',
      [{ path: 'name', message: 'Now: Jane' }],
    ]);
    expect((await name(eve, 'Joan', 'Jane')).json().name).toBe('Joan');
  });

  it('an attribute that another user has removed is reported with their name', async () => {
    const { id, contactId } = await known();
    for (const [subject, key] of [
      ['contact', 'owner'],
      ['conversation', 'topic'],
    ]) {
      const declared = await api.call('POST', '/api/attributes', {
        as: ada,
        body: { subject, key, name: key, type: 'text' },
      });
      expect(declared.statusCode).toBe(201);
    }
    const set = (as: TestUser, value: object) =>
      api.call('PATCH', `/api/conversations/${id}/attributes`, { as, body: { values: [value] } });
    for (const key of ['owner', 'topic']) {
      await set(ada, { key, value: 'x' });
      await set(ada, { key, value: null, expected: 'x' });
      const lost = await set(eve, { key, value: 'y', expected: 'x' });
      expect([lost.statusCode, lost.json().detail]).toEqual([409, `Ada has removed ${key} in the meantime.`]);
    }
    const onPage = await api.call('PATCH', `/api/contacts/${contactId}`, {
      as: eve,
      body: { attributes: [{ key: 'owner', value: 'y', expected: 'x' }] },
    });
    expect(onPage.json().detail).toBe('Ada has removed owner in the meantime.');
    expect((await set(eve, { key: 'owner', value: 'y', expected: null })).statusCode).toBe(200);
  });
});
