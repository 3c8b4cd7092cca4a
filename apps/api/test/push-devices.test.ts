import type { PushDevice } from '@parley/contracts/users/push';
import { devicesPerUserMax, pushBytesMax } from '@parley/contracts/users/limits';
import { withExternalServices } from '@parley/core/testing';
import { openDevices } from '@parley/core/push/devices';
import { readRetryAfter } from '@parley/core/external/answer';
import { DeviceGone, pushBody, sendPush } from '@parley/core/push/send';
import { findDevice, readPushKeys } from '@parley/db/users/push-devices';
import { endSessionsOf, listSessionsOf } from '@parley/core/sessions';
import { type PushedDevice, type PushService, startPushService } from '@parley/testing/push-service';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionCookie, startApi, type TestApi, type TestUser } from './support/api.ts';

let api: TestApi;
let service: PushService;
let ada: TestUser;

beforeAll(async () => {
  [api, service] = await Promise.all([startApi(), startPushService()]);
  ada = await api.signIn('representative', 'Ada');
});
afterAll(async () => {
  await service.close();
  await api.close();
});

const devicesOf = ({ user }: TestUser, device = ''): string => `/api/users/${user.id}/push-devices${device}`;
const publicKeyFor = async (user: TestUser): Promise<string> =>
  (await api.call('GET', devicesOf(user), { as: user })).json().publicKey;
const listed = async (user: TestUser): Promise<PushDevice[]> =>
  (await api.call('GET', devicesOf(user), { as: user })).json().devices;

const bodyOf = ({ endpoint, keys }: Pick<PushedDevice, 'endpoint' | 'keys'>, publicKey: string, more = {}) => ({
  name: 'Chrome on Linux',
  endpoint,
  keys,
  publicKey,
  ...more,
});

/** Adds a browser of a user, as the dashboard does. */
async function added(
  user: TestUser,
  more: object = {},
): Promise<{ browser: PushedDevice; device: PushDevice; publicKey: string }> {
  const publicKey = await publicKeyFor(user);
  const browser = service.subscribe(publicKey);
  const answer = await api.call('POST', devicesOf(user), { as: user, body: bodyOf(browser, publicKey, more) });
  expect(answer.statusCode).toBe(200);
  return { browser, device: answer.json(), publicKey };
}

/** Ends the user's sessions as their time does: nobody is told. */
async function timeOut({ user }: TestUser): Promise<void> {
  const { redis, prefix } = api.context;
  for (const { id } of await listSessionsOf(api.context, user.id)) await redis.del(`${prefix}:session:${id}`);
}

const signInAgain = async ({ user }: TestUser): Promise<TestUser> => ({
  user,
  headers: { cookie: await sessionCookie(api, user.email) },
});

const send = async (device: PushDevice, body = 'Hello') => {
  const stored = await findDevice(api.context.db, device.id);
  if (!stored) throw new Error('The device was removed.');
  const notice = { type: 'notice', tag: 't', title: 'Jan', body, path: '/', unread: 1, language: 'en' } as const;
  const message = { ...notice, actions: [], failed: '' };
  return sendPush(withExternalServices(api.context), stored, message, {
    ttlSeconds: 600,
    urgency: 'high',
    topic: 'conversation',
  });
};

describe('the key pair', () => {
  it('is made once, is equal for everybody, and its private half is stored encrypted', async () => {
    const ben = await api.signIn('admin');
    const keys = await Promise.all([publicKeyFor(ada), publicKeyFor(ben), publicKeyFor(ada)]);
    expect(new Set(keys).size).toBe(1);
    expect(Buffer.from(keys[0] ?? '', 'base64url')).toHaveLength(65);
    const stored = await readPushKeys(api.context.db);
    expect(stored?.privateKey).toMatch(/^v1\./);
    expect(stored?.publicKey).toBe(keys[0]);
  });

  it('of the environment replaces it, and half a pair is refused', async () => {
    const [publicKey, privateKey] = [`B${'A'.repeat(86)}`, 'x'.repeat(43)];
    const other = await startApi({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey });
    const user = await other.signIn('admin');
    expect((await other.call('GET', devicesOf(user), { as: user })).json().publicKey).toBe(publicKey);
    expect(await readPushKeys(other.context.db)).toBeUndefined();
    await other.close();
    await expect(startApi({ VAPID_PUBLIC_KEY: publicKey })).rejects.toThrow('Set both');
  });
});

describe('a device', () => {
  it('receives the test notification, decrypted with its own keys and signed by the installation', async () => {
    const { browser, device } = await added(ada);
    const answer = await api.call('POST', devicesOf(ada, `/${device.id}/test`), { as: ada });
    expect(answer.json()).toMatchObject({ success: true, localized: { code: 'push_sent' } });
    expect(browser.received).toMatchObject([
      { data: { type: 'notice', body: 'Notifications work on this device.' }, urgency: 'high', topic: 'test' },
    ]);
    expect(service.claims.at(-1)).toMatchObject({ aud: service.url, sub: 'mailto:push@localhost' });
    expect(await listed(ada)).toMatchObject([{ id: device.id, isCurrent: true, failure: null }]);
  });

  it('is listed for its user alone, without its address and keys', async () => {
    const ben = await api.signIn('admin');
    const { browser, device } = await added(ben);
    const text = (await api.call('GET', devicesOf(ben), { as: ben })).body;
    for (const secret of [browser.endpoint, browser.keys.auth, browser.keys.p256dh]) expect(text).not.toContain(secret);
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', `/${device.id}`],
      ['POST', `/${device.id}/test`],
    ] as const)
      expect((await api.call(method, devicesOf(ben, path), { as: ada })).statusCode).toBe(403);
    expect((await api.call('DELETE', devicesOf(ada, `/${device.id}`), { as: ada })).statusCode).toBe(404);
    expect(await listed(ben)).toHaveLength(1);
  });

  it('added again stays one device, and goes to the user who signed in there last', async () => {
    const [ben, cem] = [await api.signIn('representative'), await api.signIn('representative')];
    const publicKey = await publicKeyFor(ben);
    const browser = service.subscribe(publicKey);
    for (const user of [ben, ben, cem])
      await api.call('POST', devicesOf(user), { as: user, body: bodyOf(browser, publicKey) });
    expect([await listed(ben), await listed(cem)].map(({ length }) => length)).toEqual([0, 1]);
  });

  it('can’t be taken by a user who knows its address alone', async () => {
    const [ben, eve] = [await api.signIn('representative'), await api.signIn('representative')];
    const { browser } = await added(ben);
    const publicKey = await publicKeyFor(eve);
    const forged = { ...service.subscribe(publicKey), endpoint: browser.endpoint };
    const answer = await api.call('POST', devicesOf(eve), { as: eve, body: bodyOf(forged, publicKey) });
    expect(answer.statusCode).toBe(409);
    expect(await listed(ben)).toHaveLength(1);
  });

  it('is refused with a wrong address, key or public key', async () => {
    const publicKey = await publicKeyFor(ada);
    const browser = service.subscribe(publicKey);
    const before = await listed(ada);
    const wrong = [
      { endpoint: 'ftp://push.example.com/1' },
      { endpoint: 'https://user:password@push.example.com/1' },
      { endpoint: 'no address' },
      { keys: { ...browser.keys, p256dh: Buffer.alloc(65, 4).toString('base64url') } },
      { keys: { ...browser.keys, auth: 'AAAA' } },
      { publicKey: `B${'A'.repeat(86)}` },
    ];
    for (const part of wrong) {
      const answer = await api.call('POST', devicesOf(ada), {
        as: ada,
        body: { ...bodyOf(browser, publicKey), ...part },
      });
      expect([part, answer.statusCode]).toEqual([part, 422]);
    }
    expect(await listed(ada)).toEqual(before);
  });

  it('with an address in a private network is refused, and nothing is called there', async () => {
    const guarded = await startApi({ ALLOW_PRIVATE_WEBHOOKS: 'false' });
    const user = await guarded.signIn('admin');
    const { publicKey } = (await guarded.call('GET', devicesOf(user), { as: user })).json();
    const browser = service.subscribe(publicKey);
    const calls = service.endpoint.requests.length;
    for (const endpoint of [browser.endpoint, 'https://10.0.0.1/push', 'https://localhost/push']) {
      const body = { ...bodyOf(browser, publicKey), endpoint };
      expect((await guarded.call('POST', devicesOf(user), { as: user, body })).statusCode).toBe(422);
    }
    expect(service.endpoint.requests).toHaveLength(calls);
    await guarded.close();
  });

  it('beyond the limit is refused', async () => {
    const user = await api.signIn('representative');
    for (let count = 0; count < devicesPerUserMax; count += 1) await added(user);
    const publicKey = await publicKeyFor(user);
    const body = bodyOf(service.subscribe(publicKey), publicKey);
    expect((await api.call('POST', devicesOf(user), { as: user, body })).statusCode).toBe(409);
  });

  it('ends with a sign-out', async () => {
    const user = await api.signIn('representative');
    const first = await added(user);
    await api.call('POST', '/api/logout', { as: user });
    expect(await findDevice(api.context.db, first.device.id)).toBeUndefined();
  });

  it('outlives a session that times out by 30 days, and keeps what it shows at the next sign-in', async () => {
    const user = await api.signIn('representative');
    const { device, browser, publicKey } = await added(user, { content: 'name' });
    await timeOut(user);
    expect((await openDevices(api.context, user.user.id)).map(({ id }) => id)).toEqual([device.id]);
    const again = await signInAgain(user);
    const body = bodyOf(browser, publicKey);
    const renewed = await api.call('POST', devicesOf(again), { as: again, body });
    expect(renewed.json()).toMatchObject({ id: device.id, content: 'name', isCurrent: true });
    await timeOut(again);
    await sql`update push_devices set signed_in_at = now() - interval '31 days' where id = ${device.id}`.execute(
      api.context.db,
    );
    expect(await openDevices(api.context, user.user.id)).toEqual([]);
    expect(await findDevice(api.context.db, device.id)).toBeUndefined();
  });

  it('ends with a revoked session, also after it timed out, and with the account', async () => {
    const admin = await api.signIn('admin');
    const user = await api.signIn('representative');
    const { device } = await added(user);
    await timeOut(user);
    await endSessionsOf(api.context, user.user.id);
    expect(await findDevice(api.context.db, device.id)).toBeUndefined();
    const again = await signInAgain(user);
    const { device: second } = await added(again);
    const body = { isActive: false };
    expect((await api.call('PATCH', `/api/users/${user.user.id}/access`, { as: admin, body })).statusCode).toBe(200);
    expect(await findDevice(api.context.db, second.id)).toBeUndefined();
  });

  it('is in the audit log when it is added and removed, by name and service', async () => {
    const user = await api.signIn('admin', 'Grace');
    const { device } = await added(user);
    await api.call('DELETE', devicesOf(user, `/${device.id}`), { as: user });
    const entries = await api.context.db
      .selectFrom('auditLog')
      .select(['action', 'details'])
      .where('actorId', '=', user.user.id)
      .where('action', 'like', 'user.device%')
      .orderBy('action')
      .execute();
    const details = { device: 'Chrome on Linux', service: new URL(service.url).host };
    expect(entries).toEqual([
      { action: 'user.device_added', details },
      { action: 'user.device_removed', details },
    ]);
  });
});

describe('a message', () => {
  it('replaces one about the same that waits for a device that is off', async () => {
    const { browser, device } = await added(ada);
    browser.isOnline = false;
    await send(device, 'first');
    await send(device, 'second');
    browser.comesOnline();
    expect(browser.received).toMatchObject([{ data: { body: 'second' }, ttl: 600, topic: 'conversation' }]);
  });

  it('with a long text is shortened to what push services accept', async () => {
    const { browser, device } = await added(ada);
    await send(device, '„🙂“\n'.repeat(3_000));
    expect(browser.received[0]?.bytes).toBeLessThanOrEqual(4_096);
    expect(browser.received[0]?.data).toMatchObject({ title: 'Jan', body: expect.stringMatching(/^„🙂“\n.*…$/su) });
    const text = pushBody({ type: 'read', tags: ['t'], unread: 0 });
    expect(Buffer.byteLength(text)).toBeLessThan(pushBytesMax);
  });

  it.each([404, 410])('that the push service answers with %i removes the device', async (status) => {
    const { browser, device } = await added(ada);
    browser.next.push({ status });
    await expect(send(device)).rejects.toThrow(DeviceGone);
    expect(await findDevice(api.context.db, device.id)).toBeUndefined();
  });

  it('that is refused leaves the push service’s answer with the device, until one is accepted', async () => {
    const user = await api.signIn('representative');
    const { browser, device } = await added(user);
    browser.next.push({ status: 403, body: 'The signature has expired' });
    const answer = await api.call('POST', devicesOf(user, `/${device.id}/test`), { as: user });
    const { host } = new URL(service.url);
    expect(answer.json()).toMatchObject({
      success: false,
      localized: { code: 'answered_with', values: { host, status: 403, words: 'The signature has expired' } },
    });
    expect(await listed(user)).toMatchObject([{ failure: { message: expect.stringContaining('403') } }]);
    await send(device);
    expect(await listed(user)).toMatchObject([{ failure: null, lastSentAt: expect.any(String) }]);
  });

  it.each([
    [429, '30', 30_000],
    [503, undefined, 0],
  ])(
    'that is answered with %i may be sent again after the time that the push service asks for',
    async (status, after, ms) => {
      const { browser, device } = await added(ada);
      browser.next.push({ status, ...(after && { headers: { 'retry-after': after } }) });
      await expect(send(device)).rejects.toMatchObject({ transient: true, retryAfterMs: ms });
      expect(await findDevice(api.context.db, device.id)).toBeDefined();
    },
  );

  it('waits no longer than an hour, whatever the push service asks for', async () => {
    const now = Date.parse('2026-11-30T10:00:00Z');
    const read = (header: string | undefined) => readRetryAfter(header, 3_600_000, now);
    expect(read('Mon, 30 Nov 2026 10:00:20 GMT')).toBe(20_000);
    expect(read('999999999')).toBe(3_600_000);
    expect([read('soon'), read('-5'), read(undefined)]).toEqual([0, 0, 0]);
    const { browser, device } = await added(ada);
    browser.next.push({ status: 429, headers: { 'retry-after': '999999999' } });
    await expect(send(device)).rejects.toMatchObject({ retryAfterMs: 3_600_000 });
  });
});
