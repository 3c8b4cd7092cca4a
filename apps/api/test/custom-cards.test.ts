import { builtInPermissions } from '@parley/contracts/permissions/permissions';
import type { ToolDefinition } from '@parley/contracts/assistant/tools';
import { type Endpoint, startEndpoint } from '@parley/testing/http';
import { type ParcelServer, startParcelServer } from '@parley/testing/mcp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type TestApi, type TestUser } from './support/api.ts';

let api: TestApi;
let admin: TestUser;
let representative: TestUser;
let shop: Endpoint;
let parcels: ParcelServer;
const secret = 'Bearer shop-secret-1234567890';
const email = 'jane@example.com';

beforeAll(async () => {
  [shop, parcels] = await Promise.all([startEndpoint(), startParcelServer()]);
  api = await startApi();
  admin = await api.signIn('admin', 'Ada');
  representative = await api.signIn('representative', 'Ben');
  const hosts = [shop.url, parcels.url].map((url) => new URL(url).host);
  await api.call('PUT', '/api/tool-hosts', { as: admin, body: { hosts } });
});
afterAll(async () => {
  await api.close();
  await Promise.all([shop, parcels].map((server) => server.close()));
});
beforeEach(() => {
  shop.requests = [];
  shop.usually = { status: 200, body: '{"status":"shipped"}' };
});

const orders = (change: Partial<ToolDefinition> = {}): ToolDefinition => ({
  name: `orders_${crypto.randomUUID().slice(0, 8)}`,
  description: 'Lists the orders of a customer',
  effect: 'read',
  needsIdentity: true,
  isActive: false,
  isCard: true,
  parameters: { type: 'object', properties: { email: { type: 'string' } }, required: ['email'] },
  bindings: { email: 'email' },
  confirmation: '',
  http: {
    method: 'GET',
    url: `${shop.url}/orders`,
    headers: [{ name: 'Authorization', value: secret }],
    rest: 'query',
    fields: [],
  },
  mcp: null,
  maxBytes: 2048,
  timeoutSeconds: 1,
  ...change,
});
const save = (definition: ToolDefinition) => api.call('POST', '/api/tools', { as: admin, body: definition });
const saved = async (change: Partial<ToolDefinition> = {}): Promise<string> => {
  const answer = await save(orders(change));
  expect(answer.statusCode).toBe(201);
  return answer.json().id;
};

/** Creates a conversation; by default its website has proven the customer’s address. */
async function conversation(emailVerified = true): Promise<string> {
  const { id } = await api.conversation('Where is my order?');
  const { db } = api.context;
  const { visitorId } = await db
    .selectFrom('conversations')
    .select('visitorId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await db.updateTable('visitors').set({ email, emailVerified }).where('id', '=', visitorId).execute();
  return id;
}
const load = (id: string, toolId: string, as: TestUser = representative) =>
  api.call('POST', `/api/conversations/${id}/cards/${toolId}`, { as });

describe('an action that is shown as a card', () => {
  it('only reads, and leaves no required argument to the model', async () => {
    const post = await save(orders({ effect: 'write' }));
    expect(post.json().errors).toMatchObject([{ path: 'isCard', localized: { code: 'card_only_reads' } }]);
    const open = await save(orders({ bindings: {} }));
    expect(open.json().errors).toMatchObject([{ path: 'isCard', localized: { code: 'card_needs_bound' } }]);
  });

  it('is listed to representatives by its name alone, and only while it is marked', async () => {
    const [id, other] = [await saved(), await saved({ isCard: false })];
    const cards = (await api.call('GET', '/api/cards', { as: representative })).json();
    expect(cards.find((card: { id: string }) => card.id === id)).toEqual({
      id,
      name: expect.stringMatching(/^orders_/),
    });
    expect(cards.map((card: { id: string }) => card.id)).not.toContain(other);
    expect((await load(await conversation(), other)).statusCode).toBe(404);
  });
});

describe('a card', () => {
  it('is loaded with the verified address of the customer, each time again, and without a secret in it', async () => {
    const [id, toolId] = [await conversation(), await saved()];
    const lines = [
      { item: 'Lamp', price: 40 },
      { item: 'Rug', price: null },
    ];
    shop.usually = {
      status: 200,
      body: JSON.stringify({ order: { status: 'shipped', note: `<b>${secret}</b>` }, tags: ['vip', 'eu'], lines }),
    };
    const { content, problem, loadedAt } = (await load(id, toolId)).json();
    expect(problem).toBeNull();
    expect(content).toEqual({
      text: null,
      fields: [
        { name: 'order status', value: 'shipped' },
        { name: 'order note', value: '<b>…</b>' },
        { name: 'tags', value: 'vip, eu' },
      ],
      tables: [
        {
          title: 'lines',
          columns: ['item', 'price'],
          rows: [
            ['Lamp', '40'],
            ['Rug', ''],
          ],
        },
      ],
    });
    expect(Date.parse(loadedAt)).toBeLessThanOrEqual(Date.now());
    await load(id, toolId);
    expect(shop.requests.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      [`/orders?email=jane%40example.com`, secret],
      [`/orders?email=jane%40example.com`, secret],
    ]);
  });

  it('calls nothing for a customer without a proven identity', async () => {
    const [id, toolId] = [await conversation(false), await saved()];
    expect((await load(id, toolId)).json()).toMatchObject({ content: null, problem: 'identity_missing' });
    expect(shop.requests).toEqual([]);
  });

  it.each([
    ['answered_error', { status: 500, body: secret }],
    ['not_json', { status: 200, body: '<h1>Hello</h1>' }],
    ['too_large', { status: 200, body: JSON.stringify('x'.repeat(5_000)) }],
    ['timeout', { status: 200, body: '{}', delayMs: 1_500 }],
  ])('explains a call without a result by its kind: %s', async (problem, behaviour) => {
    const [id, toolId] = [await conversation(), await saved()];
    shop.usually = behaviour;
    const answer = await load(id, toolId);
    expect(answer.json()).toMatchObject({ content: null, problem: problem });
    expect(answer.body).not.toContain('shop-secret');
  });

  it('is loaded only by those who may read contacts, in conversations that they may see', async () => {
    const [id, toolId] = [await conversation(), await saved()];
    const permissions = builtInPermissions.representative;
    const blind = await api.signInAs({ permissions: permissions.filter((each) => each !== 'contacts.read') });
    const scoped = await api.signInAs({ permissions, scope: 'mine' });
    await api.context.db
      .updateTable('conversations')
      .set({ assignedRepresentativeId: admin.user.id })
      .where('id', '=', id)
      .execute();
    expect((await load(id, toolId, blind)).statusCode).toBe(403);
    expect((await api.call('GET', '/api/cards', { as: blind })).statusCode).toBe(403);
    expect((await load(id, toolId, scoped)).statusCode).toBe(404);
    expect(shop.requests).toEqual([]);
  });

  it('is in the list of the action’s calls with its representative, and in the log of deliveries, without its result', async () => {
    const [id, toolId] = [await conversation(), await saved()];
    await load(id, toolId);
    expect((await api.call('GET', `/api/tools/${toolId}/calls`, { as: admin })).json()).toMatchObject([
      { conversationId: id, requestedBy: representative.user.id, state: 'done', arguments: {}, bound: ['email'] },
    ]);
    const { db } = api.context;
    const stored = await db.selectFrom('toolCalls').selectAll().where('toolId', '=', toolId).execute();
    expect(JSON.stringify(stored)).not.toMatch(/shipped|jane@/);
    const log = await db
      .selectFrom('deliveries')
      .select(['channel', 'status'])
      .where('conversationId', '=', id)
      .execute();
    expect(log).toContainEqual({ channel: 'action', status: 'delivered' });
  });

  it('shows the answer of an MCP server’s tool, and none after the server has changed the tool', async () => {
    const server = { name: 'Parcels', url: parcels.url, headers: [] };
    const { id: serverId } = (await api.call('POST', '/api/tool-servers', { as: admin, body: server })).json();
    const toolId = await saved({
      parameters: { type: 'object', properties: { parcel: { type: 'string' } }, required: ['parcel'] },
      bindings: { parcel: 'email' },
      http: null,
      mcp: { serverId, tool: 'track_parcel' },
      timeoutSeconds: 10,
    });
    const id = await conversation();
    expect((await load(id, toolId)).json().content.fields).toEqual([
      { name: 'parcel', value: email },
      { name: 'place', value: 'Rotterdam depot' },
    ]);
    parcels.tracks = 'by_number';
    expect((await load(id, toolId)).json()).toMatchObject({ content: null, problem: 'offer_changed' });
  });
});
