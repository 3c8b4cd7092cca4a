import { randomUUID } from 'node:crypto';
import { secretMask } from '@parley/contracts/settings/settings';
import { keepSuggestions } from '@parley/core/ai/ask-suggestions';
import { queuePrefix } from '@parley/core/queues';
import { type Endpoint, startEndpoint } from '@parley/testing/http';
import { type MailServer, startMailServer } from '@parley/testing/smtp';
import { type ModelServer, startModelServer } from '@parley/testing/openai';
import { startTrello, type TrelloServer } from '@parley/testing/trello';
import { ensureDelivery, recordAttempt } from '@parley/db/deliveries/deliveries';
import { connectRedis } from '@parley/service/redis';
import { Worker } from 'bullmq';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestUser, startApi, type TestApi } from './support/api.ts';

let api: TestApi;
let admin: TestUser;
let mail: MailServer;
let chat: Endpoint;
let trello: TrelloServer;
let model: ModelServer;
beforeAll(async () => {
  [mail, chat, trello, model] = await Promise.all([
    startMailServer(),
    startEndpoint(),
    startTrello(),
    startModelServer(),
  ]);
  api = await startApi({ TRELLO_API_URL: trello.url, OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'test' });
  admin = await api.signIn('admin', 'Ada');
});
afterAll(async () => {
  await api.close();
  await Promise.all([mail, chat, trello, model].map((server) => server.close()));
});

const test = (integration: string) => api.call('POST', `/api/integrations/test/${integration}`, { as: admin });
const set = (body: object) => api.call('POST', '/api/settings', { as: admin, body });

describe('a test button', () => {
  it('an unreachable other side is answered as its failure, never as one of this server', async () => {
    const gone = 'http://127.0.0.1:9';
    await set({ slackConfig: { webhookUrl: `${gone}/hook` } });
    await set({ tigonConfig: { webhookUrl: `${gone}/hook` } });
    await set({ emailConfig: { smtpHost: '127.0.0.1', smtpPort: 9, fromEmail: 'desk@example.com' } });
    const away = await startApi({ TRELLO_API_URL: gone, OPENAI_BASE_URL: gone });
    const ada = await away.signIn('admin');
    const trelloConfig = { apiKey: 'k', token: 't', boardId: 'b' };
    await away.call('POST', '/api/settings', { as: ada, body: { trelloConfig } });
    const answers = [
      ...(await Promise.all(['slack', 'tigon', 'email'].map(test))),
      ...(await Promise.all(
        ['trello', 'ai'].map((name) => away.call('POST', `/api/integrations/test/${name}`, { as: ada })),
      )),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([424, 424, 424, 424, 424]);
    expect(answers.map((answer) => answer.json())).toEqual(
      answers.map(() => expect.objectContaining({ code: 'other_side_failed', detail: expect.stringMatching(/./) })),
    );
    await away.close();
    for (const section of ['slackConfig', 'tigonConfig']) await set({ [section]: { webhookUrl: '' } });
    await set({ emailConfig: { smtpHost: '' } });
  });

  it.each(['email', 'slack', 'tigon', 'trello'])('explains what is missing: %s', async (integration) => {
    const answer = await test(integration);
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'not_configured']);
  });

  it('a test of an unknown integration is answered with 404', async () => {
    expect((await test('fax')).statusCode).toBe(404);
  });

  it('really sends a mail and reports the server’s words', async () => {
    const { host: smtpHost, port: smtpPort } = mail;
    await set({
      emailConfig: {
        smtpHost,
        smtpPort,
        smtpAllowPlaintext: true,
        fromEmail: 'desk@example.com',
        notificationEmails: ['ops@example.com'],
      },
    });
    const answer = await test('email');
    expect(answer.json()).toMatchObject({ success: true, message: expect.stringContaining('ops@example.com') });
    expect(mail.mails).toHaveLength(1);
    mail.refusals.push({ status: 550, words: 'No such mailbox here' });
    const refused = await test('email');
    expect([refused.statusCode, refused.json().code]).toEqual([424, 'other_side_failed']);
    expect(refused.json().detail).toContain('No such mailbox here');
  });

  it.each(['slack', 'tigon'])('really posts to %s and reports what came back', async (integration) => {
    await set({ [`${integration}Config`]: { webhookUrl: `${chat.url}/hook`, channel: '#support' } });
    expect((await test(integration)).json()).toMatchObject({ success: true, message: expect.stringContaining('200') });
    expect(JSON.parse(chat.requests.at(-1)?.body ?? '')).toMatchObject({ channel: '#support' });
    chat.next.push({ status: 404, body: 'no_service' });
    const refused = await test(integration);
    expect([refused.statusCode, refused.json().detail]).toEqual([424, expect.stringContaining('no_service')]);
  });

  it('really reads the Trello board', async () => {
    const { apiKey, token, boardId } = trello;
    await set({ trelloConfig: { apiKey, token, boardId } });
    expect((await test('trello')).json().message).toContain('Support');
    await set({ trelloConfig: { token: 'wrong' } });
    const refused = await test('trello');
    expect([refused.statusCode, refused.json().detail]).toEqual([424, expect.stringContaining('invalid key')]);
    expect(refused.body).not.toContain('key-of-the-test');
  });

  it('really completes one token', async () => {
    expect((await test('ai')).json()).toMatchObject({ success: true });
    expect(model.requests.at(-1)?.max_tokens).toBe(1);
    model.next.push({ status: 401, message: 'Incorrect API key provided' });
    const refused = await test('ai');
    expect([refused.statusCode, refused.json().detail]).toEqual([424, expect.stringContaining('Incorrect API key')]);
  });
});

/** A worker that answers one queue, as the real one does. */
function answering(queue: string, answer: () => unknown): Worker {
  const connection = connectRedis(api.context.env['REDIS_URL'] ?? '', { role: 'bullmq' });
  return new Worker(queue, async () => answer(), { connection, prefix: queuePrefix(api.context.prefix) });
}

describe('suggested replies', () => {
  it('come from the worker', async () => {
    const { id } = await api.conversation();
    const made = { suggestions: ['Sure!'], sources: [null] };
    const worker = answering('ai-suggestions', () => keepSuggestions(api.context, id, made));
    const answer = await api.call('POST', `/api/conversations/${id}/ai-suggestions`, { as: admin });
    expect(answer.json()).toEqual(made);
    await worker.close();
    const unknown = await api.call('POST', `/api/conversations/${randomUUID()}/ai-suggestions`, { as: admin });
    expect(unknown.statusCode).toBe(404);
  });
});

describe('copying from production', () => {
  it('explains what to set when there is no source, and answers the worker’s counts when there is', async () => {
    const answer = await api.call('POST', '/api/sync/trigger', { as: admin });
    expect([answer.statusCode, answer.json().detail]).toEqual([
      422,
      expect.stringContaining('SYNC_SOURCE_DATABASE_URL'),
    ]);

    const other = await startApi({ SYNC_SOURCE_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    const connection = connectRedis(other.context.env['REDIS_URL'] ?? '', { role: 'bullmq' });
    const stats = { users: 1, websites: 2, conversations: 3, messages: 4, files: 5 };
    const worker = new Worker('sync', async () => stats, { connection, prefix: queuePrefix(other.context.prefix) });
    const synced = await other.call('POST', '/api/sync/trigger', { as: await other.signIn('representative') });
    expect(synced.json()).toMatchObject({ success: true, stats });
    await worker.close();
    await other.close();
  });
});

describe('webhooks', () => {
  it('tell their secret once, when they are made, and store it encrypted', async () => {
    const body = { url: 'https://hooks.example.com/parley', events: ['message.posted'] };
    const made = await api.call('POST', '/api/webhooks', { as: admin, body });
    expect(made.statusCode).toBe(201);
    const { id, secret } = made.json();
    expect(secret).toMatch(/^whsec_/);
    const listed = await api.call('GET', '/api/webhooks', { as: admin });
    expect(listed.json()).toMatchObject([
      { id, url: secretMask, host: 'hooks.example.com', events: body.events, isActive: true },
    ]);
    expect(listed.body).not.toContain(secret);
    const row = await api.context.db.selectFrom('webhooks').selectAll().executeTakeFirstOrThrow();
    expect(row.secret).not.toContain(secret.slice(6));
    const patch = (change: object) => api.call('PATCH', `/api/webhooks/${id}`, { as: admin, body: change });
    expect((await patch({ isActive: false, events: ['conversation.closed'] })).json()).toMatchObject({
      isActive: false,
    });
    expect((await patch({ events: [] })).statusCode).toBe(422);
    expect((await patch({ events: ['message.posted', 'message.posted'] })).statusCode).toBe(422);
    expect((await patch({ url: 'ftp://x' })).statusCode).toBe(422);
    expect((await api.call('DELETE', `/api/webhooks/${id}`, { as: admin })).statusCode).toBe(204);
    expect((await api.call('DELETE', `/api/webhooks/${id}`, { as: admin })).statusCode).toBe(404);
  });
});

describe('deliveries', () => {
  it('are listed newest first, filtered, and tried again by a button', async () => {
    const make = (target: string) =>
      ensureDelivery(api.context.db, {
        channel: 'slack',
        eventId: randomUUID(),
        target,
        summary: 'New conversation',
        conversationId: null,
        payload: {},
      });
    const first = await make('one');
    const second = await make('two');
    await recordAttempt(api.context.db, first.id, { status: 'dead', error: 'answered 500', responseStatus: 500 });
    const list = async (query: string) =>
      (await api.call('GET', `/api/deliveries${query}`, { as: admin })).json().map(({ id }: { id: string }) => id);
    expect(await list('?channel=slack')).toEqual([second.id, first.id]);
    expect(await list(`?before=${second.id}`)).toEqual([first.id]);
    expect(await list('?status=dead')).toEqual([first.id]);
    const retried = await api.call('POST', `/api/deliveries/${first.id}/retry`, { as: admin });
    expect(retried.json()).toMatchObject({ id: first.id, status: 'pending' });
    const jobs = await api.context.queues.queue('slack').getJobs(['waiting']);
    expect(jobs.map((job) => job.data)).toMatchObject([{ deliveryId: first.id }]);
    expect((await api.call('POST', `/api/deliveries/${randomUUID()}/retry`, { as: admin })).statusCode).toBe(404);
  });
});

describe('articles', () => {
  it('are kept by admins and read by everybody of the team', async () => {
    const body = { locale: 'en', title: 'Returns', content: 'Within 30 days.' };
    const made = await api.call('POST', '/api/help/articles', { as: admin, body });
    expect(made.statusCode).toBe(201);
    const address = `/api/help/articles/${made.json().id}`;
    await api.call('POST', `${address}/translations/en/decision`, { as: admin, body: { decision: 'publish' } });
    const representative = await api.signIn('representative');
    const published = (await api.call('GET', '/api/help/published-articles', { as: representative })).json();
    expect(published).toMatchObject([{ title: 'Returns', content: 'Within 30 days.' }]);
    expect((await api.call('DELETE', address, { as: admin })).statusCode).toBe(204);
    expect((await api.call('DELETE', address, { as: admin })).statusCode).toBe(404);
  });
});
