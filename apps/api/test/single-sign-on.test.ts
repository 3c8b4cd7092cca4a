/** Signing in by identity providers: a certified one, and one that forges. */
import { randomUUID } from 'node:crypto';
import { providerAddresses } from '@parley/contracts/users/identity-providers';
import { scimPath } from '@parley/contracts/users/scim';
import { secretMask } from '@parley/contracts/settings/settings';
import { publishControl } from '@parley/core/context';
import { listSessionsOf, writeSession } from '@parley/core/sessions';
import { breakGlass } from '@parley/core/maintenance/break-glass';
import { newPasswordLink } from '@parley/core/users/new-password-link';
import { totpPurpose } from '@parley/core/sign-in/totp';
import { renewSecrets } from '@parley/core/maintenance/renew-secrets';
import { setTotp } from '@parley/db/sign-in/second-factors';
import { listAuditLog } from '@parley/db/audit/audit-log';
import { findAccountByEmail, listAdministrators, updateUser } from '@parley/db/users/users';
import { type Forged, type ForgingProvider, startForgingProvider } from '@parley/testing/forging-provider';
import { createExternalBrowser, type IdentityProviderServer, startIdentityProvider } from '@parley/testing/oidc';
import { createSecrets } from '@parley/service/secrets';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cookieOf, type Method, password, type TestUser, startApi, type TestApi } from './support/api.ts';

const clientSecret = 'a secret that nobody guesses, cAnArY8d2';
const id = randomUUID();
const forgedId = randomUUID();

let api: TestApi;
let admin: TestUser;
let idp: IdentityProviderServer;
let forging: ForgingProvider;

const draft = (issuer: string, others: object = {}) => ({
  name: 'Acme',
  issuer,
  clientId: 'parley',
  clientSecret,
  domains: ['example.com'],
  ...others,
});
const addProvider = (body: object) => api.call('POST', '/api/identity-providers', { as: admin, body });
const change = (providerId: string, body: object) =>
  api.call('PATCH', `/api/identity-providers/${providerId}`, { as: admin, body });
const setOnly = (onlyProviders: boolean, as = admin) =>
  api.call('POST', '/api/settings', { as, body: { signInConfig: { onlyProviders } } });

beforeAll(async () => {
  api = await startApi();
  admin = await api.signIn('admin');
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const address = api.app.server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const { callback, afterLogout } = providerAddresses(api.context.publicUrl, id);
  const { backChannelLogout } = providerAddresses(`http://127.0.0.1:${port}`, id);
  idp = await startIdentityProvider([{ clientId: 'parley', clientSecret, callback, backChannelLogout, afterLogout }]);
  forging = await startForgingProvider('parley', clientSecret);
  await addProvider({ id, ...draft(idp.issuer, { scopes: ['email', 'profile', 'groups'] }) });
  await addProvider({ id: forgedId, ...draft(forging.issuer, { name: 'Forger' }) });
});
afterAll(async () => {
  await Promise.all([idp?.close(), forging?.close()]);
  await api?.close();
});
beforeEach(async () => {
  forging.metadata = {};
  await change(id, { isActive: true, groupsClaim: '', groupRoles: [], role: 'representative' });
});

const newcomer = (claims: object = {}) => {
  const subject = `sub-${randomUUID()}`;
  const email = `${subject}@example.com`;
  idp.users.set(subject, { email, email_verified: true, name: 'Nia New', ...claims });
  idp.user = subject;
  return { subject, email };
};

/** Leaves for a provider: where to, and the cookie that names the browser. */
async function leave(providerId: string, body: object = {}) {
  const answer = await api.call('POST', `/api/sign-in/providers/${providerId}`, { body });
  expect(answer.statusCode).toBe(200);
  const url = new URL(answer.json().url);
  return { url, cookie: cookieOf(answer, 'parley_sign_in') };
}
/** Comes back to an address of the product's. */
const comeBack = (address: URL | string, cookie: string) => {
  const { pathname, search } = new URL(address, api.context.publicUrl);
  return api.call('GET', pathname + search, { headers: { cookie } });
};
const placeOf = (answer: { headers: Record<string, unknown> }) =>
  String(answer.headers['location']).replace(api.context.publicUrl, '');
/** Processes tell each other that a session has ended. */
const isEnded = async (cookie: string) => {
  await expect.poll(() => userOf(cookie), { timeout: 20_000 }).toBeNull();
};
const userOf = async (cookie: string) => {
  const answer = await api.call('GET', '/api/user', { headers: { cookie } });
  return answer.statusCode === 200 ? answer.json() : null;
};

/** Signs in at the certified provider and comes back. */
async function signIn(body: object = {}, browser = createExternalBrowser()) {
  const { url, cookie } = await leave(id, body);
  const back = await browser.follow(url.href, api.context.publicUrl);
  const answer = await comeBack(back, cookie);
  return { answer, back, cookie, session: cookieOf(answer), place: placeOf(answer) };
}

/** Signs in at the provider, is refused, and proves ownership of the account with the password. */
async function connectByPassword(email: string): Promise<void> {
  const refused = await signIn();
  expect(refused.place).toBe('/auth?refused=unconnected');
  const login = await api.call('POST', '/api/login', {
    headers: { cookie: refused.session },
    body: { email, password },
  });
  expect(login.statusCode).toBe(200);
}

describe('a certified provider', () => {
  it('makes an account for a verified address of a listed domain, and leads on to where one wanted to go', async () => {
    const { email } = newcomer({ preferred_username: 'nia' });
    const { answer, session, place } = await signIn({ returnTo: '/conversations?view=mine' });
    expect(answer.statusCode).toBe(303);
    expect(place).toBe('/conversations?view=mine');
    expect(await userOf(session)).toMatchObject({ email, name: 'Nia New', role: 'representative' });
    expect(String(answer.headers['set-cookie'])).toMatch(/parley_session=[^;]+;.*HttpOnly/);
  });

  it('asks with PKCE S256, a state, a nonce and the exact redirect URI', async () => {
    const { url } = await leave(id);
    const query = Object.fromEntries(url.searchParams);
    expect(query).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: providerAddresses(api.context.publicUrl, id).callback,
      scope: 'openid email profile groups',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(query[name]?.length).toBeGreaterThan(40);
  });

  it('takes a subject for the same person whatever it is called by then', async () => {
    const { subject } = newcomer();
    const first = await userOf((await signIn()).session);
    idp.users.set(subject, { email: 'another@other.example', email_verified: false, name: 'Changed' });
    const second = await userOf((await signIn()).session);
    expect(second).toEqual(first);
  });

  it('connects an account that has a password only after a sign-in to it, notes it, and refuses another subject with that address', async () => {
    const { user } = await api.signIn('representative');
    newcomer({ email: user.email });
    const refused = await signIn();
    expect(refused.place).toBe('/auth?refused=unconnected');
    expect(await userOf(refused.session)).toBeNull();
    // Another user's sign-in in this browser connects nothing.
    const { user: other } = await api.signIn('representative');
    await api.call('POST', '/api/login', {
      headers: { cookie: refused.session },
      body: { email: other.email, password },
    });
    expect((await signIn()).place).toBe('/auth?refused=unconnected');
    await connectByPassword(user.email);
    expect((await userOf((await signIn()).session)).id).toBe(user.id);
    const linked = await api.context.db
      .selectFrom('auditLog')
      .selectAll()
      .where('action', '=', 'identity.linked')
      .execute();
    expect(linked.map(({ subjectId }) => subjectId)).toContain(user.id);
    newcomer({ email: user.email });
    const second = await signIn();
    expect(second.place).toBe('/auth?refused=bound');
    expect(await userOf(second.session)).toBeNull();
  });

  it('forgets whom a provider has connected with an account once its password is set by a link', async () => {
    const { user } = await api.signIn('representative');
    const planted = newcomer({ email: user.email });
    await connectByPassword(user.email);
    expect((await userOf((await signIn()).session)).id).toBe(user.id);
    const owner = newcomer({ email: user.email });
    const refused = await signIn();
    const { url } = await newPasswordLink(api.context, user.id);
    const reset = await api.call('POST', '/api/password-links/use', {
      headers: { cookie: refused.session },
      body: { token: new URL(url).hash.slice('#reset='.length), newPassword: 'a new one entirely' },
    });
    expect(reset.statusCode).toBe(200);
    idp.user = planted.subject;
    expect((await signIn()).place).toBe('/auth?refused=unconnected');
    idp.user = owner.subject;
    const again = await signIn();
    await api.call('POST', '/api/login', {
      headers: { cookie: again.session },
      body: { email: user.email, password: 'a new one entirely' },
    });
    expect((await userOf((await signIn()).session)).id).toBe(user.id);
    idp.user = planted.subject;
    expect((await signIn()).place).toBe('/auth?refused=bound');
  });

  it.each([
    ['an address that is not verified', { email_verified: false }, 'unproven'],
    ['an address of which that is not said', { email_verified: undefined }, 'unproven'],
    ['no address', { email: undefined }, 'unproven'],
    ['another domain', { email: 'nia@elsewhere.example' }, 'domain'],
    ['a domain that only ends like a listed one', { email: 'nia@evil-example.com' }, 'domain'],
    ['a domain below a listed one', { email: 'nia@below.example.com' }, 'domain'],
  ])('lets nobody in with %s, and makes no account', async (_what, claims, reason) => {
    const { email } = newcomer(claims);
    const { place, session } = await signIn();
    expect(place).toBe(`/auth?refused=${reason}`);
    expect(await userOf(session)).toBeNull();
    expect(await findAccountByEmail(api.context.db, email)).toBeUndefined();
  });

  it('connects nobody’s account by an address that is not verified', async () => {
    const { user } = await api.signIn('admin');
    newcomer({ email: user.email, email_verified: false });
    expect((await signIn()).place).toBe('/auth?refused=unproven');
  });

  it('a deactivated account is not let in', async () => {
    newcomer();
    const { id: userId } = await userOf((await signIn()).session);
    await api.call('PATCH', `/api/users/${userId}/access`, { as: admin, body: { isActive: false } });
    expect((await signIn()).place).toBe('/auth?refused=deactivated');
  });

  it('signs a person in who was made again by the directory, to the new account', async () => {
    const { email } = newcomer();
    const { id: before } = await userOf((await signIn()).session);
    const body = { name: 'Directory', role: 'representative' };
    const { token } = (await api.call('POST', '/api/scim-tokens', { as: admin, body })).json();
    const headers = { 'content-type': 'application/scim+json', authorization: `Bearer ${token}` };
    const scim = (method: Method, path: string, sent?: object) =>
      api.call(method, `${scimPath}/Users${path}`, { headers, ...(sent && { body: sent }) });
    const activate = (active: boolean) =>
      scim('PATCH', `/${before}`, { Operations: [{ op: 'replace', path: 'active', value: active }] });
    await activate(false);
    expect((await signIn()).place).toBe('/auth?refused=deactivated');
    await activate(true);
    expect((await userOf((await signIn()).session)).id).toBe(before);
    await scim('DELETE', `/${before}`);
    expect((await signIn()).place).toBe('/auth?refused=deactivated');
    const made = (await scim('POST', '', { userName: email })).json();
    expect((await userOf((await signIn()).session)).id).toBe(made.id);
    expect(made.id).not.toBe(before);
  });

  it('gives the role of the groups at each sign-in, and that of the provider to the one who is in none', async () => {
    await change(id, {
      groupsClaim: 'groups',
      groupRoles: [
        { group: 'desk', role: 'representative' },
        { group: 'chiefs', role: 'admin' },
      ],
    });
    const { subject, email } = newcomer({ groups: ['desk', 'chiefs'] });
    const roleNow = async () => (await userOf((await signIn()).session)).role;
    expect(await roleNow()).toBe('admin');
    idp.users.set(subject, { email, email_verified: true, groups: ['desk'] });
    expect(await roleNow()).toBe('representative');
    idp.users.set(subject, { email, email_verified: true, groups: ['chiefs'] });
    expect(await roleNow()).toBe('admin');
    idp.users.set(subject, { email, email_verified: true, groups: [] });
    expect(await roleNow()).toBe('representative');
  });

  it('keeps a role that the groups could not confirm, and notes it', async () => {
    await change(id, { groupsClaim: 'groups', groupRoles: [{ group: 'chiefs', role: 'admin' }] });
    const { subject, email } = newcomer({ groups: ['chiefs'] });
    const { id: userId, role } = await userOf((await signIn()).session);
    expect(role).toBe('admin');
    idp.users.set(subject, { email, email_verified: true });
    const again = await signIn();
    expect(await userOf(again.session)).toMatchObject({ role: 'admin' });
    expect(await listAuditLog(api.context.db, { subject: userId, action: 'user.role_kept', limit: 9 })).toMatchObject([
      { actorName: 'Acme', details: { role: 'admin', groups: 'missing' } },
    ]);
    // A user without a role from a group has none to keep.
    newcomer();
    const { id: other } = await userOf((await signIn()).session);
    expect(await listAuditLog(api.context.db, { subject: other, action: 'user.role_kept', limit: 9 })).toEqual([]);
  });

  it('an admin without groups that make one loses the role; it is audited and every admin is told', async () => {
    await change(id, { groupsClaim: 'groups', groupRoles: [{ group: 'chiefs', role: 'admin' }] });
    const { subject, email } = newcomer({ groups: ['chiefs'] });
    const { id: userId } = await userOf((await signIn()).session);
    idp.users.set(subject, { email, email_verified: true, groups: ['others'] });
    expect(await userOf((await signIn()).session)).toMatchObject({ role: 'representative' });
    const { db, queues } = api.context;
    const [entry] = await listAuditLog(db, { subject: userId, action: 'user.access_changed', limit: 1 });
    expect(entry?.details).toEqual({ before: { role: 'admin' }, after: { role: 'representative' } });
    const jobs = await queues.queue('account-mails').getJobs(['waiting', 'delayed', 'prioritized']);
    const notified = jobs.flatMap(({ data }) => ('of' in data && data.of === userId ? [data] : []));
    expect(new Set(notified.map((each) => each.userId))).toEqual(new Set(await listAdministrators(db)));
    expect(notified[0]).toMatchObject({ about: 'admin_ended', by: 'Acme' });
  });

  it('the last admin who can sign in never loses the role, which is audited', async () => {
    await change(id, { groupsClaim: 'groups', groupRoles: [{ group: 'chiefs', role: 'admin' }] });
    const { subject, email } = newcomer({ groups: ['chiefs'] });
    const { id: userId } = await userOf((await signIn()).session);
    idp.users.set(subject, { email, email_verified: true, groups: [] });
    const { db } = api.context;
    const others = (await listAdministrators(db)).filter((each) => each !== userId);
    // The others are administrators as well, but none of them has anything to sign in with.
    await db.updateTable('users').set({ hasPassword: false }).where('id', 'in', others).execute();
    try {
      await db.deleteFrom('providerIdentities').where('userId', 'in', others).execute();
      expect(await userOf((await signIn()).session)).toMatchObject({ role: 'admin' });
      const [entry] = await listAuditLog(db, { subject: userId, action: 'user.role_kept', limit: 1 });
      expect(entry?.details).toMatchObject({ role: 'admin', reason: 'last_admin' });
    } finally {
      await db.updateTable('users').set({ hasPassword: true }).where('id', 'in', others).execute();
    }
  });

  it('takes an issuer with or without a slash at its end, and keeps who is who', async () => {
    newcomer();
    const before = await userOf((await signIn()).session);
    for (const issuer of [`${idp.issuer}/`, idp.issuer]) {
      expect((await change(id, { issuer })).statusCode).toBe(200);
      expect((await userOf((await signIn()).session)).id).toBe(before.id);
    }
  });

  it('comes back once: a repeated callback, another browser and no browser are refused', async () => {
    newcomer();
    const { back, cookie, session } = await signIn();
    expect(await userOf(session)).not.toBeNull();
    expect(placeOf(await comeBack(back, cookie))).toBe('/auth?refused=expired');
    const again = await leave(id);
    const elsewhere = await leave(id);
    const returned = await createExternalBrowser().follow(again.url.href, api.context.publicUrl);
    expect(placeOf(await comeBack(returned, elsewhere.cookie))).toBe('/auth?refused=expired');
    expect(placeOf(await comeBack(returned, again.cookie))).toBe('/auth?refused=expired');
    expect(placeOf(await comeBack(returned, ''))).toBe('/auth?refused=expired');
  });

  it('takes a code once at the provider: one that was redeemed signs nobody in', async () => {
    newcomer();
    const first = await signIn();
    const { url, cookie } = await leave(id);
    const forged = new URL(first.back);
    forged.searchParams.set('state', url.searchParams.get('state') ?? '');
    expect(placeOf(await comeBack(forged, cookie))).toBe('/auth?refused=untrusted');
  });

  it('is not downgraded: a code that was asked for with another challenge, a plain one or none signs nobody in', async () => {
    newcomer();
    const downgrades: Record<string, (query: URLSearchParams) => void> = {
      // Another user's sign-in, with its answer put in the place of one's own.
      'another challenge': (query) => query.set('code_challenge', 'x'.repeat(43)),
      'a plain challenge': (query) => query.set('code_challenge_method', 'plain'),
      'no challenge': (query) => {
        query.delete('code_challenge');
        query.delete('code_challenge_method');
      },
    };
    for (const [what, downgrade] of Object.entries(downgrades)) {
      const { url, cookie } = await leave(id);
      downgrade(url.searchParams);
      const back = await createExternalBrowser().follow(url.href, api.context.publicUrl);
      const answer = await comeBack(back, cookie);
      expect([what, placeOf(answer)]).toEqual([what, '/auth?refused=untrusted']);
      expect([what, await userOf(cookieOf(answer))]).toEqual([what, null]);
    }
  });

  it('refuses a state of its own invention, and one that left for another provider', async () => {
    newcomer();
    const { url, cookie } = await leave(id);
    const back = await createExternalBrowser().follow(url.href, api.context.publicUrl);
    const invented = new URL(back);
    invented.searchParams.set('state', 'invented');
    expect(placeOf(await comeBack(invented, cookie))).toBe('/auth?refused=expired');
    const mixedUp = back.href.replace(id, forgedId);
    expect(placeOf(await comeBack(mixedUp, cookie))).toBe('/auth?refused=expired');
  });

  it('refuses an answer that another issuer has given (mix-up)', async () => {
    newcomer();
    const { url, cookie } = await leave(id);
    const back = await createExternalBrowser().follow(url.href, api.context.publicUrl);
    expect(back.searchParams.get('iss')).toBe(idp.issuer);
    back.searchParams.set('iss', forging.issuer);
    expect(placeOf(await comeBack(back, cookie))).toBe('/auth?refused=untrusted');
    const without = await leave(id);
    const backWithout = await createExternalBrowser().follow(without.url.href, api.context.publicUrl);
    backWithout.searchParams.delete('iss');
    expect(placeOf(await comeBack(backWithout, without.cookie))).toBe('/auth?refused=untrusted');
  });

  it('shows that it was cancelled there', async () => {
    const { url, cookie } = await leave(id);
    const state = url.searchParams.get('state') ?? '';
    const query = new URLSearchParams({ state, iss: idp.issuer, error: 'access_denied' });
    const back = `/api/sign-in/providers/${id}/callback?${query.toString()}`;
    expect(placeOf(await comeBack(back, cookie))).toBe('/auth?refused=cancelled');
  });

  it('says 503 while the provider is down, and goes on by itself once it is back', async () => {
    newcomer();
    const { url, cookie } = await leave(id);
    const back = await createExternalBrowser().follow(url.href, api.context.publicUrl);
    // Known from before, so that what is down now is the rest.
    idp.isDown = true;
    expect(placeOf(await comeBack(back, cookie))).toBe('/auth?refused=unavailable');
    await change(id, { name: 'Acme' });
    const refused = await api.call('POST', `/api/sign-in/providers/${id}`, { body: {} });
    expect(refused.statusCode).toBe(503);
    expect(refused.json()).toMatchObject({ code: 'unavailable', localized: { code: 'provider_unavailable' } });
    expect((await api.call('POST', `/api/identity-providers/${id}/test`, { as: admin })).json()).toMatchObject({
      success: false,
    });
    idp.isDown = false;
    expect((await api.call('POST', `/api/identity-providers/${id}/test`, { as: admin })).json()).toMatchObject({
      success: true,
      signsOut: true,
    });
    expect(await userOf((await signIn()).session)).not.toBeNull();
  });

  it('asks no provider about a logout token that is none', async () => {
    idp.isDown = true;
    // Cached data of the old provider is deleted.
    await change(id, { name: 'Acme again' });
    const notified = await api.call('POST', `/api/sign-in/providers/${id}/logout`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'logout_token=nothing',
    });
    idp.isDown = false;
    await change(id, { name: 'Acme' });
    expect(notified.json()).toMatchObject({ status: 400, code: 'malformed' });
  });

  it.each([
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/api/logout',
    '/api',
    '\\\\evil',
    '/%0d%0aset-cookie:a=b\r\n',
  ])('leads nowhere outside the dashboard: %s', async (returnTo) => {
    const answer = await api.call('POST', `/api/sign-in/providers/${id}`, { body: { returnTo } });
    expect(answer.statusCode).toBe(422);
  });

  it('signs out there too, by the address that the sign-out answers', async () => {
    newcomer();
    const { session } = await signIn();
    const answer = await api.call('POST', '/api/logout', { headers: { cookie: session } });
    expect(answer.statusCode).toBe(200);
    const url = new URL(answer.json().url);
    expect(url.origin).toBe(idp.issuer);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${api.context.publicUrl}/auth`);
    expect(url.searchParams.get('id_token_hint')).toBeTruthy();
    expect(await userOf(session)).toBeNull();
    expect((await api.call('POST', '/api/logout', { as: await api.signIn('representative') })).statusCode).toBe(204);
  });

  it('a sign-out there ends the session here through the back channel', async () => {
    newcomer();
    const browser = createExternalBrowser();
    const { session } = await signIn({}, browser);
    newcomer();
    const other = await signIn();
    expect(await userOf(session)).not.toBeNull();
    await browser.signOut(`${idp.issuer}/session/end`);
    await isEnded(session);
    expect(await userOf(other.session)).not.toBeNull();
  });

  it('leads back to the sign-in page from the sign-out there', async () => {
    newcomer();
    const browser = createExternalBrowser();
    const { session } = await signIn({}, browser);
    const { url } = (await api.call('POST', '/api/logout', { headers: { cookie: session } })).json();
    expect(await browser.signOut(url)).toBe(`${api.context.publicUrl}/auth`);
  });

  it('asks for our second factor after a provider that is not trusted for it, and for none after one that is', async () => {
    const { user } = await api.signIn('representative');
    newcomer({ email: user.email });
    await connectByPassword(user.email);
    await signIn();
    const { db } = api.context;
    await setTotp(db, user.id, api.context.secrets.encrypt('x', totpPurpose), 0);
    const asked = await signIn({ returnTo: '/contacts' });
    expect(asked.place).toBe('/auth?step=second&to=%2Fcontacts');
    expect(await userOf(asked.session)).toBeNull();
    const step = await api.call('GET', '/api/login/second-step', { headers: { cookie: asked.session } });
    expect(step.json().secondStep.length).toBeGreaterThan(0);
    await change(id, { trustedForSecondFactor: true });
    const trusted = await signIn({ returnTo: '/contacts' });
    await change(id, { trustedForSecondFactor: false });
    expect(trusted.place).toBe('/contacts');
    expect(await userOf(trusted.session)).toMatchObject({ id: user.id });
  });

  describe('a proof at the provider where the session began', () => {
    /** Signs in through the provider, long enough ago that a proof is required. */
    async function proving(browser = createExternalBrowser()) {
      const { email } = newcomer();
      const { session, cookie } = await signIn({}, browser);
      const { id: userId } = await userOf(session);
      for (const each of await listSessionsOf(api.context, userId)) {
        await writeSession(
          api.context,
          each.id,
          { ...each.session, signedInAt: Date.now() - 11 * 60_000 },
          { ttlSeconds: 3600, isNew: true },
        );
        await publishControl(api.context, { type: 'session_changed', sessionId: each.id });
      }
      const factors = await api.call('GET', `/api/users/${userId}/second-factor`, { headers: { cookie: session } });
      expect(factors.json().provider).toBe('Acme');
      return { email, session, cookie, userId, browser };
    }
    const codes = async (session: string, userId: string): Promise<number> =>
      (await api.call('POST', `/api/users/${userId}/totp`, { headers: { cookie: session } })).statusCode;
    async function leaveToProve(session: string, sameBrowser: string) {
      const answer = await api.call('POST', '/api/step-up/provider', {
        headers: { cookie: `${session}; ${sameBrowser}` },
      });
      return { url: new URL(answer.json().url), cookie: `${session}; ${cookieOf(answer, 'parley_sign_in')}` };
    }

    it('is asked to sign in there, and may then what asks for a proof', async () => {
      const { session, cookie, userId, browser } = await proving();
      await expect.poll(() => codes(session, userId), { timeout: 20_000 }).toBe(403);
      const left = await leaveToProve(session, cookie);
      expect(Object.fromEntries(left.url.searchParams)).toMatchObject({ prompt: 'login', max_age: '0' });
      const back = await browser.follow(left.url.href, api.context.publicUrl);
      expect(placeOf(await comeBack(back, left.cookie))).toBe('/proven');
      expect(await codes(session, userId)).toBeLessThan(300);
      // Once.
      expect(placeOf(await comeBack(back, left.cookie))).toBe('/auth?refused=expired');
    });

    it('counts neither for another user there, nor in another session, nor without signing in again', async () => {
      const { session, cookie, userId } = await proving();
      const left = await leaveToProve(session, cookie);
      // Another user signs in there in time.
      newcomer();
      await signIn();
      const asOther = await createExternalBrowser().follow(left.url.href, api.context.publicUrl);
      expect(placeOf(await comeBack(asOther, left.cookie))).toBe('/proven?refused=bound');

      const mine = await proving();
      const gone = await leaveToProve(mine.session, mine.cookie);
      const back = await mine.browser.follow(gone.url.href, api.context.publicUrl);
      const elsewhere = gone.cookie.replace(mine.session, session);
      expect(placeOf(await comeBack(back, elsewhere))).toBe('/proven?refused=expired');

      const still = await leaveToProve(mine.session, mine.cookie);
      // A provider that lets them through by the session that they have there, of some time ago.
      still.url.searchParams.delete('prompt');
      still.url.searchParams.set('max_age', '100000');
      await api.context.redis.eval(
        `for _, key in ipairs(redis.call('keys', ARGV[1])) do
           local kept = cjson.decode(redis.call('get', key))
           if kept.proves then
             kept.proves.since = kept.proves.since + 600000
             redis.call('set', key, cjson.encode(kept), 'EX', 600)
           end
         end`,
        0,
        `${api.context.prefix}*sign-in*`,
      );
      const unasked = await mine.browser.follow(still.url.href, api.context.publicUrl);
      expect(placeOf(await comeBack(unasked, still.cookie))).toBe('/proven?refused=not_again');
      for (const each of [
        { session, userId },
        { session: mine.session, userId: mine.userId },
      ])
        await expect.poll(() => codes(each.session, each.userId), { timeout: 20_000 }).toBe(403);
    });

    it('is told so where the session began by a password', async () => {
      const answer = await api.call('POST', '/api/step-up/provider', { as: admin });
      expect(answer.statusCode).toBe(404);
    });
  });

  it('does not offer a provider that is switched off, and switching it off ends the sessions that began there', async () => {
    newcomer();
    const { session } = await signIn();
    expect(await userOf(session)).not.toBeNull();
    await change(id, { isActive: false });
    await isEnded(session);
    expect((await api.call('POST', `/api/sign-in/providers/${id}`, { body: {} })).statusCode).toBe(404);
    const offered = (await api.call('GET', '/api/registration')).json().providers;
    expect(offered).toEqual([{ id: forgedId, name: 'Forger' }]);
  });
});

describe('a provider that forges', () => {
  const forge = async (make: (nonce: string) => string | Promise<string>, query: object = {}) => {
    const { url, cookie } = await leave(forgedId);
    const nonce = url.searchParams.get('nonce') ?? '';
    const state = url.searchParams.get('state') ?? '';
    forging.idToken = () => make(nonce);
    const search = new URLSearchParams({ code: 'c', state, ...query });
    const answer = await comeBack(`/api/sign-in/providers/${forgedId}/callback?${search.toString()}`, cookie);
    return { place: placeOf(answer), user: await userOf(cookieOf(answer)) };
  };

  it('signs in with what is right, so that what follows fails for its own reason', async () => {
    const { place, user } = await forge((nonce) => forging.sign(forging.claims(nonce)));
    expect(place).toBe('/');
    expect(user).toMatchObject({ email: 'subject@example.com' });
  });

  const hour = 3600;
  const now = () => Math.floor(Date.now() / 1000);
  it.each<[string, (nonce: string) => Promise<string>]>([
    ['another nonce', () => forging.sign(forging.claims('another'))],
    ['no nonce', () => forging.sign(forging.claims('', { nonce: undefined }))],
    ['another issuer', (nonce) => forging.sign(forging.claims(nonce, { iss: 'https://login.example.com' }))],
    ['another audience', (nonce) => forging.sign(forging.claims(nonce, { aud: 'another' }))],
    [
      'several audiences and another party',
      (nonce) => forging.sign(forging.claims(nonce, { aud: ['parley', 'x'], azp: 'x' })),
    ],
    ['no signature (alg none)', (nonce) => forging.sign(forging.claims(nonce), { alg: 'none' })],
    ['a signature with the client’s secret', (nonce) => forging.sign(forging.claims(nonce), { alg: 'HS256' })],
    ['a foreign key', (nonce) => forging.sign(forging.claims(nonce), { key: 'another' })],
    [
      'an end in the past',
      (nonce) => forging.sign(forging.claims(nonce, { exp: now() - hour, iat: now() - 2 * hour })),
    ],
    ['no end', (nonce) => forging.sign(forging.claims(nonce, { exp: undefined }))],
    ['no subject', (nonce) => forging.sign(forging.claims(nonce, { sub: undefined }))],
    ['no token at all', async () => 'no.token'],
  ])('is not believed with %s', async (_what, make) => {
    const { place, user } = await forge(make);
    expect(place).toBe('/auth?refused=untrusted');
    expect(user).toBeNull();
  });

  it('is believed with its own spelling of the issuer alone, where that has a slash more or less', async () => {
    const issuer = `${forging.issuer}/realms/staff`;
    try {
      for (const [typed, own] of [
        [issuer, `${issuer}/`],
        [`${issuer}/`, issuer],
      ] as const) {
        await change(forgedId, { issuer: typed, clientSecret });
        forging.metadata = { issuer: own };
        const right = await forge((nonce) => forging.sign(forging.claims(nonce, { iss: own })));
        expect(right.place).toBe('/');
        const wrong = await forge((nonce) => forging.sign(forging.claims(nonce, { iss: typed })));
        expect(wrong.place).toBe('/auth?refused=untrusted');
      }
      // Two slashes, or another path, are another issuer.
      for (const other of [`${issuer}//`, `${forging.issuer}/realms`, `${issuer}/x`]) {
        await change(forgedId, { issuer, clientSecret });
        forging.metadata = { issuer: other };
        const answer = await api.call('POST', `/api/sign-in/providers/${forgedId}`, { body: {} });
        expect([other, answer.json().localized?.code]).toEqual([other, 'provider_untrusted']);
        await change(forgedId, { issuer: `${issuer}/elsewhere`, clientSecret });
      }
    } finally {
      forging.metadata = {};
      await change(forgedId, { issuer: forging.issuer, clientSecret });
    }
  });

  it('is not believed when its discovery document is another issuer’s', async () => {
    await change(forgedId, { name: 'Forger' });
    forging.metadata = { issuer: idp.issuer };
    const answer = await api.call('POST', `/api/sign-in/providers/${forgedId}`, { body: {} });
    expect(answer.json()).toMatchObject({ code: 'other_side_failed', localized: { code: 'provider_untrusted' } });
  });

  describe('the notice of a sign-out', () => {
    const logOut = (token: string) =>
      api.call('POST', `/api/sign-in/providers/${forgedId}/logout`, {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `logout_token=${encodeURIComponent(token)}`,
      });
    const signedIn = async (claims: Forged = {}) => {
      const { url, cookie } = await leave(forgedId);
      const nonce = url.searchParams.get('nonce') ?? '';
      forging.idToken = () => forging.sign(forging.claims(nonce, claims));
      const search = new URLSearchParams({ code: 'c', state: url.searchParams.get('state') ?? '' });
      const answer = await comeBack(`/api/sign-in/providers/${forgedId}/callback?${search.toString()}`, cookie);
      return cookieOf(answer);
    };

    it('ends the session that it names by its id there, and no other', async () => {
      const [one, two] = [await signedIn({ sid: 'one' }), await signedIn({ sid: 'two' })];
      const answer = await logOut(await forging.sign(forging.logoutClaims({ sub: undefined, sid: 'one' })));
      expect(answer.statusCode).toBe(200);
      await isEnded(one);
      expect(await userOf(two)).not.toBeNull();
    });

    it('ends all sessions of a subject that began there, and none that began by password', async () => {
      const user = await api.signIn('representative');
      const [one, two] = [
        await signedIn({ sub: 'mixed', email: user.user.email }),
        await signedIn({ sub: 'mixed', email: user.user.email }),
      ];
      expect((await logOut(await forging.sign(forging.logoutClaims({ sub: 'mixed' })))).statusCode).toBe(200);
      await Promise.all([isEnded(one), isEnded(two)]);
      expect((await userOf(user.headers['cookie'] ?? ''))?.id).toBe(user.user.id);
    });

    it.each<[string, () => Promise<string>]>([
      ['another issuer', () => forging.sign(forging.logoutClaims({ iss: idp.issuer }))],
      ['another audience', () => forging.sign(forging.logoutClaims({ aud: 'another' }))],
      ['an old one', () => forging.sign(forging.logoutClaims({ iat: now() - hour, exp: now() + hour }))],
      ['one that is over', () => forging.sign(forging.logoutClaims({ exp: now() - hour }))],
      ['no time', () => forging.sign(forging.logoutClaims({ iat: undefined }))],
      ['no id', () => forging.sign(forging.logoutClaims({ jti: undefined }))],
      ['no event', () => forging.sign(forging.logoutClaims({ events: undefined }))],
      ['another event', () => forging.sign(forging.logoutClaims({ events: { 'urn:other': {} } }))],
      ['a nonce, as an ID token has', () => forging.sign(forging.logoutClaims({ nonce: 'n' }))],
      ['nobody named', () => forging.sign(forging.logoutClaims({ sub: undefined }))],
      ['alg none', () => forging.sign(forging.logoutClaims(), { alg: 'none' })],
      ['the client’s secret as key', () => forging.sign(forging.logoutClaims(), { alg: 'HS256' })],
      ['a foreign key', () => forging.sign(forging.logoutClaims(), { key: 'another' })],
      ['another kind of token', () => forging.sign(forging.logoutClaims(), { typ: 'at+jwt' })],
      ['no token', async () => 'nothing'],
    ])('is refused with %s', async (_what, make) => {
      const session = await signedIn();
      const answer = await logOut(await make());
      expect(answer.statusCode).toBe(400);
      expect(await userOf(session)).not.toBeNull();
    });

    it('counts once: a token that was used is refused', async () => {
      const token = await forging.sign(forging.logoutClaims());
      expect((await logOut(token)).statusCode).toBe(200);
      const session = await signedIn();
      expect((await logOut(token)).statusCode).toBe(400);
      expect(await userOf(session)).not.toBeNull();
    });

    it('is taken as a form alone, and a form is taken nowhere else', async () => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      expect((await api.call('POST', '/api/login', { headers, body: 'email=a&password=b' })).statusCode).toBe(415);
      const twice = `logout_token=a&logout_token=b`;
      const url = `/api/sign-in/providers/${forgedId}/logout`;
      expect((await api.call('POST', url, { headers, body: twice })).statusCode).toBe(400);
    });
  });
});

describe('a test of a provider', () => {
  const test = async (providerId: string) =>
    (await api.call('POST', `/api/identity-providers/${providerId}/test`, { as: admin })).json();
  const path = (providerId: string) => `/api/identity-providers/${providerId}/test-sign-in`;
  /** Leaves for a test of a sign-in: the address to go to, and the cookie that names the browser. */
  const leaveToTest = async (providerId: string) => {
    const answer = await api.call('POST', path(providerId), { as: admin });
    expect(answer.statusCode).toBe(200);
    return { url: new URL(answer.json().url), cookie: cookieOf(answer, 'parley_sign_in') };
  };
  /** Tests a sign-in at the certified provider. Answers what the administrator reads afterwards. */
  async function testSignIn() {
    const { url, cookie } = await leaveToTest(id);
    const back = await createExternalBrowser().follow(url.href, api.context.publicUrl);
    const answer = await comeBack(back, cookie);
    expect(placeOf(answer)).toBe(`/settings?tab=sso&tested=${id}`);
    expect(await userOf(cookieOf(answer))).toBeNull();
    return (await api.call('GET', path(id), { as: admin })).json();
  }
  const testForged = async (make: (nonce: string) => Promise<string>) => {
    const { url, cookie } = await leaveToTest(forgedId);
    const { nonce = '', state = '' } = Object.fromEntries(url.searchParams);
    forging.idToken = () => make(nonce);
    const search = new URLSearchParams({ code: 'c', state });
    await comeBack(`/api/sign-in/providers/${forgedId}/callback?${search.toString()}`, cookie);
    return (await api.call('GET', path(forgedId), { as: admin })).json();
  };

  it('succeeds where the provider takes the client, and fails by a wrong secret or client, and that is reported', async () => {
    expect(await test(id)).toMatchObject({ success: true, localized: { code: 'provider_found' } });
    await change(id, { clientSecret: 'another' });
    try {
      expect(await test(id)).toMatchObject({ success: false, localized: { code: 'provider_client_refused' } });
    } finally {
      await change(id, { clientSecret });
    }
  });

  it('fails by another issuer, and names both', async () => {
    forging.metadata = { issuer: 'https://elsewhere.example' };
    expect(await test(forgedId)).toMatchObject({
      success: false,
      message: `Its discovery document names the issuer https://elsewhere.example instead of ${forging.issuer}.`,
    });
  });

  it('a test of a sign-in shows who could sign in with which role, and neither signs in nor makes an account', async () => {
    const { email } = newcomer();
    expect(await testSignIn()).toMatchObject({ success: true, message: `${email} can sign in as a representative.` });
    expect(await findAccountByEmail(api.context.db, email)).toBeUndefined();
    await change(id, { groupsClaim: 'groups', groupRoles: [{ group: 'chiefs', role: 'admin' }], isActive: false });
    const chief = newcomer({ groups: ['chiefs'] });
    // While it is being set up it is switched off still.
    expect(await testSignIn()).toMatchObject({ message: `${chief.email} can sign in as an admin.` });
    expect(await findAccountByEmail(api.context.db, chief.email)).toBeUndefined();
  });

  it.each<[string, object, string]>([
    ['no address', { email: undefined }, 'provider_no_email'],
    ['an address that is not verified', { email_verified: false }, 'provider_email_unverified'],
    ['an address of another domain', { email: 'nia@elsewhere.example' }, 'provider_domain_unlisted'],
    ['no claim for groups', {}, 'provider_groups_missing'],
    ['groups without a role', { groups: ['desk', 'others'] }, 'provider_groups_none'],
  ])('a test of a sign-in fails by %s, as the sign-in would or its roles would', async (_what, claims, code) => {
    await change(id, { groupsClaim: 'groups', groupRoles: [{ group: 'chiefs', role: 'admin' }] });
    newcomer(claims);
    expect(await testSignIn()).toMatchObject({ success: false, localized: { code } });
  });

  it('a test of a sign-in fails by an account that is not to be connected, or is deactivated', async () => {
    const { user } = await api.signIn('representative');
    newcomer({ email: user.email });
    expect(await testSignIn()).toMatchObject({ success: false, refusal: 'unconnected' });
    newcomer();
    const { id: userId } = await userOf((await signIn()).session);
    await api.call('PATCH', `/api/users/${userId}/access`, { as: admin, body: { isActive: false } });
    expect(await testSignIn()).toMatchObject({ success: false, refusal: 'deactivated' });
  });

  it.each<[string, Forged, string]>([
    ['audience', { aud: 'another' }, 'Its ID token has aud “another” instead of “parley”.'],
    ['issuer', { iss: 'https://x.example' }, 'Its ID token has iss “https://x.example” instead of '],
  ])('a test of a sign-in fails by a token for another %s, and shows that', async (_what, claims, message) => {
    const outcome = await testForged((nonce) => forging.sign(forging.claims(nonce, claims)));
    expect(outcome).toMatchObject({ success: false, message: expect.stringContaining(message) });
  });

  it('a test of a sign-in is begun by admins alone, and read by the one who began it', async () => {
    newcomer();
    await testSignIn();
    const other = await api.signIn('admin');
    expect((await api.call('GET', path(id), { as: other })).statusCode).toBe(404);
    const representative = await api.signIn('representative');
    expect((await api.call('POST', path(id), { as: representative })).statusCode).toBe(403);
    expect((await api.call('GET', path(id), { as: representative })).statusCode).toBe(403);
  });
});

describe('single sign-on only', () => {
  let adminSubject: string | undefined;
  /** The administrator, signed in by the provider. */
  async function linkedAdmin(): Promise<TestUser> {
    if (adminSubject === undefined) {
      adminSubject = newcomer({ email: admin.user.email }).subject;
      await connectByPassword(admin.user.email);
    }
    idp.user = adminSubject;
    return { user: admin.user, headers: { cookie: (await signIn()).session } };
  }

  it('is refused to users who have not signed in so themselves, and to representatives', async () => {
    const refused = await setOnly(true);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().localized.code).toBe('sign_in_by_it_first');
    expect((await setOnly(true, await api.signIn('representative'))).statusCode).toBe(403);
  });

  it('an account with an unconfirmed address is not adopted, one with a confirmed address is', async () => {
    const linked = await linkedAdmin();
    const { user } = await api.signIn('representative');
    const registered = await api.call('POST', '/api/register', {
      body: { email: `${randomUUID()}@example.com`, password, name: 'Rae', username: randomUUID().slice(0, 12) },
    });
    const present = `${randomUUID()}@example.com`;
    await api.call('PATCH', `/api/users/${user.id}`, { as: linked, body: { email: present } });
    try {
      expect((await setOnly(true, linked)).statusCode).toBe(200);
      for (const email of [present, registered.json().email]) {
        newcomer({ email });
        const refused = await signIn();
        expect([refused.place, await userOf(refused.session)]).toEqual(['/auth?refused=unconfirmed', null]);
      }
      await updateUser(api.context.db, user.id, { emailProven: true });
      newcomer({ email: present });
      expect((await userOf((await signIn()).session)).id).toBe(user.id);
    } finally {
      expect((await setOnly(false, linked)).statusCode).toBe(200);
    }
  });

  it('refuses passwords and registration until a command on the server allows them, and locks nobody out', async () => {
    const linked = await linkedAdmin();
    const body = { email: admin.user.email, password: 'correct horse battery' };
    try {
      expect((await setOnly(true, linked)).statusCode).toBe(200);
      const refused = await api.call('POST', '/api/login', { body });
      expect(refused.statusCode).toBe(403);
      expect(refused.json().localized.code).toBe('providers_only');
      const registration = { email: 'a@example.com', password: 'correct horse battery', name: 'A', username: 'aaa' };
      expect((await api.call('POST', '/api/register', { body: registration })).statusCode).toBe(403);
      expect((await api.call('GET', '/api/registration')).json()).toMatchObject({ passwords: false });
      for (const attempt of [
        () => change(id, { isActive: false }),
        () => change(id, { issuer: forging.issuer, clientSecret }),
        () => api.call('DELETE', `/api/identity-providers/${id}`, { as: linked }),
      ]) {
        const answer = await attempt();
        expect(answer.statusCode).toBe(409);
        expect(answer.json().localized.code).toBe('would_lock_out');
      }
      expect(await userOf(linked.headers['cookie'] ?? '')).not.toBeNull();
      expect(await userOf((await signIn()).session)).toMatchObject({ id: admin.user.id });
    } finally {
      expect(await breakGlass(api.context, 'password', admin.user.email)).toContain('#reset=');
    }
    expect((await api.call('POST', '/api/login', { body })).statusCode).toBe(200);
  });
});

describe('the management of providers', () => {
  it('answers the secret masked, stores it encrypted, keeps it with the mask and renews it with APP_SECRET', async () => {
    const answers = await Promise.all([
      api.call('GET', '/api/identity-providers', { as: admin }),
      change(id, { clientSecret: secretMask, name: 'Acme' }),
    ]);
    for (const { body } of answers) expect(body).toContain(secretMask);
    const row = () =>
      api.context.db.selectFrom('identityProviders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const audit = await api.context.db.selectFrom('auditLog').selectAll().execute();
    expect(JSON.stringify([answers.map(({ body }) => body), await row(), audit])).not.toContain(clientSecret);
    expect(api.context.secrets.decrypt((await row()).clientSecret)).toBe(clientSecret);
    const { APP_SECRET: previous = '' } = api.context.env;
    const next = createSecrets({ APP_SECRET: 'another secret of thirty-two bytes', APP_SECRET_PREVIOUS: previous });
    const before = await row();
    await renewSecrets(api.context.db, next);
    expect(next.needsRotation((await row()).clientSecret)).toBe(false);
    expect(next.decrypt((await row()).clientSecret)).toBe(clientSecret);
    await api.context.db
      .updateTable('identityProviders')
      .set({ clientSecret: before.clientSecret })
      .where('id', '=', id)
      .execute();
  });

  it('asks for the secret again when the issuer is another, and then forgets who is who there', async () => {
    const added = (await addProvider(draft(forging.issuer, { name: 'Moving' }))).json();
    const refused = await change(added.id, { issuer: idp.issuer });
    expect(refused.json().errors).toMatchObject([
      { path: 'clientSecret', localized: { code: 'provider_secret_again' } },
    ]);
    const { user } = await api.signIn('representative');
    const { db } = api.context;
    await db.insertInto('providerIdentities').values({ providerId: added.id, subject: 's', userId: user.id }).execute();
    expect((await change(added.id, { issuer: idp.issuer, clientSecret: 'new' })).statusCode).toBe(200);
    expect(await db.selectFrom('providerIdentities').selectAll().where('providerId', '=', added.id).execute()).toEqual(
      [],
    );
    expect((await api.call('DELETE', `/api/identity-providers/${added.id}`, { as: admin })).statusCode).toBe(204);
  });

  it('calls nothing in our own network, and nothing unencrypted, unless the operator lets it', async () => {
    const strict = await startApi({ ALLOW_PRIVATE_WEBHOOKS: 'false' });
    try {
      const chief = await strict.signIn('admin');
      const add = (issuer: string) =>
        strict.call('POST', '/api/identity-providers', { as: chief, body: draft(issuer) });
      expect((await add(idp.issuer)).json().errors).toMatchObject([
        { path: 'issuer', localized: { code: 'provider_unencrypted' } },
      ]);
      for (const issuer of [
        'https://127.0.0.1:9',
        'https://169.254.169.254',
        'https://localhost:9',
        'https://[::1]:9',
      ]) {
        const provider = (await add(issuer)).json();
        const tested = await strict.call('POST', `/api/identity-providers/${provider.id}/test`, { as: chief });
        expect(tested.json()).toMatchObject({ success: false });
        expect(tested.json().message).toContain('not a public address');
      }
    } finally {
      await strict.close();
    }
  });
});
