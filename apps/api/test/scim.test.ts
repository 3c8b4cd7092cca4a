/** Accounts kept by a directory: SCIM 2.0 (RFC 7643, RFC 7644), and what is tried on its filters and changes. */
import { randomUUID } from 'node:crypto';
import { Problem } from '@parley/contracts/problems';
import { scimPath, scimSchemas } from '@parley/contracts/users/scim';
import { parseFilter } from '@parley/core/scim/filter';
import { ScimProblem } from '@parley/core/scim/problem';
import { listAuditLog } from '@parley/db/audit/audit-log';
import { insertIdentity } from '@parley/db/sign-in/identities';
import { insertPasswordLink } from '@parley/db/sign-in/password-links';
import { insertProvider } from '@parley/db/sign-in/providers';
import { insertPasskey, setRecoveryCodes, setTotp } from '@parley/db/sign-in/second-factors';
import { findAccount, findAccountByEmail, listAdministrators } from '@parley/db/users/users';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Method, type TestUser, sessionCookie, startApi, type TestApi } from './support/api.ts';

let api: TestApi;
let admin: TestUser;
let token: string;
beforeAll(async () => {
  api = await startApi();
  admin = await api.signIn('admin');
  const body = { name: 'Entra ID', role: 'representative' };
  token = (await api.call('POST', '/api/scim-tokens', { as: admin, body })).json().token;
});
afterAll(() => api?.close());

const scim = (method: Method, path: string, body?: unknown, bearer = token) =>
  api.call(method, `${scimPath}${path}`, {
    headers: { 'content-type': 'application/scim+json', authorization: `Bearer ${bearer}` },
    ...(body === undefined ? {} : { body }),
  });
const user = (others: object = {}) => {
  const userName = `${randomUUID().slice(0, 13)}@example.com`;
  return { schemas: [scimSchemas.user], userName, displayName: 'Ada Lovelace', active: true, ...others };
};
const make = async (others: object = {}) => {
  const answer = await scim('POST', '/Users', user(others));
  expect(answer.statusCode).toBe(201);
  return answer.json();
};
const patch = (id: string, ...Operations: object[]) =>
  scim('PATCH', `/Users/${id}`, { schemas: [scimSchemas.patch], Operations });
const filtered = async (filter: string, more = '') =>
  (await scim('GET', `/Users?filter=${encodeURIComponent(filter)}${more}`)).json();
const signedIn = async (cookie: string) =>
  (await api.call('GET', '/api/user', { headers: { cookie } })).statusCode === 200;
const isEnded = async (cookie: string) => {
  await expect.poll(() => signedIn(cookie), { timeout: 20_000 }).toBe(false);
};

describe('tokens', () => {
  it('are answered once, stored as a hash, known by their beginning, and audited', async () => {
    expect(token).toMatch(/^scim_[\w-]{43}$/);
    const listed = await api.call('GET', '/api/scim-tokens', { as: admin });
    expect(listed.json()).toMatchObject([{ name: 'Entra ID', prefix: token.slice(0, 11) }]);
    const { db } = api.context;
    const [rows, audit] = await Promise.all([
      db.selectFrom('scimTokens').selectAll().execute(),
      db.selectFrom('auditLog').selectAll().execute(),
    ]);
    expect(listed.body + JSON.stringify([rows, audit])).not.toContain(token.slice(12));
    expect(audit.map(({ action }) => action)).toContain('scim_token.added');
  });

  it('tokens that are unknown, changed, revoked or a session’s are refused in SCIM’s words', async () => {
    const body = { name: 'Short', role: 'representative' };
    const other = (await api.call('POST', '/api/scim-tokens', { as: admin, body })).json();
    expect((await scim('GET', '/Users', undefined, other.token)).statusCode).toBe(200);
    await api.call('DELETE', `/api/scim-tokens/${other.id}`, { as: admin });
    for (const bearer of [other.token, `${token}x`, token.slice(0, -1), 'scim_', 'x', '']) {
      const answer = await scim('GET', '/Users', undefined, bearer);
      expect(answer.statusCode).toBe(401);
      expect(answer.headers['content-type']).toContain('application/scim+json');
      expect(answer.headers['www-authenticate']).toBe('Bearer');
      expect(answer.json()).toMatchObject({ schemas: [scimSchemas.error], status: '401' });
    }
    expect((await api.call('GET', `${scimPath}/Users`, { as: admin })).statusCode).toBe(401);
  });

  it('they open nothing but SCIM', async () => {
    const headers = { authorization: `Bearer ${token}` };
    for (const path of ['/api/user', '/api/settings', '/api/scim-tokens', '/api/representatives']) {
      expect((await api.call('GET', path, { headers })).statusCode).toBe(401);
    }
  });
});

it('describes itself: what is supported, its types of resources and their schemas', async () => {
  const config = await scim('GET', '/ServiceProviderConfig');
  expect(config.headers['content-type']).toContain('application/scim+json');
  expect(config.json()).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    filter: { supported: true },
  });
  expect((await scim('GET', '/ResourceTypes')).json().Resources).toMatchObject([
    { endpoint: '/Users', schema: scimSchemas.user },
    { endpoint: '/Groups', schema: scimSchemas.group },
  ]);
  expect((await scim('GET', '/Schemas')).json().Resources).toMatchObject([
    { id: scimSchemas.user },
    { id: scimSchemas.group },
  ]);
});

describe('users', () => {
  it('are made with the role of the token, found by name and id, and told where they are', async () => {
    const address = `p-${randomUUID()}@example.com`;
    const emails = [{ value: 'x@example.com' }, { value: address, primary: true }];
    const wanted = user({ externalId: 'e-1', emails });
    const answer = await scim('POST', '/Users', wanted);
    const made = answer.json();
    expect(answer.headers['location']).toBe(made.meta.location);
    expect(made).toMatchObject({
      userName: wanted.userName,
      externalId: 'e-1',
      displayName: 'Ada Lovelace',
      active: true,
    });
    expect(made.emails).toEqual([{ value: address, type: 'work', primary: true }]);
    expect((await scim('GET', `/Users/${made.id}`)).json()).toEqual(made);
    for (const filter of [
      `userName eq "${wanted.userName.toUpperCase()}"`,
      `externalId eq "e-1"`,
      `id eq "${made.id}"`,
    ]) {
      expect(await filtered(filter)).toMatchObject({ totalResults: 1, Resources: [{ id: made.id }] });
    }
    expect(await filtered('userName eq "nobody@example.com"')).toMatchObject({ totalResults: 0, Resources: [] });
    const { role } = await api.context.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', made.id)
      .executeTakeFirstOrThrow();
    expect(role).toBe('representative');
  });

  it('are refused twice under one name or address, with 409 and nothing changed', async () => {
    const made = await make();
    for (const body of [
      user({ userName: made.userName }),
      user({ userName: made.userName.toUpperCase() }),
      user({ emails: [{ value: made.userName }] }),
    ]) {
      const answer = await scim('POST', '/Users', body);
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toMatchObject({ status: '409', scimType: 'uniqueness' });
    }
  });

  it('take in who was there before, whom the directory finds by address', async () => {
    const { user: before } = await api.signIn('representative', 'Old Hand');
    expect(await filtered(`userName eq "${before.email}"`)).toMatchObject({
      Resources: [{ id: before.id, displayName: 'Old Hand' }],
    });
  });

  it('come in pages, from any place, of no more than asked for', async () => {
    await Promise.all([make(), make(), make()]);
    const all = (await scim('GET', '/Users')).json();
    const page = (await scim('GET', '/Users?startIndex=2&count=2')).json();
    expect(page).toMatchObject({ startIndex: 2, itemsPerPage: 2, totalResults: all.totalResults });
    expect(page.Resources).toEqual(all.Resources.slice(1, 3));
    expect((await scim('GET', '/Users?count=0')).json()).toMatchObject({
      Resources: [],
      totalResults: all.totalResults,
    });
    expect((await scim('GET', '/Users?startIndex=-5&count=-1')).json()).toMatchObject({ startIndex: 1, Resources: [] });
    expect((await scim('GET', '/Users?startIndex=100000')).json()).toMatchObject({ Resources: [] });
  });

  it('users are replaced completely by PUT', async () => {
    const made = await make({ externalId: 'x' });
    const answer = await scim('PUT', `/Users/${made.id}`, {
      userName: made.userName,
      name: { givenName: 'Grace', familyName: 'Hopper' },
    });
    expect(answer.json()).toMatchObject({ displayName: 'Grace Hopper', active: true });
    expect(answer.json().externalId).toBeUndefined();
  });

  it('are changed as Okta and Entra ID write it', async () => {
    const made = await make();
    const { id } = made;
    expect((await patch(id, { op: 'Replace', path: 'displayName', value: 'A' })).json().displayName).toBe('A');
    expect(
      (
        await patch(id, { op: 'replace', value: { active: 'False', 'name.familyName': 'B', displayName: 'A C' } })
      ).json(),
    ).toMatchObject({ active: false, displayName: 'A C' });
    const value = `work-${randomUUID()}@example.com`;
    const answer = await patch(
      id,
      { op: 'Add', path: 'emails[type eq "work"].value', value },
      { op: 'Add', path: `${scimSchemas.enterpriseUser}:department`, value: 'Sales' },
      { op: 'Replace', path: 'phoneNumbers[type eq "mobile"].value', value: '1' },
      { op: 'Add', path: `${scimSchemas.user}:externalId`, value: 'e' },
      { op: 'replace', path: 'active', value: true },
    );
    expect(answer.json()).toMatchObject({ active: true, externalId: 'e', emails: [{ value }] });
    expect((await patch(id, { op: 'remove', path: 'externalId' })).json().externalId).toBeUndefined();
  });

  it.each(['PATCH', 'PUT', 'DELETE'] as const)(
    'end their sessions within a second of being deactivated: %s',
    async (method) => {
      const testUser = await api.signIn('representative');
      const cookie = testUser.headers['cookie'] ?? '';
      const { id, email } = testUser.user;
      expect(await signedIn(cookie)).toBe(true);
      const operation = { op: 'replace', path: 'active', value: false };
      const began = performance.now();
      if (method === 'PATCH') await patch(id, operation);
      if (method === 'PUT') await scim('PUT', `/Users/${id}`, user({ userName: email, active: false }));
      if (method === 'DELETE') await scim('DELETE', `/Users/${id}`);
      await isEnded(cookie);
      expect(performance.now() - began).toBeLessThan(1_000);
      await expect(sessionCookie(api, email)).rejects.toThrow('wrong_credentials');
      expect((await scim('GET', `/Users/${id}`)).statusCode).toBe(method === 'DELETE' ? 404 : 200);
    },
  );

  it('a person made under the name of a deleted one has a new account, and nothing of the old one', async () => {
    const before = await api.signIn('admin');
    const { id, email, name } = before.user;
    await withEverything(before);
    expect((await scim('DELETE', `/Users/${id}`)).statusCode).toBe(204);
    expect(await filtered(`userName eq "${email}"`)).toMatchObject({ totalResults: 0 });
    const made = await make({ userName: email, displayName: 'Noor Next' });
    expect(made).toMatchObject({ userName: email, active: true, emails: [{ value: email }] });
    expect(made.id).not.toBe(id);
    const { db } = api.context;
    const after = await findAccountByEmail(db, email);
    expect(after).toMatchObject({ hasPassword: false, secondFactorAt: null, user: { role: 'representative' } });
    await expect(sessionCookie(api, email)).rejects.toThrow('wrong_credentials');
    expect(await credentialsOf(made.id)).toEqual(nothing);
    expect(await credentialsOf(id)).toEqual(nothing);
    // The old account keeps its name.
    expect(await findAccount(db, id)).toMatchObject({
      isActive: false,
      user: { name, email: `${id}@removed.invalid` },
    });
    expect((await scim('GET', `/Users/${id}`)).statusCode).toBe(404);
    // And a third person comes as easily.
    await scim('DELETE', `/Users/${made.id}`);
    const third = await make({ userName: email });
    expect([id, made.id]).not.toContain(third.id);
  });

  it('an account that an administrator activates again after it was deleted is the directory’s again', async () => {
    const { id, userName } = await make();
    await scim('DELETE', `/Users/${id}`);
    await api.call('PATCH', `/api/users/${id}/access`, { as: admin, body: { isActive: true } });
    expect(await filtered(`userName eq "${userName}"`)).toMatchObject({ Resources: [{ id, active: true }] });
    expect((await scim('POST', '/Users', user({ userName }))).json()).toMatchObject({ scimType: 'uniqueness' });
  });

  it.each(['deactivated', 'deactivated by hand'] as const)(
    'a person who was %s gets the account back, but no password, factor, link or key',
    async (how) => {
      const testUser = await api.signIn('representative');
      const { id, email } = testUser.user;
      const { key } = await withEverything(testUser);
      if (how === 'deactivated') {
        await patch(id, { op: 'Replace', path: 'active', value: 'False' });
      } else {
        await api.call('PATCH', `/api/users/${id}/access`, { as: admin, body: { isActive: false } });
      }
      const back = await patch(id, { op: 'Replace', path: 'active', value: 'True' });
      expect(back.json()).toMatchObject({ id, active: true, userName: email });
      // The provider itself decides whether its subject still signs in.
      expect(await credentialsOf(id)).toEqual({ ...nothing, identities: 1 });
      await expect(sessionCookie(api, email)).rejects.toThrow('wrong_credentials');
      const headers = { authorization: `Bearer ${key}` };
      expect((await api.call('GET', '/api/conversations', { headers })).statusCode).toBe(401);
      const [entry] = await listAuditLog(api.context.db, { subject: id, action: 'user.access_changed', limit: 1 });
      expect(entry).toMatchObject({ actorName: 'Entra ID', details: { isActive: true, credentials: 'removed' } });
    },
  );

  it('an account that is activated under another externalId has nothing that the person before was given', async () => {
    const { id } = await make({ externalId: 'ada' });
    const { db } = api.context;
    const team = (
      await api.call('POST', '/api/teams', { as: admin, body: { name: randomUUID(), memberIds: [id] } })
    ).json();
    await api.call('PATCH', `/api/users/${id}/access`, { as: admin, body: { role: 'admin' } });
    await patch(id, { op: 'replace', path: 'active', value: false });
    await patch(id, { op: 'replace', value: { active: true, externalId: 'ben' } });
    expect(await findAccount(db, id)).toMatchObject({ isActive: true, user: { role: 'representative' } });
    const members = await db.selectFrom('teamMembers').selectAll().where('teamId', '=', team.id).execute();
    expect(members).toEqual([]);
  });

  it('an administrator’s address is held back, noted once and told to administrators, and the rest is done', async () => {
    const testUser = await api.signIn('admin');
    const { id, email } = testUser.user;
    const value = `other-${randomUUID()}@example.com`;
    const asked = [
      { op: 'replace', path: 'emails[type eq "work"].value', value },
      { op: 'replace', path: 'displayName', value: 'Ada King' },
    ];
    for (const answer of [await patch(id, ...asked), await patch(id, ...asked)]) {
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toMatchObject({ displayName: 'Ada King', emails: [{ value: email }] });
    }
    const { db, queues } = api.context;
    expect(await findAccountByEmail(db, value)).toBeUndefined();
    const held = await listAuditLog(db, { subject: id, action: 'user.address_held', limit: 10 });
    expect(held).toMatchObject([{ actorName: 'Entra ID', details: { email: value } }]);
    const jobs = await queues.queue('account-mails').getJobs(['waiting', 'delayed', 'prioritized']);
    const notified = jobs.flatMap(({ data }) => ('of' in data && data.of === id ? [data.userId] : []));
    expect(new Set(notified)).toEqual(new Set(await listAdministrators(db)));
    expect(notified).toHaveLength(new Set(notified).size);
    // Deactivated first, it would be the same.
    await patch(id, { op: 'replace', value: { active: false, emails: [{ value, primary: true }] } });
    await patch(id, { op: 'replace', value: { active: true, emails: [{ value, primary: true }] } });
    expect((await findAccount(db, id))?.user.email).toBe(email);
  });

  it('an address is held back for everyone who may manage access', async () => {
    const body = { name: randomUUID(), permissions: ['security.manage'], scope: 'everything' };
    const role = (await api.call('POST', '/api/roles', { as: admin, body })).json();
    const made = await make();
    await api.call('PATCH', `/api/users/${made.id}/access`, { as: admin, body: { roleId: role.id } });
    const answer = await scim('PUT', `/Users/${made.id}`, { ...made, emails: [{ value: 'x@example.com' }] });
    expect(answer.json()).toMatchObject({ emails: [{ value: made.userName }] });
  });

  it('an administrator who alone can sign in is not deactivated', async () => {
    const alone = await startApi();
    try {
      const chief = await alone.signIn('admin');
      const body = { name: 'D', role: 'admin' };
      const made = (await alone.call('POST', '/api/scim-tokens', { as: chief, body })).json();
      const headers = { 'content-type': 'application/scim+json', authorization: `Bearer ${made.token}` };
      // An administrator as well, who has no password and has never signed in by a provider.
      await alone.call('POST', `${scimPath}/Users`, { headers, body: user() });
      const url = `${scimPath}/Users/${chief.user.id}`;
      for (const [method, sent] of [
        ['PATCH', { Operations: [{ op: 'replace', path: 'active', value: false }] }],
        ['DELETE', undefined],
      ] as const) {
        const answer = await alone.call(method, url, { headers, ...(sent && { body: sent }) });
        expect(answer.statusCode).toBe(409);
      }
      expect((await alone.call('GET', '/api/user', { as: chief })).statusCode).toBe(200);
      expect(await findAccount(alone.context.db, chief.user.id)).toMatchObject({ isActive: true, hasPassword: true });
    } finally {
      await alone.close();
    }
  });

  it('the last administrator stays one, and nothing else of the change is done', async () => {
    const alone = await startApi();
    try {
      const chief = await alone.signIn('admin');
      const made = await alone.call('POST', '/api/scim-tokens', { as: chief, body: { name: 'D', role: 'admin' } });
      const headers = { 'content-type': 'application/scim+json', authorization: `Bearer ${made.json().token}` };
      const url = `${scimPath}/Users/${chief.user.id}`;
      const body = { Operations: [{ op: 'replace', value: { active: false, displayName: 'Gone' } }] };
      for (const [method, sent] of [
        ['PATCH', body],
        ['DELETE', undefined],
      ] as const) {
        const answer = await alone.call(method, url, { headers, ...(sent && { body: sent }) });
        expect(answer.statusCode).toBe(409);
        expect(answer.json().detail).toBe('The last admin must remain one.');
      }
      expect((await alone.call('GET', url, { headers })).json()).toMatchObject({
        active: true,
        displayName: chief.user.name,
      });
    } finally {
      await alone.close();
    }
  });

  it('are audited under the directory’s name', async () => {
    const { id } = await make();
    await patch(id, { op: 'replace', path: 'active', value: false });
    const rows = await api.context.db
      .selectFrom('auditLog')
      .selectAll()
      .where('subjectId', '=', id)
      .orderBy('id')
      .execute();
    expect(rows.map(({ action, actorName, actorId }) => [action, actorName, actorId])).toEqual([
      ['user.added', 'Entra ID', null],
      ['user.access_changed', 'Entra ID', null],
    ]);
  });
});

const nothing = { hasPassword: false, factors: 0, codes: 0, links: 0, identities: 0, keys: 0 };

/** Reads the credentials of a user. */
async function credentialsOf(id: string): Promise<typeof nothing> {
  const { rows } = await sql<typeof nothing>`
    select has_password as "hasPassword",
      (select count(*)::integer from passkeys where user_id = users.id)
        + (select count(*)::integer from totp_secrets where user_id = users.id) as factors,
      (select count(*)::integer from recovery_codes where user_id = users.id) as codes,
      (select count(*)::integer from password_links where user_id = users.id) as links,
      (select count(*)::integer from provider_identities where user_id = users.id) as identities,
      (select count(*)::integer from api_keys where user_id = users.id and ended_at is null) as keys
    from users where id = ${id}`.execute(api.context.db);
  return rows[0] ?? nothing;
}

/** Gives a person one of everything to sign in and call with, beside their password. */
async function withEverything(testUser: TestUser): Promise<{ key: string }> {
  const { db } = api.context;
  const userId = testUser.user.id;
  const body = { name: 'Mine', permissions: ['conversations.read'] };
  const made = await api.call('POST', '/api/profile/api-keys', { as: testUser, body });
  expect(made.statusCode).toBe(201);
  const provider = await insertProvider(db, {
    name: 'Acme',
    issuer: 'https://id.example',
    clientId: 'parley',
    clientSecret: '',
    scopes: [],
    domains: [],
    role: 'representative',
    groupsClaim: '',
    groupRoles: [],
    trustedForSecondFactor: false,
    isActive: true,
  });
  await insertIdentity(db, { providerId: provider.id, subject: userId, userId });
  await insertPasswordLink(db, { tokenHash: randomUUID(), userId, expiresAt: new Date(Date.now() + 3_600_000) });
  await insertPasskey(db, {
    userId,
    credentialId: randomUUID(),
    publicKey: Buffer.from('key'),
    counter: 0,
    transports: [],
    name: 'Laptop',
  });
  await setTotp(db, userId, 'encrypted', 0);
  await setRecoveryCodes(db, userId, { salt: 'salt', hashes: [randomUUID()] });
  expect(await credentialsOf(userId)).toEqual({
    hasPassword: true,
    factors: 2,
    codes: 1,
    links: 1,
    identities: 1,
    keys: 1,
  });
  return { key: made.json().key };
}

/** Whether a filter is understood; whatever else happens is thrown on. */
function outcomeOf(filter: string): string {
  try {
    parseFilter(filter);
    return 'found';
  } catch (error) {
    if (error instanceof ScimProblem || error instanceof Problem) return 'refused';
    throw error;
  }
}

describe('errors', () => {
  let id: string;
  let before: unknown;
  beforeEach(async () => {
    const made = await make();
    id = made.id;
    before = made;
  });
  const unchanged = async () => expect((await scim('GET', `/Users/${id}`)).json()).toEqual(before);

  it.each([
    ['userName gt "a"', 'another operator'],
    ['active co "t"', 'an operator that is none of a truth’s'],
    ['userName', 'no operator'],
    ['userName eq', 'no value'],
    ['userName eq "a', 'no end of the text'],
    ['userName eq a', 'a bare word'],
    ['password eq "x"', 'an attribute that is not kept'],
    ['constructor eq "x"', 'a name of every object'],
    ['__proto__ eq "x"', 'another'],
    ['userName eq "a" or 1 eq 1', 'or'],
    ['not userName eq "a"', 'a not without brackets'],
    ['userName eq "a" and', 'an and without an end'],
    ['userName eq "a" userName eq "b"', 'nothing between'],
    ['emails[type eq "work"', 'a bracket without an end'],
    ['emails[type[a eq "b"] eq "work"]', 'a choice within a choice'],
    ['emails[phone eq "1"]', 'a part that no address has'],
    [`${'('.repeat(11)}userName eq "a"${')'.repeat(11)}`, 'too many brackets in one another'],
    ['active eq "maybe"', 'neither true nor false'],
    ['((((((((((', 'brackets'],
    ['"', 'a quote'],
    ['userName eq "\\u00zz"', 'a broken escape'],
    [Array.from({ length: 21 }, () => 'id pr').join(' and '), 'too many comparisons'],
  ])('a filter: %s (%s) is 400 invalidFilter', async (filter) => {
    expect(await filtered(filter)).toMatchObject({ status: '400', scimType: 'invalidFilter' });
  });

  it('SQL in a filter is a text that nobody is called', async () => {
    for (const text of ["' or 1=1 --", "'; drop table users; --", '%', '_', '\\\\']) {
      expect(await filtered(`userName eq ${JSON.stringify(text)}`)).toMatchObject({ totalResults: 0 });
    }
    expect((await filtered('userName eq "a\\u0000b"')).status).toBe('400');
  });

  it('no text as a filter does more than be refused or find nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(['found', 'refused']).toContain(outcomeOf(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each<[string, object[], string]>([
    ['no operation', [], 'invalidSyntax'],
    ['another op', [{ op: 'move', path: 'active', value: false }], 'invalidSyntax'],
    ['an id', [{ op: 'replace', path: 'id', value: randomUUID() }], 'mutability'],
    ['what everybody has', [{ op: 'remove', path: 'userName' }], 'mutability'],
    ['nothing', [{ op: 'remove' }], 'noTarget'],
    ['a part of a truth', [{ op: 'replace', path: 'active.value', value: false }], 'invalidPath'],
    ['a choice of a truth', [{ op: 'replace', path: 'active[value eq "True"]', value: false }], 'invalidPath'],
    [
      'a filter without an end',
      [{ op: 'replace', path: 'emails[type eq "work"', value: 'a@example.com' }],
      'invalidPath',
    ],
    ['a filter of a filter', [{ op: 'replace', path: 'emails[a[b eq "c"]].value', value: 'x' }], 'invalidPath'],
    ['a long path', [{ op: 'replace', path: '['.repeat(100_000), value: 'x' }], 'invalidPath'],
    ['no address', [{ op: 'replace', path: 'emails', value: 'a@example.com' }], 'invalidValue'],
    ['no name', [{ op: 'replace', path: 'userName', value: '' }], 'invalidValue'],
    ['no truth', [{ op: 'replace', path: 'active', value: 'perhaps' }], 'invalidValue'],
    [
      'something wrong after something right',
      [
        { op: 'replace', path: 'displayName', value: 'Z' },
        { op: 'replace', path: 'active', value: 7 },
      ],
      'invalidValue',
    ],
    ['a list as a value', [{ op: 'replace', value: ['active'] }], 'invalidValue'],
    [
      '101 operations',
      Array.from({ length: 101 }, () => ({ op: 'replace', path: 'active', value: false })),
      'invalidSyntax',
    ],
  ])('a change with %s is refused, and nothing of it is done', async (_what, operations, scimType) => {
    const answer = await patch(id, ...operations);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ schemas: [scimSchemas.error], status: '400', scimType });
    await unchanged();
  });

  it.each<[string, object]>([
    ['an attribute that nobody has', { op: 'replace', path: 'role', value: 'admin' }],
    ['a prototype', { op: 'replace', path: '__proto__.role', value: 'admin' }],
    ['a constructor', { op: 'replace', value: { 'constructor.prototype': { active: false } } }],
    ['another address', { op: 'replace', path: 'emails[type eq "home"].value', value: 'a@example.com' }],
    ['its own id', { op: 'replace', value: { id: 'its own' } }],
    ['when it was made', { op: 'replace', path: 'meta.created', value: '2020-01-01T00:00:00Z' }],
  ])('a change of %s is answered as done, and changes nothing', async (_what, operation) => {
    const sent = JSON.parse(JSON.stringify(operation).replace('its own', id));
    expect((await patch(id, sent)).statusCode).toBe(200);
    const { meta: _meta, ...now } = (await scim('GET', `/Users/${id}`)).json();
    expect(before).toMatchObject(now);
  });

  it('bodies that are no object, no JSON, or of another type are refused in SCIM’s words', async () => {
    for (const [body, status] of [
      ['[]', 400],
      ['null', 400],
      ['"x"', 400],
      ['{', 400],
      ['{"a":1,"a":2}', 400],
      ['{"userName":7}', 400],
    ] as const) {
      const answer = await scim('POST', '/Users', body);
      expect(answer.statusCode).toBe(status);
      expect(answer.json().schemas).toEqual([scimSchemas.error]);
    }
    expect((await scim('GET', `/Users/${randomUUID()}`)).json()).toMatchObject({ status: '404' });
    expect((await scim('GET', '/Users/nobody')).json()).toMatchObject({ status: '404' });
    const headers = { 'content-type': 'application/scim+json' };
    expect((await api.call('POST', '/api/login', { headers, body: {} })).statusCode).toBe(415);
  });

  it('nobody gets a role or a password by what a directory sends', async () => {
    const made = await make({ roles: [{ value: 'admin' }], role: 'admin', password: 'correct horse battery' });
    const row = await api.context.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', made.id)
      .executeTakeFirstOrThrow();
    expect(row.role).toBe('representative');
    await expect(sessionCookie(api, row.email)).rejects.toThrow('wrong_credentials');
  });
});
