import { randomUUID } from 'node:crypto';
import type { AssistantPublication, Rehearsal } from '@parley/contracts/assistant/rehearsals';
import type { Tool, ToolDefinition } from '@parley/contracts/assistant/tools';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestUser, startApi, type TestApi } from './support/api.ts';

let api: TestApi;
let admin: TestUser;
let ada: TestUser;
beforeAll(async () => {
  // Nobody answers there: no question of these tests gets so far.
  api = await startApi({ OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' });
  admin = await api.signIn('admin', 'Root');
  ada = await api.signIn('representative', 'Ada');
  const { id } = await api.conversation();
  await api.call('POST', '/api/messages', {
    as: ada,
    body: { conversationId: id, content: 'It is in stock.', clientMessageId: randomUUID() },
  });
  await api.call('PATCH', `/api/conversations/${id}`, { as: ada, body: { status: 'closed' } });
});
afterAll(() => api.close());

const budget = { replies: 10, tokens: null, costUsd: null };
const start = async (change: object, as = admin) =>
  api.call('POST', '/api/rehearsals', { as, body: { change, conversations: 5, budget } });
/** Begun, and stopped before a worker came by. */
async function stopped(change: object): Promise<string> {
  const { id } = (await start(change)).json<Rehearsal>();
  await api.call('POST', `/api/rehearsals/${id}/cancel`, { as: admin });
  return id;
}
const publish = (id: string, as = admin) => api.call('POST', `/api/rehearsals/${id}/publish`, { as });
const topics = async () => (await api.call('GET', '/api/settings', { as: admin })).json().aiConfig.personTopics;

describe('a rehearsal', () => {
  it('is begun with what it would change as it was, and listed', async () => {
    const answer = await start({ settings: { personTopics: ['fire'] } });
    expect(answer.statusCode).toBe(202);
    const rehearsal = answer.json<Rehearsal>();
    expect(rehearsal).toMatchObject({
      state: 'waiting',
      before: { settings: { personTopics: [] }, articles: [], sources: [] },
      createdBy: admin.user.name,
      budget,
    });
    const listed = (await api.call('GET', '/api/rehearsals', { as: ada })).json<Rehearsal[]>();
    expect(listed.map(({ id }) => id)).toContain(rehearsal.id);
    expect((await api.call('GET', `/api/rehearsals/${rehearsal.id}/rows`, { as: admin })).json()).toEqual([]);
    // While it runs nothing is published.
    expect((await publish(rehearsal.id)).json()).toMatchObject({
      code: 'conflict',
      localized: { code: 'rehearsal_running' },
    });
    await api.call('POST', `/api/rehearsals/${rehearsal.id}/cancel`, { as: admin });
    expect(
      (await api.call('POST', `/api/rehearsals/${rehearsal.id}/resume`, { as: admin, body: {} })).json(),
    ).toMatchObject({
      localized: { code: 'rehearsal_not_halted' },
    });
  });

  it.each([
    ['of nothing', {}],
    ['of settings that change no answer', { settings: { inputPrice: 3 } }],
    ['of no settings', { settings: {} }],
  ])('%s is refused', async (_, change) => {
    expect((await start(change)).statusCode).toBe(422);
  });

  it('a rehearsal of an article, a source or an action is for users who may change them', async () => {
    const missing = randomUUID();
    for (const change of [
      { sources: [{ id: missing, isPaused: true }] },
      { articles: [{ id: missing, locale: 'en', version: 1 }] },
      { tools: [{ id: missing, isActive: false }] },
    ]) {
      expect((await start(change, ada)).statusCode).toBe(403);
      expect((await start(change)).statusCode).toBe(404);
    }
  });
});

describe('publishing', () => {
  it('changes what was rehearsed, once, and going back makes it as it was, once', async () => {
    const id = await stopped({ settings: { personTopics: ['fire'] } });
    const published = await publish(id, ada);
    expect(published.statusCode).toBe(201);
    expect(await topics()).toEqual(['fire']);
    expect((await publish(id)).json()).toMatchObject({ localized: { code: 'rehearsal_published' } });
    const { id: publicationId } = published.json<AssistantPublication>();
    const goBack = () => api.call('POST', `/api/rehearsal-publications/${publicationId}/revert`, { as: admin });
    expect((await goBack()).json()).toMatchObject({ publishedBy: ada.user.name, revertedBy: admin.user.name });
    expect(await topics()).toEqual([]);
    expect((await goBack()).json()).toMatchObject({ localized: { code: 'publication_reverted' } });
    const [listed] = (await api.call('GET', '/api/rehearsal-publications', { as: admin })).json<
      AssistantPublication[]
    >();
    expect(listed).toMatchObject({ id: publicationId, rehearsalId: id });
  });

  it('is refused when the same was changed since, and when the rehearsal is unknown', async () => {
    const id = await stopped({ settings: { personTopics: ['water'] } });
    await api.call('POST', '/api/settings', { as: admin, body: { aiConfig: { personTopics: ['earth'] } } });
    const refused = await publish(id);
    expect([refused.statusCode, refused.json().localized.code]).toEqual([409, 'rehearsed_settings_changed']);
    expect(await topics()).toEqual(['earth']);
    expect((await publish(randomUUID())).statusCode).toBe(404);
  });

  it('publishing an action switches it and nothing else, for users who may, unless it was changed since', async () => {
    await api.call('PUT', '/api/tool-hosts', { as: admin, body: { hosts: ['api.shop.example.com'] } });
    const definition: ToolDefinition = {
      name: 'order_status',
      description: 'Tells how an order stands',
      effect: 'read',
      needsIdentity: false,
      isActive: false,
      parameters: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
      bindings: {},
      confirmation: '',
      http: {
        method: 'GET',
        url: 'https://api.shop.example.com/orders/{order}',
        headers: [],
        rest: 'query',
        fields: [],
      },
      mcp: null,
      maxBytes: 4096,
      timeoutSeconds: 2,
    };
    const tool = (await api.call('POST', '/api/tools', { as: admin, body: definition })).json<Tool>();
    const now = async () => (await api.call('GET', '/api/tools', { as: admin })).json<Tool[]>();
    const switching = (isActive: boolean) => stopped({ tools: [{ id: tool.id, isActive }] });
    const id = await switching(true);
    expect((await publish(id, ada)).statusCode).toBe(403);
    expect(await now()).toEqual([tool]);
    expect((await publish(id)).statusCode).toBe(201);
    const [switched] = await now();
    expect({ ...switched, updatedAt: tool.updatedAt }).toEqual({ ...tool, isActive: true });
    const other = await switching(false);
    const edited = { ...definition, isActive: true, description: 'Tells where an order is' };
    await api.call('PUT', `/api/tools/${tool.id}`, { as: admin, body: edited });
    const refused = await publish(other);
    expect([refused.statusCode, refused.json().localized.code]).toEqual([409, 'rehearsed_tools_changed']);
    expect(await now()).toMatchObject([edited]);
  });

  it('publishing twice at once publishes once', async () => {
    await api.call('POST', '/api/settings', { as: admin, body: { aiConfig: { personTopics: [] } } });
    const ids = [
      await stopped({ settings: { personTopics: ['a'] } }),
      await stopped({ settings: { personTopics: ['b'] } }),
    ];
    const codes = (await Promise.all(ids.map((id) => publish(id)))).map(({ statusCode }) => statusCode);
    expect(codes.toSorted((a, b) => a - b)).toEqual([201, 409]);
  });
});
