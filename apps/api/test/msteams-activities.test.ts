/** The endpoint for activities of Teams, and the routes of its app: docs/integrations.md#microsoft-teams. */
import { secretMask } from '@parley/contracts/settings/settings';
import { startTeams, type TeamsServer } from '@parley/testing/msteams';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi, type TestUser } from './support/api.ts';

let api: TestApi;
let teams: TeamsServer;
let admin: TestUser;
let ben: TestUser;
beforeAll(async () => {
  teams = await startTeams();
  api = await startApi({ CHANNEL_API_URLS: `msteams=${teams.url}`, ALLOW_PRIVATE_WEBHOOKS: 'true' });
  admin = await api.signIn('admin', 'Ada');
  ben = await api.signIn('representative', 'Ben');
  teams.activities = `${await api.app.listen({ port: 0, host: '127.0.0.1' })}/api/msteams/activities`;
});
afterAll(async () => {
  await api?.close();
  await teams?.close();
});

const change = (as: TestUser, msteamsConfig: object) =>
  api.call('POST', '/api/settings', { as, body: { msteamsConfig } });
const channels = () => api.call('GET', '/api/msteams/channels', { as: admin });

describe('the app of Teams', () => {
  it('is connected by admins alone, and shows its secret as dots', async () => {
    const { appId, tenantId, clientSecret } = teams;
    expect((await channels()).json()).toMatchObject({ code: 'not_configured' });
    expect((await api.call('GET', '/api/msteams/app', { as: admin })).json()).toMatchObject({ code: 'not_configured' });
    expect((await change(ben, { appId, tenantId, clientSecret })).statusCode).toBe(403);
    const answer = await change(admin, { enabled: true, appId, tenantId, clientSecret });
    expect(answer.json().msteamsConfig).toMatchObject({ appId, tenantId, clientSecret: secretMask });
    const support = { channelId: 'support', name: 'Support', websiteIds: [], teamIds: [] };
    expect((await change(admin, { channels: [support] })).statusCode).toBe(422);
    expect((await change(admin, { appId: '../evil' })).statusCode).toBe(422);
  });

  it('is a ZIP file to upload, with its id and the right to read its channels', async () => {
    const answer = await api.call('GET', '/api/msteams/app', { as: admin });
    expect(answer.headers['content-type']).toBe('application/zip');
    const bytes = answer.rawPayload;
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
    // Stored without compression: the manifest can be read in it.
    const words = bytes.toString('latin1');
    for (const word of ['manifest.json', 'color.png', 'outline.png', `"botId": "${teams.appId}"`])
      expect(words).toContain(word);
    expect(words).toContain('ChannelMessage.Read.Group');
  });

  it('lists the channels of the teams that it was added to, until it is removed', async () => {
    expect((await channels()).json()).toEqual([]);
    await teams.installs();
    expect((await channels()).json()).toEqual([
      { id: '19:sales@thread.tacv2', name: 'Sales › General' },
      { id: '19:support@thread.tacv2', name: 'Sales › Support' },
    ]);
    const removed = {
      type: 'conversationUpdate',
      membersRemoved: [{ id: `28:${teams.appId}` }],
      channelData: { tenant: { id: teams.tenantId }, team: { id: '19:sales@thread.tacv2' } },
    };
    expect(await teams.delivers(removed)).toBe(200);
    expect((await channels()).json()).toEqual([]);
  });

  it('tells in words that Microsoft refuses it', async () => {
    await change(admin, { clientSecret: 'wrong' });
    await teams.installs();
    expect((await channels()).json()).toMatchObject({
      code: 'other_side_failed',
      detail:
        'Microsoft refuses the app ID, the tenant ID or the client secret. Copy them again from the app’s registration.',
    });
    await change(admin, { clientSecret: teams.clientSecret });
  });
});

describe('the endpoint for Teams', () => {
  const deliver = (payload: object | string, headers: Record<string, string> = {}) =>
    api.app.inject({
      method: 'POST',
      url: '/api/msteams/activities',
      payload,
      headers: { 'content-type': 'application/json', ...headers },
    });

  it('opens to nobody without a token of Microsoft’s, and fetches its keys for none of them again', async () => {
    const read = teams.keysRead;
    expect((await deliver({ type: 'message' })).statusCode).toBe(403);
    expect((await deliver({ type: 'message' }, { authorization: 'Bearer x' })).statusCode).toBe(403);
    expect((await deliver({ type: 'message' }, { authorization: `Bearer ${'x'.repeat(9_000)}` })).statusCode).toBe(403);
    expect(await teams.delivers({ type: 'message' }, { forged: true })).toBe(403);
    expect((await deliver('{"type":')).statusCode).toBe(400);
    expect((await deliver('[]')).statusCode).toBe(400);
    expect((await deliver({ text: 'x'.repeat(300 * 1024) })).statusCode).toBe(413);
    expect(teams.keysRead).toBe(read);
  });

  it('takes odd activities that are signed, and nothing follows', async () => {
    const tenant = { tenant: { id: teams.tenantId } };
    const odd = [
      { type: 'message' },
      { type: 'message', channelData: { ...tenant, team: 'x' } },
      { type: 'message', channelData: tenant, from: [], conversation: 'x', attachments: {}, entities: 7 },
      { type: 7, channelData: tenant, membersRemoved: 'x' },
    ];
    for (const activity of odd) expect(await teams.delivers(activity)).toBe(200);
  });

  it('is closed without an app', async () => {
    await change(admin, { appId: '' });
    expect(await teams.delivers({ type: 'message' }, { audience: '' })).toBe(403);
  });
});
