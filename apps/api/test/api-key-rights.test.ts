/**
 * An API key reduces its owner's rights: fewer permissions, fewer websites, and none at all without a required second
 * factor.
 */
import { apiKeyPermissions } from '@parley/contracts/users/api-keys';
import { sendDue } from '@parley/core/messages/scheduled';
import { insertWebsite } from '@parley/db/websites/websites';
import { mergeSettings } from '@parley/db/settings/settings';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contractRoutes } from '../src/documentation/openapi.ts';
import { type TestUser, startApi, type TestApi } from './support/api.ts';
import { urlOf } from './support/routes.ts';

let api: TestApi;
let admin: TestUser;
beforeAll(async () => {
  api = await startApi();
  admin = await api.signIn('admin', 'Grace');
});
afterAll(() => api.close());

const everything = apiKeyPermissions;
async function keyOf(as: TestUser, draft: object, path = '/api/profile/api-keys') {
  const answer = await api.call('POST', path, { as, body: { name: 'Shop', permissions: everything, ...draft } });
  expect([answer.statusCode, answer.json().code]).toEqual([201, undefined]);
  return { ...answer.json(), headers: { authorization: `Bearer ${answer.json().key}` } };
}

it('a key with one permission has that permission alone, whatever its owner may do', async () => {
  const key = await keyOf(admin, { permissions: ['read', 'contacts.read'] });
  expect((await api.call('GET', '/api/contacts', { as: key })).statusCode).toBe(200);
  const refused = await api.call('GET', '/api/conversations', { as: key });
  expect(refused.json()).toMatchObject({
    status: 403,
    detail: 'This API key lacks the permission “conversations.read”.',
  });
  const { rights } = (await api.call('GET', '/api/user', { as: key })).json();
  expect([rights.builtIn, rights.permissions]).toEqual([null, ['contacts.read']]);
});

it.each(['/api/profile/api-keys', '/api/api-keys'])(
  'a key from %s that is kept to websites knows no conversation, customer or statistic of others',
  async (path) => {
    const { db } = api.context;
    const inside = await api.conversation('Within');
    const outside = await api.conversation('My zebrafinch is broken');
    const website = await insertWebsite(db, { domain: `${crypto.randomUUID()}.example.com`, name: 'Other' });
    const websiteId = website?.id ?? '';
    await db.updateTable('conversations').set({ websiteId }).where('id', '=', outside.id).execute();
    const own = (await api.call('GET', `/api/conversations/${inside.id}`, { as: admin })).json().websiteId;
    const key = await keyOf(admin, { websiteIds: [own] }, path);
    expect(key.websiteIds).toEqual([own]);
    expect((await api.call('GET', '/api/conversations', { as: key })).body).toContain(inside.id);

    const reads = contractRoutes.filter(
      ([, route]) => route.method === 'GET' && route.access === 'staff' && !route.path.includes(':id'),
    );
    const leaked: string[] = [];
    for (const [, route] of reads) {
      const url = urlOf(route);
      for (const asked of [url, `${url}?q=zebrafinch`]) {
        const { body, statusCode } = await api.call('GET', asked, { as: key });
        if (body.includes(outside.id) || body.includes('broken') || statusCode >= 500) leaked.push(asked);
      }
    }
    expect(leaked).toEqual([]);
    const named = await api.call('GET', `/api/conversations/${outside.id}`, { as: key });
    expect(named.statusCode).toBe(404);
    const counted = await api.call('GET', `/api/counts?filter=${encodeURIComponent('{"all":[]}')}`, { as: key });
    const within = encodeURIComponent(JSON.stringify({ field: 'website', op: 'is', value: own }));
    const all = await api.call('GET', `/api/counts?filter=${within}`, { as: admin });
    expect(counted.json()).toEqual(all.json());
    // A limited key can't call what concerns the whole installation.
    expect((await api.call('GET', '/api/audit-log', { as: key })).statusCode).toBe(403);
  },
);

it('a website that there is not is refused by name, and one that is removed leaves a key that sees nothing', async () => {
  const body = { name: 'Shop', permissions: everything, websiteIds: [crypto.randomUUID()] };
  const refused = await api.call('POST', '/api/profile/api-keys', { as: admin, body });
  expect([refused.statusCode, refused.json().errors[0].path]).toEqual([422, 'websiteIds']);
  const website = await insertWebsite(api.context.db, { domain: 'gone.example.com', name: 'Gone' });
  const key = await keyOf(admin, { websiteIds: [website?.id] });
  await api.conversation();
  await api.call('DELETE', `/api/websites/${website?.id}`, { as: admin });
  expect((await api.call('GET', '/api/conversations', { as: key })).json()).toEqual([]);
});

it('a user with a limited scope makes keys within it, and none for services', async () => {
  const part = await api.signInAs({
    permissions: ['conversations.read', 'contacts.read', 'keys.manage'],
    scope: 'mine',
  });
  const { id } = await api.conversation();
  const body = { assignedRepresentativeId: admin.user.id };
  await api.call('PATCH', `/api/conversations/${id}`, { as: admin, body });
  const key = await keyOf(part, { permissions: ['read', 'conversations.read'] });
  expect((await api.call('GET', '/api/conversations', { as: key })).body).not.toContain(id);
  const service = { name: 'Shop', permissions: ['read', 'conversations.read'] };
  expect((await api.call('POST', '/api/api-keys', { as: part, body: service })).statusCode).toBe(403);
});

it('a key of a user without a required second factor is refused until they have one; a service’s is not', async () => {
  const house = await startApi();
  try {
    const owner = await house.signIn('admin');
    const made = async (path: string) => {
      const body = { name: 'Shop', permissions: ['read', 'conversations.read'] };
      const { key } = (await house.call('POST', path, { as: owner, body })).json();
      return { headers: { authorization: `Bearer ${key}` } };
    };
    const [own, service] = [await made('/api/profile/api-keys'), await made('/api/api-keys')];
    await mergeSettings(house.context.db, 'securityConfig', { secondFactor: 'all', secondFactorGraceDays: 0 });
    house.context.settings.forget();
    const answer = await house.call('GET', '/api/conversations', { as: own });
    expect(answer.json()).toMatchObject({
      status: 401,
      code: 'key_refused',
      detail: 'The account that this API key belongs to has to set up a second factor first.',
    });
    expect((await house.call('GET', '/api/conversations', { as: service })).statusCode).toBe(200);
    await house.context.db
      .updateTable('users')
      .set({ secondFactorAt: new Date() })
      .where('id', '=', owner.user.id)
      .execute();
    expect((await house.call('GET', '/api/conversations', { as: own })).statusCode).toBe(200);
  } finally {
    await house.close();
  }
});

/** Schedules with a key, makes it due, and has it sent as the worker does. */
async function scheduledBy(key: { headers: Record<string, string> }, conversationId: string, more: object = {}) {
  const body = { content: 'Later', clientMessageId: crypto.randomUUID(), sendAt: inAnHour(), ...more };
  const added = await api.call('POST', `/api/conversations/${conversationId}/scheduled`, { as: key, body });
  expect(added.statusCode).toBe(201);
  return added.json().id as string;
}
const inAnHour = () => new Date(Date.now() + 3600_000).toISOString();
async function sendNow(id: string) {
  const dueAt = new Date(Date.now() - 1000);
  await api.context.db.updateTable('scheduledMessages').set({ dueAt }).where('id', '=', id).execute();
  await sendDue(api.context);
  const query = api.context.db.selectFrom('scheduledMessages').select(['state', 'reason']).where('id', '=', id);
  return query.executeTakeFirst();
}
const replying = ['read', 'write', 'conversations.read', 'conversations.reply'];
const closing = { macro: { actions: [{ type: 'close' }] } };
const statusOf = async (id: string) =>
  (await api.call('GET', `/api/conversations/${id}`, { as: admin })).json().status as string;

it('a macro that a key has scheduled does only what the key itself may, whatever its owner may', async () => {
  const { id } = await api.conversation();
  const lacking = await keyOf(admin, { permissions: replying });
  const body = { content: 'Later', clientMessageId: crypto.randomUUID(), sendAt: inAnHour(), ...closing };
  const refused = await api.call('POST', `/api/conversations/${id}/scheduled`, { as: lacking, body });
  expect(refused.statusCode).toBe(403);
  const may = await keyOf(admin, { permissions: [...replying, 'conversations.update'] });
  const waiting = await scheduledBy(may, id, closing);
  await api.context.db
    .updateTable('apiKeys')
    .set({ permissions: sql`array_remove(permissions, 'conversations.update')` })
    .where('id', '=', may.id)
    .execute();
  expect(await sendNow(waiting)).toMatchObject({ state: 'stopped' });
  expect(await statusOf(id)).not.toBe('closed');
  await api.context.db
    .updateTable('apiKeys')
    .set({ permissions: sql`array_append(permissions, 'conversations.update')` })
    .where('id', '=', may.id)
    .execute();
  expect(await sendNow(await scheduledBy(may, id, closing))).toBeUndefined();
  expect(await statusOf(id)).toBe('closed');
});

it('a message that a key has scheduled is not sent once the key has ended', async () => {
  const { id } = await api.conversation();
  const key = await keyOf(admin, { permissions: replying });
  const waiting = await scheduledBy(key, id);
  await api.call('DELETE', `/api/profile/api-keys/${key.id}`, { as: admin });
  expect(await sendNow(waiting)).toMatchObject({ state: 'stopped' });
  // Its author may still send it in person, by writing it again; changing it gives it no other rights.
  const messages = (await api.call('GET', `/api/conversations/${id}/messages`, { as: admin })).body;
  expect(messages).not.toContain('Later');
});

it('a message that a key has scheduled is not sent in a conversation that left the key’s websites', async () => {
  const { id } = await api.conversation();
  const { websiteId } = (await api.call('GET', `/api/conversations/${id}`, { as: admin })).json();
  const waiting = await scheduledBy(await keyOf(admin, { permissions: replying, websiteIds: [websiteId] }), id);
  const other = await insertWebsite(api.context.db, { domain: `${crypto.randomUUID()}.example.com`, name: 'Other' });
  const query = api.context.db.updateTable('conversations').set({ websiteId: other?.id ?? '' });
  await query.where('id', '=', id).execute();
  expect(await sendNow(waiting)).toMatchObject({ state: 'stopped' });
});

it('a key that sends or rewrites what a person has scheduled adds none of that person’s rights', async () => {
  const { id } = await api.conversation();
  const key = await keyOf(admin, { permissions: replying });
  const sent = await api.call('POST', `/api/scheduled/${await scheduledBy(admin, id, closing)}/send`, { as: key });
  expect([sent.statusCode, sent.json().code]).toEqual([403, 'forbidden']);
  const rewritten = await scheduledBy(admin, id, closing);
  const body = { content: 'By key', revision: 1 };
  expect((await api.call('PATCH', `/api/scheduled/${rewritten}`, { as: key, body })).statusCode).toBe(200);
  expect(await sendNow(rewritten)).toMatchObject({ state: 'stopped' });
  expect(await statusOf(id)).not.toBe('closed');
});
