/** Second factors, ways back in, sessions and proving again who one is: what holds, and what was tried against it. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { passwordLinkMinutes } from '@parley/contracts/users/limits';
import type { Route } from '@parley/contracts/route';
import { asksForProof } from '@parley/contracts/users/step-up';
import { breakGlass } from '@parley/core/maintenance/break-glass';
import { isCommonPassword } from '@parley/core/users/common-passwords';
import { newPasswordLink } from '@parley/core/users/new-password-link';
import { mergeSettings } from '@parley/db/settings/settings';
import { insertPasskey, listPasskeys } from '@parley/db/sign-in/second-factors';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contractRoutes } from '../src/documentation/openapi.ts';
import { cookieOf, forgetProof, password, type TestUser, startApi, statuses, type TestApi } from './support/api.ts';
import { urlOf } from './support/routes.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const login = (email: string, secret = password, headers: Record<string, string> = {}) =>
  api.call('POST', '/api/login', { body: { email, password: secret }, headers });
const path = ({ user }: TestUser, rest: string) => `/api/users/${user.id}/${rest}`;

/** The code of an app at a moment, in steps of 30 seconds from now. */
const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Makes the app's last code count as used long ago. */
const forgetSteps = (userId: string) =>
  api.context.db.updateTable('totpSecrets').set({ lastStep: 0 }).where('userId', '=', userId).execute();

/** Returns a user with a code app and unused codes. */
async function withApp(role: 'admin' | 'representative' = 'representative') {
  const testUser = await api.signIn(role);
  const begun = await api.call('POST', path(testUser, 'totp'), { as: testUser });
  const { secret, uri } = begun.json();
  const confirmed = await api.call('POST', path(testUser, 'totp/confirm'), {
    as: testUser,
    body: { code: codeOf(secret) },
  });
  if (confirmed.statusCode !== 200) throw new Error(confirmed.body);
  await forgetSteps(testUser.user.id);
  return { ...testUser, secret: secret as string, uri, recoveryCodes: confirmed.json().recoveryCodes as string[] };
}

/** A right password, and the cookie of the session that waits for the second step. */
async function begin(email: string, headers: Record<string, string> = {}) {
  const answer = await login(email, password, headers);
  return { answer, cookie: cookieOf(answer) };
}
const finish = (cookie: string, body: object, address?: string) =>
  api.call('POST', '/api/login/second-step', { headers: { cookie }, body, ...(address && { address }) });

/** Returns an address of the route that belongs to the user, as far as it belongs to a user. */
const someUrl = (route: Route, userId: string): string =>
  urlOf(route, {
    ...Object.fromEntries(Object.keys(route.params?.properties ?? {}).map((name) => [name, randomUUID()])),
    id: userId,
  });

/** A call that asks for a proof and does nothing else. */
const stepUpAsked = (as: TestUser) => api.call('GET', '/api/export/conversations', { as });

/** The mails that wait to be written. */
const mails = async (): Promise<{ about: string; userId?: string }[]> =>
  (await api.context.queues.queue('account-mails').getJobs(['waiting', 'delayed', 'prioritized'])).map(
    (job) => job.data,
  );

describe('a second step', () => {
  it('is asked for after the password, and ends in a session of another id', async () => {
    const { user, secret } = await withApp();
    const { answer, cookie } = await begin(user.email);
    expect(answer.statusCode).toBe(202);
    expect(answer.json()).toEqual({ secondStep: ['totp', 'recovery'] });
    const finished = await finish(cookie, { code: codeOf(secret) });
    expect(finished.json()).toMatchObject({ id: user.id });
    expect(cookieOf(finished)).not.toBe(cookie);
    const mine = (headers: Record<string, string>) => api.call('GET', '/api/user', { headers });
    expect((await mine({ cookie: cookieOf(finished) })).statusCode).toBe(200);
    expect((await mine({ cookie })).statusCode).toBe(401);
    expect((await finish(cookie, { code: codeOf(secret, 1) })).statusCode).toBe(401);
  });

  it('is required by every route until it is done', async () => {
    const { user } = await withApp('admin');
    const { cookie } = await begin(user.email);
    const open: string[] = [];
    for (const [name, route] of contractRoutes) {
      if (['anyone', 'link', 'scim', 'website', 'visitor'].includes(route.access)) continue;
      const answer = await api.call(route.method, someUrl(route, user.id), {
        headers: { cookie },
        ...(route.body ? { body: { nonsense: true } } : {}),
      });
      if (answer.statusCode !== 401) open.push(`${name} ${answer.statusCode}`);
    }
    expect(open).toEqual([]);
    expect((await api.call('GET', '/api/user', { headers: { cookie } })).statusCode).toBe(401);
  });

  it('takes a code once, of two calls at once one wins', async () => {
    const { user, secret } = await withApp();
    const [one, other] = [await begin(user.email), await begin(user.email)];
    const code = codeOf(secret);
    const answers = await Promise.all([finish(one.cookie, { code }), finish(other.cookie, { code })]);
    expect(statuses(answers)).toEqual([200, 401]);
    // Nor one from before it.
    const third = await begin(user.email);
    expect((await finish(third.cookie, { code: codeOf(secret, -1) })).json().code).toBe('wrong_code');
    expect((await finish(third.cookie, { code: codeOf(secret, 1) })).statusCode).toBe(200);
  });

  it('takes a recovery code once, of two calls at once one wins, however it is typed', async () => {
    const { user, recoveryCodes } = await withApp();
    expect(new Set(recoveryCodes).size).toBe(10);
    const [one, other] = [await begin(user.email), await begin(user.email)];
    const recoveryCode = ` ${recoveryCodes[0]?.toUpperCase().replace('-', ' ')} `;
    const answers = await Promise.all([one, other].map(({ cookie }) => finish(cookie, { recoveryCode })));
    expect(statuses(answers)).toEqual([200, 401]);
    const headers = { cookie: cookieOf(answers.find(({ statusCode }) => statusCode === 200)!) };
    const kept = await api.call('GET', `/api/users/${user.id}/second-factor`, { headers });
    expect(kept.json()).toMatchObject({ totp: true, recoveryCodesLeft: 9 });
    const made = await api.call('POST', `/api/users/${user.id}/recovery-codes`, { headers });
    expect(made.json().recoveryCodes).toHaveLength(10);
    const third = await begin(user.email);
    expect((await finish(third.cookie, { recoveryCode: recoveryCodes[1] })).statusCode).toBe(401);
  });

  it('keeps secrets encrypted and recovery codes as hashes', async () => {
    const { user, secret, uri, recoveryCodes } = await withApp();
    expect(uri).toContain(`secret=${secret}`);
    const rows = JSON.stringify([
      await api.context.db.selectFrom('totpSecrets').selectAll().where('userId', '=', user.id).execute(),
      await api.context.db.selectFrom('recoveryCodes').selectAll().where('userId', '=', user.id).execute(),
    ]);
    expect(rows).not.toContain(secret);
    for (const code of recoveryCodes) expect(rows).not.toContain(code.replace('-', ''));
  });

  it('is refused after five wrong codes of strangers, while a browser that was here before gets in', async () => {
    const { user, secret } = await withApp();
    const known = await begin(user.email);
    const device = cookieOf(await finish(known.cookie, { code: codeOf(secret) }), 'parley_device');
    await forgetSteps(user.id);
    const stranger = await begin(user.email);
    const answers: number[] = [];
    for (let attempt = 0; attempt < 6; attempt++) {
      answers.push((await finish(stranger.cookie, { code: '000000' }, `198.51.100.${attempt}`)).statusCode);
    }
    expect(answers).toEqual([401, 401, 401, 401, 401, 429]);
    const right = await finish(stranger.cookie, { code: codeOf(secret) }, '198.51.100.77');
    expect(right.statusCode).toBe(429);
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(0);
    const owner = await begin(user.email, { cookie: device });
    expect((await finish(`${owner.cookie}; ${device}`, { code: codeOf(secret) })).statusCode).toBe(200);
  });

  it('can be skipped neither through the password’s other endpoint, nor after the password has changed', async () => {
    const { user, secret, headers } = await withApp();
    const { url } = await newPasswordLink(api.context, user.id);
    const begun = await begin(user.email);
    const newPassword = 'another fine horse';
    const used = await api.call('POST', '/api/password-links/use', {
      body: { token: url.split('#reset=')[1], newPassword },
    });
    expect(used.statusCode).toBe(202);
    expect((await api.call('GET', '/api/user', { headers: { cookie: cookieOf(used) } })).statusCode).toBe(401);
    expect((await api.call('GET', '/api/user', { headers })).statusCode).toBe(401);
    expect((await finish(begun.cookie, { code: codeOf(secret) })).json().code).toBe('signed_out');
    expect((await finish(cookieOf(used), { code: codeOf(secret) })).statusCode).toBe(200);
  });

  it('ends one’s other sessions when it is set up, and its removal is told and audited', async () => {
    const testUser = await api.signIn('representative');
    const other = { headers: { cookie: cookieOf(await login(testUser.user.email)) } };
    const { secret } = (await api.call('POST', path(testUser, 'totp'), { as: testUser })).json();
    const wrong = await api.call('POST', path(testUser, 'totp/confirm'), { as: testUser, body: { code: '000000' } });
    expect(wrong.json().code).toBe('wrong_code');
    await api.call('POST', path(testUser, 'totp/confirm'), { as: testUser, body: { code: codeOf(secret) } });
    expect((await api.call('GET', '/api/user', { as: other })).statusCode).toBe(401);
    expect((await api.call('DELETE', path(testUser, 'totp'), { as: testUser })).statusCode).toBe(204);
    expect((await login(testUser.user.email)).statusCode).toBe(200);
    const admin = await api.signIn('admin');
    const actions = (await api.call('GET', `/api/audit-log?subject=${testUser.user.id}`, { as: admin }))
      .json()
      .map(({ action }: { action: string }) => action)
      .filter((action: string) => action !== 'user.signed_in');
    expect(actions).toEqual(['user.second_factor_removed', 'user.second_factor_added']);
    const notified = (await mails()).filter(
      ({ userId, about }) => userId === testUser.user.id && about === 'factor_changed',
    );
    expect(notified).toHaveLength(2);
  });
});

describe('a second factor required by the installation', () => {
  let house: TestApi;
  beforeAll(async () => {
    house = await startApi();
  });
  afterAll(() => house.close());

  it('closes everything but its setup to users without one, and is required by admins alone', async () => {
    const admin = await house.signIn('admin');
    const late = await house.signIn('representative');
    const ask = (as: TestUser, securityConfig: object) =>
      house.call('POST', '/api/settings', { as, body: { securityConfig } });
    expect((await ask(late, { secondFactor: 'all' })).json().code).toBe('forbidden');
    expect((await ask(late, { sessionTimeout: '8h' })).statusCode).toBe(200);
    expect((await ask(admin, { secondFactor: 'all', secondFactorSince: '2020-01-01' })).statusCode).toBe(200);
    const due = (await house.call('GET', '/api/user', { as: late })).json().secondFactorDue;
    expect(Date.parse(due) - Date.now()).toBeGreaterThan(6.9 * 24 * 3600_000);
    expect((await house.call('GET', '/api/settings', { as: late })).statusCode).toBe(200);

    await ask(admin, { secondFactorGraceDays: 0 });
    const open: string[] = [];
    for (const [name, route] of contractRoutes) {
      if (!['staff', 'self', 'self_or_admin', 'admin'].includes(route.access)) continue;
      const answer = await house.call(route.method, someUrl(route, late.user.id), {
        as: late,
        ...(route.body ? { body: { nonsense: true } } : {}),
      });
      // An answer to HEAD has no body to say why.
      const why = route.method === 'HEAD' ? 'second_factor_required' : answer.json().code;
      if (answer.statusCode !== 403 || why !== 'second_factor_required') open.push(name);
    }
    expect(open.toSorted()).toEqual(
      [
        'addPasskey',
        'beginPasskey',
        'beginTotp',
        'confirmTotp',
        'getSecondFactors',
        'stepUp',
        'stepUpAtProvider',
        'stepUpPasskeyRequest',
      ].toSorted(),
    );
    const { secret } = (await house.call('POST', path(late, 'totp'), { as: late })).json();
    const confirmed = await house.call('POST', path(late, 'totp/confirm'), {
      as: late,
      body: { code: codeOf(secret) },
    });
    expect(confirmed.json().recoveryCodes).toHaveLength(10);
    expect((await house.call('GET', '/api/settings', { as: late })).statusCode).toBe(200);
    expect((await house.call('GET', '/api/user', { as: late })).json()).not.toHaveProperty('secondFactorDue');
  });

  it('shows administrators who lacks it, is reset by another one, told and audited', async () => {
    await mergeSettings(house.context.db, 'securityConfig', { secondFactor: 'admins', secondFactorGraceDays: 7 });
    house.context.settings.forget();
    const admin = await house.signIn('admin', 'Zoe');
    const testUser = await house.signIn('representative', 'Ann');
    const { secret } = (await house.call('POST', path(testUser, 'totp'), { as: testUser })).json();
    await house.call('POST', path(testUser, 'totp/confirm'), { as: testUser, body: { code: codeOf(secret) } });
    const team = (await house.call('GET', '/api/second-factors', { as: admin })).json();
    const of = ({ user }: TestUser) => team.find(({ userId }: { userId: string }) => userId === user.id);
    expect(of(admin)).toMatchObject({ since: null, due: expect.any(String) });
    expect(of(testUser)).toMatchObject({ since: expect.any(String), due: null });

    const reset = (id: string) => house.call('DELETE', `/api/users/${id}/second-factor`, { as: admin });
    expect((await reset(admin.user.id)).statusCode).toBe(403);
    expect((await reset(randomUUID())).statusCode).toBe(404);
    expect((await reset(testUser.user.id)).statusCode).toBe(204);
    expect((await house.call('GET', '/api/user', { as: testUser })).statusCode).toBe(401);
    const again = await house.call('POST', '/api/login', { body: { email: testUser.user.email, password } });
    expect(again.statusCode).toBe(200);
    const [latest] = (await house.call('GET', '/api/audit-log?action=user.second_factor_reset', { as: admin })).json();
    expect(latest).toMatchObject({ action: 'user.second_factor_reset', actorId: admin.user.id });
  });
});

describe('proving again who one is', () => {
  it('is asked for by what is worth it, once in ten minutes, and refuses a wrong password', async () => {
    const admin = await api.signIn('admin');
    await forgetProof(api, admin);
    expect((await stepUpAsked(admin)).json().code).toBe('step_up_required');
    const prove = (body: object) => api.call('POST', '/api/step-up', { as: admin, body });
    expect((await prove({ password: 'not it' })).json().errors[0].path).toBe('password');
    expect((await prove({ code: '000000' })).json().code).toBe('wrong_code');
    expect((await stepUpAsked(admin)).statusCode).toBe(403);
    expect((await prove({ password })).statusCode).toBe(204);
    expect((await stepUpAsked(admin)).statusCode).toBe(200);
  });

  it('is asked for by every call of the table that hands out access, secrets or the data of many, and by no other', async () => {
    const admin = await api.signIn('admin');
    await forgetProof(api, admin);
    const asking: string[] = [];
    for (const [name, route] of contractRoutes) {
      if (route.access !== 'staff' && route.access !== 'self') continue;
      const answer = await api.call(route.method, someUrl(route, admin.user.id), {
        as: admin,
        ...(route.body ? { body: { nonsense: true } } : {}),
      });
      if (answer.statusCode === 403 && answer.json().code === 'step_up_required') asking.push(name);
    }
    expect(asking.toSorted()).toEqual([
      'acknowledgeAuditDifference',
      'addApiChannel',
      'addIdentityProvider',
      'addMailbox',
      'addOwnApiKey',
      'addPasskey',
      'addRole',
      'addScimToken',
      'addServiceKey',
      'addTeam',
      'addTool',
      'addToolServer',
      'addWebhook',
      'beginPasskey',
      'beginTotp',
      'changeAccess',
      'confirmTotp',
      'deleteAllConversations',
      'deleteApiChannel',
      'deleteIdentityProvider',
      'deleteMailbox',
      'deleteRole',
      'deleteScimToken',
      'deleteTeam',
      'deleteTool',
      'deleteToolServer',
      'deleteWebhook',
      'endMailConsent',
      'endPreviousWebhookSecret',
      'eraseVisitorData',
      'exportAuditLog',
      'exportConversations',
      'exportVisitorData',
      'getIdentitySecret',
      'invite',
      'makePasswordLink',
      'makeRecoveryCodes',
      'removePasskey',
      'removeTotp',
      'renewRuleAddress',
      'replaceToolHosts',
      'resendInvitation',
      'resetSecondFactor',
      'rotateApiChannelKeys',
      'rotateIdentitySecret',
      'rotateWebhookSecret',
      'startDeviceConsent',
      'startImport',
      'startMailConsent',
      'undoImport',
      'updateApiChannel',
      'updateDirectoryGroup',
      'updateIdentityProvider',
      'updateMailbox',
      'updateRole',
      'updateTeam',
      'updateTool',
      'updateToolServer',
      'updateWebhook',
      'writeImport',
    ]);
    const documented = contractRoutes.filter(([, route]) => asksForProof(route)).map(([name]) => name);
    expect(documented.toSorted()).toEqual(asking.toSorted());
  });

  it('guesses no password by it: ten wrong ones, and the session has to wait', async () => {
    const testUser = await api.signIn('representative');
    const prove = (secret: string) => api.call('POST', '/api/step-up', { as: testUser, body: { password: secret } });
    for (let attempt = 0; attempt < 10; attempt++) expect((await prove('wrong')).statusCode).toBe(422);
    expect((await prove(password)).statusCode).toBe(429);
  });
});

describe('a forgotten password', () => {
  const ask = (email: string, address: string) => api.call('POST', '/api/password-links', { body: { email }, address });
  const use = (token: string, newPassword: string) =>
    api.call('POST', '/api/password-links/use', { body: { token, newPassword } });
  const tokenOf = (url: string) => url.split('#reset=')[1] ?? '';

  it('is asked for by anybody with the same answer, which the worker alone tells apart', async () => {
    const { user } = await api.signIn('representative');
    const before = (await mails()).length;
    const [known, unknown] = [
      await ask(user.email, '192.0.2.1'),
      await ask(`${randomUUID()}@example.com`, '192.0.2.2'),
    ];
    expect([known.statusCode, unknown.statusCode]).toEqual([204, 204]);
    expect(known.body).toBe(unknown.body);
    const asked = (await mails()).filter(({ about }) => about === 'password_link');
    expect((await mails()).length - before).toBe(2);
    // The intermediate state reveals neither the account nor whether it exists.
    expect(JSON.stringify(asked)).not.toContain('@');
    const links = await api.context.db.selectFrom('passwordLinks').selectAll().where('userId', '=', user.id).execute();
    expect(links).toEqual([]);
  });

  it('is limited by address and by account, known or not', async () => {
    const email = `${randomUUID()}@example.com`;
    for (let attempt = 0; attempt < 5; attempt++) expect((await ask(email, `192.0.2.${attempt}`)).statusCode).toBe(204);
    expect((await ask(email.toUpperCase(), '192.0.2.99')).statusCode).toBe(429);
  });

  it('is reset once by a link, which ends every session and every other link, and is announced by mail', async () => {
    const testUser = await api.signIn('representative');
    const admin = await api.signIn('admin');
    const made = await api.call('POST', path(testUser, 'password-link'), { as: admin });
    expect(made.statusCode).toBe(201);
    expect(Math.abs(Date.parse(made.json().expiresAt) - Date.now() - passwordLinkMinutes * 60_000)).toBeLessThan(
      60_000,
    );
    const other = await newPasswordLink(api.context, testUser.user.id);
    const token = tokenOf(made.json().url);
    const stored = await api.context.db.selectFrom('passwordLinks').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(token);

    // A password that is refused has not used it up.
    expect((await use(token, 'password123')).statusCode).toBe(422);
    const answers = await Promise.all([use(token, 'a new one entirely'), use(token, 'quite another one')]);
    expect(statuses(answers)).toEqual([200, 403]);
    expect((await use(tokenOf(other.url), 'a third one entirely')).statusCode).toBe(403);
    expect((await use('made-up', 'a third one entirely')).statusCode).toBe(403);
    expect((await api.call('GET', '/api/user', { as: testUser })).statusCode).toBe(401);
    expect((await login(testUser.user.email)).statusCode).toBe(401);
    const notified = (await mails()).filter(({ userId }) => userId === testUser.user.id).map(({ about }) => about);
    expect(notified).toContain('password_changed');
    const actions = (await api.call('GET', '/api/audit-log', { as: admin }))
      .json()
      .filter(({ action }: { action: string }) => action.startsWith('user.password_'))
      .slice(0, 2);
    expect(actions).toMatchObject([
      { action: 'user.password_reset', actorId: testUser.user.id },
      { action: 'user.password_link_made', actorId: admin.user.id },
    ]);
  });

  it('leaves no API key and no passkey that another person has added, and the code app is still required', async () => {
    const testUser = await withApp();
    const { id: userId, email } = testUser.user;
    const draft = { name: 'Report', permissions: ['read', 'conversations.read'] };
    const { key } = (await api.call('POST', '/api/profile/api-keys', { as: testUser, body: draft })).json();
    const passkey = { userId, credentialId: randomUUID(), publicKey: Buffer.from('x'), counter: 0, transports: [] };
    await insertPasskey(api.context.db, { ...passkey, name: 'Planted' });
    const byKey = () => api.call('GET', '/api/conversations', { headers: { authorization: `Bearer ${key}` } });
    expect((await byKey()).statusCode).toBe(200);

    const reset = await use(tokenOf((await newPasswordLink(api.context, userId)).url), 'a new one entirely');
    expect(reset.statusCode).toBe(202);
    expect((await byKey()).statusCode).toBe(401);
    // A link proves a mailbox, not the second factor: until that is proved, none is removed.
    expect(await listPasskeys(api.context.db, userId)).toHaveLength(1);
    expect((await finish(cookieOf(reset), { code: codeOf(testUser.secret) })).statusCode).toBe(200);
    expect(await listPasskeys(api.context.db, userId)).toEqual([]);
    await forgetSteps(userId);
    expect((await login(email, 'a new one entirely')).json().secondStep).toEqual(['totp', 'recovery']);

    const notified = (await mails()).filter((mail) => mail.userId === userId).map(({ about }) => about);
    expect(notified).toEqual(expect.arrayContaining(['password_changed', 'factor_changed']));
    const noted = await api.context.db.selectFrom('auditLog').selectAll().where('subjectId', '=', userId).execute();
    expect(noted).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'user.password_reset', details: { apiKeys: ['Report'], identities: 0 } }),
        expect.objectContaining({
          action: 'user.second_factor_removed',
          details: { kind: 'passkey', names: ['Planted'], after: 'user.password_reset' },
        }),
      ]),
    );
  });

  it('is not set by a link that is too old, nor for a deactivated account', async () => {
    const { user } = await api.signIn('representative');
    const { url } = await newPasswordLink(api.context, user.id);
    await api.context.db
      .updateTable('passwordLinks')
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where('userId', '=', user.id)
      .execute();
    expect((await use(tokenOf(url), 'a new one entirely')).statusCode).toBe(403);
    const fresh = await newPasswordLink(api.context, user.id);
    await api.context.db.updateTable('users').set({ isActive: false }).where('id', '=', user.id).execute();
    expect((await use(tokenOf(fresh.url), 'a new one entirely')).statusCode).toBe(403);
  });

  it('stays open to a link no longer than the password does', async () => {
    const testUser = await api.signIn('representative');
    const { url } = await newPasswordLink(api.context, testUser.user.id);
    const changed = await api.call('POST', path(testUser, 'password'), {
      as: testUser,
      body: { currentPassword: password, newPassword: 'a new one entirely' },
    });
    expect(changed.statusCode).toBe(204);
    expect((await use(tokenOf(url), 'a third one entirely')).statusCode).toBe(403);
  });
});

describe('a password', () => {
  const ada = { name: 'Ada Moreau', email: 'ada.moreau@example.com', username: 'adamoreau' };

  it('is none that everybody tries first, nor one’s own name or address', async () => {
    const areCommon = (passwords: string[]) => Promise.all(passwords.map((each) => isCommonPassword(each, ada)));
    const common = ['password1', 'PASSWORD123', 'qwertyuiop', 'aaaaaaaa', 'ada.moreau', 'Ada Moreau', 'adaMoreau'];
    expect(await areCommon(common)).toEqual(common.map(() => true));
    const fine = ['correct horse battery', 'xK4!pq9z', 'mein kleiner grüner kaktus', '鳥が空を飛んでいく朝'];
    expect(await areCommon(fine)).toEqual(fine.map(() => false));
  });

  it('is refused as common at registering and at a change, by the field', async () => {
    const body = { ...ada, username: randomUUID().slice(0, 8), email: `${randomUUID()}@example.com` };
    const registered = await api.call('POST', '/api/register', { body: { ...body, password: 'qwertyuiop' } });
    expect([registered.statusCode, registered.json().errors[0].path]).toEqual([422, 'password']);
    const testUser = await api.signIn('representative');
    const changed = await api.call('POST', path(testUser, 'password'), {
      as: testUser,
      body: { currentPassword: password, newPassword: 'iloveyou1' },
    });
    expect([changed.statusCode, changed.json().errors[0].path]).toEqual([422, 'newPassword']);
  });
});

describe('sessions', () => {
  it('are listed with browser, address and method, and ended one by one or all others', async () => {
    const testUser = await api.signIn('representative');
    const second = await login(testUser.user.email, password, { 'user-agent': 'Another browser' });
    const third = await login(testUser.user.email);
    const list = async (as: { headers: Record<string, string> }) =>
      (await api.call('GET', path(testUser, 'sessions'), { as })).json();
    const sessions = await list(testUser);
    expect(sessions).toHaveLength(3);
    expect(sessions.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toHaveLength(1);
    const known = sessions.find(({ agent }: { agent: string }) => agent === 'Another browser');
    expect(known).toMatchObject({ method: 'password', address: '127.0.0.1', isCurrent: false });
    // The public name of a session opens nothing.
    expect(cookieOf(second)).not.toContain(known.id);

    const stranger = await api.signIn('representative');
    const end = (as: TestUser, rest = '') => api.call('DELETE', path(testUser, `sessions${rest}`), { as });
    expect((await end(stranger, `/${known.id}`)).statusCode).toBe(403);
    expect((await end(testUser, `/${known.id}`)).statusCode).toBe(204);
    expect((await end(testUser, `/${known.id}`)).statusCode).toBe(404);
    expect((await api.call('GET', '/api/user', { headers: { cookie: cookieOf(second) } })).statusCode).toBe(401);
    expect((await end(testUser)).statusCode).toBe(204);
    expect((await api.call('GET', '/api/user', { headers: { cookie: cookieOf(third) } })).statusCode).toBe(401);
    expect(await list(testUser)).toHaveLength(1);

    const admin = await api.signIn('admin');
    expect(await list(admin)).toHaveLength(1);
    expect((await end(admin)).statusCode).toBe(204);
    expect((await api.call('GET', '/api/user', { as: testUser })).statusCode).toBe(401);
    const [latest] = (await api.call('GET', '/api/audit-log', { as: admin })).json();
    expect(latest).toMatchObject({ action: 'user.sessions_ended', subject: `user ${testUser.user.id}` });
  });

  it('sessions from before an upgrade stay valid, are shown without details, and prove nothing', async () => {
    const testUser = await api.signIn('representative');
    const id =
      decodeURIComponent(testUser.headers['cookie'] ?? '')
        .split('=')[1]
        ?.split('.')[0] ?? '';
    const key = `${api.context.prefix}:session:${id}`;
    const { cookie, epoch, renewedAt, userId } = JSON.parse((await api.context.redis.get(key)) ?? '{}');
    await api.context.redis.set(key, JSON.stringify({ cookie, epoch, renewedAt, userId }), 'KEEPTTL');
    await api.context.publisher.publish('control', JSON.stringify({ type: 'session_changed', sessionId: id }));
    await expect.poll(async () => (await stepUpAsked(testUser)).statusCode).toBe(403);
    expect((await api.call('GET', '/api/user', { as: testUser })).statusCode).toBe(200);
    const [shown] = (await api.call('GET', path(testUser, 'sessions'), { as: testUser })).json();
    expect(shown).toMatchObject({ isCurrent: true, method: null, signedInAt: null, address: null, agent: null });
    expect((await api.call('POST', '/api/step-up', { as: testUser, body: { password } })).statusCode).toBe(204);
    expect((await stepUpAsked(testUser)).statusCode).toBe(200);
  });

  it('last no longer than the settings let any, however much they are used', async () => {
    const house = await startApi();
    const testUser = await house.signIn('representative');
    const id =
      decodeURIComponent(testUser.headers['cookie'] ?? '')
        .split('=')[1]
        ?.split('.')[0] ?? '';
    const key = `${house.context.prefix}:session:${id}`;
    const record = JSON.parse((await house.context.redis.get(key)) ?? '{}');
    await house.context.redis.set(key, JSON.stringify({ ...record, signedInAt: Date.now() - 25 * 3600_000 }));
    const user = () => house.call('GET', '/api/user', { as: testUser });
    await pause(0);
    expect((await user()).statusCode).toBe(200);
    await mergeSettings(house.context.db, 'securityConfig', { sessionLifetime: '24h' });
    house.context.settings.forget();
    await expect.poll(async () => (await user()).statusCode).toBe(401);
    await house.close();
  });

  it('sessions with a browser that is new to the account are announced by mail, once', async () => {
    const { user } = await api.signIn('representative');
    const notified = async () =>
      (await mails()).filter(({ userId, about }) => userId === user.id && about === 'new_device').length;
    const before = await notified();
    const first = await login(user.email);
    expect(await notified()).toBe(before + 1);
    await login(user.email, password, { cookie: cookieOf(first, 'parley_device') });
    expect(await notified()).toBe(before + 1);
  });
});

describe('the command on the server', () => {
  it('removes a user’s second factors or makes a link for a new password, and is audited', async () => {
    const testUser = await withApp('admin');
    await breakGlass(api.context, 'factor', testUser.user.email.toUpperCase());
    expect((await login(testUser.user.email)).statusCode).toBe(200);
    expect((await api.call('GET', '/api/user', { as: testUser })).statusCode).toBe(401);
    const printed = await breakGlass(api.context, 'password', testUser.user.email);
    const token = printed.split('#reset=')[1];
    const used = await api.call('POST', '/api/password-links/use', {
      body: { token, newPassword: 'a new one entirely' },
    });
    expect(used.statusCode).toBe(200);
    const admin = await api.signIn('admin');
    const activities = (await api.call('GET', '/api/audit-log', { as: admin }))
      .json()
      .filter(({ details }: { details: { by?: string } }) => details.by === 'break-glass');
    expect(activities).toMatchObject([
      { action: 'user.password_link_made', actorId: null, details: { by: 'break-glass' } },
      { action: 'user.second_factor_reset', actorId: null, details: { by: 'break-glass' } },
    ]);
    await expect(breakGlass(api.context, 'factor', 'nobody@example.com')).rejects.toThrow('Nobody signs in');
  });
});
