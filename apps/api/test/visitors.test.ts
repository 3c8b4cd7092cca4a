import { createHmac, randomUUID } from 'node:crypto';
import { markConnected, markDisconnected } from '@parley/core/people/presence';
import { keepNodeAlive } from '@parley/core/presence/nodes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startApi, statuses, type TestApi } from './support/api.ts';

let api: TestApi;
let admin: Person;
const origin = 'https://shop.example.com';
beforeAll(async () => {
  api = await startApi();
  admin = await api.signIn('admin');
  await api.visitor();
});
afterAll(() => api.close());

const start = (body: object, headers: Record<string, string> = {}) =>
  api.call('POST', '/api/visitor/session', {
    headers: { origin, 'user-agent': randomUUID(), ...headers },
    body: { page: { url: `${origin}/` }, ...body },
  });
const say = (headers: Record<string, string>, content: string, clientMessageId: string = randomUUID()) =>
  api.call('POST', '/api/visitor/messages', { headers, body: { content, clientMessageId } });

describe('the widget’s setup', () => {
  it('is cacheable, changes its tag with its content, and is the same for everybody', async () => {
    const read = (headers: Record<string, string> = {}) =>
      api.call('GET', '/api/visitor/config?path=/pricing', { headers: { origin, ...headers } });
    const first = await read();
    // Nobody of the team has a dashboard open.
    expect(first.json()).toMatchObject({ show: true, primaryColor: '#af1f31', team: { isOnline: false } });
    expect(first.headers['cache-control']).toContain('max-age=60');
    const again = await read({ 'if-none-match': String(first.headers['etag']) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    await api.call('POST', '/api/settings', { as: admin, body: { widgetConfig: { primaryColor: '#123456' } } });
    await expect.poll(async () => (await read()).json().primaryColor).toBe('#123456');
    expect((await read()).headers['etag']).not.toBe(first.headers['etag']);
  });

  it('promises an answer only while somebody is there, and a mail only while one can be sent', async () => {
    const { context } = api;
    const colleague = await api.signIn('representative');
    const node = randomUUID();
    const team = async () => (await api.call('GET', '/api/visitor/config', { headers: { origin } })).json().team;
    const set = (body: object) => api.call('POST', '/api/settings', { as: admin, body });
    const be = (status: string) =>
      api.call('PATCH', `/api/representatives/${colleague.user.id}/status`, { as: colleague, body: { status } });
    expect(await team()).toEqual({ isOnline: false, backAt: null, answersFirst: 'person', mails: false });

    await keepNodeAlive(context, node);
    await markConnected(context, colleague.user.id, node);
    await be('online');
    expect(await team()).toMatchObject({ isOnline: true });
    await be('busy');
    expect(await team()).toMatchObject({ isOnline: false });
    await be('online');
    await markDisconnected(context, colleague.user.id, node);
    expect(await team()).toMatchObject({ isOnline: false });

    const mail = { enabled: true, smtpHost: 'mail.example.com', fromEmail: 'us@example.com' };
    await set({ aiConfig: { enabled: true }, emailConfig: mail });
    await expect.poll(async () => (await team()).mails).toBe(true);
    // On, but without a model to ask.
    expect(await team()).toMatchObject({ answersFirst: 'person' });
    await set({ emailConfig: { useInternalEmail: true } });
    await expect.poll(async () => (await team()).mails).toBe(false);
    await set({ aiConfig: { enabled: false }, emailConfig: { enabled: false } });
  });

  it('hides where the page rules say so', async () => {
    const website = { domain: 'rules.example.com', allowedPages: ['/pricing', '/docs/*'], whitelistMode: true };
    await api.call('POST', '/api/websites', { as: admin, body: website });
    const show = async (path: string) =>
      (
        await api.call('GET', `/api/visitor/config?path=${path}`, { headers: { origin: 'https://rules.example.com' } })
      ).json().show;
    expect([await show('/pricing'), await show('/docs/a/b'), await show('/about')]).toEqual([true, true, false]);
    const begin = async (url: string) =>
      api.call('POST', '/api/visitor/session', {
        headers: { origin: 'https://rules.example.com', 'user-agent': randomUUID() },
        body: { page: { url } },
      });
    expect((await begin('https://rules.example.com/docs/a?b#c')).statusCode).toBe(200);
    for (const url of ['https://rules.example.com/about', 'somewhere']) {
      const refused = await begin(url);
      expect([refused.statusCode, refused.json().code]).toEqual([403, 'website_not_allowed']);
    }
  });

  it('is given to a page of our own, whose browser sends no Origin', async () => {
    await api.call('POST', '/api/websites', { as: admin, body: { domain: 'localhost' } });
    const same = { host: 'localhost:3000', 'sec-fetch-site': 'same-origin' };
    expect((await api.call('GET', '/api/visitor/config', { headers: same })).statusCode).toBe(200);
    expect((await api.call('GET', '/api/visitor/config', { headers: { host: 'localhost:3000' } })).statusCode).toBe(
      403,
    );
  });
});

describe('a visitor', () => {
  it('writes, is answered, and finds all of it again after a reload', async () => {
    const { token, visitorId } = (await start({})).json();
    const headers = { origin, authorization: `Bearer ${token}` };
    const clientMessageId = randomUUID();
    const sent = await Promise.all([say(headers, 'Hello', clientMessageId), say(headers, 'Hello', clientMessageId)]);
    expect(statuses(sent)).toEqual([200, 201]);
    const conversationId = sent.map((answer) => answer.json().conversationId)[0];
    await api.call('POST', '/api/messages', { as: admin, body: { conversationId, content: 'Hi there' } });
    const read = (query: string) => api.call('GET', `/api/visitor/messages${query}`, { headers });
    expect((await read('')).json().map(({ content }: { content: string }) => content)).toEqual(['Hello', 'Hi there']);
    expect((await read('?after=1')).json()).toHaveLength(1);
    const reloaded = (await start({}, { authorization: `Bearer ${token}` })).json();
    expect(reloaded.visitorId).toBe(visitorId);
    expect(reloaded.conversation.messages).toHaveLength(2);
    expect((await api.call('POST', '/api/visitor/request-person', { headers })).statusCode).toBe(204);
  });

  it('sees nobody else’s messages, whatever email is claimed without a valid hash', async () => {
    const website = (await api.call('GET', '/api/websites', { as: admin }))
      .json()
      .find(({ domain }: { domain: string }) => domain === 'shop.example.com');
    const { secret } = (await api.call('GET', `/api/websites/${website.id}/identity-secret`, { as: admin })).json();
    const email = 'vip@example.com';
    const hash = createHmac('sha256', secret).update(email).digest('hex');
    const owner = (await start({ user: { email, hash } })).json();
    await say({ origin, authorization: `Bearer ${owner.token}` }, 'my order number is 7');

    const thief = (await start({ user: { email } })).json();
    const forger = (await start({ user: { email, hash: hash.replace(/.$/, hash.endsWith('0') ? '1' : '0') } })).json();
    expect([thief.conversation, forger.conversation]).toEqual([null, null]);
    expect(new Set([owner.visitorId, thief.visitorId, forger.visitorId]).size).toBe(3);
    const elsewhere = (await start({ user: { email: email.toUpperCase(), hash } })).json();
    expect(elsewhere.conversation?.messages[0].content).toBe('my order number is 7');
  });

  it('who turns out to be somebody known elsewhere, without a word said there, keeps what they wrote', async () => {
    const website = (await api.call('GET', '/api/websites', { as: admin }))
      .json()
      .find(({ domain }: { domain: string }) => domain === 'shop.example.com');
    const { secret } = (await api.call('GET', `/api/websites/${website.id}/identity-secret`, { as: admin })).json();
    const email = 'two-devices@example.com';
    const user = { email, hash: createHmac('sha256', secret).update(email).digest('hex') };
    const phone = (await start({ user })).json();

    const { token } = (await start({})).json();
    await say({ origin, authorization: `Bearer ${token}` }, 'written before signing in');
    const signedIn = (await start({ user }, { authorization: `Bearer ${token}` })).json();
    expect(signedIn.visitorId).toBe(phone.visitorId);
    expect(signedIn.conversation?.messages[0].content).toBe('written before signing in');
  });

  it('leaves an email that counts as unverified', async () => {
    const { id, visitor } = await api.conversation();
    expect(
      (await api.call('PATCH', '/api/visitor', { as: visitor, body: { email: 'c@example.com', name: 'Cy' } }))
        .statusCode,
    ).toBe(204);
    for (const email of ['nobody', 'kundin@web', 'kundin@localhost', 'kundin@shop.localhost', 'kundin@web.de.'])
      expect((await api.call('PATCH', '/api/visitor', { as: visitor, body: { email } })).statusCode).toBe(422);
    const conversation = (await api.call('GET', `/api/conversations/${id}`, { as: admin })).json();
    expect(conversation).toMatchObject({ customerEmail: 'c@example.com', customerName: 'Cy' });
    const profile = (await api.call('GET', `/api/conversations/${id}/visitor`, { as: admin })).json();
    expect(profile.emailVerified).toBe(false);
  });
});
