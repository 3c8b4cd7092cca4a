import { createHmac, randomUUID } from 'node:crypto';
import { type Control, liveChannels, unpackBroadcast } from '@parley/contracts/live';
import { appear } from '@parley/core/testing';
import { endSession } from '@parley/db/visitors/tokens';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestUser, startApi, statuses, type TestApi } from './support/api.ts';

let api: TestApi;
let admin: TestUser;
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
const writeMessage = (headers: Record<string, string>, content: string, clientMessageId: string = randomUUID()) =>
  api.call('POST', '/api/visitor/messages', { headers, body: { content, clientMessageId } });

describe('a test message', () => {
  const send = (id: string, as: TestUser = admin) => api.call('POST', `/api/websites/${id}/test-messages`, { as });

  it('arrives as one of a new visitor of the website, and waits like any other', async () => {
    const [website] = (await api.call('GET', '/api/websites', { as: admin })).json();
    const sent = await send(website.id);
    expect(sent.statusCode).toBe(201);
    const { conversationId } = sent.json();
    const conversation = (await api.call('GET', `/api/conversations/${conversationId}`, { as: admin })).json();
    expect(conversation).toMatchObject({ customerName: 'Test visitor', website: website.domain, status: 'waiting' });
    expect(conversation.messages).toMatchObject([{ senderType: 'customer', seq: 1 }]);
    expect((await send(website.id)).json().conversationId).not.toBe(conversationId);
  });

  it('is sent only by users who manage websites, for websites that exist', async () => {
    const [website] = (await api.call('GET', '/api/websites', { as: admin })).json();
    expect((await send(website.id, await api.signInAs({ permissions: ['conversations.reply'] }))).statusCode).toBe(403);
    expect((await send(randomUUID())).statusCode).toBe(404);
  });
});

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

  it('carries the welcome messages of single languages beside everybody’s, and none where none is written', async () => {
    const read = async () => (await api.call('GET', '/api/visitor/config', { headers: { origin } })).json();
    const write = (welcomeMessages: object) =>
      api.call('POST', '/api/settings', { as: admin, body: { widgetConfig: { welcomeMessages } } });
    expect(await read()).not.toHaveProperty('welcomeMessages');
    expect((await write({ de: 'Moin!' })).json().widgetConfig.welcomeMessages).toEqual({ de: 'Moin!' });
    await expect.poll(async () => (await read()).welcomeMessages).toEqual({ de: 'Moin!' });
    expect((await read()).welcomeMessage).toBe('Hi! How can we help you today?');
    expect(await write({ xx: 'Nobody speaks it' })).toMatchObject({ statusCode: 422 });
    expect(await write({ de: 'x'.repeat(1_001) })).toMatchObject({ statusCode: 422 });
    await write({});
    await expect.poll(read).not.toHaveProperty('welcomeMessages');
  });

  it('has the look that a website sets of its own, and the widget settings for the rest', async () => {
    const domain = 'own-look.example.com';
    const { id } = (await api.call('POST', '/api/websites', { as: admin, body: { domain } })).json();
    const read = async () =>
      (await api.call('GET', '/api/visitor/config', { headers: { origin: `https://${domain}` } })).json();
    const set = async (look: object) => api.call('PATCH', `/api/websites/${id}`, { as: admin, body: { look } });
    const common = await read();
    const picture =
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const changed = (await set({ primaryColor: '#ffee00', welcomeMessage: 'Moin!', avatarUrl: picture })).json();
    expect(changed.look.avatarUrl).toMatch(/^\/api\/images\/[0-9a-f]{64}\.png$/);
    await expect.poll(read).toMatchObject({
      primaryColor: '#ffee00',
      textColor: '#000',
      welcomeMessage: 'Moin!',
      avatarUrl: changed.look.avatarUrl,
      position: common.position,
    });
    await set({});
    await expect.poll(read).toEqual(common);
    expect(await set({ primaryColor: 'yellow' })).toMatchObject({ statusCode: 422 });
    expect(await set({ avatarUrl: 'https://elsewhere.example/a.png' })).toMatchObject({ statusCode: 422 });
    const other = await api.signInAs({ permissions: ['conversations.reply'] });
    expect(await api.call('PATCH', `/api/websites/${id}`, { as: other, body: { look: {} } })).toMatchObject({
      statusCode: 403,
    });
  });

  it('tells the team of the first page of a website that asks for it, and of no other', async () => {
    const domain = 'first-seen.example.com';
    const added = await api.call('POST', '/api/websites', { as: admin, body: { domain } });
    expect(added.json()).toMatchObject({ domain, firstSeenAt: null });
    const frames: string[] = [];
    await api.context.publisher.subscribe('inbox', (text) => frames.push(text));
    const published = () => frames.filter((text) => text.includes('websites_updated')).length;
    const ask = (from: string) => api.call('GET', '/api/visitor/config', { headers: { origin: from } });
    const seenAt = async () =>
      (await api.call('GET', '/api/websites', { as: admin }))
        .json()
        .find((each: { domain: string }) => each.domain === domain).firstSeenAt;

    expect((await ask('https://elsewhere.example.com')).statusCode).toBe(403);
    expect(await seenAt()).toBeNull();
    await Promise.all(Array.from({ length: 5 }, () => ask(`https://${domain}`)));
    const first = await seenAt();
    expect(Date.now() - Date.parse(first)).toBeLessThan(60_000);
    await ask(`https://www.${domain}`);
    expect(await seenAt()).toBe(first);
    await expect.poll(published).toBe(1);
  });

  it('promises an answer only while a representative is online, and a mail only while one can be sent', async () => {
    const { context } = api;
    const colleague = await api.signIn('representative');
    const team = async () => (await api.call('GET', '/api/visitor/config', { headers: { origin } })).json().team;
    const set = (body: object) => api.call('POST', '/api/settings', { as: admin, body });
    const be = (status: string) =>
      api.call('PATCH', `/api/representatives/${colleague.user.id}/status`, { as: colleague, body: { status } });
    expect(await team()).toEqual({ isOpen: true, isOnline: false, backAt: null, answersFirst: 'person', mails: false });

    await appear(context, colleague.user.id);
    await be('online');
    expect(await team()).toMatchObject({ isOnline: true });
    await be('busy');
    expect(await team()).toMatchObject({ isOnline: false });
    await be('online');
    await context.db.updateTable('availabilities').set({ connectedUntil: new Date() }).execute();
    expect(await team()).toMatchObject({ isOnline: false });

    const mail = { enabled: true, smtpHost: 'mail.example.com', fromEmail: 'us@example.com' };
    await set({ aiConfig: { enabled: true } });
    await set({ emailConfig: mail });
    await expect.poll(async () => (await team()).mails).toBe(true);
    // On, but without a model to ask.
    expect(await team()).toMatchObject({ answersFirst: 'person' });
    await set({ emailConfig: { useInternalEmail: true } });
    await expect.poll(async () => (await team()).mails).toBe(false);
    await set({ aiConfig: { enabled: false } });
    await set({ emailConfig: { enabled: false } });
  });

  it.each(['capacitor://localhost', 'ionic://localhost', 'https://localhost', 'http://localhost:5173'])(
    'the page of an app at %s belongs to the website of its host',
    async (page) => {
      await api.call('POST', '/api/websites', { as: admin, body: { domain: 'localhost' } });
      const answer = await api.call('GET', '/api/visitor/config?path=/', { headers: { origin: page } });
      expect(answer.json()).toMatchObject({ show: true });
      expect(answer.headers['access-control-allow-origin']).toBe(page);
      const foreign = await api.call('GET', '/api/visitor/config?path=/', { headers: { origin: 'file://localhost' } });
      expect(foreign.json()).toMatchObject({ code: 'website_not_allowed' });
    },
  );

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

  it('is given to a page of our own, from which the browser sends no Origin', async () => {
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
    const sent = await Promise.all([
      writeMessage(headers, 'Hello', clientMessageId),
      writeMessage(headers, 'Hello', clientMessageId),
    ]);
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

  it('is shown with the page’s language and those that the browser asks for, which the widget need not say', async () => {
    const headers = { 'accept-language': 'en;q=0.5, de-AT, <b>;q=0.9, *;q=0.1, tr;q=0, de;q=0.9, DE-at' };
    const { token } = (await start({ locale: 'fr' }, headers)).json();
    const sent = await writeMessage({ origin, authorization: `Bearer ${token}` }, 'Guten Tag');
    const profile = async () =>
      (await api.call('GET', `/api/conversations/${sent.json().conversationId}/visitor`, { as: admin })).json();
    expect(await profile()).toMatchObject({ locale: 'fr', browserLanguages: ['de-AT', 'DE-at', 'de', 'en'] });
    await start({}, { authorization: `Bearer ${token}` });
    expect(await profile()).toMatchObject({ locale: null, browserLanguages: [] });
  });

  it('sees nobody else’s messages, whatever email is claimed without a valid hash', async () => {
    const website = (await api.call('GET', '/api/websites', { as: admin }))
      .json()
      .find(({ domain }: { domain: string }) => domain === 'shop.example.com');
    const { secret } = (await api.call('GET', `/api/websites/${website.id}/identity-secret`, { as: admin })).json();
    const email = 'vip@example.com';
    const hash = createHmac('sha256', secret).update(email).digest('hex');
    const owner = (await start({ user: { email, hash } })).json();
    await writeMessage({ origin, authorization: `Bearer ${owner.token}` }, 'my order number is 7');

    const thief = (await start({ user: { email } })).json();
    const forger = (await start({ user: { email, hash: hash.replace(/.$/, hash.endsWith('0') ? '1' : '0') } })).json();
    expect([thief.conversation, forger.conversation]).toEqual([null, null]);
    expect(new Set([owner.visitorId, thief.visitorId, forger.visitorId]).size).toBe(3);
    const elsewhere = (await start({ user: { email: email.toUpperCase(), hash } })).json();
    expect(elsewhere.conversation?.messages[0].content).toBe('my order number is 7');
  });

  it('a visitor who turns out to be known elsewhere, without a message there, keeps what they wrote', async () => {
    const website = (await api.call('GET', '/api/websites', { as: admin }))
      .json()
      .find(({ domain }: { domain: string }) => domain === 'shop.example.com');
    const { secret } = (await api.call('GET', `/api/websites/${website.id}/identity-secret`, { as: admin })).json();
    const email = 'two-devices@example.com';
    const user = { email, hash: createHmac('sha256', secret).update(email).digest('hex') };
    const phone = (await start({ user })).json();

    const { token } = (await start({})).json();
    await writeMessage({ origin, authorization: `Bearer ${token}` }, 'written before signing in');
    const signedIn = (await start({ user }, { authorization: `Bearer ${token}` })).json();
    expect(signedIn.visitorId).toBe(phone.visitorId);
    expect(signedIn.conversation?.messages[0].content).toBe('written before signing in');
  });

  it('is one contact in every browser where the website vouches for them; the same address typed in is only proposed', async () => {
    const website = (await api.call('GET', '/api/websites', { as: admin }))
      .json()
      .find(({ domain }: { domain: string }) => domain === 'shop.example.com');
    const { secret } = (await api.call('GET', `/api/websites/${website.id}/identity-secret`, { as: admin })).json();
    const email = 'many-browsers@example.com';
    const user = { email, hash: createHmac('sha256', secret).update(email).digest('hex') };
    const withToken = (token: string) => ({ origin, authorization: `Bearer ${token}` });
    const profile = async (conversationId: string) =>
      (await api.call('GET', `/api/conversations/${conversationId}/visitor`, { as: admin })).json();
    const writes = async (content: string, body: object = {}) => {
      const session = (await start(body)).json();
      return {
        ...session,
        conversationId: (await writeMessage(withToken(session.token), content)).json().conversationId,
      };
    };
    const phone = await writes('from the phone', { user });
    const laptop = await writes('from the laptop, not signed in');
    const stranger = await writes('from a stranger with the address', { user: { email } });
    expect((await profile(phone.conversationId)).earlierConversations).toEqual([]);

    // Each goes on where it was; the visitor sees one of them, the team both.
    const signedIn = (await start({ user }, withToken(laptop.token))).json();
    expect(signedIn.conversation).toMatchObject({ messages: [{ content: 'from the phone' }] });
    const [ofPhone, ofLaptop, ofStranger] = [
      await profile(phone.conversationId),
      await profile(laptop.conversationId),
      await profile(stranger.conversationId),
    ];
    expect(ofLaptop.contactId).toBe(ofPhone.contactId);
    expect(ofPhone).toMatchObject({ earlierConversations: [{ id: laptop.conversationId }], proposedContacts: 1 });
    expect(ofLaptop).toMatchObject({ earlierConversations: [{ id: phone.conversationId }], proposedContacts: 1 });
    expect(ofStranger.contactId).not.toBe(ofPhone.contactId);
    expect(ofStranger).toMatchObject({ earlierConversations: [], proposedContacts: 1, emailVerified: false });
  });

  describe('a visitor with further signed claims', () => {
    const signs = async (claims: { email: string } & Record<string, unknown>) => {
      const website = (await api.call('GET', '/api/websites', { as: admin }))
        .json()
        .find(({ domain }: { domain: string }) => domain === 'shop.example.com');
      const { secret } = (await api.call('GET', `/api/websites/${website.id}/identity-secret`, { as: admin })).json();
      const hash = jwt({ exp: Math.floor(Date.now() / 1000) + 3600, ...claims }, secret);
      const session = (await start({ user: { email: claims.email, name: 'As the page says', hash } })).json();
      const visitor = { origin, authorization: `Bearer ${session.token}` };
      const { conversationId } = (await writeMessage(visitor, 'Hello')).json();
      const profile = await api.call('GET', `/api/conversations/${conversationId}/visitor`, { as: admin });
      const { contactId } = profile.json();
      const contact = (await api.call('GET', `/api/contacts/${contactId}`, { as: admin })).json();
      return { session, contactId, contact };
    };
    const numbersOf = ({ identities }: { identities: { kind: string; value: string; verifiedAt: string | null }[] }) =>
      identities
        .filter(({ kind }) => kind === 'external_id' || kind === 'phone')
        .toSorted((one, other) => one.kind.localeCompare(other.kind))
        .map(({ kind, value, verifiedAt }) => [kind, value, verifiedAt !== null]);

    it('is known by the customer number, the telephone number and the name that were signed', async () => {
      const claims = { email: 'nora@example.com', sub: 'c-17', phone: '+49 (30) 123-456', name: 'Nora Novak' };
      const { contact } = await signs(claims);
      expect(contact.name).toBe('Nora Novak');
      expect(numbersOf(contact)).toEqual([
        ['external_id', 'c-17', true],
        ['phone', '+4930123456', true],
      ]);
    });

    it('belongs to the company that was signed, which a page alone cannot claim', async () => {
      const { contact } = await signs({ email: 'signed@example.com', attributes: { company: ' Signed   Works ' } });
      expect(contact.company).toMatchObject({ name: 'Signed Works', source: 'signed' });
      const colleague = await signs({ email: 'colleague@example.com', attributes: { company: 'signed works' } });
      expect(colleague.contact.company.id).toBe(contact.company.id);
      expect(colleague.session.attributeErrors).toBeUndefined();
      const claimed = await start({ user: { email: 'liar@example.com', attributes: { company: 'Signed Works' } } });
      expect(claimed.json().attributeErrors).toMatchObject([{ path: 'company' }]);
    });

    it('is one contact under one customer number, also with another address', async () => {
      const before = await signs({ email: 'old-address@example.com', sub: 'c-18' });
      const after = await signs({ email: 'new-address@example.com', sub: 'c-18' });
      expect(after.contactId).toBe(before.contactId);
    });

    it('is known by the new customer number alone once the website has replaced it', async () => {
      const before = await signs({ email: 'renumbered@example.com', sub: 'c-19' });
      const after = await signs({ email: 'renumbered@example.com', sub: 20 });
      expect(after.contactId).toBe(before.contactId);
      expect(numbersOf(after.contact)).toEqual([['external_id', '20', true]]);
      const other = await signs({ email: 'new-owner-of-the-number@example.com', sub: 'c-19' });
      expect(other.contactId).not.toBe(before.contactId);
    });

    it('stays two contacts where two share a telephone number, each proposed to be the other', async () => {
      const one = await signs({ email: 'one@family.example.com', phone: '030 9988776' });
      const other = await signs({ email: 'other@family.example.com', phone: '030/9988776' });
      expect(other.contactId).not.toBe(one.contactId);
      expect(numbersOf(one.contact)).toEqual([['phone', '0309988776', true]]);
      expect(numbersOf(other.contact)).toEqual([['phone', '0309988776', false]]);
      expect(other.contact.proposed.map(({ id }: { id: string }) => id)).toContain(one.contactId);
    });

    it('keeps the name that the team gave', async () => {
      const { contactId } = await signs({ email: 'named@example.com', name: 'Signed Name' });
      const named = { as: admin, body: { name: 'Given Name' } };
      expect((await api.call('PATCH', `/api/contacts/${contactId}`, named)).statusCode).toBe(200);
      const again = await signs({ email: 'named@example.com', name: 'Signed Name' });
      expect([again.contactId, again.contact.name]).toEqual([contactId, 'Given Name']);
    });

    it('is who they are also where a number is no number, which is named', async () => {
      const { session, contact } = await signs({ email: 'odd@example.com', sub: '', phone: 'call me' });
      const { attributeErrors } = session;
      expect(attributeErrors.map(({ path }: { path: string }) => path)).toEqual(['sub', 'phone']);
      expect([contact.emailVerified, numbersOf(contact)]).toEqual([true, []]);
    });
  });

  it('is shown with the website and the campaign they came by, which pages of the website itself do not replace', async () => {
    const page = { url: `${origin}/lamps?utm_campaign=spring&utm_source=news`, referrer: 'https://www.google.com/' };
    const { token } = (await start({ page })).json();
    const visitor = { origin, authorization: `Bearer ${token}` };
    const { conversationId } = (await writeMessage(visitor, 'Hello')).json();
    const profile = async () =>
      (await api.call('GET', `/api/conversations/${conversationId}/visitor`, { as: admin })).json();
    const campaign = { name: 'spring', source: 'news', medium: null };
    expect(await profile()).toMatchObject({ referrer: 'https://www.google.com/', campaign });
    await start({ page: { url: `${origin}/cups`, referrer: `${origin}/lamps` } }, visitor);
    await start({ page: { url: `${origin}/cups`, referrer: '' } }, visitor);
    expect(await profile()).toMatchObject({ referrer: 'https://www.google.com/', campaign });
    await start({ page: { url: `${origin}/cups`, referrer: 'https://blog.example.net/cups' } }, visitor);
    expect(await profile()).toMatchObject({ referrer: 'https://blog.example.net/cups', campaign: null });
  });

  it('gives a conversation the origin it began with, or the first one known, and the country that the page states', async () => {
    const elsewhere = (host: string) => ({ page: { url: `${origin}/`, referrer: `https://www.${host}/` } });
    const begins = async (given: object) => {
      const { token } = (await start(given)).json();
      const visitor = { origin, authorization: `Bearer ${token}` };
      const { conversationId } = (await writeMessage(visitor, 'Hello')).json();
      const cameFrom = async () =>
        (await api.call('GET', `/api/conversations/${conversationId}`, { as: admin })).json().cameFrom;
      return { visitor, conversationId, cameFrom };
    };
    const later = await begins({ page: { url: `${origin}/` } });
    expect(await later.cameFrom()).toBeUndefined();
    await start(elsewhere('first.example'), later.visitor);
    await start(elsewhere('second.example'), later.visitor);
    expect(await later.cameFrom()).toEqual({ referrer: 'first.example' });

    const email = 'origin@example.com';
    const guessed = await begins({ ...elsewhere('search.example'), timeZone: 'Europe/Berlin', user: { email } });
    expect(await guessed.cameFrom()).toEqual({ country: 'DE', referrer: 'search.example' });
    const frames: string[] = [];
    await api.context.publisher.subscribe(liveChannels.inbox, (text) => {
      frames.push(unpackBroadcast(text)?.text ?? '');
    });
    const stated = { user: { email, attributes: { country: 'at' } } };
    await start({ ...elsewhere('other.example'), ...stated }, guessed.visitor);
    const cameFrom = { country: 'AT', referrer: 'search.example' };
    expect(await guessed.cameFrom()).toEqual(cameFrom);
    await expect
      .poll(() => frames.some((each) => each.includes(guessed.conversationId) && each.includes('"country":"AT"')))
      .toBe(true);
    const exported = await api.call('POST', '/api/privacy/export', { as: admin, body: { email } });
    expect(exported.json().conversations).toMatchObject([{ cameFrom }]);
  });

  it('is announced with their company as soon as the website proves their address, which had been typed before', async () => {
    const company = { name: 'Proven', domains: ['proven.example'] };
    const { id: companyId } = (await api.call('POST', '/api/companies', { as: admin, body: company })).json();
    const email = 'kim@proven.example';
    const { token } = (await start({ user: { email } })).json();
    const visitor = { origin, authorization: `Bearer ${token}` };
    const { conversationId } = (await writeMessage(visitor, 'Hello')).json();
    const frames: string[] = [];
    await api.context.publisher.subscribe(liveChannels.inbox, (text) => {
      frames.push(unpackBroadcast(text)?.text ?? '');
    });
    const websites = (await api.call('GET', '/api/websites', { as: admin })).json();
    const { id } = websites.find(({ domain }: { domain: string }) => domain === 'shop.example.com');
    const { secret } = (await api.call('GET', `/api/websites/${id}/identity-secret`, { as: admin })).json();
    await start({ user: { email, hash: createHmac('sha256', secret).update(email).digest('hex') } }, visitor);
    await expect
      .poll(() =>
        frames.filter((each) => each.includes(conversationId) && each.includes('"conversation_updated"')).at(-1),
      )
      .toContain(`"companyId":"${companyId}"`);
    expect(frames.some((each) => each.includes('"contact_updated"'))).toBe(true);
  });

  it('has the country that its page names, else that of its browser’s time zone, else of its language', async () => {
    const countryOf = async (given: object, language?: string) => {
      const { token } = (await start(given, language ? { 'accept-language': language } : {})).json();
      const { conversationId } = (await writeMessage({ origin, authorization: `Bearer ${token}` }, 'Hello')).json();
      const profile = await api.call('GET', `/api/conversations/${conversationId}/visitor`, { as: admin });
      const filter = encodeURIComponent(JSON.stringify({ field: 'country', op: 'is', value: 'AT' }));
      const found = await api.call('GET', `/api/conversations?filter=${filter}`, { as: admin });
      const isFound = JSON.stringify(found.json()).includes(String(conversationId));
      return [profile.json().country, isFound];
    };
    const page = { url: `${origin}/` };
    const named = { email: 'country@example.com', attributes: { country: 'at' } };
    expect(await countryOf({ page, timeZone: 'Europe/Berlin', user: named })).toEqual([
      { code: 'AT', source: 'page' },
      true,
    ]);
    expect(await countryOf({ page, timeZone: 'Asia/Kolkata' }, 'de-AT')).toEqual([
      { code: 'IN', source: 'time_zone' },
      false,
    ]);
    expect(await countryOf({ page, timeZone: 'Etc/UTC' }, 'de-AT,de;q=0.9')).toEqual([
      { code: 'AT', source: 'language' },
      true,
    ]);
    expect(await countryOf({ page })).toEqual([null, false]);
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

describe('a visitor’s token', () => {
  const withToken = (token: string) => ({ origin, authorization: `Bearer ${token}` });
  const read = async (token: string) =>
    (await api.call('GET', '/api/visitor/messages', { headers: withToken(token) })).statusCode;
  const secretOf = async () => {
    const websites = (await api.call('GET', '/api/websites', { as: admin })).json();
    const website = websites.find(({ domain }: { domain: string }) => domain === 'shop.example.com');
    const url = `/api/websites/${website.id}/identity-secret`;
    return { url, secret: (await api.call('GET', url, { as: admin })).json().secret };
  };

  it('is renewed at each start, for 400 days, and stands for the same browser', async () => {
    const first = (await start({})).json();
    const claims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    // Like a token issued 399 days ago.
    const { websiteId, session, epoch } = api.context.secrets.verifyVisitorToken(first.token) ?? {};
    expect(epoch).toBe(0);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 399 * 24 * 3600 * 1000 });
    const old = api.context.secrets.issueVisitorToken({
      visitorId: first.visitorId,
      websiteId: String(websiteId),
      ...(session && { session }),
    });
    vi.useRealTimers();
    const renewed = (await start({}, withToken(old))).json();
    expect(renewed.visitorId).toBe(first.visitorId);
    expect(claims(renewed.token).sid).toBe(session);
    expect(claims(renewed.token).exp - Date.now() / 1000).toBeGreaterThan(399 * 24 * 3600);
  });

  it('is ended by logging out, with every renewal of it and every socket on it, and in this browser alone', async () => {
    const { secret } = await secretOf();
    const email = 'two-browsers@example.com';
    const user = { email, hash: createHmac('sha256', secret).update(email).digest('hex') };
    const [here, there] = [(await start({ user })).json(), (await start({ user })).json()];
    expect(here.visitorId).toBe(there.visitorId);
    const renewed = (await start({}, withToken(here.token))).json();
    const published: Control[] = [];
    api.context.onControl((control) => published.push(control));
    const out = () => api.call('DELETE', '/api/visitor/session', { headers: withToken(here.token) });
    expect((await out()).statusCode).toBe(204);
    expect([await read(here.token), await read(renewed.token), await read(there.token)]).toEqual([401, 401, 200]);
    const { session } = api.context.secrets.verifyVisitorToken(here.token) ?? {};
    await expect.poll(() => published).toContainEqual({ type: 'end_visitor', visitorId: here.visitorId, session });
    expect((await out()).statusCode).toBe(401);
    const stranger = (await start({}, withToken(here.token))).json();
    expect(stranger.visitorId).not.toBe(here.visitorId);
    expect(await read(stranger.token)).toBe(200);
  });

  it('is replaced by becoming proven: one kept from before on a shared browser reads and writes nothing any more', async () => {
    const { secret } = await secretOf();
    const userOf = (email: string) => ({ email, hash: createHmac('sha256', secret).update(email).digest('hex') });
    const published: Control[] = [];
    api.context.onControl((control) => published.push(control));
    // A new visitor, and one with their history on their phone.
    for (const isKnown of [false, true]) {
      const user = userOf(`${randomUUID()}@example.com`);
      if (isKnown) await writeMessage(withToken((await start({ user })).json().token), 'from my phone');
      const anonymous = (await start({})).json();
      await writeMessage(withToken(anonymous.token), 'before signing in');
      const elsewhere = (await start({}, withToken(anonymous.token))).json();
      const proven = (await start({ user }, withToken(anonymous.token))).json();
      expect([await read(anonymous.token), await read(elsewhere.token), await read(proven.token)]).toEqual([
        401, 401, 200,
      ]);
      expect((await writeMessage(withToken(anonymous.token), 'as another visitor')).statusCode).toBe(401);
      await expect.poll(() => published).toContainEqual({ type: 'end_visitor', visitorId: anonymous.visitorId });
      // Coming back with the old one is coming as nobody.
      const stranger = (await start({}, withToken(anonymous.token))).json();
      expect([stranger.visitorId === proven.visitorId, stranger.conversation]).toEqual([false, null]);
      // A renewal stands for the same browser.
      const renewed = (await start({ user }, withToken(proven.token))).json();
      expect([await read(proven.token), await read(renewed.token)]).toEqual([200, 200]);
    }
  });

  it('ends for the visitor before when another one is identified, in that browser alone', async () => {
    const { secret } = await secretOf();
    const userOf = (email: string) => ({ email, hash: createHmac('sha256', secret).update(email).digest('hex') });
    const [ann, bob] = [userOf(`${randomUUID()}@example.com`), userOf(`${randomUUID()}@example.com`)];
    const [here, phone] = [(await start({ user: ann })).json(), (await start({ user: ann })).json()];
    const next = (await start({ user: bob }, withToken(here.token))).json();
    expect([await read(here.token), await read(phone.token), await read(next.token)]).toEqual([401, 200, 200]);
  });

  it('is ended in every browser after more log-outs than are remembered one by one', async () => {
    const { token, visitorId } = (await start({})).json();
    for (let count = 0; count < 50; count += 1) await endSession(api.context.db, visitorId, randomUUID());
    expect(await read(token)).toBe(200);
    await endSession(api.context.db, visitorId, randomUUID());
    expect(await read(token)).toBe(401);
  });

  it('is ended everywhere by a representative, on record; the conversation stays', async () => {
    const { id, visitor } = await api.conversation();
    const ada = await api.signIn('representative', 'Ada');
    const answer = await api.call('POST', `/api/conversations/${id}/visitor/sign-out`, { as: ada });
    expect(answer.statusCode).toBe(204);
    expect((await api.call('GET', '/api/visitor/messages', { as: visitor })).statusCode).toBe(401);
    expect((await writeMessage(visitor.headers, 'me again')).json().code).toBe('signed_out');
    const again = await start({}, visitor.headers);
    expect(again.json().conversation).toBeNull();
    expect((await api.call('GET', `/api/conversations/${id}`, { as: admin })).json().messages).toHaveLength(1);
    const [entry] = (await api.call('GET', '/api/audit-log?limit=1', { as: admin })).json();
    expect(entry).toMatchObject({ action: 'visitor.signed_out', actorName: 'Ada' });
    const unknown = await api.call('POST', `/api/conversations/${randomUUID()}/visitor/sign-out`, { as: ada });
    expect(unknown.statusCode).toBe(404);
  });

  it('ends for vouched visitors when the website’s identity secret is replaced; others’ go on', async () => {
    const { url, secret } = await secretOf();
    const email = 'vouched@example.com';
    const user = { email, hash: createHmac('sha256', secret).update(email).digest('hex') };
    const [verified, anonymous] = [(await start({ user })).json(), (await start({})).json()];
    await api.call('POST', url, { as: admin });
    expect([await read(verified.token), await read(anonymous.token)]).toEqual([401, 200]);
  });
});

it('a clientMessageId that stands for another text is refused as a conflict; the other side’s is one’s own', async () => {
  const { id: conversationId, visitor } = await api.conversation();
  const clientMessageId = randomUUID();
  const answer = (content: string) =>
    api.call('POST', '/api/messages', { as: admin, body: { conversationId, content, clientMessageId } });
  expect((await answer('from the team')).statusCode).toBe(201);
  expect((await writeMessage(visitor.headers, 'from the customer', clientMessageId)).json().content).toBe(
    'from the customer',
  );
  for (const refused of [await answer('other'), await writeMessage(visitor.headers, 'other', clientMessageId)])
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'conflict']);
  const { messages } = (await api.call('GET', `/api/conversations/${conversationId}`, { as: admin })).json();
  expect(messages.map(({ content }: { content: string }) => content)).toEqual([
    'Hello',
    'from the team',
    'from the customer',
  ]);
});

/** Makes a token as the website's own server does. */
function jwt(claims: object, secret: string): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const body = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`;
}
