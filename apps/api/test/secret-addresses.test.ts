/** Addresses that let their holder post: Slack, boards, outgoing webhooks. */
import { Writable } from 'node:stream';
import { secretMask } from '@parley/contracts/settings/settings';
import { readSettings } from '@parley/db/settings/settings';
import { switchOffFailingWebhooks } from '@parley/core/maintenance/deliveries';
import { type Endpoint, startEndpoint } from '@parley/testing/http';
import { createLogger } from '@parley/service/logger';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestUser, startApi, type TestApi } from './support/api.ts';

const canary = 'cAnArY7f3kQ';

let api: TestApi;
let admin: TestUser;
let representative: TestUser;
let endpoint: Endpoint;
let logged = '';
beforeAll(async () => {
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString();
      done();
    },
  });
  endpoint = await startEndpoint();
  api = await startApi({}, createLogger({ service: 'test', level: 'trace', destination }));
  admin = await api.signIn('admin');
  representative = await api.signIn('representative');
});
afterAll(async () => {
  await api.close();
  await endpoint.close();
});
afterEach(() => {
  endpoint.usually = { status: 200, body: 'ok' };
});

const as = { admin: () => admin, representative: () => representative };
const change = (body: object) => api.call('POST', '/api/settings', { as: admin, body });
const addHook = async (url: string) => {
  const body = { url, events: ['message.posted'] };
  const answer = await api.call('POST', '/api/webhooks', { as: admin, body });
  return answer.json<{ id: string; secret: string }>();
};
const stored = async () => {
  const { db } = api.context;
  const [settings, webhooks, deliveries, audit] = await Promise.all([
    readSettings(db),
    db.selectFrom('webhooks').selectAll().execute(),
    db.selectFrom('deliveries').selectAll().execute(),
    db.selectFrom('auditLog').selectAll().execute(),
  ]);
  return JSON.stringify({ settings, webhooks, deliveries, audit });
};

describe.each(['slackConfig', 'tigonConfig'] as const)('the address in %s', (section) => {
  it.each(['admin', 'representative'] as const)(
    'is answered masked with its host, and stored encrypted: %s',
    async (role) => {
      const posted = await change({ [section]: { webhookUrl: `https://hooks.slack.com/services/T0/${canary}` } });
      expect(posted.json()[section]).toMatchObject({ webhookUrl: secretMask, webhookHost: 'hooks.slack.com' });
      const read = await api.call('GET', '/api/settings', { as: as[role]() });
      expect(read.json()[section]).toMatchObject({ webhookUrl: secretMask, webhookHost: 'hooks.slack.com' });
      expect(posted.body + read.body + (await stored())).not.toContain(canary);
    },
  );

  it('stays when the mask comes back, in a whole section as well, and goes when it is emptied', async () => {
    const webhookUrl = `https://hooks.slack.com/services/T0/${canary}`;
    await change({ [section]: { webhookUrl } });
    const whole = (await change({ [section]: { webhookUrl: secretMask, channel: '#a' } })).json()[section];
    expect((await change({ [section]: whole })).json()[section]).toEqual(whole);
    expect((await api.context.settings.read())[section].webhookUrl).toBe(webhookUrl);
    const emptied = (await change({ [section]: { webhookUrl: '' } })).json()[section];
    expect(emptied).toMatchObject({ webhookUrl: '', webhookHost: '' });
  });

  it('is refused with a name and password in it, without being repeated', async () => {
    const answer = await change({ [section]: { webhookUrl: `https://me:${canary}@hooks.example.com/` } });
    expect([answer.statusCode, answer.json().errors[0].path]).toEqual([422, `${section}.webhookUrl`]);
    expect(answer.body).not.toContain(canary);
  });
});

describe('the address of an outgoing webhook', () => {
  it('is masked in every answer but for its host, stays with the mask, and is stored encrypted', async () => {
    const { id } = await addHook(`https://hooks.example.com/in?key=${canary}`);
    const patch = (body: object) => api.call('PATCH', `/api/webhooks/${id}`, { as: admin, body });
    for (const answer of [await patch({ url: secretMask }), await patch({ isActive: true })]) {
      expect(answer.json()).toMatchObject({ url: secretMask, host: 'hooks.example.com' });
    }
    const moved = await patch({ url: `https://other.example.com/${canary}` });
    expect(moved.json()).toMatchObject({ url: secretMask, host: 'other.example.com' });
    const listed = await api.call('GET', '/api/webhooks', { as: admin });
    expect(moved.body + listed.body + (await stored())).not.toContain(canary);
    const refused = await patch({ url: `https://me:${canary}@hooks.example.com/` });
    expect([refused.statusCode, refused.body.includes(canary)]).toEqual([422, false]);
    await api.call('DELETE', `/api/webhooks/${id}`, { as: admin });
  });
});

it('no secret part of an address is in any answer, row or log line, though the other side repeats it', async () => {
  const address = `${endpoint.url}/services/${canary}?token=${canary}query`;
  const echo = { status: 404, body: `Cannot POST /services/${canary}?token=${canary}query, ask for ${canary}` };
  for (const section of ['slackConfig', 'tigonConfig']) {
    await change({ [section]: { enabled: true, webhookUrl: address } });
  }
  const { id } = await addHook(address);
  let answered = '';
  const call = async (...[method, url, options]: Parameters<TestApi['call']>) => {
    const answer = await api.call(method, url, options);
    answered += answer.body + JSON.stringify(answer.headers);
    return answer;
  };
  for (const usually of [echo, { ...echo, status: 200 }, { hangUp: true } as const]) {
    endpoint.usually = usually;
    for (const name of ['slack', 'tigon']) await call('POST', `/api/integrations/test/${name}`, { as: representative });
    await call('POST', `/api/webhooks/${id}/test`, { as: admin });
  }
  await call('POST', `/api/webhooks/${id}/secret`, { as: admin });
  for (const [path, who] of [
    ['/api/settings', representative],
    ['/api/webhooks', admin],
    ['/api/deliveries', representative],
    ['/api/audit-log', admin],
    ['/api/export/conversations', representative],
  ] as const) {
    await call('GET', path, { as: who });
  }
  await switchOffFailingWebhooks(api.context);
  for (const section of ['slackConfig', 'tigonConfig']) await change({ [section]: { enabled: false, webhookUrl: '' } });
  await call('DELETE', `/api/webhooks/${id}`, { as: admin });
  expect(endpoint.requests.length).toBeGreaterThan(6);
  expect(answered).toContain('answered 404');
  expect(answered).not.toContain(canary);
  expect(await stored()).not.toContain(canary);
  expect(logged).not.toBe('');
  expect(logged).not.toContain(canary);
});

describe('an outgoing webhook’s test button', () => {
  it('really posts a signed event, switched on or not, and tells status, time and words', async () => {
    const { id } = await addHook(`${endpoint.url}/hook`);
    await api.call('PATCH', `/api/webhooks/${id}`, { as: admin, body: { isActive: false } });
    const before = endpoint.requests.length;
    const test = () => api.call('POST', `/api/webhooks/${id}/test`, { as: admin });
    const taken = await test();
    expect([taken.statusCode, taken.json()]).toEqual([
      200,
      { success: true, responseStatus: 200, milliseconds: expect.any(Number), message: 'ok' },
    ]);
    const [request] = endpoint.requests.slice(before);
    expect(JSON.parse(request?.body ?? '')).toMatchObject({ type: 'webhook.test', data: { webhookId: id } });
    expect(request?.headers['webhook-signature']).toMatch(/^v1,[\w+/]+=*$/);
    endpoint.usually = { status: 500, body: '<b>Not now</b>' };
    expect((await test()).json()).toMatchObject({ success: false, responseStatus: 500, message: 'Not now' });
    endpoint.usually = { hangUp: true };
    const gone = await test();
    expect([gone.statusCode, gone.json()]).toEqual([
      200,
      expect.objectContaining({ success: false, responseStatus: null, message: expect.stringContaining('closed') }),
    ]);
    expect((await api.call('POST', `/api/webhooks/${id}/test`, { as: representative })).statusCode).toBe(403);
    await api.call('DELETE', `/api/webhooks/${id}`, { as: admin });
    expect((await test()).statusCode).toBe(404);
  });
});

describe('an outgoing webhook’s signing secret', () => {
  it('is replaced by one shown once, the one before signing beside it until it is ended, and all of it is audited', async () => {
    const made = await addHook(`${endpoint.url}/hook`);
    const signatures = async () => {
      await api.call('POST', `/api/webhooks/${made.id}/test`, { as: admin });
      return endpoint.requests.at(-1)?.headers['webhook-signature']?.split(' ').length;
    };
    expect(await signatures()).toBe(1);
    const rotated = await api.call('POST', `/api/webhooks/${made.id}/secret`, { as: admin });
    const { secret, previousSecretUntil } = rotated.json();
    expect(secret).toMatch(/^whsec_/);
    expect(secret).not.toBe(made.secret);
    expect(Math.round((Date.parse(previousSecretUntil) - Date.now()) / 3_600_000)).toBe(24);
    expect(await signatures()).toBe(2);
    const listed = await api.call('GET', '/api/webhooks', { as: admin });
    expect(listed.json()).toMatchObject([{ previousSecretUntil }]);
    expect(listed.body).not.toContain(secret);
    expect(await stored()).not.toContain(secret.slice(6));
    const ended = await api.call('DELETE', `/api/webhooks/${made.id}/previous-secret`, { as: admin });
    expect(ended.json()).toMatchObject({ id: made.id, previousSecretUntil: null });
    expect(await signatures()).toBe(1);
    const activities = await api.context.db
      .selectFrom('auditLog')
      .select('action')
      .where('subjectId', '=', made.id)
      .orderBy('id')
      .execute();
    expect(activities.map(({ action }) => action)).toEqual([
      'webhook.added',
      'webhook.tested',
      'webhook.secret_rotated',
      'webhook.tested',
      'webhook.previous_secret_ended',
      'webhook.tested',
    ]);
    for (const [method, path] of [
      ['POST', 'secret'],
      ['DELETE', 'previous-secret'],
    ] as const) {
      const url = `/api/webhooks/${made.id}/${path}`;
      expect((await api.call(method, url, { as: representative })).statusCode).toBe(403);
    }
    await api.call('DELETE', `/api/webhooks/${made.id}`, { as: admin });
  });
});
