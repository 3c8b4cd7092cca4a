import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestUser, startApi, type TestApi } from './support/api.ts';

const botToken = '123456789:AAF-token_of_the_test';
const path = '/api/channels/telegram/events';
let api: TestApi;
let admin: TestUser;
let secret: string;
beforeAll(async () => {
  api = await startApi();
  admin = await api.signIn('admin', 'Ada');
  await api.call('POST', '/api/settings', { as: admin, body: { telegramConfig: { enabled: true, botToken } } });
  secret = api.context.secrets.sign('telegram webhook', botToken);
});
afterAll(() => api.close());

const update = { update_id: 7, message: { message_id: 1, chat: { id: 5, type: 'private' }, text: 'Hi' }, unknown: {} };
const delivers = (given: string | null, payload: string = JSON.stringify(update), url = path) =>
  api.app.inject({
    method: 'POST',
    url,
    payload,
    headers: {
      'content-type': 'application/json',
      ...(given === null ? {} : { 'x-telegram-bot-api-secret-token': given }),
    },
  });
const stored = () => api.context.db.selectFrom('inboundEvents').select(['externalId', 'raw', 'status']).execute();

describe('the endpoint for Telegram', () => {
  it('opens to nobody without its secret, and keeps nothing of theirs', async () => {
    for (const given of [null, '', 'guessed', `${secret.slice(0, -3)}AAA`, botToken]) {
      expect((await delivers(given)).statusCode).toBe(403);
    }
    expect((await delivers(secret, undefined, '/api/channels/slack/events')).statusCode).toBe(404);
    expect((await delivers(secret, '{"update_id":')).statusCode).toBe(400);
    const large = JSON.stringify({ update_id: 8, text: 'x'.repeat(300 * 1024) });
    expect((await delivers(secret, large)).statusCode).toBe(413);
    expect(await stored()).toEqual([]);
  });

  it('takes an update in as it came, once, and shows how often it may be called', async () => {
    const answers = [await delivers(secret), await delivers(secret)];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(answers[0]?.headers['ratelimit-policy']).toBe('6000;w=60');
    const rows = await stored();
    expect(rows).toEqual([{ externalId: '123456789:7', raw: expect.any(Buffer), status: 'stored' }]);
    expect(JSON.parse(rows[0]?.raw.toString() ?? '')).toEqual(update);
  });

  it('is closed while Telegram is switched off', async () => {
    await api.call('POST', '/api/settings', { as: admin, body: { telegramConfig: { enabled: false } } });
    expect((await delivers(secret, JSON.stringify({ update_id: 9 }))).statusCode).toBe(403);
    await api.call('POST', '/api/settings', { as: admin, body: { telegramConfig: { enabled: true } } });
  });
});

describe('a bot token', () => {
  it('an invalid bot token is refused where it is entered', async () => {
    const body = { telegramConfig: { botToken: '../getMe?x=' } };
    const answer = await api.call('POST', '/api/settings', { as: admin, body });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ errors: [{ path: 'telegramConfig.botToken' }] });
  });
});

describe('the endpoint for Twilio', () => {
  const url = '/api/channels/sms/events';
  const authToken = 'token_of_the_test_account';
  const accountSid = `AC${'0123456789abcdef'.repeat(2)}`;
  const fields = { AccountSid: accountSid, Body: 'Grüße & more', From: '+15550123', MessageSid: 'SM1' };
  const posts = (signature: string, payload: string) =>
    api.app.inject({
      method: 'POST',
      url,
      payload,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
    });

  it('takes in a form that is signed over the public address, and no other', async () => {
    const smsConfig = { enabled: true, accountSid, authToken, sender: '+15550100' };
    await api.call('POST', '/api/settings', { as: admin, body: { smsConfig } });
    const text = Object.entries(fields).flat().join('');
    const signature = createHmac('sha1', authToken).update(`${api.context.publicUrl}${url}${text}`).digest('base64');
    const form = new URLSearchParams(fields).toString();
    expect((await posts('guessed', form)).statusCode).toBe(403);
    expect((await posts(signature, `${form}&Body=other`)).statusCode).toBe(403);
    expect((await posts(signature, 'x'.repeat(300 * 1024))).statusCode).toBe(413);
    expect((await posts(signature, form)).statusCode).toBe(200);
    const [event] = (await stored()).filter(({ externalId }) => externalId === 'm:SM1');
    expect(JSON.parse(event?.raw.toString() ?? '')).toEqual(fields);
  });
});
