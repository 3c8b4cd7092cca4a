import { readFile } from 'node:fs/promises';
import type { Attachment } from '@parley/contracts/messages/attachments';
import type { AuditEntry } from '@parley/contracts/entities';
import { defaultSettings } from '@parley/contracts/settings/settings';
import { chainAuditLog, checkAuditChain } from '@parley/core/audit/chain';
import { sendAuditEntries } from '@parley/core/integrations/webhook/audit-entries';
import type { StaffCaller } from '@parley/core/callers';
import { recordAudit } from '@parley/core/audit/record';
import { publishDeletion } from '@parley/core/conversations/delete';
import { deleteConversation } from '@parley/db/conversations/delete';
import { retryDelivery } from '@parley/core/deliveries/deliveries';
import { performDelivery } from '@parley/core/integrations/perform';
import { openLink } from '@parley/core/files/links';
import { sendMail } from '@parley/core/mailer/smtp';
import { forgetWebhooks } from '@parley/core/integrations/webhook/active';
import { newWebhookSecret, webhookHeaders } from '@parley/core/external/webhook-signature';
import { switchOffFailingWebhooks } from '@parley/core/maintenance/deliveries';
import { ensureDelivery } from '@parley/db/deliveries/deliveries';
import { uuidv7 } from '@parley/db/uuid';
import { findUser } from '@parley/db/users/users';
import { findWebhook, forgetOutdatedSecrets, insertWebhook, replaceWebhookSecret } from '@parley/db/webhooks/webhooks';
import { type Endpoint, startEndpoint } from '@parley/testing/http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Installation, startInstallation, type Talk, until } from './installation.ts';
import { answersWith, colleague, decided, fileOf } from './upload-installation.ts';

const secret = 'whsec_c2VjcmV0LW9mLXRoZS10ZXN0LWZvci1zaWduaW5n';

let installation: Installation;
let receiver: Endpoint;
let webhookId: string;
let caller: StaffCaller;

beforeAll(async () => {
  receiver = await startEndpoint();
  installation = await startInstallation({ env: { RETRY_WAIT_SCALE: '0.00005' } });
  const webhook = await insertWebhook(installation.context.db, {
    url: `${receiver.url}/hook`,
    events: [
      'conversation.created',
      'conversation.updated',
      'conversation.closed',
      'conversation.deleted',
      'message.posted',
    ],
    secret: installation.context.secrets.encrypt(secret),
    createdBy: null,
  });
  webhookId = webhook.id;
  // The worker's first round may have read that there is none.
  forgetWebhooks(installation.context);
  await spare();
  const user = await findUser(installation.context.db, (await installation.representative()).userId);
  if (!user) throw new Error('no user');
  caller = { kind: 'staff', user: { ...user, role: 'admin' }, sessionId: 'x' };
});

/** From the worker's own maintenance, which comes by twice a minute and may find what a test has failed: a day is seconds here. */
const spare = () => change({ isActive: true, updatedAt: new Date(Date.now() + 3_600_000) });
const change = (values: { isActive?: boolean; updatedAt: Date }) =>
  installation.context.db.updateTable('webhooks').set(values).where('id', '=', webhookId).execute();

afterAll(async () => {
  await installation?.close();
  await receiver?.close();
});
afterEach(() => {
  receiver.next = [];
  receiver.usually = { status: 200, body: 'ok' };
  receiver.requests = [];
});

interface Received {
  type: string;
  timestamp: string;
  data: {
    conversationId: string;
    change?: string;
    message?: { seq: number; content: string; attachments?: (Attachment & { url: string; urlExpiresAt: string })[] };
  };
}
const received = (talk: Pick<Talk, 'conversationId'>): Received[] =>
  receiver.requests
    .map((request) => JSON.parse(request.body) as Received)
    .filter(({ data }) => data.conversationId === talk.conversationId);

describe('an outgoing webhook', () => {
  test('it is signed as Standard Webhooks asks, over id, time and body', async () => {
    const talk = await installation.opens('Hello');
    await talk.settled('webhook', 2);
    const [request] = receiver.requests;
    if (!request) throw new Error('no request');
    const id = request.headers['webhook-id'] ?? '';
    const seconds = Number(request.headers['webhook-timestamp']);
    expect(Math.abs(Date.now() / 1000 - seconds)).toBeLessThan(30);
    const expected = webhookHeaders([secret], { id, at: new Date(seconds * 1000), body: request.body });
    expect(request.headers).toMatchObject(expected);
    expect(received(talk).map(({ type }) => type)).toEqual(['conversation.created', 'message.posted']);
  });

  test('a webhook of a known secret, ID and time has the signature of the specification', () => {
    // The example of https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
    const headers = webhookHeaders(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      at: new Date(1_614_265_330_000),
      body: '{"test": 2432232314}',
    });
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  test('it is verified by the lines that the documentation gives', async () => {
    const docs = await readFile(new URL('../../../docs/integrations.md', import.meta.url), 'utf8');
    const [, code = ''] = /```js\n([^]*?)```/.exec(docs) ?? [];
    const module = `data:text/javascript,${encodeURIComponent(`${code}\nexport { isGenuine };`)}`;
    const { isGenuine } = (await import(module)) as {
      isGenuine: (headers: object, body: string, secret: string) => boolean;
    };
    const talk = await installation.opens('Hello');
    await talk.settled('webhook', 2);
    const [request] = receiver.requests;
    if (!request) throw new Error('no request');
    expect(isGenuine(request.headers, request.body, secret)).toBe(true);
    expect(isGenuine(request.headers, `${request.body} `, secret)).toBe(false);
  });

  test('a webhook with a replaced secret is genuine by the documentation’s lines with either secret until the old one ends', async () => {
    const docs = await readFile(new URL('../../../docs/integrations.md', import.meta.url), 'utf8');
    const [, code = ''] = /```js\n([^]*?)```/.exec(docs) ?? [];
    const { isGenuine } = (await import(
      `data:text/javascript,${encodeURIComponent(`${code}\nexport { isGenuine };`)}`
    )) as { isGenuine: (headers: object, body: string, secret: string) => boolean };
    const next = newWebhookSecret();
    const { db, secrets } = installation.context;
    const deliveredOnce = async () => {
      const from = receiver.requests.length;
      await (await installation.opens('Hello')).settled('webhook', 2);
      const request = receiver.requests[from];
      if (!request) throw new Error('no request');
      return [secret, next, newWebhookSecret()].map((one) => isGenuine(request.headers, request.body, one));
    };
    await replaceWebhookSecret(db, webhookId, { secret: secrets.encrypt(next), hours: 24 });
    expect(await deliveredOnce()).toEqual([true, true, false]);
    await db
      .updateTable('webhooks')
      .set({ previousSecretUntil: new Date(Date.now() - 1_000) })
      .where('id', '=', webhookId)
      .execute();
    expect(await deliveredOnce()).toEqual([false, true, false]);
    expect(await forgetOutdatedSecrets(db)).toBe(1);
    const set = { secret: secrets.encrypt(secret), previousSecret: null, previousSecretUntil: null };
    await db.updateTable('webhooks').set(set).where('id', '=', webhookId).execute();
  });

  test('it tells of a message’s files with an address of each, which ends, and with the webhook', async () => {
    const talk = await installation.opens('The bill, please');
    const rita = await colleague(installation);
    const id = await fileOf(installation, rita, { name: 'bill.txt', bytes: Buffer.from('42') });
    await decided(installation, id);
    await answersWith(installation, rita, talk, { files: [{ id }] });
    const posted = await until(
      () =>
        receiver.requests
          .map(({ body }) => JSON.parse(body) as Received)
          .find(({ data }) => data.conversationId === talk.conversationId && data.message?.seq === 2),
      'the webhook to be told',
    );
    // Nothing of it comes in among what the next test hears.
    await talk.settled('webhook', 4);
    const [file] = posted.data.message?.attachments ?? [];
    expect(file).toMatchObject({ id, name: 'bill.txt', type: 'text/plain', size: 2, state: 'ready' });
    const link = new URL(file?.url ?? '').searchParams.get('link') ?? '';
    const open = (now: number) => openLink(installation.context, { id, variant: 'original', link }, now);
    const ends = Date.parse(file?.urlExpiresAt ?? '');
    expect((await open(ends - 60_000)).attachment.id).toBe(id);
    await expect(open(ends + 60_000)).rejects.toMatchObject({ code: 'not_found' });
    const { db } = installation.context;
    await db.updateTable('webhooks').set({ isActive: false }).where('id', '=', webhookId).execute();
    await expect(open(Date.now())).rejects.toMatchObject({ code: 'not_found' });
    await db.updateTable('webhooks').set({ isActive: true }).where('id', '=', webhookId).execute();
  });

  test('it goes out in the order of a conversation’s events, whatever fails in between', async () => {
    receiver.next = [{ status: 500 }, { status: 503, body: 'not now' }, { hangUp: true }, { status: 404 }];
    const talk = await installation.opens('message 1');
    for (let count = 2; count <= 12; count += 1) await talk.writes(`message ${count}`);
    await talk.settled('webhook', 13);
    const bodies = received(talk);
    const firsts = [...new Map(bodies.map((body) => [`${body.type} ${body.data.message?.seq ?? 0}`, body])).keys()];
    expect(firsts).toEqual([
      'conversation.created 0',
      ...Array.from({ length: 12 }, (_, index) => `message.posted ${index + 1}`),
    ]);
    // Repeated ones carry the id of the first attempt.
    const ids = receiver.requests.map((request) => request.headers['webhook-id']);
    expect(new Set(ids).size).toBe(13);
    expect((await talk.deliveries('webhook')).reduce((sum, row) => sum + row.attempts, 0)).toBe(17);
  });

  test('a waiting webhook goes out as soon as the one before it has ended, however seldom it looks', async () => {
    // The first event of the conversation hangs until everything behind it has waited for long.
    receiver.next = [{ status: 200, delayMs: 2_500 }];
    const talk = await installation.opens('message 1');
    for (let count = 2; count <= 5; count += 1) await talk.writes(`message ${count}`);
    await until(async () => (await talk.deliveries('webhook')).length === 6, 'six deliveries');
    await installation.context.db
      .updateTable('deliveries')
      .set({ updatedAt: new Date(Date.now() - 3_600_000) })
      .where('conversationId', '=', talk.conversationId)
      .execute();
    const last = (await talk.deliveries('webhook'))
      .toSorted((one, other) => (one.eventId < other.eventId ? -1 : 1))
      .at(-1);
    if (!last) throw new Error('no delivery');
    // It doesn't come back by itself at all: whatever ends before it adds its job.
    expect(await performDelivery(installation.context, last.id, 'a job')).toEqual({});
    await talk.settled('webhook', 6);
    expect(received(talk).map(({ data }) => data.message?.seq ?? 0)).toEqual([0, 1, 2, 3, 4, 5]);
    const [first, ...others] = receiver.requests.map(({ at: arrived }) => arrived);
    expect((others.at(-1) ?? 0) - (first ?? 0)).toBeLessThan(5_000);
  });

  test('webhooks with jobs that arrive in another order go out in order, and once', async () => {
    const talk = await installation.opens('Hello');
    await talk.settled('webhook', 2);
    receiver.requests = [];
    receiver.next = [{ status: 500 }];
    const { conversationId } = talk;
    const planned = async (moment: number): Promise<string> => {
      const body = { type: 'message.posted', timestamp: new Date().toISOString(), data: { moment } };
      const { id } = await ensureDelivery(installation.context.db, {
        channel: 'webhook',
        eventId: uuidv7(Date.now() + moment),
        target: webhookId,
        summary: 'New message',
        conversationId,
        payload: { kind: 'webhook', body, conversationId },
      });
      return id;
    };
    const [first, second] = [await planned(0), await planned(1_000)];
    for (const deliveryId of [second, first]) {
      await installation.context.queues.queue('webhooks').add(
        'webhooks',
        { deliveryId, attempts: 0 },
        {
          jobId: `${deliveryId}-0`,
          attempts: 5,
          backoff: { type: 'exponential', delay: 1_000, jitter: 0.5 },
          removeOnComplete: { age: 24 * 3600, count: 100_000 },
          removeOnFail: true,
        },
      );
    }
    await talk.settled('webhook', 4);
    expect(receiver.requests.map((request) => request.headers['webhook-id'])).toEqual([first, first, second]);
  });

  test('a webhook of one conversation is not held up by another', async () => {
    receiver.usually = (request) => (request.body.includes('blocked') ? { status: 500 } : { status: 200 });
    await installation.opens('blocked');
    const talk = await installation.opens('free');
    await talk.settled('webhook', 2);
  });

  test('a hanging receiver leaves the others’ receivers theirs', async () => {
    const hanging = await startEndpoint({ hang: true });
    const { id } = await insertWebhook(installation.context.db, {
      url: hanging.url,
      events: ['message.posted'],
      secret: installation.context.secrets.encrypt(secret),
      createdBy: null,
    });
    try {
      // Which webhooks there are is read every two seconds.
      await until(async () => {
        await installation.opens('Hello');
        return hanging.requests.length > 0;
      }, 'the new webhook to be known');
      const talks: Talk[] = [];
      for (let wave = 0; wave < 7; wave += 1)
        talks.push(...(await Promise.all(Array.from({ length: 10 }, () => installation.opens('Hello')))));
      await until(() => talks.every((talk) => received(talk).length === 2), 'the healthy receiver to hear of all');
      expect(hanging.mostAtOnce).toBeLessThanOrEqual(15);
    } finally {
      await installation.context.db.deleteFrom('webhooks').where('id', '=', id).execute();
      await hanging.close();
    }
    await until(async () => {
      const talk = await installation.opens('Is it still known?');
      return (await talk.settled('webhook', 2)).every(({ target }) => target !== id);
    }, 'the removed webhook to be forgotten');
  });

  test('it tells of changes, closing and deletion; what was deleted is told no more', async () => {
    const talk = await installation.opens('Hello');
    await talk.settled('webhook', 2);
    await talk.close();
    await talk.settled('webhook', 4);
    receiver.usually = { status: 500 };
    await talk.writes('Are you there?');
    await until(() => received(talk).length >= 5, 'a failed attempt');
    await publishDeletion(installation.context, await deleteConversation(installation.context.db, talk.conversationId));
    receiver.usually = { status: 200 };
    await until(() => received(talk).some(({ type }) => type === 'conversation.deleted'), 'the deletion to be told');
    expect((await talk.settled('webhook', 1)).map((row) => row.summary)).toEqual(['Conversation deleted']);
    expect(received(talk).map(({ type }) => type)).toEqual(
      expect.arrayContaining(['conversation.updated', 'conversation.closed']),
    );
  });

  test('it tells of a hand-off who they are, as far as it is known, and which team is there', async () => {
    await installation.team('Returns desk');
    for (const [visitor, known] of [
      [{ email: 'ada@example.com', emailVerified: true }, 'verified by the website'],
      [{ email: 'bob@example.com' }, 'as they wrote it'],
    ] as const) {
      const talk = await installation.opens('Where is my order?', visitor);
      await talk.wantsPerson();
      // Opened, written in, handed off, and the notice of that.
      await talk.settled('webhook', 4);
      const packet = expect.stringContaining(`Identity: ${known}\nSuggested team: Returns desk`) as string;
      expect(received(talk).find(({ data }) => data.change === 'handed_off')).toMatchObject({
        type: 'conversation.updated',
        data: { reason: packet, conversation: { handOffReason: packet } },
      });
    }
  });

  test('a webhook that fails for a day is dead, shown with the words of the other side, and retried by the button', async () => {
    receiver.usually = { status: 422, body: '<html><b>We do not want this.</b></html>' };
    const frames = await installation.frames('inbox');
    const talk = await installation.opens('Hello');
    const rows = await talk.settled('webhook', 2);
    expect(rows.map((row) => row.status)).toEqual(['dead', 'dead']);
    expect(rows[0]).toMatchObject({
      attempts: 10,
      responseStatus: 422,
      lastError: expect.stringContaining('We do not want this.') as string,
    });
    expect(frames.some((frame) => frame.type === 'delivery_updated' && frame.channel === 'webhook')).toBe(true);
    receiver.usually = { status: 204 };
    const [first] = rows;
    if (!first) throw new Error('no delivery');
    expect((await retryDelivery(installation.context, caller, first.id)).status).toBe('pending');
    await until(async () => (await talk.deliveries('webhook'))[0]?.status === 'delivered', 'the retry');
    // Delivered webhooks can be replayed, under the same id.
    const before = receiver.requests.length;
    await retryDelivery(installation.context, caller, first.id);
    await until(() => receiver.requests.length > before, 'the replay');
    expect(receiver.requests.at(-1)?.headers['webhook-id']).toBe(first.id);
  });

  test('a webhook with an address that is gone for good is switched off', async () => {
    receiver.usually = { status: 410 };
    const talk = await installation.opens('Hello');
    expect((await talk.settled('webhook', 2))[0]).toMatchObject({ status: 'dead', attempts: 1 });
    await change({ updatedAt: new Date(0) });
    await switchOffFailingWebhooks(installation.context);
    expect((await findWebhook(installation.context.db, webhookId))?.isActive).toBe(false);
    await spare();
  });

  test('it is never made into a private network, and hanging receivers are left', async () => {
    const guarded = await startInstallation({ env: { ALLOW_PRIVATE_WEBHOOKS: 'false' } });
    try {
      const { outbound } = guarded.context.external;
      for (const url of [
        receiver.url,
        'http://localhost:1/',
        'http://[::1]/',
        'http://169.254.169.254/latest/meta-data/',
        'http://10.0.0.1/',
      ]) {
        await expect(outbound.request(url)).rejects.toThrow('not a public address');
      }
      await guarded.set('slackConfig', { enabled: true, webhookUrl: receiver.url, channel: '' });
      const talk = await guarded.opens('Hello');
      await until(async () => {
        const row = await guarded.context.db
          .selectFrom('deliveries')
          .selectAll()
          .where('conversationId', '=', talk.conversationId)
          .executeTakeFirst();
        return row?.status === 'dead' && row.lastError?.includes('not a public address');
      }, 'the refusal');
      expect(receiver.requests).toEqual([]);
      // Mail servers typed into the settings are held to the same rule.
      const email = {
        ...defaultSettings.emailConfig,
        enabled: true,
        smtpHost: 'localhost',
        fromEmail: 'a@shop.example',
      };
      await expect(sendMail(email, guarded.context.external, { to: 'b@shop.example', text: 'x' })).rejects.toThrow(
        'not a public address',
      );
    } finally {
      await guarded.close();
    }
    receiver.next = [{ hang: true }];
    await expect(installation.context.external.outbound.request(receiver.url, { timeoutMs: 200 })).rejects.toThrow(
      'didn’t answer within 0.2 seconds',
    );
  });
});

test('the audit log goes to the webhook that asks for it, entry by entry as it is chained, each once and signed', async () => {
  const log = await startEndpoint();
  const { db, secrets } = installation.context;
  await recordAudit(installation.context, caller, { action: 'tag.added', details: { name: 'before' } });
  while ((await chainAuditLog(installation.context)) > 0);
  const webhook = await insertWebhook(db, {
    url: `${log.url}/audit`,
    events: ['audit.entry'],
    secret: secrets.encrypt(secret),
    createdBy: null,
  });
  forgetWebhooks({ db });
  await recordAudit(installation.context, caller, { action: 'tag.added', details: { name: 'after' } });
  await Promise.all([sendAuditEntries(installation.context), sendAuditEntries(installation.context)]);
  const [request] = await until(() => (log.requests.length > 0 ? log.requests : null), 'the entry');
  const { type, data } = JSON.parse(request?.body ?? '') as { type: string; data: { entry: AuditEntry } };
  expect([type, data.entry.action, data.entry.details]).toEqual(['audit.entry', 'tag.added', { name: 'after' }]);
  const { no, hash } = data.entry;
  expect((await checkAuditChain(installation.context)).head).toEqual({ no, hash });
  const id = request?.headers['webhook-id'] ?? '';
  const at = new Date(Number(request?.headers['webhook-timestamp']) * 1000);
  const signed = webhookHeaders([secret], { id, at, body: request?.body ?? '' });
  expect(request?.headers['webhook-signature']).toBe(signed['webhook-signature']);
  const deliveries = await db.selectFrom('deliveries').select('id').where('target', '=', webhook.id).execute();
  expect([deliveries.length, receiver.requests.length]).toEqual([1, 0]);
  await log.close();
});
