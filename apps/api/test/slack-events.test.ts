/** The endpoint for Slack's events, and the routes of its app: docs/integrations.md#slack. */
import { createHmac } from 'node:crypto';
import { secretMask } from '@parley/contracts/settings/settings';
import { type SlackServer, startSlack } from '@parley/testing/slack';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi, type TestUser } from './support/api.ts';

let api: TestApi;
let slack: SlackServer;
let admin: TestUser;
let ben: TestUser;
beforeAll(async () => {
  slack = await startSlack();
  api = await startApi({ CHANNEL_API_URLS: `slack=${slack.url}`, ALLOW_PRIVATE_WEBHOOKS: 'true' });
  admin = await api.signIn('admin', 'Ada');
  ben = await api.signIn('representative', 'Ben');
});
afterAll(async () => {
  await api?.close();
  await slack?.close();
});

const change = (as: TestUser, slackThreadsConfig: object) =>
  api.call('POST', '/api/settings', { as, body: { slackThreadsConfig } });

const delivers = (body: string, { secret = slack.signingSecret, seconds = Date.now() / 1000 } = {}) => {
  const timestamp = String(Math.floor(seconds));
  const signature = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex');
  return api.app.inject({
    method: 'POST',
    url: '/api/slack/events',
    payload: body,
    headers: {
      'content-type': 'application/json',
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': `v0=${signature}`,
    },
  });
};

describe('the app of Slack', () => {
  it('is connected by admins alone, and shows its secrets as dots', async () => {
    const secrets = { botToken: slack.token, signingSecret: slack.signingSecret };
    expect((await api.call('GET', '/api/slack/channels', { as: admin })).json()).toMatchObject({
      code: 'not_configured',
    });
    expect((await change(ben, secrets)).statusCode).toBe(403);
    const answer = await change(admin, { enabled: true, ...secrets });
    expect(answer.json().slackThreadsConfig).toMatchObject({ botToken: secretMask, signingSecret: secretMask });
    const invalid = await change(admin, {
      channels: [{ channelId: 'support', name: 'support', websiteIds: [], teamIds: [] }],
    });
    expect(invalid.statusCode).toBe(422);
  });

  it('lists its channels, and tells in words why it can’t', async () => {
    expect((await api.call('GET', '/api/slack/channels', { as: admin })).json()).toEqual([
      { id: 'C0SUPPORT', name: 'support', isPrivate: false, isMember: true },
    ]);
    const tested = await api.call('POST', '/api/slack/test', { as: admin });
    expect(tested.json()).toMatchObject({ success: true, message: 'Connected to Acme as @parley.' });
    slack.fates.set('auth.test', [{ error: 'token_revoked' }]);
    const refused = await api.call('POST', '/api/slack/test', { as: admin });
    expect(refused.json()).toMatchObject({
      code: 'other_side_failed',
      detail: 'Slack refuses the bot token. Copy it again from “OAuth & Permissions” of your Slack app.',
    });
  });
});

describe('the endpoint for Slack', () => {
  const challenge = JSON.stringify({ type: 'url_verification', challenge: 'abc' });

  it('repeats the challenge of a signed call, over the bytes as they came', async () => {
    const spaced = `{ "type": "url_verification",  "challenge": "äbc" }`;
    expect((await delivers(spaced)).json()).toEqual({ success: true, challenge: 'äbc' });
  });

  it('opens to nobody without a fresh signature, and keeps nothing of theirs', async () => {
    const now = Date.now() / 1000;
    const refused = [
      await delivers(challenge, { secret: 'guessed' }),
      await delivers(challenge, { seconds: now - 301 }),
      await delivers(challenge, { seconds: now + 301 }),
      await api.app.inject({ method: 'POST', url: '/api/slack/events', payload: { type: 'url_verification' } }),
    ];
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403]);
    expect((await delivers('{"type":')).statusCode).toBe(400);
    expect((await delivers(JSON.stringify({ text: 'x'.repeat(300 * 1024) }))).statusCode).toBe(413);
  });

  it('is closed without a signing secret: an empty one signs nothing', async () => {
    await change(admin, { botToken: '', signingSecret: '' });
    expect((await delivers(challenge, { secret: '' })).statusCode).toBe(403);
  });
});
