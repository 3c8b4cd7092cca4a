import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { refusedMessages, takenMessages } from '@parley/contracts/testing';
import { strictTransportSecurity } from '@parley/contracts/transport-security';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestUser, startApi, type TestApi } from './support/api.ts';

let api: TestApi;
let admin: TestUser;
beforeAll(async () => {
  api = await startApi();
  admin = await api.signIn('admin');
});
afterAll(() => api.close());

describe('refusals of bad input', () => {
  const post = (body: string, headers: Record<string, string> = {}) =>
    api.call('POST', '/api/help/articles', { as: admin, body, headers });

  it.each([
    ['no JSON', '{"title":', 400, 'malformed'],
    ['a prototype name', '{"__proto__":{"x":1},"title":"a","content":"b","locale":"en"}', 400, 'malformed'],
    [
      'a constructor',
      '{"constructor":{"prototype":{"x":1}},"title":"a","content":"b","locale":"en"}',
      400,
      'malformed',
    ],
    ['a constructor that is no object', '{"constructor":1,"title":"a","content":"b","locale":"en"}', 422, 'invalid'],
    ['a NUL', '{"title":"a\\u0000b","content":"b","locale":"en"}', 422, 'invalid'],
    ['half a surrogate pair', '{"title":"\\ud800","content":"b","locale":"en"}', 422, 'invalid'],
    ['no body', '', 422, 'invalid'],
    ['a list', '[]', 422, 'invalid'],
    ['a number for a text', '{"title":1,"content":"b","locale":"en"}', 422, 'invalid'],
    ['spaces for a title', '{"title":"   ","content":"b","locale":"en"}', 422, 'invalid'],
    ['an unknown name', '{"title":"a","content":"b","locale":"en","role":"admin"}', 422, 'invalid'],
    ['deep nesting', `{"title":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, 422, 'invalid'],
  ])('bad input is refused cheaply and in words: %s', async (_what, body, status, code) => {
    const answer = await post(body);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    expect(answer.json().requestId).toBe(answer.headers['x-request-id']);
  });

  describe('a visitor’s message', () => {
    const send = async (members: string) => {
      const visitor = await api.visitor();
      const body = `{"clientMessageId":"${randomUUID()}",${members}}`;
      return { visitor, answer: await api.call('POST', '/api/visitor/messages', { as: visitor, body }) };
    };
    it.each(refusedMessages)(
      'a visitor’s message with %s is refused as over the socket, and nothing is stored',
      async (_what, members) => {
        const { visitor, answer } = await send(members);
        expect([400, 422]).toContain(answer.statusCode);
        expect(answer.json().code).toMatch(/^(malformed|invalid)$/);
        expect((await api.call('GET', '/api/visitor/messages', { as: visitor })).json()).toEqual([]);
      },
    );

    it.each(takenMessages)(
      'a visitor’s message with %s is accepted as over the socket',
      async (_what, members, stored) => {
        const { answer } = await send(members);
        expect([answer.statusCode, answer.json().content]).toEqual([201, stored]);
      },
    );
  });

  it('bytes that are no UTF-8 are no body', async () => {
    const payload = Buffer.from([
      ...Buffer.from('{"title":"a'),
      0xc3,
      0x28,
      ...Buffer.from('","content":"b","locale":"en"}'),
    ]);
    const headers = { ...admin.headers, 'content-type': 'application/json' };
    const answer = await api.app.inject({ method: 'POST', url: '/api/help/articles', headers, payload });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'malformed']);
  });

  it.each([
    'two\nlines',
    'a\rb',
    'a\tb',
    'a\u0000b',
    'a\u007fb',
    'a\u0085b',
    'a\u2028b',
    '\u202egnp.exe',
    '\u2066a',
    'a\u200f',
    ' \n ',
  ])('nobody and nothing that a person names is called %j', async (name) => {
    const patch = (url: string, body: object) => api.call('PATCH', url, { as: admin, body });
    const [website] = (await api.call('GET', '/api/websites', { as: admin })).json();
    const account = { email: `${randomUUID()}@example.com`, password: 'correct horse battery', username: randomUUID() };
    const answers = [
      await patch(`/api/users/${admin.user.id}`, { name }),
      await api.call('POST', '/api/register', { body: { ...account, name }, address: '10.1.1.1' }),
      await patch(`/api/websites/${website.id}`, { name: `a${name}b` }),
      await post(JSON.stringify({ title: name, content: 'b', locale: 'en' })),
    ];
    expect(answers.map((answer) => [answer.statusCode, answer.json().code])).toEqual(
      answers.map(() => [422, 'invalid']),
    );
  });

  it('names of every script are taken', async () => {
    for (const name of ['Zoë O’Brien-Łukasz', 'نرگس\u200cخانم', '👩‍💻 Ada', '山田 太郎', 'שרה']) {
      const answer = await api.call('PATCH', `/api/users/${admin.user.id}`, { as: admin, body: { name } });
      expect([answer.statusCode, answer.json().name]).toEqual([200, name]);
    }
  });

  it('an id in capitals is the same id', async () => {
    const { id, visitor } = await api.conversation();
    const capitals = id.toUpperCase();
    const [read, messages] = [
      await api.call('GET', `/api/conversations/${capitals}`, { as: admin }),
      await api.call('GET', `/api/conversations/${capitals}/messages`, { as: admin }),
    ];
    expect([read.json().id, messages.json()[0].conversationId]).toEqual([id, id]);
    const assigned = { assignedRepresentativeId: admin.user.id.toUpperCase() };
    const changed = await api.call('PATCH', `/api/conversations/${capitals}`, { as: admin, body: assigned });
    expect(changed.json().assignedRepresentativeId).toBe(admin.user.id);
    const clientMessageId = randomUUID();
    const send = (own: string) =>
      api.call('POST', '/api/visitor/messages', { as: visitor, body: { content: 'once', clientMessageId: own } });
    const [first, again] = [await send(clientMessageId.toUpperCase()), await send(clientMessageId)];
    expect([first.statusCode, again.statusCode]).toEqual([201, 200]);
    expect(again.json()).toEqual(first.json());
    const query = `/api/conversations?assigned=${admin.user.id.toUpperCase()}`;
    expect((await api.call('GET', query, { as: admin })).json()).toHaveLength(1);
  });

  it.each([
    ['a million characters', JSON.stringify({ title: 'a', locale: 'en', content: 'x'.repeat(1_000_000) })],
    ['20 MB', `"${'x'.repeat(20_000_000)}"`],
  ])('%s are refused with 413 without being parsed', async (_what, body) => {
    const started = process.cpuUsage();
    const answer = await post(body);
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'too_large']);
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(500);
  });

  it('a client that first sends all of a body too large is told so instead of being cut off', async () => {
    await api.app.listen({ host: '127.0.0.1', port: 0 });
    const address = api.app.server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const socket = connect(port, '127.0.0.1');
    const chunk = Buffer.alloc(1_000_000, 'x');
    let answered = '';
    socket.on('data', (data) => {
      answered += data;
    });
    socket.write(
      `POST /api/help/articles HTTP/1.1\r\nHost: x\r\nCookie: ${admin.headers['cookie']}\r\nContent-Type: application/json\r\nContent-Length: 20000000\r\n\r\n`,
    );
    for (let sent = 0; sent < 20; sent++) {
      await new Promise<void>((resolve, reject) => socket.write(chunk, (error) => (error ? reject(error) : resolve())));
    }
    await once(socket, 'close');
    expect(answered).toMatch(/^HTTP\/1\.1 413 /);
    expect(answered).toContain('"code":"too_large"');
  });

  it('10,000 unknown names are refused within a moment, naming a few of them', async () => {
    const body = JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`k${at}`, 1])));
    const started = process.cpuUsage();
    const answer = await post(body);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors.length).toBeLessThanOrEqual(20);
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(500);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/json-patch',
  ])('a body of type %s is refused with 415', async (type) => {
    const answer = await post('{"title":"a","content":"b","locale":"en"}', { 'content-type': type });
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'unsupported_type']);
  });

  it.each(['/api/nothing', '/nothing', '/api/conversations/x/y/z', '/api/%2e%2e/etc/passwd'])(
    '%s is 404',
    async (url) => {
      const answer = await api.call('GET', url, { as: admin });
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'application/problem+json']);
    },
  );

  it.each([
    ['PUT', '/api/user', 'GET, HEAD, OPTIONS'],
    ['PROPFIND', '/api/help/articles', 'GET, HEAD, OPTIONS, POST'],
    ['TRACE', '/api/login', 'OPTIONS, POST'],
    ['GET', '/api/login', 'OPTIONS, POST'],
  ] as const)('%s %s is 405 and says what may be called', async (method, url, allow) => {
    const answer = await api.app.inject({ method: method as 'GET', url });
    expect([answer.statusCode, answer.headers['allow'], answer.json().code]).toEqual([
      405,
      allow,
      'method_not_allowed',
    ]);
    expect(answer.json().requestId).toBe(answer.headers['x-request-id']);
    const asked = await api.app.inject({ method: 'OPTIONS', url });
    expect([asked.statusCode, asked.headers['allow']]).toEqual([204, allow]);
  });

  it('an address that cannot be decoded is 400', async () => {
    const answer = await api.call('GET', '/api/images/%zz');
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([400, 'application/problem+json']);
  });

  it('shows per field what is wrong, in plain words', async () => {
    const answer = await api.call('POST', '/api/settings', {
      as: admin,
      body: { widgetConfig: { primaryColor: 'red', position: 'middle', showOnMobile: 'yes' } },
    });
    expect(answer.json()).toMatchObject({
      type: 'urn:parley:problem:invalid',
      title: 'Invalid',
      status: 422,
      errors: expect.arrayContaining([
        {
          path: 'widgetConfig.primaryColor',
          message: 'Must be a colour such as #af1f31.',
          localized: { code: 'must_be_colour', values: {} },
        },
        {
          path: 'widgetConfig.position',
          message: 'Must be one of bottom-right, bottom-left, top-right.',
          localized: { code: 'one_of', values: { values: 'bottom-right, bottom-left, top-right' } },
        },
        {
          path: 'widgetConfig.showOnMobile',
          message: 'Must be true or false.',
          localized: { code: 'must_be_boolean', values: {} },
        },
      ]),
    });
  });
});

describe('headers', () => {
  it('tell browsers to load, run, frame and guess nothing', async () => {
    const https = { 'x-forwarded-proto': 'https' };
    const { headers } = await api.call('GET', '/api/user', { as: admin, headers: https });
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
      'strict-transport-security': strictTransportSecurity,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['server']).toBeUndefined();
  });

  it('they mention no HTTPS over HTTP', async () => {
    const { headers } = await api.call('GET', '/api/user', { as: admin });
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  it('are on refusals too', async () => {
    const { headers } = await api.call('GET', '/nothing');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
  });
});

describe('calls from other websites', () => {
  const change = (headers: Record<string, string>) =>
    api.call('PATCH', `/api/representatives/${admin.user.id}/status`, { as: admin, body: { status: 'busy' }, headers });

  it.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:3000.evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'http://localhost:3000', 'sec-fetch-site': 'cross-site' },
  ])('cannot change anything: %o', async (headers) => {
    expect((await change(headers)).json()).toMatchObject({ status: 403, code: 'forbidden' });
  });

  it.each([
    {},
    { origin: 'http://localhost:3000' },
    { origin: 'https://desk.example.com', host: 'desk.example.com' },
    { 'sec-fetch-site': 'same-origin' },
  ])('are told from our own: %o', async (headers) => {
    expect((await change(headers)).statusCode).toBe(200);
  });

  it('cannot sign anybody in or out', async () => {
    for (const url of ['/api/login', '/api/logout', '/api/register']) {
      const answer = await api.call('POST', url, { body: {}, headers: { origin: 'https://evil.example' } });
      expect(answer.statusCode).toBe(403);
    }
  });

  it('get no permission to read staff answers', async () => {
    const origin = 'https://shop.example.com';
    await api.visitor();
    const read = await api.call('GET', '/api/user', { as: admin, headers: { origin } });
    expect(read.headers['access-control-allow-origin']).toBeUndefined();
    const preflight = await api.call('OPTIONS', '/api/conversations', {
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    expect(preflight.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('visitor routes', () => {
  const origin = 'https://shop.example.com';
  beforeAll(async () => {
    await api.visitor();
  });

  it('tell exactly the registered origin that it may read, without credentials', async () => {
    const preflight = await api.call('OPTIONS', '/api/visitor/messages', {
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    });
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-headers': 'Authorization, Content-Type',
      vary: expect.stringContaining('Origin'),
    });
    expect(preflight.headers['access-control-allow-credentials']).toBeUndefined();
    const read = await api.call('GET', '/api/visitor/config', { headers: { origin: 'https://www.shop.example.com' } });
    expect(read.headers['access-control-allow-origin']).toBe('https://www.shop.example.com');
  });

  it.each([
    'https://evil.example',
    'https://shop.example.com.evil.example',
    'null',
    'file://',
    'https://notshop.example.com',
  ])('they refuse %s', async (foreign) => {
    const answer = await api.call('GET', '/api/visitor/config', { headers: { origin: foreign } });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'website_not_allowed']);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(answer.headers['vary']).toContain('Origin');
  });

  it('refuse a website as soon as it is disabled, its visitors included', async () => {
    const visitor = await api.visitor('closing.example.com');
    const [website] = (await api.call('GET', '/api/websites', { as: admin }))
      .json()
      .filter(({ domain }: { domain: string }) => domain === 'closing.example.com');
    const read = () => api.call('GET', '/api/visitor/messages', { as: visitor });
    expect((await read()).statusCode).toBe(200);
    await api.call('PATCH', `/api/websites/${website.id}`, { as: admin, body: { isActive: false } });
    expect((await read()).json().code).toBe('website_not_allowed');
  });

  it('they refuse a token of another website, a made-up one and none', async () => {
    const elsewhere = await api.visitor('elsewhere.example.com');
    const read = (authorization?: string) =>
      api.call('GET', '/api/visitor/messages', { headers: { origin, ...(authorization ? { authorization } : {}) } });
    expect((await read(elsewhere.headers['authorization'])).statusCode).toBe(401);
    expect((await read('Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.')).statusCode).toBe(401);
    expect((await read('Basic eA==')).statusCode).toBe(401);
    expect((await read()).statusCode).toBe(401);
  });

  it('limit each visitor alone: a flood by one behind the same address locks nobody else out', async () => {
    const loud = await api.visitor();
    const quiet = await api.visitor();
    const send = (visitor: { headers: Record<string, string> }) =>
      api.call('POST', '/api/visitor/messages', {
        as: visitor,
        body: { content: 'hi', clientMessageId: randomUUID() },
      });
    const answers = await Promise.all(Array.from({ length: 80 }, () => send(loud)));
    const refused = answers.filter((answer) => answer.statusCode === 429);
    expect(refused.length).toBeGreaterThanOrEqual(18);
    expect(refused[0]?.headers).toMatchObject({ 'ratelimit-limit': '20', 'ratelimit-remaining': '0' });
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await send(quiet)).statusCode).toBe(201);

    const start = (agent: string) =>
      api.call('POST', '/api/visitor/session', {
        headers: { origin, 'user-agent': agent },
        body: { page: { url: origin } },
      });
    const sessions = await Promise.all(Array.from({ length: 70 }, () => start('a loud browser')));
    expect(sessions.some((answer) => answer.statusCode === 429)).toBe(true);
    expect((await start('a quiet browser')).statusCode).toBe(200);
    const renewed = await api.call('POST', '/api/visitor/session', {
      headers: { ...quiet.headers, 'user-agent': 'a loud browser' },
      body: { page: { url: origin } },
    });
    expect(renewed.statusCode).toBe(200);
  });
});
