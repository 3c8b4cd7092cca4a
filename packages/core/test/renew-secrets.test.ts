import { randomBytes } from 'node:crypto';
import { sessionCookieKeys } from '../src/session-cookie.ts';
import { insertRehearsal, toolDrafts } from '@parley/db/ai/rehearsals';
import { findTotp, setTotp } from '@parley/db/sign-in/second-factors';
import { mergeSettings, readSettings } from '@parley/db/settings/settings';
import { findTool, findToolServer, insertTool, insertToolServer, type NewTool } from '@parley/db/tools/definitions';
import { findWebhook, insertWebhook, replaceWebhookSecret } from '@parley/db/webhooks/webhooks';
import { insertPushKeys, readPushKeys } from '@parley/db/users/push-devices';
import { createSecrets } from '@parley/service/secrets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pushKeyPurpose } from '../src/push/keys.ts';
import { totpPurpose } from '../src/sign-in/totp.ts';
import { openHeaders, encryptHeaders } from '../src/ai/tools/stored-tools.ts';
import { createColleague, createTestContext, type TestContext } from '../src/testing.ts';
import { openAddress, encryptAddress } from '../src/encrypted-address.ts';
import { completeSettings } from '../src/settings/complete.ts';
import { renewSecrets } from '../src/maintenance/renew-secrets.ts';

const next = randomBytes(32).toString('hex');
let context: TestContext;

beforeAll(async () => {
  context = await createTestContext();
});
afterAll(() => context.close());

test('APP_SECRET can be changed and the one before taken away, without anything becoming unreadable', async () => {
  const { db, secrets: old, env } = context;
  const previous = env.APP_SECRET ?? '';
  await mergeSettings(db, 'trelloConfig', { apiKey: old.encrypt('their key'), token: old.encrypt('their token') });
  await mergeSettings(db, 'emailConfig', { smtpHost: 'mail.example.com', smtpPassword: old.encrypt('their password') });
  await db
    .insertInto('websites')
    .values({ domain: 'shop.example', name: 'Shop', identitySecret: old.encrypt('identity') })
    .execute();
  const address = 'https://hooks.example.com/services/secret';
  await mergeSettings(db, 'slackConfig', { webhookUrl: encryptAddress(old, address) });
  // In the clear.
  await mergeSettings(db, 'tigonConfig', { webhookUrl: address });
  const { id } = await insertWebhook(db, {
    url: encryptAddress(old, address),
    events: ['message.posted'],
    secret: old.encrypt('signing before'),
    createdBy: null,
  });
  await replaceWebhookSecret(db, id, { secret: old.encrypt('signing'), hours: 24 });
  const { user: ada } = await createColleague(context, 'Ada');
  await insertPushKeys(db, { publicKey: 'public', privateKey: old.encrypt('push key', pushKeyPurpose) });
  await setTotp(db, ada.id, old.encrypt('JBSWY3DPEHPK3PXP', totpPurpose), 0);
  const token = old.issueVisitorToken({ visitorId: crypto.randomUUID(), websiteId: crypto.randomUUID() });

  const both = createSecrets({ APP_SECRET: next, APP_SECRET_PREVIOUS: previous });
  expect(both.verifyVisitorToken(token)).not.toBeNull();
  expect(sessionCookieKeys(both)).toContain(sessionCookieKeys(old)[0]);
  expect(completeSettings(both, await readSettings(db)).trelloConfig.apiKey).toBe('their key');
  expect(await renewSecrets(db, both)).toBe(11);
  expect(await renewSecrets(db, both)).toBe(0);

  const alone = createSecrets({ APP_SECRET: next });
  expect(alone.decrypt((await readPushKeys(db))?.privateKey ?? '', pushKeyPurpose)).toBe('push key');
  const settings = completeSettings(alone, await readSettings(db));
  expect(settings.trelloConfig).toMatchObject({ apiKey: 'their key', token: 'their token' });
  expect(settings.emailConfig).toMatchObject({ smtpHost: 'mail.example.com', smtpPassword: 'their password' });
  expect([settings.slackConfig.webhookUrl, settings.tigonConfig.webhookUrl]).toEqual([address, address]);
  const webhook = await findWebhook(db, id);
  expect(openAddress(alone, webhook?.url ?? '')).toBe(address);
  expect(alone.decrypt(webhook?.secret ?? '')).toBe('signing');
  expect(alone.decrypt(webhook?.previousSecret ?? '')).toBe('signing before');
  expect(alone.decrypt((await findTotp(db, ada.id)) ?? '', totpPurpose)).toBe('JBSWY3DPEHPK3PXP');
  const { identitySecret } = await db.selectFrom('websites').select('identitySecret').executeTakeFirstOrThrow();
  expect(alone.decrypt(identitySecret ?? '')).toBe('identity');
});

test('secrets of actions, MCP servers and the actions of rehearsed changes stay readable as well', async () => {
  const { db, secrets: old, env } = context;
  const opens = [{ name: 'Authorization', value: 'Bearer theirs' }];
  const headers = encryptHeaders({ secrets: old }, opens);
  const tool: NewTool = {
    name: 'order_status',
    description: 'Tells how an order stands',
    effect: 'read',
    needsIdentity: false,
    isActive: true,
    isCard: false,
    parameters: { type: 'object' },
    bindings: {},
    confirmation: '',
    http: { method: 'GET', url: 'https://shop.example/orders', headers, rest: 'query', fields: [] },
    serverId: null,
    serverTool: null,
    serverOffer: null,
    maxBytes: 4096,
    timeoutSeconds: 2,
  };
  const stored = await insertTool(db, tool);
  const server = await insertToolServer(db, { name: 'Parcels', url: 'https://mcp.example/', headers });
  const { user } = await createColleague(context, 'Grace');
  const rehearsal = {
    change: {},
    before: { settings: {}, articles: [], sources: [] },
    tools: [{ id: crypto.randomUUID(), from: tool, to: null }],
    conversations: 1,
    budget: { replies: 1, tokens: null, costUsd: null },
    createdBy: user.id,
  };
  const id = await insertRehearsal(db, rehearsal, []);
  const both = createSecrets({ APP_SECRET: next, APP_SECRET_PREVIOUS: env.APP_SECRET ?? '' });
  expect(await renewSecrets(db, both)).toBe(3);
  expect(await renewSecrets(db, both)).toBe(0);
  const secrets = createSecrets({ APP_SECRET: next });
  const [draft] = await toolDrafts(db, id);
  const kept = [
    (await findTool(db, stored?.id ?? ''))?.http?.headers,
    (await findToolServer(db, server.id))?.headers,
    draft?.from?.http?.headers,
  ];
  expect(kept.map((each) => openHeaders({ secrets }, each ?? []))).toEqual([opens, opens, opens]);
});
