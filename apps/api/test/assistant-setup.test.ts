import { secretMask } from '@parley/contracts/settings/settings';
import { modelAccess } from '@parley/core/ai/model-access';
import { openContext } from '@parley/core/open-context';
import { createExternalServices } from '@parley/core/external/services';
import { loadConfig } from '@parley/service/config';
import { createLogger } from '@parley/service/logger';
import { type ModelServer, startModelServer } from '@parley/testing/openai';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { apiConfig } from '../src/main.ts';
import { startApi, type TestApi, type TestUser } from './support/api.ts';

let api: TestApi;
let admin: TestUser;
let model: ModelServer;
beforeAll(async () => {
  [api, model] = await Promise.all([startApi(), startModelServer()]);
  admin = await api.signIn('admin', 'Ada');
});
afterAll(async () => {
  await api.close();
  await model.close();
});
afterEach(async () => {
  model.next = [];
  model.models = [];
  await set({ provider: 'environment', baseUrl: '', apiKey: '', model: 'gpt-4o-mini' });
});

const set = (aiConfig: object, as = admin) => api.call('POST', '/api/settings', { as, body: { aiConfig } });
const state = async (as = admin) => (await api.call('GET', '/api/answers/assistant', { as })).json();
const models = (of = api, as = admin) => of.call('GET', '/api/answers/assistant/models', { as });
const tested = (of = api, as = admin) => of.call('POST', '/api/integrations/test/ai', { as });
const ours = (key = 'sk-ours') => ({ provider: 'other', baseUrl: model.url, apiKey: key, model: 'llama' });

describe('an admin who sets up the assistant on the screen', () => {
  it('has the server asked with the key, which no answer and no log shows', async () => {
    expect((await set(ours())).json().aiConfig).toMatchObject({ baseUrl: model.url, apiKey: secretMask });
    expect((await tested()).statusCode).toBe(200);
    expect(model.requests.at(-1)?.model).toBe('llama');
    expect(model.keys.at(-1)).toBe('sk-ours');
    const audit = (await api.call('GET', '/api/audit-log', { as: admin })).body;
    expect(audit).toContain(model.url);
    expect(audit).toContain(secretMask);
    expect(audit).not.toContain('sk-ours');
  });

  it('enters the key again for another address, and no representative changes either', async () => {
    await set(ours());
    const moved = await set({ baseUrl: 'https://evil.example.com/v1' });
    expect([moved.statusCode, moved.json().errors[0].path]).toEqual([422, 'aiConfig.apiKey']);
    expect((await set({ baseUrl: 'https://ada:pw@models.example.com/v1', apiKey: 'x' })).statusCode).toBe(422);
    const ben = await api.signIn('representative', 'Ben');
    for (const change of [{ provider: 'openai' }, { baseUrl: 'https://evil.example.com' }, { apiKey: 'sk-mine' }])
      expect((await set(change, ben)).statusCode).toBe(403);
    expect((await api.call('GET', '/api/settings', { as: admin })).json().aiConfig).toMatchObject({
      baseUrl: model.url,
      apiKey: secretMask,
    });
  });

  it('sees whether it works: without a model, not asked yet, with a refused key, and working', async () => {
    expect((await state()).status).toEqual({ state: 'needs_model', answeredAt: null, failure: null });
    await set(ours('sk-state'));
    expect((await state()).status.state).toBe('untested');
    model.next = [{ status: 401, message: 'Incorrect API key provided: sk-state' }];
    await tested();
    const { status } = await state();
    expect(status).toMatchObject({ state: 'key_refused', answeredAt: null });
    expect(status.failure.text).toMatch(/answered 401: Incorrect API key/);
    expect(status.failure.text).not.toContain('sk-state');
    model.next = [{ status: 500 }];
    await tested();
    expect((await state()).status.state).toBe('failing');
    await tested();
    expect((await state()).status).toMatchObject({ state: 'working', answeredAt: expect.any(String) });
    await set({ apiKey: 'sk-other' });
    expect((await state()).status.state).toBe('untested');
  });

  it('chooses from the chat models of the server', async () => {
    await set(ours());
    model.models = ['qwen3:8b', 'llama3.1:8b', 'text-embedding-3-small', 'whisper-1'];
    expect((await models()).json()).toEqual({ models: ['llama3.1:8b', 'qwen3:8b'] });
    model.models = 404;
    const unlisted = await models();
    expect([unlisted.statusCode, unlisted.json().code]).toEqual([424, 'other_side_failed']);
    expect((await set({ model: 'named-by-hand' })).json().aiConfig.model).toBe('named-by-hand');
  });

  it('reaches every process without a restart', async () => {
    const config = loadConfig(apiConfig, api.context.env);
    const log = createLogger({ service: 'test', level: 'silent' });
    const other = { ...openContext({ config, name: 'other', log }), external: createExternalServices(config) };
    try {
      await other.redis.ping();
      expect(await modelAccess(other)).toBeNull();
      await set(ours('sk-new'));
      await vi.waitFor(async () =>
        expect(await modelAccess(other)).toMatchObject({ apiKey: 'sk-new', baseUrl: model.url }),
      );
    } finally {
      await other.close();
    }
  });
});

it('the environment’s server is used until an admin sets one, and its key goes nowhere else', async () => {
  const theirs = await startModelServer();
  const named = await startApi({ OPENAI_BASE_URL: theirs.url, OPENAI_API_KEY: 'sk-env', OPENAI_MODEL: 'llama-env' });
  const ada = await named.signIn('admin');
  try {
    expect((await named.call('GET', '/api/answers/assistant', { as: ada })).json()).toMatchObject({
      model: 'llama-env',
      isModelFixed: true,
      environment: { baseUrl: theirs.url, hasKey: true, model: 'llama-env' },
    });
    await tested(named, ada);
    expect([theirs.keys, theirs.requests.at(-1)?.model]).toEqual([['sk-env'], 'llama-env']);
    const asked = model.keys.length;
    await named.call('POST', '/api/settings', { as: ada, body: { aiConfig: { ...ours(''), model: 'mine' } } });
    await tested(named, ada);
    expect([model.keys.slice(asked), model.requests.at(-1)?.model]).toEqual([['no-key'], 'mine']);
  } finally {
    await named.close();
    await theirs.close();
  }
});

it('a private address that an admin enters is not called, unless the installation allows it', async () => {
  const guarded = await startApi({ ALLOW_PRIVATE_WEBHOOKS: 'false' });
  const ada = await guarded.signIn('admin');
  const before = model.keys.length;
  try {
    await guarded.call('POST', '/api/settings', { as: ada, body: { aiConfig: ours() } });
    for (const refused of [await tested(guarded, ada), await models(guarded, ada)])
      expect([refused.statusCode, refused.json().code]).toEqual([424, 'other_side_failed']);
    expect(model.keys.length).toBe(before);
  } finally {
    await guarded.close();
  }
});
