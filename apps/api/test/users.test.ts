import { say } from '@parley/contracts/sayings';
import { deflateSync } from 'node:zlib';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { password, type Person, sessionCookie, startApi, type TestApi } from './support/api.ts';

let api: TestApi;
let admin: Person;
let ben: Person;
beforeAll(async () => {
  api = await startApi();
  admin = await api.signIn('admin', 'Ada');
  ben = await api.signIn('representative', 'Ben');
});
afterAll(() => api.close());

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const dataUrl = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`;
const setPicture = (profileImageUrl: string | null, as = ben) =>
  api.call('PATCH', `/api/users/${as.user.id}`, { as, body: { profileImageUrl } });

describe('representatives', () => {
  it('are listed with how many conversations they have open and the three latest', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) {
      const { id } = await api.conversation();
      ids.unshift(id);
      await api.call('PATCH', `/api/conversations/${id}`, { as: ben, body: { assignedRepresentativeId: ben.user.id } });
    }
    await api.call('PATCH', `/api/conversations/${ids[0]}`, { as: ben, body: { status: 'closed' } });
    const all = (await api.call('GET', '/api/representatives', { as: admin })).json();
    const entry = all.find(({ id }: { id: string }) => id === ben.user.id);
    expect(entry.activeConversationCount).toBe(4);
    expect(
      entry.activeConversations.map(({ conversation }: { conversation: { id: string } }) => conversation.id),
    ).toEqual(ids.slice(1, 4));
    expect(entry.activeConversations[0].website).toMatchObject({ domain: 'shop.example.com' });
    expect(JSON.stringify(all)).not.toMatch(/argon2|password|epoch/i);
  });

  it('who were deactivated are listed for admins alone, marked, until they are reactivated', async () => {
    const leaver = await api.signIn('representative', 'Leaver');
    const change = (isActive: boolean) =>
      api.call('PATCH', `/api/users/${leaver.user.id}/access`, { as: admin, body: { isActive } });
    const entry = async (as: Person) =>
      (await api.call('GET', '/api/representatives', { as }))
        .json()
        .find(({ id }: { id: string }) => id === leaver.user.id);
    expect((await change(false)).statusCode).toBe(200);
    expect(await entry(admin)).toMatchObject({ isActive: false, status: 'offline' });
    expect(await entry(ben)).toBeUndefined();
    expect((await change(true)).statusCode).toBe(200);
    expect(await entry(ben)).toMatchObject({ name: 'Leaver' });
    expect(await entry(admin)).not.toHaveProperty('isActive');
  });

  it('set their own availability, and admins anybody’s', async () => {
    const set = (who: Person, as: Person, status: string) =>
      api.call('PATCH', `/api/representatives/${who.user.id}/status`, { as, body: { status } });
    expect((await set(ben, ben, 'online')).json().status).toBe('online');
    expect((await set(ben, admin, 'busy')).json().status).toBe('busy');
    expect((await set(admin, ben, 'busy')).statusCode).toBe(403);
    expect((await set(ben, ben, 'away')).statusCode).toBe(422);
    expect((await api.call('GET', '/api/user', { as: ben })).json().status).toBe('busy');
  });

  it('change their own name and email; an email somebody else has is refused', async () => {
    const patch = (body: object, as = ben) => api.call('PATCH', `/api/users/${ben.user.id}`, { as, body });
    expect((await patch({ name: ' Benedict ' })).json().name).toBe('Benedict');
    const taken = await patch({ email: admin.user.email.toUpperCase(), currentPassword: password });
    expect([taken.statusCode, taken.json().errors[0].path]).toEqual([409, 'email']);
    expect((await patch({ role: 'admin' })).statusCode).toBe(422);
    expect((await patch({})).statusCode).toBe(422);
    expect((await patch({ name: 'Ben' }, admin)).json().name).toBe('Ben');
  });
});

describe('the address somebody signs in with', () => {
  it('changes only with the password of whoever changes it', async () => {
    const carol = await api.signIn('representative', 'Carol');
    const patch = (body: object, as = carol) => api.call('PATCH', `/api/users/${carol.user.id}`, { as, body });
    const refusals = [
      [{}, say('password_to_change_address')],
      [{ currentPassword: 'not it' }, say('password_wrong')],
    ] as const;
    expect(refusals.map(([, { english }]) => english)).toEqual([
      'Enter your current password to change the sign-in address.',
      'The current password is wrong.',
    ]);
    for (const as of [carol, admin]) {
      for (const [given, { english: message, said }] of refusals) {
        const refused = await patch({ name: 'Mallory', email: 'mallory@example.com', ...given }, as);
        expect([refused.statusCode, refused.json().errors]).toEqual([
          422,
          [{ path: 'currentPassword', message, said }],
        ]);
      }
    }
    expect((await api.call('GET', '/api/user', { as: carol })).json()).toMatchObject(carol.user);
    // Posted back as it is, it is no change.
    expect((await patch({ email: carol.user.email, name: 'Carola' })).statusCode).toBe(200);
    const changed = await patch({ email: 'carol.new@example.com', currentPassword: password });
    expect(changed.json().email).toBe('carol.new@example.com');
    await sessionCookie(api, 'carol.new@example.com');
    expect((await patch({ email: 'carol@example.com', currentPassword: password }, admin)).statusCode).toBe(200);
  });

  it('cannot be had by guessing the password from a stolen session, which does not lock the owner out', async () => {
    const dora = await api.signIn('representative', 'Dora');
    const stolen = { headers: { cookie: await sessionCookie(api, dora.user.email) } };
    const patch = (currentPassword: string, as: { headers: Record<string, string> }) =>
      api.call('PATCH', `/api/users/${dora.user.id}`, { as, body: { email: 'dora@example.net', currentPassword } });
    for (let attempt = 0; attempt < 10; attempt++) expect((await patch('wrong', stolen)).statusCode).toBe(422);
    const refused = await patch(password, stolen);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await patch(password, dora)).statusCode).toBe(200);
  });
});

describe('pictures', () => {
  it('are kept by content and answered for ever, unsniffed and sandboxed', async () => {
    const answer = await setPicture(dataUrl(pixel));
    const url: string = answer.json().profileImageUrl;
    expect(url).toMatch(/^\/api\/images\/[0-9a-f]{64}\.png$/);
    const image = await api.call('GET', url);
    expect(image.rawPayload.equals(pixel)).toBe(true);
    expect(image.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    });
    const again = await api.call('GET', url, { headers: { 'if-none-match': String(image.headers['etag']) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await setPicture(url)).json().profileImageUrl).toBe(url);
    expect((await setPicture(null)).json().profileImageUrl).toBeNull();
    const widget = { widgetConfig: { avatarUrl: dataUrl(pixel) } };
    expect((await api.call('POST', '/api/settings', { as: ben, body: widget })).json().widgetConfig.avatarUrl).toBe(
      url,
    );
  });

  it('are what they are, not what they are called', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const text = 'Invalid file type: Please select an image file (PNG, JPG, GIF, etc.)';
    for (const given of [
      dataUrl(svg, 'image/svg+xml'),
      dataUrl(svg),
      dataUrl(Buffer.from('MZ not a picture at all')),
      'data:text/html;base64,PGI+',
      'https://evil.example/x.png',
      '/api/images/../settings',
      'data:image/png;base64,%%%',
      `data:image/png;base64,${pixel.toString('base64')}${'!'.repeat(50)}`,
    ]) {
      const answer = await setPicture(given);
      expect([given.slice(0, 40), answer.statusCode, answer.json().detail]).toEqual([given.slice(0, 40), 422, text]);
    }
    // A GIF under the name of a PNG is a GIF.
    const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
    expect((await setPicture(dataUrl(gif))).json().profileImageUrl).toMatch(/\.gif$/);
  });

  it('are refused above 10 MB with the words of docs/product.md, and taken just below', async () => {
    const big = (size: number) =>
      Buffer.concat([pixel, deflateSync(randomBytes(64)), Buffer.alloc(size)]).subarray(0, size);
    const taken = await setPicture(dataUrl(big(10 * 1024 * 1024)));
    expect(taken.statusCode).toBe(200);
    const refused = await setPicture(dataUrl(big(10 * 1024 * 1024 + 3)));
    expect([refused.statusCode, refused.json().detail]).toEqual([
      413,
      'File too large: Please select an image smaller than 10MB',
    ]);
    const enormous = await setPicture(dataUrl(big(20 * 1024 * 1024)));
    expect(enormous.statusCode).toBe(413);
  });

  it.each([`${'0'.repeat(64)}.png`, 'x.png', `${'0'.repeat(64)}.svg`])('named %s are 404', async (name) => {
    expect((await api.call('GET', `/api/images/${name}`)).statusCode).toBe(404);
  });
});
