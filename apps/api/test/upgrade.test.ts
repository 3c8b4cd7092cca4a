/**
 * An installation from before second factors, roles, keys and the chain of the audit log is upgraded while people are
 * signed in: they stay who they were, may what they might, and nobody is locked out.
 */
import { randomUUID } from 'node:crypto';
import { Signer } from '@fastify/cookie';
import { builtInPermissions } from '@parley/contracts/permissions';
import { chainAuditLog, checkAuditChain } from '@parley/core/audit/chain';
import { sessionCookieKeys, sessionCookieName } from '@parley/core/session-cookie';
import { writeSession } from '@parley/core/sessions';
import { quickHash } from '@parley/core/testing';
import { createUpgradedDatabase } from '@parley/db/testing';
import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { password, sessionCookie, startApiOn, type TestApi } from './support/api.ts';

/** The newest migration of the release before. */
const before = '0031_files_waiting';
const hourMs = 3_600_000;

const ids = { ada: randomUUID(), ben: randomUUID(), gone: randomUUID(), website: randomUUID(), visitor: randomUUID() };
const conversation = randomUUID();

/** As the release before had stored it. */
async function fill(client: Client): Promise<void> {
  const hash = await quickHash(password);
  for (const [id, name, role, isActive] of [
    [ids.ada, 'ada', 'admin', true],
    [ids.ben, 'ben', 'representative', true],
    [ids.gone, 'gone', 'representative', false],
  ]) {
    await client.query(
      `insert into users (id, name, email, username, password_hash, role, is_active, session_epoch)
       values ($1, $2, $2 || '@example.com', $2, $3, $4, $5, 3)`,
      [id, name, hash, role, isActive],
    );
  }
  await client.query("insert into websites (id, domain, name) values ($1, 'shop.example.com', 'Shop')", [ids.website]);
  await client.query('insert into visitors (id, website_id, name) values ($1, $2, $3)', [
    ids.visitor,
    ids.website,
    'Vera',
  ]);
  await client.query(
    `insert into conversations (id, website_id, visitor_id, customer_name, assigned_representative_id, status, is_ai_assisted)
     values ($1, $2, $3, 'Vera', $4, 'active', false)`,
    [conversation, ids.website, ids.visitor, ids.ben],
  );
  await client.query(
    `insert into views (name, filter, sort, scope, owner_id, place)
     values ('Ours', '{"all":[]}', 'activity', 'team', $1, 0), ('Mine', '{"all":[]}', 'activity', 'me', $1, 0)`,
    [ids.ada],
  );
  for (const action of ['user.registered', 'settings.changed', 'website.added']) {
    await client.query("insert into audit_log (actor_id, actor_name, action, details) values ($1, 'ada', $2, '{}')", [
      ids.ada,
      action,
    ]);
  }
  await client.query(
    `update settings set representatives_may = '{"retention":true,"websites":false,"export":true}'::jsonb`,
  );
}

let api: TestApi;
beforeAll(async () => {
  api = await startApiOn(createUpgradedDatabase(before, fill));
});
afterAll(() => api?.close());

/** A session as the release before wrote it, `age` milliseconds ago; still older ones knew nothing but who it was. */
async function sessionOf(userId: string, { age = hourMs, epoch = 3, isOldest = false } = {}) {
  const id = randomUUID();
  const began = Date.now() - age;
  const record = {
    cookie: { originalMaxAge: 34_560_000_000, httpOnly: true, path: '/', sameSite: 'lax', secure: false },
    userId,
    epoch,
    renewedAt: began,
    ...(!isOldest && { method: 'password' as const, signedInAt: began, address: '127.0.0.1', agent: 'A browser' }),
  };
  await writeSession(api.context, id, record, { ttlSeconds: 24 * 3_600, isNew: true });
  const signed = new Signer(sessionCookieKeys(api.context.secrets)).sign(id);
  return { headers: { cookie: `${sessionCookieName}=${encodeURIComponent(signed)}` } };
}

describe('who was signed in', () => {
  it.each([
    ['with a record of the release before', false],
    ['with a record that says no more than who', true],
  ])('stays so, %s, and may what they might', async (_what, isOldest) => {
    const [ada, ben] = await Promise.all([sessionOf(ids.ada, { isOldest }), sessionOf(ids.ben, { isOldest })]);
    const rightsOf = async (as: typeof ada) => (await api.call('GET', '/api/user', { as })).json();
    expect(await rightsOf(ada)).toMatchObject({ id: ids.ada, role: 'admin', rights: { scope: 'everything' } });
    expect((await rightsOf(ada)).rights.permissions.toSorted()).toEqual([...builtInPermissions.admin].toSorted());
    // What section 6 grants them, and what the administrators had let them do.
    expect((await rightsOf(ben)).rights.permissions.toSorted()).toEqual(
      [...builtInPermissions.representative, 'settings.retention', 'conversations.export'].toSorted(),
    );
    const shown = await api.call('GET', `/api/conversations/${conversation}`, { as: ben });
    expect(shown.json()).toMatchObject({ id: conversation, assignedRepresentativeId: ids.ben });
  });

  it('sees their session in the list and can end it', async () => {
    const ben = await sessionOf(ids.ben);
    const listed = await api.call('GET', `/api/users/${ids.ben}/sessions`, { as: ben });
    expect(listed.statusCode).toBe(200);
    expect(listed.json().some(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toBe(true);
    expect((await api.call('POST', '/api/logout', { as: ben, body: {} })).statusCode).toBeLessThan(300);
    expect((await api.call('GET', '/api/user', { as: ben })).statusCode).toBe(401);
  });

  it('proves who they are by their password where that is asked for, and goes on in the same session', async () => {
    const ada = await sessionOf(ids.ada, { isOldest: true });
    const change = () =>
      api.call('PATCH', `/api/users/${ids.ben}/access`, { as: ada, body: { role: 'representative' } });
    expect((await change()).json().code).toBe('step_up_required');
    expect((await api.call('POST', '/api/step-up', { as: ada, body: { password } })).statusCode).toBe(204);
    expect((await change()).statusCode).toBe(200);
  });

  it('is asked for no second factor, which nobody has said is needed', async () => {
    expect((await api.call('GET', '/api/user', { as: await sessionOf(ids.ada) })).json().secondFactorDue).toBeFalsy();
    const answer = await api.call('POST', '/api/login', { body: { email: 'ada@example.com', password } });
    expect(answer.statusCode).toBe(200);
  });
});

describe('who was not', () => {
  it('signs in with their password', async () => {
    for (const name of ['ada', 'ben']) expect(await sessionCookie(api, `${name}@example.com`)).not.toBe('');
  });

  it('stays out: a deactivated account, and a session from before a changed password', async () => {
    expect((await api.call('GET', '/api/user', { as: await sessionOf(ids.gone) })).statusCode).toBe(401);
    expect((await api.call('GET', '/api/user', { as: await sessionOf(ids.ben, { epoch: 0 }) })).statusCode).toBe(401);
    await expect(sessionCookie(api, 'gone@example.com')).rejects.toThrow('wrong_credentials');
  });
});

it('what was shared with the team is everybody’s still, and what was one’s own is not', async () => {
  const views = (await api.call('GET', '/api/views', { as: await sessionOf(ids.ada) })).json();
  expect(views).toMatchObject([
    { name: 'Mine', scope: 'me' },
    { name: 'Ours', scope: 'team', teamId: null },
  ]);
  const theirs = { headers: { cookie: await sessionCookie(api, 'ben@example.com') } };
  expect((await api.call('GET', '/api/views', { as: theirs })).json()).toMatchObject([{ name: 'Ours' }]);
});

it('the audit log of before is read and filtered, and the chain begins with what it finds', async () => {
  await chainAuditLog(api.context);
  expect(await checkAuditChain(api.context)).toMatchObject({ broken: null, waiting: 0 });
  const ada = { headers: { cookie: await sessionCookie(api, 'ada@example.com') } };
  const found = (await api.call('GET', '/api/audit-log?limit=200', { as: ada })).json();
  expect(found.map(({ action }: { action: string }) => action)).toEqual(
    expect.arrayContaining(['user.registered', 'settings.changed', 'website.added']),
  );
});
