/** Companies, their people and how these come to them: docs/product.md#companies. */
import { randomUUID } from 'node:crypto';
import { builtInPermissions } from '@parley/contracts/permissions/permissions';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi, type TestUser } from './support/api.ts';

let api: TestApi;
let admin: TestUser;
beforeAll(async () => {
  api = await startApi();
  admin = await api.signIn('admin');
});
afterAll(() => api.close());

const add = async (name: string, domains: string[] = [], as = admin) =>
  api.call('POST', '/api/companies', { as, body: { name, domains } });
const read = async (path: string, as = admin) => (await api.call('GET', path, { as })).json();

/** Makes a customer with a conversation; a proven address has a row of its own. */
async function customer(email?: string): Promise<{ conversationId: string; contactId: string }> {
  const { id } = await api.conversation('Hello');
  const { contactId } = await read(`/api/conversations/${id}/visitor`);
  if (email)
    await sql`insert into identities (contact_id, kind, value, verified_at)
      values (${contactId}, 'email', ${email}, now())`.execute(api.context.db);
  return { conversationId: id, contactId };
}
const companyOf = async (contactId: string) => (await read(`/api/contacts/${contactId}`)).company;

it('a contact with a proven address at a domain of a company belongs to it, whichever was there first', async () => {
  const before = await customer('jane@acme.example');
  const unproven = await customer();
  await sql`insert into identities (contact_id, kind, value) values (${unproven.contactId}, 'email', 'x@acme.example')
  `.execute(api.context.db);
  const answer = await add('Acme', ['https://www.ACME.example/about']);
  expect(answer.statusCode).toBe(201);
  const { id, domains } = answer.json();
  expect(domains).toEqual(['acme.example']);
  const after = await customer('kim@acme.example');
  for (const { contactId } of [before, after])
    expect(await companyOf(contactId)).toEqual({ id, name: 'Acme', source: 'domain' });
  expect(await companyOf(unproven.contactId)).toBeNull();
  expect((await read(`/api/companies/${id}/contacts`)).map((each: { id: string }) => each.id)).toEqual([
    after.contactId,
    before.contactId,
  ]);
  const conversations = await read(`/api/companies/${id}/conversations`);
  expect(conversations.map((each: { id: string }) => each.id)).toEqual([after.conversationId, before.conversationId]);
  expect(conversations[0].companyId).toBe(id);

  const filter = encodeURIComponent(JSON.stringify({ field: 'company', op: 'is', value: id }));
  expect(await read(`/api/conversations?filter=${filter}`)).toHaveLength(2);
  expect(await read('/api/conversations?q=company:acme')).toHaveLength(2);

  await api.call('PATCH', `/api/companies/${id}`, { as: admin, body: { domains: [] } });
  expect(await companyOf(before.contactId)).toBeNull();
});

it.each([
  ['a mailbox provider', ['gmail.com'], 422],
  ['no domain', ['not a domain'], 422],
  ['a taken domain', ['taken.example'], 409],
])('%s is refused as a domain, and nothing is added', async (_, domains, status) => {
  if (status === 409) await add('Owner of the domain', domains);
  const name = `Refused ${status} ${domains[0]}`;
  const answer = await add(name, domains);
  expect(answer.statusCode).toBe(status);
  expect(answer.json().errors[0].path).toBe('domains');
  expect(await read(`/api/companies?q=${encodeURIComponent('Refused')}`)).toEqual([]);
});

it('a choice by hand stays, whatever domains and the website say', async () => {
  const { id: chosen } = (await add('Chosen')).json();
  await add('By domain', ['bydomain.example']);
  const { contactId } = await customer('a@bydomain.example');
  const change = async (companyId: string | null) =>
    (await api.call('PATCH', `/api/contacts/${contactId}`, { as: admin, body: { companyId } })).json();
  expect((await change(chosen)).company).toEqual({ id: chosen, name: 'Chosen', source: 'representative' });
  expect((await change(null)).company).toBeNull();
  await sql`update identities set verified_at = now() where contact_id = ${contactId} and kind = 'email'`.execute(
    api.context.db,
  );
  expect(await companyOf(contactId)).toBeNull();
  const unknown = await api.call('PATCH', `/api/contacts/${contactId}`, {
    as: admin,
    body: { companyId: randomUUID() },
  });
  expect(unknown.statusCode).toBe(404);
});

it('a company has attributes of its own, which conversations are filtered by, and which no conversation takes', async () => {
  const attribute = { subject: 'company', key: 'tier', name: 'Tier', type: 'choice', choices: ['Gold', 'Silver'] };
  expect((await api.call('POST', '/api/attributes', { as: admin, body: attribute })).statusCode).toBe(201);
  const { id } = (await add('Described', ['described.example'])).json();
  const { conversationId } = await customer('d@described.example');
  const set = (value: string | null, expected?: string | null) =>
    api.call('PATCH', `/api/companies/${id}`, {
      as: admin,
      body: { attributes: [{ key: 'tier', value, ...(expected !== undefined && { expected }) }] },
    });
  expect((await set('Bronze')).statusCode).toBe(422);
  expect((await set('Gold')).json().attributes).toMatchObject([{ key: 'tier', value: 'Gold' }]);
  expect((await set('Silver', null)).statusCode).toBe(409);
  const filter = encodeURIComponent(JSON.stringify({ field: 'company.tier', op: 'is', value: 'Gold' }));
  const found = await read(`/api/conversations?filter=${filter}`);
  expect(found.map((each: { id: string }) => each.id)).toEqual([conversationId]);
  expect(found[0].attributeValues).toMatchObject({ tier: 'Gold' });
  const refused = await api.call('POST', `/api/conversations/${conversationId}/attributes`, {
    as: admin,
    body: { values: [{ key: 'tier', value: 'Gold' }] },
  });
  expect(refused.statusCode).toBeGreaterThanOrEqual(400);
  const other = await add('DESCRIBED');
  expect(other.statusCode).toBe(409);
});

it('who sees only some conversations sees the companies of these, and changes none that others belong to as well', async () => {
  const { id } = (await add('Partly seen', ['partly.example'])).json();
  const seen = await customer('seen@partly.example');
  const foreign = await customer('foreign@partly.example');
  const { id: hidden } = (await add('Hidden', ['hidden.example'])).json();
  const other = await customer('x@hidden.example');
  const scoped = await api.signInAs({ permissions: builtInPermissions.representative, scope: 'mine' });
  await sql`update conversations set assigned_representative_id = ${admin.user.id}
    where id in (${foreign.conversationId}, ${other.conversationId})`.execute(api.context.db);
  expect(await read(`/api/companies/${id}`, scoped)).toMatchObject({ name: 'Partly seen', contactCount: 1 });
  expect((await read(`/api/companies/${id}/contacts`, scoped)).map((each: { id: string }) => each.id)).toEqual([
    seen.contactId,
  ]);
  expect(await read(`/api/companies/${id}/conversations`, scoped)).toHaveLength(1);
  for (const path of ['', '/contacts', '/conversations'])
    expect((await api.call('GET', `/api/companies/${hidden}${path}`, { as: scoped })).statusCode).toBe(404);
  const names = (await read('/api/companies?limit=200', scoped)).map((each: { name: string }) => each.name);
  expect(names).toContain('Partly seen');
  expect(names).not.toContain('Hidden');
  const change = (path: string, body: object) => api.call('PATCH', path, { as: scoped, body });
  expect((await change(`/api/companies/${id}`, { name: 'Renamed' })).statusCode).toBe(403);
  expect((await change(`/api/companies/${hidden}`, { name: 'Renamed' })).statusCode).toBe(404);
  expect((await change(`/api/contacts/${seen.contactId}`, { companyId: hidden })).statusCode).toBe(404);
  expect((await api.call('DELETE', `/api/companies/${id}`, { as: scoped })).statusCode).toBe(403);
  const hiddenSearch = await api.call('GET', '/api/conversations?q=company:hidden', { as: scoped });
  expect(hiddenSearch.statusCode).toBe(422);
});

it('a deleted company leaves its people without one, and the audit log names who deleted it', async () => {
  const { id } = (await add('Doomed', ['doomed.example'])).json();
  const { contactId } = await customer('x@doomed.example');
  expect((await api.call('DELETE', `/api/companies/${id}`, { as: admin })).statusCode).toBe(204);
  expect(await companyOf(contactId)).toBeNull();
  expect((await api.call('GET', `/api/companies/${id}`, { as: admin })).statusCode).toBe(404);
  expect((await read('/api/audit-log'))[0]).toMatchObject({ action: 'company.deleted' });
});
