import { randomUUID } from 'node:crypto';
import type { Conversation } from '@parley/contracts/entities';
import { createConversation } from '@parley/db/conversations/find-or-create';
import type { Database } from '@parley/db/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestUser, sessionCookie, startApi, statuses, type TestApi } from './support/api.ts';

let api: TestApi;
let ada: TestUser;
let ben: TestUser;
beforeAll(async () => {
  api = await startApi();
  ada = await api.signIn('admin', 'Ada');
  ben = await api.signIn('representative', 'Ben');
});
afterAll(() => api.close());

const aConversation = (db: Database): Promise<string> =>
  createConversation(db, {
    websiteId: null,
    websiteDomain: 'shop.example.com',
    visitorId: null,
    customerEmail: null,
    customerName: null,
    status: 'active',
    isAiAssisted: false,
  });
const list = async (query = '', as = ada): Promise<Conversation[]> =>
  (await api.call('GET', `/api/conversations${query}`, { as })).json();
const patch = (id: string, body: object, as = ada) => api.call('PATCH', `/api/conversations/${id}`, { as, body });
const takeOver = (id: string, testUser: TestUser) =>
  api.call('POST', `/api/conversations/${id}/takeover`, { as: testUser, body: { representativeId: testUser.user.id } });
const post = (conversationId: string, content: string, as = ada, more: object = {}) =>
  api.call('POST', '/api/messages', { as, body: { conversationId, content, ...more } });

describe('the list', () => {
  it('pages through everything once, newest activity first, by its Link header', async () => {
    const made: string[] = [];
    for (let index = 0; index < 7; index++) made.unshift((await api.conversation()).id);
    const seen: string[] = [];
    let url: string | undefined = '/api/conversations?limit=3';
    while (url) {
      const page = await api.call('GET', url, { as: ada });
      seen.push(...page.json().map((conversation: Conversation) => conversation.id));
      expect(page.json()[0]).toMatchObject({ messages: [], lastMessage: { content: 'Hello' } });
      url = /<([^>]+)>; rel="next"/.exec(String(page.headers['link'] ?? ''))?.[1];
    }
    expect(seen.slice(0, 7)).toEqual(made);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('counts what each has to read over all of its pages', async () => {
    const unread = async (as: TestUser) => (await api.call('GET', '/api/unread', { as })).json().conversations;
    const cleo = await api.signIn('representative', 'Cleo');
    const [adas, cleos] = [await unread(ada), await unread(cleo)];
    const { id } = await api.conversation();
    expect([await unread(ada), await unread(cleo)]).toEqual([adas + 1, cleos + 1]);
    await takeOver(id, cleo);
    expect([await unread(ada), await unread(cleo)]).toEqual([adas, cleos + 1]);
  });

  it('filters by status and by the one who is assigned', async () => {
    const { id: mine } = await api.conversation();
    const { id: closed } = await api.conversation();
    const { id: open } = await api.conversation();
    await takeOver(mine, ben);
    await patch(closed, { status: 'closed' });
    const ids = async (query: string, as = ben) => (await list(query, as)).map((conversation) => conversation.id);
    expect(await ids('?assigned=me')).toEqual([mine]);
    expect(await ids(`?assigned=${ben.user.id}`, ada)).toEqual([mine]);
    expect(await ids('?assigned=none')).toContain(open);
    expect(await ids('?assigned=none')).not.toContain(mine);
    expect(await ids('?status=closed')).toEqual([closed]);
    expect(await ids('?status=waiting&assigned=none')).toContain(open);
  });

  it.each([
    '?limit=0',
    '?limit=201',
    '?limit=ten',
    '?status=odd',
    '?assigned=nobody-known',
    '?cursor=!!',
    '?unknown=1',
    '?q=a&q=b',
  ])('refuses %s with 422 and the field’s name', async (query) => {
    const answer = await api.call('GET', `/api/conversations${query}`, { as: ada });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors[0].path).toBe(/\w+/.exec(query)?.[0]);
  });
});

describe('search', () => {
  it('finds by message text, email, name and domain, the last word unfinished, in any language', async () => {
    const { id, visitor } = await api.conversation('Wo bleibt mein blaues Fahrrad? 注文はまだですか');
    await api.call('PATCH', '/api/visitor', {
      as: visitor,
      body: { email: 'zoe.quill@example.org', name: 'Zoë Quill' },
    });
    const missed: string[] = [];
    for (const q of [
      'fahrr',
      'blaues fahrrad',
      'zoe.quill@example.org',
      'quill',
      'zoe',
      'shop.example.com fahrrad',
      '注文',
    ]) {
      const found = await list(`?q=${encodeURIComponent(q)}`);
      if (!found.some((conversation) => conversation.id === id)) missed.push(q);
    }
    expect(missed).toEqual([]);
    expect(await list('?q=fahrradkette')).toEqual([]);
  });

  it('takes quotes for phrases and minus for exclusion', async () => {
    const { id: phrase } = await api.conversation('red green marbles');
    const { id: apart } = await api.conversation('green things and red marbles');
    const ids = async (q: string) => (await list(`?q=${encodeURIComponent(q)}`)).map((found) => found.id);
    expect((await ids('red green marbles')).toSorted()).toEqual([phrase, apart].toSorted());
    expect(await ids('"red green"')).toEqual([phrase]);
    expect(await ids('marbles -things')).toEqual([phrase]);
  });

  it('pages through its results too', async () => {
    for (let index = 0; index < 5; index++) await api.conversation(`pagingword number ${index}`);
    // A question mark need not be escaped within a query (RFC 3986, section 3.4).
    const first = await api.call('GET', '/api/conversations?q=pagingword?&limit=3', { as: ada });
    const next = /<([^>]+)>/.exec(String(first.headers['link']))?.[1] ?? '';
    expect(next).toMatch(/^\/api\/conversations\?q=pagingword%3F&limit=3&cursor=/);
    const second = await api.call('GET', next, { as: ada });
    const ids = [...first.json(), ...second.json()].map((conversation: Conversation) => conversation.id);
    expect(new Set(ids).size).toBe(5);
    expect(second.headers['link']).toBeUndefined();
  });

  it.each(["'; drop table users; --", '((((', '& | ! <->', '""', '-', '\\', '%', 'a:* b', '𝕬'])(
    'takes %s as words, not as syntax',
    async (q) => {
      expect((await api.call('GET', `/api/conversations?q=${encodeURIComponent(q)}`, { as: ada })).statusCode).toBe(
        200,
      );
    },
  );
});

describe('one conversation', () => {
  it('carries its newest 50 messages, oldest first, and pages the rest by seq', async () => {
    const { id } = await api.conversation();
    for (let index = 0; index < 59; index++) await post(id, `message ${index}`);
    const { messages } = (await api.call('GET', `/api/conversations/${id}`, { as: ada })).json();
    expect(messages.map((message: { seq: number }) => message.seq)).toEqual(
      Array.from({ length: 50 }, (_, at) => at + 11),
    );
    const page = async (query: string) =>
      (await api.call('GET', `/api/conversations/${id}/messages${query}`, { as: ada }))
        .json()
        .map((message: { seq: number }) => message.seq);
    expect(await page('?before=11')).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(await page('?after=57')).toEqual([58, 59, 60]);
    expect(await page('?limit=2')).toEqual([59, 60]);
  });

  it.each([
    '/api/conversations/none',
    `/api/conversations/${randomUUID()}`,
    '/api/conversations/%00',
    `/api/conversations/${randomUUID()}/messages`,
  ])('is 404 at %s', async (url) => {
    const answer = await api.call('GET', url, { as: ada });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
  });

  it('goes to one of two who take it over at once, and the other is told who', async () => {
    const { id } = await api.conversation();
    const answers = await Promise.all([takeOver(id, ada), takeOver(id, ben)]);
    expect(statuses(answers)).toEqual([200, 409]);
    const winner = answers.find((answer) => answer.statusCode === 200)?.json();
    const loser = answers.find((answer) => answer.statusCode === 409)?.json();
    expect(winner.isAiAssisted).toBe(false);
    expect(loser.code).toBe('already_taken');
    expect(loser.detail).toContain(winner.representative);
  });

  it('a conversation cannot be taken over in another user’s name', async () => {
    const { id } = await api.conversation();
    const answer = await api.call('POST', `/api/conversations/${id}/takeover`, {
      as: ben,
      body: { representativeId: ada.user.id },
    });
    expect(answer.statusCode).toBe(403);
  });

  it('is assigned, returned to the assistant, closed and reopened, and explains what cannot be', async () => {
    const { id } = await api.conversation();
    expect((await patch(id, { assignedRepresentativeId: ben.user.id })).json()).toMatchObject({
      representative: 'Ben',
      isAiAssisted: false,
    });
    expect(
      (await patch(id, { assignedRepresentativeId: ada.user.id, expectedRepresentativeId: null })).statusCode,
    ).toBe(409);
    for (const change of [{ isAiAssisted: true }, { isAiAssisted: false }, { status: 'closed' }]) {
      const refused = await patch(id, { ...change, expectedRepresentativeId: null });
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'already_taken']);
      expect(refused.json().detail).toContain('Ben');
    }
    expect((await patch(id, { assignedRepresentativeId: randomUUID() })).statusCode).toBe(422);
    expect((await patch(id, { isAiAssisted: true, expectedRepresentativeId: ben.user.id })).json()).toMatchObject({
      isAiAssisted: true,
      representative: null,
    });
    expect((await patch(id, { status: 'closed' })).json().status).toBe('closed');
    expect((await patch(id, { status: 'closed' })).statusCode).toBe(409);
    expect((await takeOver(id, ada)).json().code).toBe('conversation_closed');
    expect((await patch(id, { status: 'active', assignedRepresentativeId: randomUUID() })).statusCode).toBe(422);
    const outdated = { assignedRepresentativeId: ada.user.id, expectedRepresentativeId: ben.user.id };
    expect((await patch(id, { status: 'active', ...outdated })).json().code).toBe('already_taken');
    const written = await post(id, 'One more thing', ada);
    expect([written.statusCode, written.json().code]).toEqual([409, 'conversation_closed']);
    expect((await patch(id, { status: 'active', assignedRepresentativeId: ada.user.id })).json()).toMatchObject({
      status: 'active',
      representative: 'Ada',
    });
    expect((await patch(id, {})).statusCode).toBe(422);
  });

  it('shows who the visitor is', async () => {
    const { id } = await api.conversation();
    const profile = (await api.call('GET', `/api/conversations/${id}/visitor`, { as: ben })).json();
    expect(profile).toMatchObject({
      pageUrl: 'https://shop.example.com/',
      emailVerified: false,
      earlierConversations: [],
    });
  });
});

describe('messages', () => {
  it('are stored once however often they are sent: 201 the first time, then 200 with the same', async () => {
    const { id } = await api.conversation();
    const clientMessageId = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(id, 'once', ben, { clientMessageId })));
    expect(statuses(answers)).toEqual([200, 200, 200, 200, 201]);
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
  });

  it('carry the name of the signed-in user, never a name from the body', async () => {
    const { id } = await api.conversation();
    const sent = await post(id, ' hi ', ben, {
      senderType: 'representative',
      senderId: ben.user.id,
      messageType: 'text',
    });
    expect(sent.json()).toMatchObject({ senderId: ben.user.id, senderName: 'Ben', content: 'hi' });
    expect((await post(id, 'hi', ben, { senderId: ada.user.id })).statusCode).toBe(403);
    expect((await post(id, 'hi', ben, { senderType: 'ai' })).statusCode).toBe(422);
  });

  it('messages are held back when a colleague has answered since', async () => {
    const { id } = await api.conversation();
    await post(id, 'first', ada);
    const late = await post(id, 'late', ben, { basedOnSeq: 1 });
    expect([late.statusCode, late.json().code]).toEqual([409, 'conversation_moved']);
    expect((await post(id, 'now', ben, { basedOnSeq: 2 })).statusCode).toBe(201);
  });

  it.each([
    ['', 422],
    ['  \n ', 422],
    ['x'.repeat(10_001), 422],
    ['x'.repeat(10_000), 201],
    [` ${'x'.repeat(10_000)}\n`, 201],
    [` ${'x'.repeat(10_001)}`, 422],
  ])('messages with the content %j are answered %i', async (content, status) => {
    const { id } = await api.conversation();
    expect((await post(id, content)).statusCode).toBe(status);
  });

  it('messages to an unknown conversation are answered with 404', async () => {
    expect((await post(randomUUID(), 'hi')).statusCode).toBe(404);
  });

  it('are limited as on the socket: 100 at once, each representative alone', async () => {
    const { id } = await api.conversation();
    const send = (as: TestUser) =>
      api.call('POST', '/api/messages', { as, body: { conversationId: id, content: 'hi' } });
    const loud = await api.signIn('representative');
    const answers = await Promise.all(Array.from({ length: 400 }, () => send(loud)));
    const refused = answers.filter((answer) => answer.statusCode === 429);
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(100);
    expect(refused[0]?.headers).toMatchObject({ 'ratelimit-limit': '100', 'retry-after': '1' });
    expect((await send(ben)).statusCode).toBe(201);
  });
});

describe('deleting', () => {
  it('deleting one by one has a limit for an account, however often it signs in: 60 an hour, for admins 600', async () => {
    const rita = await api.signIn('representative');
    const remove = (id: string, as = rita) => api.call('DELETE', `/api/conversations/${id}`, { as });
    const { id } = await api.conversation();
    // Unknown conversations don't count.
    for (let attempt = 0; attempt < 70; attempt++) expect((await remove(randomUUID())).statusCode).toBe(404);
    for (let count = 0; count < 60; count++) {
      const made = await aConversation(api.context.db);
      expect((await remove(made)).statusCode).toBe(204);
    }
    const elsewhere = { user: rita.user, headers: { cookie: await sessionCookie(api, rita.user.email) } };
    for (const as of [rita, elsewhere]) {
      const refused = await remove(id, as);
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited']);
      expect(refused.headers).toMatchObject({ 'ratelimit-limit': '60', 'ratelimit-policy': '60;w=3600' });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    }
    const taken = await remove(id, ada);
    expect([taken.statusCode, taken.headers['ratelimit-limit']]).toEqual([204, '600']);
    const activities = (await api.call('GET', '/api/audit-log?limit=61&action=conversation', { as: ada })).json();
    expect(
      activities.map(({ action, actorId }: { action: string; actorId: string }) => `${action} ${actorId}`),
    ).toEqual([
      `conversation.deleted ${ada.user.id}`,
      ...Array.from({ length: 60 }, () => `conversation.deleted ${rita.user.id}`),
    ]);
  });

  it('removes one, and all with their counts for admins only', async () => {
    const { id } = await api.conversation();
    expect((await api.call('DELETE', `/api/conversations/${id}`, { as: ben })).statusCode).toBe(204);
    expect((await api.call('DELETE', `/api/conversations/${id}`, { as: ben })).statusCode).toBe(404);
    expect((await api.call('DELETE', '/api/conversations/messages/all', { as: ben })).statusCode).toBe(403);
    const before = (await api.call('GET', '/api/stats', { as: ada })).json();
    const { id: opened } = (await list())[0]!;
    const published: string[] = [];
    const heard: string[] = [];
    await api.context.publisher.subscribe('inbox', (text) => published.push(text));
    await api.context.publisher.subscribe(`conversation:${opened}`, (text) => heard.push(text));
    const answer = await api.call('DELETE', '/api/conversations/messages/all', { as: ada });
    expect(answer.json()).toEqual({
      deletedConversations: before.totalConversations,
      deletedMessages: before.totalMessages,
    });
    expect(await list()).toEqual([]);
    // A single frame for every list, however many there were; and one for clients with a conversation open.
    await expect.poll(() => published.join()).toContain('"conversations_deleted"');
    expect(published.join()).not.toContain('"conversation_deleted"');
    await expect.poll(() => heard.join()).toContain('"conversation_deleted"');
    expect((await api.call('GET', '/api/stats', { as: ada })).json()).toMatchObject({
      totalConversations: 0,
      totalMessages: 0,
      activeConversations: 0,
    });
  });
});
