import { randomUUID } from 'node:crypto';
import { apiKeyPermissions, type ApiKeyPermission, type NewApiKey, takesKeys } from '@parley/contracts/users/api-keys';
import {
  builtInPermissions,
  forUsersOnly,
  type Permission,
  permissions as everything,
} from '@parley/contracts/permissions/permissions';
import { contractRoutes } from '../src/documentation/openapi.ts';
import { rateLimits } from '@parley/contracts/routes/limits';
import { newApiKey } from '@parley/core/permissions/api-key-format';
import { createLogger } from '@parley/service/logger';
import { createRateLimiter } from '@parley/service/rate-limit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestUser, startApi, startNewApi, type TestApi } from './support/api.ts';
import { urlOf } from './support/routes.ts';

let api: TestApi;
let admin: TestUser;
let ada: TestUser;
const lines: string[] = [];
/** Groups of routes about who gets in and what they may. */
const tagsOfAccess = new Set([
  'API keys',
  'Account',
  'Directory',
  'People',
  'Roles',
  'Second factor',
  'Single sign-on',
  'Teams',
]);
const patience = { timeout: 30_000, interval: 100 };
beforeAll(async () => {
  const log = createLogger({ service: 'api', level: 'debug', destination: { write: (line) => void lines.push(line) } });
  api = await startApi({}, log);
  admin = await api.signIn('admin', 'Grace');
  ada = await api.signIn('representative', 'Ada');
});
afterAll(() => api.close());

interface Drafted {
  permissions?: readonly ApiKeyPermission[];
  name?: string;
  expiresAt?: string | null;
  callsPerMinute?: number;
}

/** Permissions of representatives, to read and to write. */
const usual: readonly ApiKeyPermission[] = ['read', 'write', ...builtInPermissions.representative];

const draft = ({ permissions = usual, name = 'Report', ...rest }: Drafted = {}) => ({
  name,
  permissions,
  ...rest,
});
async function made(as: TestUser, path: string, drafted: Drafted = {}): Promise<NewApiKey> {
  const answer = await api.call('POST', path, { as, body: draft(drafted) });
  expect([answer.statusCode, answer.json().code]).toEqual([201, undefined]);
  return answer.json();
}
const ownKey = (as: TestUser, drafted?: Drafted) => made(as, '/api/profile/api-keys', drafted);
const serviceKey = (drafted?: Drafted) => made(admin, '/api/api-keys', drafted);
const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
const by = ({ key }: NewApiKey) => bearer(key);
const read = (as: { headers: Record<string, string> }) => api.call('GET', '/api/conversations', { as });

describe('an API key', () => {
  it('is known by its prefix and its checksum; one typed wrongly or made up is refused', async () => {
    const { key, prefix } = await ownKey(ada);
    expect(key).toMatch(/^parley_[0-9A-Za-z]{49}$/);
    expect(key.startsWith(prefix)).toBe(true);
    expect(prefix).toHaveLength(13);
    const typo = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
    for (const wrong of [typo, key.slice(0, -1), `${key}0`, 'parley_', newApiKey()]) {
      const answer = await read(bearer(wrong));
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'key_refused']);
      expect(answer.json().detail).toBe('There is no such API key.');
      expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
    }
  });

  it('is answered once and stored as a hash; no list, log, audit entry or error has it', async () => {
    const { key, id } = await ownKey(ada);
    await read(bearer(key));
    await api.call('GET', `/api/conversations?q=${key}`, { as: bearer(key) });
    await api.call('POST', '/api/tags', { as: bearer(key), body: { name: 'x' } });
    const listed = await api.call('GET', '/api/profile/api-keys', { as: ada });
    const audited = await api.call('GET', '/api/audit-log?limit=200', { as: admin });
    expect(listed.body).toContain(id);
    const row = await api.context.db.selectFrom('apiKeys').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    for (const text of [listed.body, audited.body, lines.join(''), JSON.stringify(row)])
      expect(text).not.toContain(key);
    expect(lines.length).toBeGreaterThan(0);
  });

  it('a key of a person acts as them: a message carries their name', async () => {
    const { id } = await api.conversation();
    const answer = await api.call('POST', '/api/messages', {
      as: by(await ownKey(ada)),
      body: { conversationId: id, content: 'From a script' },
    });
    expect(answer.json()).toMatchObject({ senderName: 'Ada', senderId: ada.user.id });
  });

  it('a key of a service writes under its own name, and the service is no user of the team', async () => {
    const key = await serviceKey({ name: 'Order robot' });
    const { id } = await api.conversation();
    const sent = await api.call('POST', '/api/messages', {
      as: by(key),
      body: { conversationId: id, content: 'Your parcel has left' },
    });
    expect(sent.json()).toMatchObject({ senderName: 'Order robot', senderId: key.userId });
    const conversation = (await api.call('GET', `/api/conversations/${id}`, { as: admin })).json();
    expect(conversation.assignedRepresentativeId).toBeNull();

    const team = (await api.call('GET', '/api/representatives', { as: admin })).json();
    expect(team.map((each: { id: string }) => each.id)).not.toContain(key.userId);
    const overview = await api.call('GET', '/api/overview', { as: admin });
    expect(overview.body).not.toContain('Order robot');
    const assigning = { as: admin, body: { assignedRepresentativeId: key.userId } };
    const assigned = await api.call('PATCH', `/api/conversations/${id}`, assigning);
    expect([assigned.statusCode, assigned.json().code]).toEqual([422, 'invalid']);
    const mine = await api.call('PATCH', `/api/conversations/${id}`, { as: by(key), body: { isAiAssisted: false } });
    expect(mine.statusCode).toBe(422);
    const taken = await api.call('POST', `/api/conversations/${id}/takeover`, {
      as: by(key),
      body: { representativeId: key.userId },
    });
    expect(taken.statusCode).toBe(403);
    for (const change of [{ role: 'admin' }, { isActive: true }]) {
      const access = await api.call('PATCH', `/api/users/${key.userId}/access`, { as: admin, body: change });
      expect(access.statusCode).toBe(404);
    }
    const service = await api.context.db
      .selectFrom('users')
      .select(['email', 'username'])
      .where('id', '=', key.userId)
      .executeTakeFirstOrThrow();
    for (const password of ['x', ' ', service.username]) {
      const signedIn = await api.call('POST', '/api/login', { body: { email: service.email, password } });
      expect([signedIn.statusCode, signedIn.json().code]).toEqual([401, 'wrong_credentials']);
    }
  });

  it('is dead at once when it is ended, has expired, or its owner is deactivated, and explains why', async () => {
    const bob = await api.signIn('representative', 'Bob');
    const [ended, expiring, owned] = [await ownKey(bob), await ownKey(bob), await ownKey(bob)];
    for (const key of [ended, expiring, owned]) expect((await read(by(key))).statusCode).toBe(200);

    await api.call('DELETE', `/api/profile/api-keys/${ended.id}`, { as: bob });
    expect((await read(by(ended))).json()).toMatchObject({ status: 401, detail: 'This API key has been ended.' });

    await api.context.db
      .updateTable('apiKeys')
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where('id', '=', expiring.id)
      .execute();
    expect((await read(by(expiring))).json().detail).toBe('This API key has expired.');

    await api.call('PATCH', `/api/users/${bob.user.id}/access`, { as: admin, body: { isActive: false } });
    expect((await read(by(owned))).json()).toMatchObject({
      code: 'key_refused',
      detail: 'The account that this API key belongs to is deactivated.',
    });
  });

  it('may only what it was given: what it lacks is named', async () => {
    const reading = await ownKey(ada, { permissions: ['read', ...builtInPermissions.representative] });
    expect((await read(by(reading))).statusCode).toBe(200);
    const { id } = await api.conversation();
    const answer = await api.call('PATCH', `/api/conversations/${id}`, { as: by(reading), body: { priority: 'high' } });
    expect(answer.json()).toMatchObject({ status: 403, detail: 'This API key lacks the permission “write”.' });
    const exported = await api.call('GET', '/api/export/conversations', { as: by(reading) });
    expect(exported.json().detail).toBe('This API key lacks the permission “conversations.export”.');
  });

  it('a key never may do more than its owner, whatever it was given and whatever its owner becomes', async () => {
    const asked = await api.call('POST', '/api/profile/api-keys', {
      as: ada,
      body: draft({ permissions: ['read', 'webhooks.manage'] }),
    });
    expect([asked.statusCode, asked.json().code]).toEqual([403, 'forbidden']);
    const eve = await api.signIn('admin', 'Eve');
    const full = await ownKey(eve, { permissions: apiKeyPermissions });
    expect((await api.call('GET', '/api/webhooks', { as: by(full) })).statusCode).toBe(200);
    const weak = await ownKey(eve);
    expect((await api.call('GET', '/api/webhooks', { as: by(weak) })).statusCode).toBe(403);
    // Use cases that check the role see no admin either.
    const rights = await api.call('POST', '/api/settings', {
      as: by(weak),
      body: { representativesMay: { export: true } },
    });
    expect(rights.statusCode).toBe(403);

    await api.call('PATCH', `/api/users/${eve.user.id}/access`, { as: admin, body: { role: 'representative' } });
    expect((await api.call('GET', '/api/webhooks', { as: by(full) })).statusCode).toBe(403);
    expect((await read(by(full))).statusCode).toBe(200);
  });

  it('a key of a representative gets no more than the installation lets representatives do', async () => {
    const strict = await startNewApi();
    try {
      const someone = await strict.signIn('representative');
      const body = draft({ permissions: ['read', 'conversations.export'] });
      const refused = await strict.call('POST', '/api/profile/api-keys', { as: someone, body });
      expect(refused.statusCode).toBe(403);
      const owner = await strict.signIn('admin');
      await strict.call('POST', '/api/settings', { as: owner, body: { representativesMay: { export: true } } });
      const { key } = (await strict.call('POST', '/api/profile/api-keys', { as: someone, body })).json();
      const exporting = () => strict.call('GET', '/api/export/conversations', { as: bearer(key) });
      expect((await exporting()).statusCode).toBe(200);
      await strict.call('POST', '/api/settings', { as: owner, body: { representativesMay: { export: false } } });
      expect((await exporting()).statusCode).toBe(403);
    } finally {
      await strict.close();
    }
  });

  it('cannot sign in or out nor manage access, security, keys or tokens, whatever it was given before that was refused', async () => {
    const all = await ownKey(admin, { permissions: apiKeyPermissions });
    // Reading alone: what it may call must change nothing here.
    const given: ApiKeyPermission[] = ['read', ...everything];
    await api.context.db.updateTable('apiKeys').set({ permissions: given }).where('id', '=', all.id).execute();
    const taking: string[] = [];
    for (const [name, route] of contractRoutes) {
      if (route.access !== 'staff' && route.access !== 'self' && route.access !== 'anyone') continue;
      const answer = await api.call(route.method, urlOf(route, { id: admin.user.id }), {
        as: by(all),
        ...(route.body && { body: { nonsense: true } }),
      });
      const code = route.method === 'HEAD' || answer.statusCode < 400 ? undefined : answer.json().code;
      if (code !== 'session_required') taking.push(name);
      expect([name, takesKeys(route)]).toEqual([name, code !== 'session_required']);
    }
    const ofAccess = contractRoutes.filter(([, { tag }]) => tagsOfAccess.has(tag.name)).map(([name]) => name);
    expect(ofAccess.length).toBeGreaterThan(50);
    expect(taking.filter((name) => ofAccess.includes(name)).toSorted()).toEqual([
      'currentUser',
      'getImage',
      'listRepresentatives',
      'listRoles',
      'listTeams',
      'previewRouting',
      'registration',
      'setAvailability',
      'updateUserRouting',
    ]);
    const who = (await api.call('GET', '/api/user', { as: by(all) })).json();
    expect(who.rights.permissions.filter((each: Permission) => forUsersOnly.has(each))).toEqual([]);
    expect(taking).not.toContain('rotateWebhookSecret');
    expect(taking).not.toContain('getIdentitySecret');
  });

  it('is not given what is for people alone', async () => {
    for (const permission of forUsersOnly) {
      const body = { name: 'Report', permissions: ['read', permission] };
      expect((await api.call('POST', '/api/profile/api-keys', { as: admin, body })).statusCode).toBe(422);
      expect((await api.call('POST', '/api/api-keys', { as: admin, body })).statusCode).toBe(422);
    }
  });

  it('speaks for itself: a cookie beside it is not looked at, set or renewed, and no page’s origin counts', async () => {
    const key = await ownKey(ada);
    const both = { headers: { ...by(key).headers, cookie: admin.headers['cookie'] ?? '' } };
    const who = await api.call('GET', '/api/user', { as: both, headers: { origin: 'https://elsewhere.example' } });
    expect([who.json().id, who.headers['set-cookie']]).toEqual([ada.user.id, undefined]);
    const refused = await api.call('GET', '/api/user', {
      as: { headers: { ...bearer(newApiKey()).headers, cookie: admin.headers['cookie'] ?? '' } },
    });
    expect(refused.statusCode).toBe(401);
    const { id } = await api.conversation();
    const written = await api.call('PATCH', `/api/conversations/${id}`, {
      as: by(key),
      headers: { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' },
      body: { priority: 'high' },
    });
    expect(written.statusCode).toBe(200);
    // A page can send it only after asking, and nobody answers that.
    const asking = await api.call('OPTIONS', '/api/conversations', {
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'PATCH' },
    });
    expect(asking.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('is no visitor’s token and in no address', async () => {
    const { key } = await ownKey(ada);
    const visitor = await api.visitor('keys.example.com');
    const headers = { ...visitor.headers, authorization: `Bearer ${key}` };
    expect((await api.call('GET', '/api/visitor/messages', { as: { headers } })).statusCode).toBe(401);
    for (const query of [`access_token=${key}`, `key=${key}`, `api_key=${key}`]) {
      expect((await api.call('GET', `/api/tags?${query}`)).statusCode).toBe(401);
    }
  });

  it('has a limit of its own, told in headers, over all that it calls', async () => {
    const key = await ownKey(ada, { callsPerMinute: 3 });
    const first = await read(by(key));
    expect(first.headers).toMatchObject({ 'ratelimit-limit': '3', 'ratelimit-remaining': '2' });
    await api.call('GET', '/api/tags', { as: by(key) });
    await read(by(key));
    const fourth = await read(by(key));
    expect([fourth.statusCode, fourth.json().code]).toEqual([429, 'rate_limited']);
    expect(fourth.headers['ratelimit-policy']).toBe('3;w=60');
    expect((await read(by(await ownKey(ada)))).statusCode).toBe(200);
  });

  it('notes its last use once a minute', async () => {
    const key = await ownKey(ada);
    const lastUsedAt = async (): Promise<string | null> => {
      const keys = (await api.call('GET', '/api/profile/api-keys', { as: ada })).json();
      return keys.find(({ id }: { id: string }) => id === key.id).lastUsedAt;
    };
    expect(await lastUsedAt()).toBeNull();
    await read(by(key));
    await vi.waitFor(async () => expect(await lastUsedAt()).not.toBeNull(), patience);
    const noted = await lastUsedAt();
    await read(by(key));
    expect(await lastUsedAt()).toBe(noted);
  });

  it('is seen by its owner and by administrators, ended by either and by nobody else, and audited', async () => {
    const other = await api.signIn('representative', 'Other');
    const key = await ownKey(ada, { name: 'Watched' });
    const service = await serviceKey({ name: 'Importer' });
    expect((await api.call('GET', '/api/profile/api-keys', { as: other })).json()).toEqual([]);
    expect((await api.call('GET', '/api/api-keys', { as: other })).statusCode).toBe(403);
    expect((await api.call('DELETE', `/api/profile/api-keys/${key.id}`, { as: other })).statusCode).toBe(404);
    expect((await api.call('DELETE', `/api/profile/api-keys/${service.id}`, { as: ada })).statusCode).toBe(404);
    const all = (await api.call('GET', '/api/api-keys', { as: admin })).json();
    const names = all.map(({ name, kind }: NewApiKey) => `${kind} ${name}`);
    expect(names).toEqual(expect.arrayContaining(['personal Watched', 'service Importer']));
    for (const { id } of [key, service]) {
      expect((await api.call('DELETE', `/api/api-keys/${id}`, { as: admin })).statusCode).toBe(204);
      expect((await api.call('DELETE', `/api/api-keys/${id}`, { as: admin })).statusCode).toBe(404);
    }
    const entries = (await api.call('GET', '/api/audit-log?limit=200', { as: admin })).json();
    const about = (action: string, id: string) =>
      entries.find((each: { action: string; subject: string }) => each.action === action && each.subject.endsWith(id));
    expect(about('api_key.added', service.id).details).toMatchObject({ kind: 'service', name: 'Importer' });
    expect(about('api_key.ended', key.id).details).toMatchObject({ name: 'Watched', userId: ada.user.id });
  });

  it('is named beside its person in the audit log', async () => {
    const key = await ownKey(admin, { name: 'Terraform', permissions: ['read', 'write', 'tags.add'] });
    await api.call('POST', '/api/tags', { as: by(key), body: { name: randomUUID().slice(0, 8) } });
    const [entry] = (await api.call('GET', '/api/audit-log?limit=1', { as: admin })).json();
    expect(entry).toMatchObject({
      actorName: 'Grace',
      action: 'tag.added',
      details: { apiKey: { id: key.id, name: 'Terraform' } },
    });
  });

  it.each<[string, object, string]>([
    ['no permission', { permissions: [] }, 'permissions'],
    ['a permission that there is not', { permissions: ['everything'] }, 'permissions.0'],
    ['one twice', { permissions: ['read', 'read'] }, 'permissions'],
    ['a time that is past', { expiresAt: '2020-01-01T00:00:00.000Z' }, 'expiresAt'],
    ['no name', { name: ' ' }, 'name'],
    ['a limit of nothing', { callsPerMinute: 0 }, 'callsPerMinute'],
  ])('a key with %s is not made', async (_what, wrong, path) => {
    const body = { ...draft(), ...wrong };
    const answer = await api.call('POST', '/api/profile/api-keys', { as: ada, body });
    expect([answer.statusCode, answer.json().errors[0].path]).toEqual([422, path]);
  });

  it('made-up keys cost their caller: after sixty in a minute their network waits', async () => {
    const address = '203.0.113.77';
    const limiter = createRateLimiter(api.context.redis, api.context.prefix);
    const refusals = { name: 'refused_key_address', key: address, ...rateLimits.refusedKeyPerAddress };
    const madeUp = () => api.call('GET', '/api/tags', { as: bearer(newApiKey()), address });
    expect((await madeUp()).statusCode).toBe(401);
    expect((await limiter.limit(refusals)).remaining).toBeLessThanOrEqual(58);
    // Uses up what is left, again when time has given one back.
    await vi.waitFor(async () => {
      while ((await limiter.limit(refusals)).allowed);
      expect((await madeUp()).statusCode).toBe(429);
    }, patience);
    const { key } = await ownKey(ada);
    expect((await api.call('GET', '/api/tags', { as: bearer(key), address })).statusCode).toBe(200);
  });
});
