import { secretMask } from '@parley/contracts/settings/secret-fields';
import type { ToolDefinition } from '@parley/contracts/assistant/tools';
import { type Endpoint, startEndpoint } from '@parley/testing/http';
import { type ParcelServer, startParcelServer } from '@parley/testing/mcp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestUser, startApi, type TestApi } from './support/api.ts';

let api: TestApi;
let admin: TestUser;
let shop: Endpoint;
let parcels: ParcelServer;
const secret = 'Bearer shop-secret-1234567890';

beforeAll(async () => {
  [shop, parcels] = await Promise.all([startEndpoint(), startParcelServer()]);
  api = await startApi();
  admin = await api.signIn('admin', 'Ada');
});
afterAll(async () => {
  await api.close();
  await Promise.all([shop, parcels].map((server) => server.close()));
});

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, as = admin) =>
  api.call(method, path, { as, ...(body && { body }) });
const host = () => new URL(shop.url).host;
const definition = (change: Partial<ToolDefinition> = {}): ToolDefinition => ({
  name: 'order_status',
  description: 'Tells how an order stands',
  effect: 'read',
  needsIdentity: false,
  isActive: true,
  parameters: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
  bindings: {},
  confirmation: '',
  http: {
    method: 'GET',
    url: `${shop.url}/orders/{order}`,
    headers: [{ name: 'Authorization', value: secret }],
    rest: 'query',
    fields: [],
  },
  mcp: null,
  maxBytes: 4096,
  timeoutSeconds: 2,
  ...change,
});
const withUrl = (url: string): Partial<ToolDefinition> => {
  const { http } = definition();
  return { http: http && { ...http, url } };
};

describe('an action', () => {
  it('leads to a host of the list, and nowhere else', async () => {
    expect((await call('POST', '/api/tools', definition())).json()).toMatchObject({
      code: 'invalid',
      errors: [{ path: 'http.url', localized: { code: 'tool_host_missing' } }],
    });
    expect((await call('PUT', '/api/tool-hosts', { hosts: [host()] })).statusCode).toBe(200);
    expect((await call('POST', '/api/tools', definition())).statusCode).toBe(201);
    for (const url of [
      'https://elsewhere.example/orders',
      `http://{order}/`,
      `http://${host()}.evil.example/`,
      `http://user:password@${host()}/`,
      `http://${host()}{order}/`,
    ]) {
      const answer = await call('POST', '/api/tools', definition({ name: 'other', ...withUrl(url) }));
      expect([url, answer.statusCode]).toEqual([url, 422]);
    }
  });

  it('an action never returns its secret, keeps it under the mask, and loses it with another host', async () => {
    const [tool] = (await call('GET', '/api/tools')).json();
    expect(tool.http.headers).toEqual([{ name: 'Authorization', value: secretMask }]);
    const { id, createdAt: _created, updatedAt: _updated, ...body } = tool;
    expect((await call('PUT', `/api/tools/${id}`, { ...body, description: 'Where an order is' })).statusCode).toBe(200);
    shop.usually = { status: 200, body: '{"status":"shipped"}' };
    const tried = await call('POST', `/api/tools/${id}/trials`, { arguments: { order: '1042' }, confirmed: false });
    expect(tried.json()).toMatchObject({ text: 'status: shipped', problem: null, responseStatus: 200 });
    expect(shop.requests.at(-1)?.headers.authorization).toBe(secret);
    await call('PUT', '/api/tool-hosts', { hosts: [host(), 'other.example'] });
    const moved = { ...body, http: { ...body.http, url: 'https://other.example/orders/{order}' } };
    expect((await call('PUT', `/api/tools/${id}`, moved)).statusCode).toBe(422);
    const stored = await api.context.db.selectFrom('tools').select('http').executeTakeFirstOrThrow();
    expect(JSON.stringify(stored)).not.toContain('shop-secret');
    expect(JSON.stringify((await call('GET', '/api/audit-log')).json())).not.toContain('shop-secret');
  });

  it.each([
    ['a schema of something else', { parameters: { type: 'array' } as never }],
    ['a schema that leads elsewhere', { parameters: { type: 'object', properties: { a: { $ref: 'https://x' } } } }],
    ['an argument that the schema lacks', { bindings: { email: 'email' } as const }],
    ['neither a call nor a server', { http: null }],
  ])('is refused with %s', async (_, change) => {
    expect((await call('POST', '/api/tools', definition({ name: 'refused', ...change }))).statusCode).toBe(422);
  });

  it('has a name of its own, and never that of the hand-off', async () => {
    expect((await call('POST', '/api/tools', definition())).statusCode).toBe(409);
    expect((await call('POST', '/api/tools', definition({ name: 'hand_off_to_human' }))).statusCode).toBe(409);
  });

  it('an action that writes is tried only on confirmation, and a failure is shown by its kind', async () => {
    const { http } = definition();
    const made = await call(
      'POST',
      '/api/tools',
      definition({ name: 'cancel', effect: 'write', http: http && { ...http, method: 'POST' } }),
    );
    const { id } = made.json();
    shop.requests = [];
    const trial = (confirmed: boolean) =>
      call('POST', `/api/tools/${id}/trials`, { arguments: { order: '1042' }, confirmed });
    expect((await trial(false)).statusCode).toBe(422);
    expect(shop.requests).toEqual([]);
    shop.usually = { status: 500, body: `no: ${secret}` };
    const failed = (await trial(true)).json();
    expect(failed).toMatchObject({ text: null, problem: 'answered_error', responseStatus: 500 });
    expect(JSON.stringify(failed)).not.toContain('shop-secret');
    expect(shop.requests).toHaveLength(1);
  });

  it('is in the audit log with who made, changed, tried and removed it', async () => {
    const tools = (await call('GET', '/api/tools')).json();
    for (const { id } of tools) expect((await call('DELETE', `/api/tools/${id}`)).statusCode).toBe(204);
    const rows = await api.context.db
      .selectFrom('auditLog')
      .select('action')
      .where('action', 'like', 'tool%')
      .execute();
    expect(new Set(rows.map(({ action }) => action))).toEqual(
      new Set(['tool.added', 'tool.updated', 'tool.tried', 'tool.deleted', 'tool_hosts.updated']),
    );
  });
});

it('an MCP server shows what it offers, and is asked on a host of the list alone', async () => {
  await call('PUT', '/api/tool-hosts', { hosts: [new URL(parcels.url).host] });
  const server = { name: 'Parcels', url: parcels.url, headers: [{ name: 'Authorization', value: 'Bearer parcels-1' }] };
  const { id, headers } = (await call('POST', '/api/tool-servers', server)).json();
  expect(headers).toEqual([{ name: 'Authorization', value: secretMask }]);
  const offers = (await call('POST', `/api/tool-servers/${id}/offers`)).json();
  expect(offers).toMatchObject([
    { name: 'track_parcel', isReadOnly: true },
    { name: 'return_parcel', isReadOnly: false },
  ]);
  await call('PUT', '/api/tool-hosts', { hosts: [] });
  expect((await call('POST', `/api/tool-servers/${id}/offers`)).statusCode).toBe(422);
});

describe('a change of an MCP server', () => {
  const server = () => ({
    name: 'Parcels',
    url: parcels.url,
    headers: [{ name: 'Authorization', value: 'Bearer parcels-1' }],
  });
  let id: string;
  const put = (change: object, as = admin) => call('PUT', `/api/tool-servers/${id}`, { ...server(), ...change }, as);

  it('keeps its secret under the mask, is asked with it, and remembers what it offered', async () => {
    await call('PUT', '/api/tool-hosts', { hosts: [new URL(parcels.url).host, 'other.example'] });
    ({ id } = (await call('POST', '/api/tool-servers', server())).json());
    const headers = [{ name: 'Authorization', value: secretMask }];
    const changed = (await put({ name: 'Depot', headers })).json();
    expect(changed).toMatchObject({ name: 'Depot', headers, offers: null, offersAt: null });
    parcels.headers.length = 0;
    const offered = (await call('POST', `/api/tool-servers/${id}/offers`)).json();
    expect(parcels.headers.every(({ authorization }) => authorization === 'Bearer parcels-1')).toBe(true);
    const known = (await call('GET', '/api/tool-servers')).json().find((each: { id: string }) => each.id === id);
    expect(known.offers).toEqual(offered.map(({ name, offer }: Record<string, unknown>) => ({ name, offer })));
    expect(known.updatedAt).toBe(changed.updatedAt);
  });

  it('loses its secret with another host, and leads to no host that is not listed', async () => {
    const headers = [{ name: 'Authorization', value: secretMask }];
    expect((await put({ url: 'https://other.example/mcp', headers })).statusCode).toBe(422);
    expect((await put({ url: 'https://elsewhere.example/mcp' })).statusCode).toBe(422);
    const moved = (await put({ url: 'https://other.example/mcp', headers: [] })).json();
    expect(moved).toMatchObject({ headers: [], offers: null });
  });

  it('does not overwrite another user’s change, and names them', async () => {
    const { updatedAt } = (await put({ name: 'First' })).json();
    const expected = { name: 'First' };
    const bela = await api.signIn('admin', 'Bela');
    expect((await put({ name: 'Second', expected }, bela)).statusCode).toBe(200);
    const by = { localized: { code: 'changed_meanwhile', values: { who: 'Bela' } } };
    const late = await put({ name: 'Third', expected });
    expect([late.statusCode, late.json()]).toMatchObject([
      409,
      { ...by, errors: [{ path: 'name', message: 'Now: Second' }] },
    ]);
    // Everybody sees the same mask in place of secrets.
    const headers = [{ name: 'Authorization', value: 'Bearer parcels-2' }];
    const blind = await put({ name: 'Second', headers, expected: { updatedAt } });
    expect([blind.statusCode, blind.json()]).toMatchObject([409, by]);
    const names = (await call('GET', '/api/tool-servers')).json().map(({ name }: { name: string }) => name);
    expect(names).toContain('Second');
    expect((await call('PUT', `/api/tool-servers/${crypto.randomUUID()}`, server())).statusCode).toBe(404);
    const representative = await api.signIn('representative');
    expect((await put({}, representative)).statusCode).toBe(403);
    expect(JSON.stringify((await call('GET', '/api/audit-log')).json())).not.toContain('parcels-1');
  });
});

it('an action does not overwrite another user’s change', async () => {
  await call('PUT', '/api/tool-hosts', { hosts: [host()] });
  const { id, createdAt: _, ...seen } = (await call('POST', '/api/tools', definition({ name: 'contested' }))).json();
  const put = (description: string, expected: object, as = admin) =>
    call('PUT', `/api/tools/${id}`, { ...definition({ name: 'contested', description }), expected }, as);
  const { updatedAt: _since, ...fields } = seen;
  expect((await put('First', seen)).statusCode).toBe(200);
  // A repetition, as after a lost answer, is no conflict, except for a secret that can't be compared.
  expect((await put('First', { description: fields.description })).statusCode).toBe(200);
  const bela = await api.signIn('admin', 'Bela');
  for (const expected of [fields, { updatedAt: seen.updatedAt }])
    expect((await put('Second', expected, bela)).json()).toMatchObject({
      code: 'conflict',
      localized: { code: 'changed_meanwhile', values: { who: 'Ada' } },
    });
  expect((await put('Second', fields, bela)).json().errors).toMatchObject([
    { path: 'description', message: 'Now: First' },
  ]);
  await call('DELETE', `/api/tools/${id}`);
  expect((await put('Second', fields, bela)).json()).toMatchObject({
    code: 'not_found',
    localized: { code: 'removed_meanwhile', values: { who: 'Ada' } },
  });
});

it('actions are the administrators’ alone', async () => {
  const representative = await api.signIn('representative');
  for (const path of ['/api/tools', '/api/tool-hosts', '/api/tool-servers'])
    expect((await call('GET', path, undefined, representative)).statusCode).toBe(403);
  expect((await call('PUT', '/api/tool-hosts', { hosts: [] }, representative)).statusCode).toBe(403);
});
