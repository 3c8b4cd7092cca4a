import { randomUUID } from 'node:crypto';
import { publishControl } from '@parley/core/context';
import { readSession, writeSession } from '@parley/core/sessions';
import { knownDevice, rememberDevice } from '@parley/core/users/known-device';
import { findAccount } from '@parley/db/users/users';
import { createLogger } from '@parley/service/logger';
import { createSecrets } from '@parley/service/secrets';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cookieOf, password, sessionCookie, startApi, statuses, type TestApi } from './support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ REGISTRATION: 'invite' });
});
afterAll(() => api.close());

const testUser = (handle: string) => ({ email: `${handle}@example.com`, password, name: 'Ada', username: handle });
const register = (body: object) => api.call('POST', '/api/register', { body });

describe('making an account', () => {
  it('makes exactly one admin when several register first at once, and asks everybody later for an invitation', async () => {
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((handle) => register(testUser(handle))));
    expect(statuses(answers)).toEqual([201, 403, 403, 403]);
    const first = answers.find((answer) => answer.statusCode === 201);
    // The author of a new account is online, and the widget may show it.
    expect(first?.json()).toMatchObject({ role: 'admin', name: 'Ada', status: 'online' });
    expect(answers.find((answer) => answer.statusCode === 403)?.json().code).toBe('invitation_required');
    const user = await api.call('GET', '/api/user', { headers: { cookie: cookieOf(first!) } });
    expect(user.json().id).toBe(first?.json().id);
  });

  it('uses an invitation once, gives its role, and refuses it when used, revoked or made up', async () => {
    const admin = await api.signIn('admin');
    const invite = (role: string) => api.call('POST', '/api/invitations', { as: admin, body: { role } });
    const made = await invite('admin');
    expect(made.statusCode).toBe(201);
    const invitation = new URL(made.json().url).searchParams.get('invite');
    expect(Date.parse(made.json().expiresAt) - Date.now()).toBeGreaterThan(6.9 * 24 * 3600_000);
    const answers = await Promise.all(['e', 'f'].map((handle) => register({ ...testUser(handle), invitation })));
    expect(statuses(answers)).toEqual([201, 403]);
    expect(answers.find((answer) => answer.statusCode === 201)?.json().role).toBe('admin');

    const revoked = new URL((await invite('representative')).json().url).searchParams.get('invite');
    const [open] = (await api.call('GET', '/api/invitations', { as: admin })).json();
    expect((await api.call('DELETE', `/api/invitations/${open.id}`, { as: admin })).statusCode).toBe(204);
    expect((await register({ ...testUser('g'), invitation: revoked })).statusCode).toBe(403);
    expect((await register({ ...testUser('g'), invitation: 'made-up' })).statusCode).toBe(403);
  });

  it('answers alike whether an account has the invited address, and renews a link for which the previous one ends', async () => {
    const admin = await api.signIn('admin');
    const invite = (email: string) => api.call('POST', '/api/invitations', { as: admin, body: { email } });
    const [known, unknown] = [await invite(admin.user.email), await invite('new@example.com')];
    expect([known.statusCode, Object.keys(known.json())]).toEqual([201, Object.keys(unknown.json())]);
    expect((await invite('no address')).json().errors[0].path).toBe('email');

    const [open] = (await api.call('GET', '/api/invitations', { as: admin })).json();
    expect(open).toMatchObject({ email: 'new@example.com', mailedAt: null });
    const resend = (id: string) => api.call('POST', `/api/invitations/${id}/resend`, { as: admin });
    const renewed = await resend(open.id);
    const tokenOf = (answer: typeof renewed) => new URL(answer.json().url).searchParams.get('invite');
    expect((await register({ ...testUser('old'), invitation: tokenOf(unknown) })).statusCode).toBe(403);
    expect((await register({ ...testUser('new'), invitation: tokenOf(renewed) })).statusCode).toBe(201);
    expect((await resend(open.id)).statusCode).toBe(404);
    const rep = await api.signIn('representative');
    expect((await api.call('POST', `/api/invitations/${open.id}/resend`, { as: rep })).statusCode).toBe(403);
  });

  it('refuses the open invitations of an administrator who is one no longer', async () => {
    const admin = await api.signIn('admin');
    for (const change of [{ role: 'representative' }, { isActive: false }]) {
      const leaving = await api.signIn('admin');
      const made = await api.call('POST', '/api/invitations', { as: leaving, body: { role: 'admin' } });
      await api.call('PATCH', `/api/users/${leaving.user.id}/access`, { as: admin, body: change });
      const invitation = new URL(made.json().url).searchParams.get('invite');
      expect((await register({ ...testUser('late'), invitation })).statusCode).toBe(403);
    }
  });

  it('shows which of email and username is taken, whatever their case', async () => {
    const admin = await api.signIn('admin');
    const invitation = async () =>
      new URL((await api.call('POST', '/api/invitations', { as: admin })).json().url).searchParams.get('invite');
    const invited = await invitation();
    const email = await register({ ...testUser('x'), email: admin.user.email.toUpperCase(), invitation: invited });
    expect([email.statusCode, email.json().errors[0].path]).toEqual([409, 'email']);
    const username = await register({
      ...testUser('x'),
      username: admin.user.username.toUpperCase(),
      invitation: invited,
    });
    expect([username.statusCode, username.json().errors[0].path]).toEqual([409, 'username']);
    // A refused registration has not used the invitation up.
    expect((await register({ ...testUser('x'), invitation: invited })).statusCode).toBe(201);
  });

  it('refuses what is missing or too short with a sentence per field', async () => {
    const answer = await register({ email: 'nobody', password: 'short', name: ' ', username: 'a b', extra: 1 });
    expect(answer.statusCode).toBe(422);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    const paths = answer.json().errors.map((error: { path: string }) => error.path);
    expect(paths).toEqual(expect.arrayContaining(['email', 'password', 'extra']));
  });
});

const setCookie = (answer: LightMyRequestResponse, name: string): string =>
  [answer.headers['set-cookie'] ?? []].flat().find((text) => text.startsWith(`${name}=`)) ?? '';

describe('signing in', () => {
  it('answers the user and a cookie that is HttpOnly, SameSite=Lax, for every path, and Secure behind TLS', async () => {
    const { user } = await api.signIn('representative');
    const login = (headers: Record<string, string>) =>
      api.call('POST', '/api/login', { headers, body: { email: user.email.toUpperCase(), password } });
    const plain = await login({});
    const { rights, ...answered } = plain.json();
    expect(answered).toEqual(user);
    expect(rights).toMatchObject({ builtIn: 'representative', scope: 'everything' });
    expect(setCookie(plain, 'parley_session')).toMatch(/Path=\/; Expires=.*; HttpOnly; SameSite=Lax/);
    expect(setCookie(plain, 'parley_session')).not.toContain('Secure');
    const behindTls = await login({ 'x-forwarded-proto': 'https' });
    expect(setCookie(behindTls, 'parley_session')).toMatch(/HttpOnly; Secure; SameSite=Lax/);
  });

  it('is logged with who it was, and with nothing of what they typed', async () => {
    const lines: string[] = [];
    const log = createLogger({ service: 'api', destination: { write: (line) => void lines.push(line) } });
    const logged = await startApi({}, log);
    const { user } = await logged.signIn('representative');
    await logged.close();
    const entries = lines.map((line) => JSON.parse(line) as { msg: string; userId?: string });
    expect(entries.filter(({ msg }) => msg === 'signed in').map(({ userId }) => userId)).toEqual([user.id]);
    expect(lines.join('')).not.toContain(user.email);
    expect(lines.join('')).not.toContain(password);
  });

  it('gives a new session id at sign-in, whatever the browser brought', async () => {
    const { user, headers } = await api.signIn('representative');
    const again = await api.call('POST', '/api/login', { headers, body: { email: user.email, password } });
    expect(cookieOf(again)).not.toBe(headers.cookie);
    expect((await api.call('GET', '/api/user', { headers })).statusCode).toBe(401);
  });

  it('says the same about a wrong password and an unknown account', async () => {
    const { user } = await api.signIn('representative');
    const wrong = await api.call('POST', '/api/login', { body: { email: user.email, password: 'not it' } });
    const unknown = await api.call('POST', '/api/login', { body: { email: 'nobody@example.com', password: 'not it' } });
    expect([wrong.statusCode, unknown.statusCode]).toEqual([401, 401]);
    expect(wrong.json().detail).toBe(unknown.json().detail);
  });

  it('refuses the eleventh failure of an account within 15 minutes, even with the right password, and shows when', async () => {
    const { user } = await api.signIn('representative');
    const login = (secret: string, address: string) =>
      api.call('POST', '/api/login', { body: { email: user.email, password: secret }, address });
    for (let attempt = 0; attempt < 10; attempt++) {
      expect((await login('wrong', `198.51.100.${attempt}`)).statusCode).toBe(401);
    }
    const refused = await login(password, '198.51.100.50');
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.headers).toMatchObject({ 'ratelimit-limit': '10', 'ratelimit-remaining': '0' });
  });

  it('does not count successes', async () => {
    const { user } = await api.signIn('representative');
    const cookies = new Set<string>();
    for (let attempt = 0; attempt < 15; attempt++) cookies.add(await sessionCookie(api, user.email));
    expect(cookies.size).toBe(15);
  });

  it('refuses an address after 100 failures over many accounts, and nobody else’s', async () => {
    const login = (address: string) =>
      api.call('POST', '/api/login', { body: { email: `${randomUUID()}@example.com`, password: 'wrong' }, address });
    const answers: number[] = [];
    const began = Date.now();
    while (answers.length < 105 || answers.at(-1) !== 429) {
      const batch = await Promise.all(Array.from({ length: 5 }, () => login('203.0.113.9')));
      answers.push(...batch.map((answer) => answer.statusCode));
    }
    // A slow machine gets some of its tries back: 100 in 15 minutes.
    const givenBack = (Date.now() - began) / 9_000;
    expect(answers.filter((status) => status === 401).length).toBeLessThanOrEqual(102 + givenBack);
    expect((await login('203.0.113.10')).statusCode).toBe(401);
  });

  it('limits registrations to 30 an hour and address', async () => {
    const answers = await Promise.all(
      Array.from({ length: 32 }, () => api.call('POST', '/api/register', { body: {}, address: '203.0.113.20' })),
    );
    expect(answers.filter((answer) => answer.statusCode === 422)).toHaveLength(30);
    const refused = answers.find((answer) => answer.statusCode === 429);
    expect(refused?.headers).toMatchObject({ 'ratelimit-limit': '30', 'ratelimit-remaining': '0' });
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('a browser that has signed in before', () => {
  const from =
    (email: string) =>
    (secret: string, cookie: string, address = '198.51.100.200', where = api) =>
      where.call('POST', '/api/login', { body: { email, password: secret }, headers: { cookie }, address });
  /** Returns a user, and the device cookie of the browser they signed in with. */
  async function owner(where = api) {
    const { user, headers } = await where.signIn('representative');
    const answer = await where.call('POST', '/api/login', { body: { email: user.email, password } });
    return { user, headers, device: cookieOf(answer, 'parley_device'), login: from(user.email), answer };
  }
  async function hammer(login: ReturnType<typeof from>, where = api) {
    for (let attempt = 0; attempt < 10; attempt++) await login('wrong', '', `192.0.2.${attempt}`, where);
    expect((await login(password, '', '192.0.2.99', where)).statusCode).toBe(429);
  }

  it('signs in however often others have failed for the account', async () => {
    const { device, login } = await owner();
    await hammer(login);
    for (let again = 0; again < 12; again++) expect((await login(password, device)).statusCode).toBe(200);
    // The others are no better off for it.
    expect((await login(password, '', '192.0.2.98')).statusCode).toBe(429);
  });

  it('is known by a cookie that only signing in is sent, that no script reads and that shows nothing of anybody', async () => {
    const { user, answer } = await owner();
    const cookie = setCookie(answer, 'parley_device');
    expect(cookie).toMatch(/Max-Age=34560000; Path=\/api; HttpOnly; SameSite=Strict/);
    expect(cookie).not.toContain('Secure');
    expect(cookie).not.toContain(user.id);
    const { email } = user;
    const behindTls = await api.call('POST', '/api/login', {
      body: { email, password },
      headers: { 'x-forwarded-proto': 'https' },
    });
    expect(setCookie(behindTls, 'parley_device')).toContain('; Secure');
  });

  it('is refused after 10 failures of its own, and still counts for its address', async () => {
    const { device, login } = await owner();
    for (let attempt = 0; attempt < 10; attempt++) expect((await login('wrong', device)).statusCode).toBe(401);
    const refused = await login(password, device);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    // The owner's other browsers and everybody else have their own count.
    expect((await login(password, '')).statusCode).toBe(200);
    const other = await owner();
    const fails = () =>
      api.call('POST', '/api/login', {
        body: { email: `${randomUUID()}@example.com`, password: 'wrong' },
        address: '198.51.100.201',
      });
    // A hundred tries, and those given back over time.
    for (let attempt = 0; attempt < 100; attempt++) await fails();
    while ((await fails()).statusCode !== 429);
    expect((await other.login(password, other.device, '198.51.100.201')).statusCode).toBe(429);
  });

  it('is none by a forged cookie or by another account’s', async () => {
    const victim = await owner();
    const attacker = await owner();
    await hammer(victim.login);
    const forged = victim.device.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'));
    const spoilt = ['parley_device=', 'parley_device=x.y~z', `parley_device=${'~'.repeat(3000)}`];
    for (const cookie of [forged, attacker.device, ...spoilt]) {
      expect((await victim.login(password, cookie)).statusCode).toBe(429);
    }
    expect((await victim.login(password, victim.device)).statusCode).toBe(200);
  });

  it('is known to each of the accounts that share it', async () => {
    const first = await owner();
    const second = await owner();
    const both = cookieOf(await second.login(password, first.device), 'parley_device');
    await hammer(first.login);
    await hammer(second.login);
    expect((await first.login(password, both)).statusCode).toBe(200);
    expect((await second.login(password, both)).statusCode).toBe(200);
  });

  it('is a stranger after a change of the password, but for the one it was changed with', async () => {
    const { user, headers, device, login } = await owner();
    const changed = await api.call('POST', `/api/users/${user.id}/password`, {
      headers,
      body: { currentPassword: password, newPassword: 'a new one entirely' },
    });
    expect(changed.statusCode).toBe(204);
    for (let attempt = 0; attempt < 10; attempt++) await login('wrong', '', `192.0.2.${attempt}`);
    expect((await login('a new one entirely', device)).statusCode).toBe(429);
    expect((await login('a new one entirely', cookieOf(changed, 'parley_device'))).statusCode).toBe(200);
  });

  it('stays known while APP_SECRET is replaced, and signs in as a stranger once the old one is gone', async () => {
    const { user, device, login } = await owner();
    await hammer(login);
    const before = api.context.secrets;
    const rotated = createSecrets({ APP_SECRET: 'n'.repeat(40), APP_SECRET_PREVIOUS: api.context.env['APP_SECRET']! });
    const gone = createSecrets({ APP_SECRET: 'n'.repeat(40) });
    const found = await findAccount(api.context.db, user.id);
    const [, mark] = device.split('=');
    expect(knownDevice(rotated, found, mark)).toBe(knownDevice(before, found, mark));
    expect(knownDevice(before, found, mark)).toBeDefined();
    // Signed again at the next sign-in, the cookie outlives the old secret.
    expect(knownDevice(gone, found, mark)).toBeUndefined();
    expect(knownDevice(gone, found, rememberDevice(rotated, found!, mark))).toBe(knownDevice(before, found, mark));
  });

  it('changes nothing about how accounts that do not exist are refused', async () => {
    const { device } = await owner();
    const nobody = from(`${randomUUID()}@example.com`);
    const answers: number[] = [];
    for (let attempt = 0; attempt < 11; attempt++) answers.push((await nobody('wrong', device)).statusCode);
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  });
});

describe('refusals', () => {
  it('are logged with account and address, and with nothing that was typed; guessing is in the audit log once', async () => {
    const lines: string[] = [];
    const log = createLogger({ service: 'api', destination: { write: (line) => void lines.push(line) } });
    const logged = await startApi({}, log);
    const admin = await logged.signIn('admin');
    const { user, headers } = await logged.signIn('representative');
    const login = (email: string) =>
      logged.call('POST', '/api/login', { body: { email, password: 'not it' }, address: '2001:db8:1:2::9' });
    for (let attempt = 0; attempt < 13; attempt++) await login(user.email);
    await login('Nobody@example.com');
    await login('nobody@example.com ');
    await logged.call('GET', '/api/audit-log', { headers, address: '192.0.2.7' });
    const activities = (await logged.call('GET', '/api/audit-log', { as: admin })).json();
    await logged.close();
    const entries = lines.map((line) => JSON.parse(line) as Record<string, string>);
    const refused = entries.filter(({ msg }) => msg === 'sign-in refused');
    const address = '2001:db8:1:2::/64';
    const mine = refused.filter(({ account }) => account === user.id);
    expect(mine.filter(({ reason }) => reason === 'wrong_credentials')).toHaveLength(10);
    expect(mine.filter(({ reason }) => reason === 'rate_limited')).toHaveLength(3);
    expect(new Set(refused.map((entry) => entry['address']))).toEqual(new Set([address]));
    const unknown = refused.slice(-2).map(({ account }) => account);
    expect(unknown[0]).toMatch(/^unknown [\w-]{16}$/);
    expect(unknown[1]).toBe(unknown[0]);
    expect(entries.filter(({ msg }) => msg === 'call refused')).toMatchObject([
      { code: 'forbidden', account: user.id, address: '192.0.2.7' },
    ]);
    expect(lines.join('')).not.toMatch(/@example\.com|not it/i);
    expect(activities.filter(({ action }: { action: string }) => action === 'user.sign_ins_refused')).toMatchObject([
      { actorId: null, subject: `user ${user.id}` },
    ]);
  });
});

describe('sessions', () => {
  it('end at sign-out, and signing out twice is fine', async () => {
    const { headers } = await api.signIn('representative');
    expect((await api.call('POST', '/api/logout', { headers })).statusCode).toBe(204);
    expect((await api.call('GET', '/api/user', { headers })).statusCode).toBe(401);
    expect((await api.call('POST', '/api/logout', { headers })).statusCode).toBe(204);
    expect((await api.call('POST', '/api/logout')).statusCode).toBe(204);
  });

  it('they leave the cookie alone when they have ended: another session may have begun in this browser since', async () => {
    const { user, headers } = await api.signIn('representative');
    await api.call('POST', '/api/login', { headers, body: { email: user.email, password } });
    const late = await api.call('GET', '/api/user', { headers });
    expect(late.statusCode).toBe(401);
    expect(late.headers['set-cookie']).toBeUndefined();
  });

  it('end everywhere else when the password changes, and the new password is the one that counts', async () => {
    const { user, headers } = await api.signIn('representative');
    const elsewhere = { cookie: await sessionCookie(api, user.email) };
    const url = `/api/users/${user.id}/password`;
    const change = (currentPassword: string) =>
      api.call('POST', url, { headers, body: { currentPassword, newPassword: 'a new one entirely' } });
    expect((await change('not it')).statusCode).toBe(422);
    expect((await api.call('GET', '/api/user', { headers: elsewhere })).statusCode).toBe(200);
    expect((await change(password)).statusCode).toBe(204);
    expect((await api.call('GET', '/api/user', { headers: elsewhere })).statusCode).toBe(401);
    expect((await api.call('GET', '/api/user', { headers })).statusCode).toBe(200);
    expect((await api.call('POST', '/api/login', { body: { email: user.email, password } })).statusCode).toBe(401);
    await sessionCookie(api, user.email, 'a new one entirely');
  });

  it.each([{ role: 'representative' }, { isActive: false }])('end when an admin changes access: %o', async (change) => {
    const admin = await api.signIn('admin');
    const other = await api.signIn('admin');
    const published: string[] = [];
    await api.context.publisher.subscribe('control', (text) => published.push(text));
    const changed = await api.call('PATCH', `/api/users/${other.user.id}/access`, { as: admin, body: change });
    expect(changed.statusCode).toBe(200);
    expect((await api.call('GET', '/api/user', { as: other })).statusCode).toBe(401);
    await expect.poll(() => published.join()).toContain(`"end_sessions","userId":"${other.user.id}"`);
    const login = await api.call('POST', '/api/login', { body: { email: other.user.email, password } });
    expect(login.statusCode).toBe('isActive' in change ? 401 : 200);
  });

  it('live as long as the settings say', async () => {
    const admin = await api.signIn('admin');
    await api.call('POST', '/api/settings', { as: admin, body: { securityConfig: { sessionTimeout: '1h' } } });
    const login = await api.call('POST', '/api/login', { body: { email: admin.user.email, password } });
    const cookie = login.cookies.find(({ name }) => name === 'parley_session');
    const key = `${api.context.prefix}:session:${cookie?.value.split('.')[0]}`;
    expect(Math.abs((await api.context.redis.ttl(key)) - 3600)).toBeLessThan(5);
    // A socket makes the session live on, which must not end with the cookie then.
    expect(cookie?.expires?.getTime()).toBeGreaterThan(Date.now() + 365 * 24 * 3600_000);
  });

  it('are written again when they have been used for some minutes, and by no call in between', async () => {
    const { headers } = await api.signIn('representative');
    const id = decodeURIComponent(headers['cookie']?.split('=')[1] ?? '').split('.')[0] ?? '';
    const key = `${api.context.prefix}:session:${id}`;
    await api.context.redis.expire(key, 1_000);
    const soon = await api.call('GET', '/api/user', { headers });
    expect([soon.statusCode, soon.headers['set-cookie']]).toEqual([200, undefined]);
    expect(await api.context.redis.ttl(key)).toBeLessThanOrEqual(1_000);
    const session = await readSession(api.context, id);
    await writeSession(
      api.context,
      id,
      { ...session, renewedAt: Date.now() - 6 * 60_000 },
      { ttlSeconds: 1_000, isNew: true },
    );
    await publishControl(api.context, { type: 'session_changed', sessionId: id });
    await expect
      .poll(async () => setCookie(await api.call('GET', '/api/user', { headers }), 'parley_session'))
      .toMatch(/HttpOnly/);
    expect(await api.context.redis.ttl(key)).toBeGreaterThan(3_000);
    expect(await readSession(api.context, id)).toEqual({
      ...session,
      cookie: expect.anything(),
      renewedAt: expect.any(Number),
    });
  });

  it('sessions of a forged or altered cookie are refused', async () => {
    const { headers } = await api.signIn('admin');
    const altered = headers['cookie']!.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    for (const cookie of [altered, 'parley_session=x', 'parley_session=']) {
      expect((await api.call('GET', '/api/user', { headers: { cookie } })).statusCode).toBe(401);
    }
  });
});

it('the last administrator is kept', async () => {
  const lonely = await startApi();
  const admin = await lonely.signIn('admin');
  const change = (body: object) => lonely.call('PATCH', `/api/users/${admin.user.id}/access`, { as: admin, body });
  expect((await change({ role: 'representative' })).statusCode).toBe(409);
  expect((await change({ isActive: false })).statusCode).toBe(409);
  await lonely.close();
});
