import type { Representative } from '@parley/contracts/entities';
import { randomBytes, randomUUID } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { englishOf, localize } from '@parley/contracts/i18n/server-texts';
import { linkTokenHash, newPasswordLink } from '@parley/core/users/new-password-link';
import { mergeSettings } from '@parley/db/settings/settings';
import { findEmailChange, linkEmailChange } from '@parley/db/sign-in/email-changes';
import { findAccount, findUser, updateUser } from '@parley/db/users/users';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  forgetProof,
  password,
  type TestUser,
  sessionCookie,
  startApi,
  statuses,
  type TestApi,
} from './support/api.ts';

let api: TestApi;
let admin: TestUser;
let ben: TestUser;
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

  it('deactivated representatives are listed for admins alone, marked, until they are reactivated', async () => {
    const leaver = await api.signIn('representative', 'Leaver');
    const change = (isActive: boolean) =>
      api.call('PATCH', `/api/users/${leaver.user.id}/access`, { as: admin, body: { isActive } });
    const entry = async (as: TestUser) =>
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
    const set = (who: TestUser, as: TestUser, status: string) =>
      api.call('PATCH', `/api/representatives/${who.user.id}/status`, { as, body: { status } });
    expect((await set(ben, ben, 'online')).json().status).toBe('online');
    expect((await set(ben, admin, 'busy')).json().status).toBe('busy');
    expect((await set(admin, ben, 'busy')).statusCode).toBe(403);
    expect((await set(ben, ben, 'away')).statusCode).toBe(422);
    expect((await api.call('GET', '/api/user', { as: ben })).json().status).toBe('busy');
  });

  it('change their own name, and admins anybody’s', async () => {
    const patch = (body: object, as = ben) => api.call('PATCH', `/api/users/${ben.user.id}`, { as, body });
    expect((await patch({ name: ' Benedict ' })).json().name).toBe('Benedict');
    expect((await patch({ role: 'admin' })).statusCode).toBe(422);
    expect((await patch({})).statusCode).toBe(422);
    expect((await patch({ name: 'Ben' }, admin)).json().name).toBe('Ben');
  });
});

describe('the address that a user signs in with', () => {
  const elsewhere = () => `${randomUUID()}@example.net`;
  const patch = (who: TestUser, body: object, as = who) => api.call('PATCH', `/api/users/${who.user.id}`, { as, body });
  const addressOf = async (who: TestUser) => (await findUser(api.context.db, who.user.id))?.email;
  const stateOf = async (who: TestUser) => (await api.call('GET', '/api/profile/email-change', { as: who })).json();
  const confirm = (token: string) => api.call('POST', '/api/email-changes/confirm', { body: { token } });
  /** The link of what waits, as the worker mails it. */
  async function linkOf({ user }: TestUser): Promise<string> {
    const token = randomUUID();
    const waiting = await findEmailChange(api.context.db, user.id);
    if (!waiting) throw new Error('Nothing waits.');
    await linkEmailChange(api.context.db, waiting.id, linkTokenHash(token));
    return token;
  }
  const setMail = async (smtpHost: string) => {
    await mergeSettings(api.context.db, 'emailConfig', { enabled: true, smtpHost, fromEmail: 'desk@example.com' });
    api.context.settings.forget();
  };
  const jobs = async (userId: string) =>
    (await api.context.queues.queue('account-mails').getJobs(['waiting', 'delayed', 'prioritized']))
      .map(({ data }) => data)
      .filter((data) => data.userId === userId && data.about.startsWith('email_'));
  beforeEach(() => setMail('mail.example.com'));
  afterAll(() => setMail(''));

  it('is another one once its mailbox has confirmed it, by a link that works once, and the old one is told', async () => {
    const carol = await api.signIn('representative', 'Carol');
    const email = elsewhere();
    const answer = await patch(carol, { name: 'Carola', email });
    expect([answer.statusCode, answer.json().email, answer.json().name]).toEqual([200, carol.user.email, 'Carola']);
    expect(await stateOf(carol)).toEqual({
      pending: { email, expiresAt: expect.any(String) },
      isConfirmed: true,
      isMailed: true,
    });
    await sessionCookie(api, carol.user.email);
    const mails = await jobs(carol.user.id);
    expect(new Set(mails.map(({ about }) => about))).toEqual(new Set(['email_change_asked', 'email_confirmation']));
    // The jobs in Redis contain no address.
    expect(JSON.stringify(mails)).not.toContain('@');

    const token = await linkOf(carol);
    const stored = await api.context.db.selectFrom('emailChanges').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(token);
    const answers = await Promise.all([confirm(token), confirm(token)]);
    expect(statuses(answers)).toEqual([200, 403]);
    expect((await confirm('made-up')).statusCode).toBe(403);
    expect((await api.call('GET', '/api/user', { as: carol })).json().email).toBe(email);
    await sessionCookie(api, email);
    expect((await stateOf(carol)).pending).toBeNull();
    const noted = await api.call('GET', `/api/audit-log?subject=${carol.user.id}`, { as: admin });
    expect(noted.json()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          action: 'user.email_confirmed',
          details: { before: { email: carol.user.email }, after: { email } },
        }),
        expect.objectContaining({ action: 'user.email_change_asked' }),
      ]),
    );
  });

  const endings: [string, (who: TestUser) => Promise<{ statusCode: number }>][] = [
    ['a newer request', (who) => patch(who, { email: elsewhere() })],
    ['taking it back', (who) => api.call('DELETE', '/api/profile/email-change', { as: who })],
    [
      'a new password',
      (who) => {
        const body = { currentPassword: password, newPassword: 'a new one entirely' };
        return api.call('POST', `/api/users/${who.user.id}/password`, { as: who, body });
      },
    ],
    [
      'the account’s deactivation',
      (who) => api.call('PATCH', `/api/users/${who.user.id}/access`, { as: admin, body: { isActive: false } }),
    ],
    ['an address that an administrator sets', (who) => patch(who, { email: elsewhere() }, admin)],
    [
      'its age',
      async ({ user }) => {
        const past = new Date(Date.now() - 1000);
        await api.context.db
          .updateTable('emailChanges')
          .set({ expiresAt: past })
          .where('userId', '=', user.id)
          .execute();
        return { statusCode: 200 };
      },
    ],
  ];
  it.each(endings)('is not confirmed by a link after %s', async (_what, end) => {
    const eve = await api.signIn('representative', 'Eve');
    const email = elsewhere();
    await patch(eve, { email });
    const token = await linkOf(eve);
    expect((await end(eve)).statusCode).toBeLessThan(300);
    expect((await confirm(token)).statusCode).toBe(403);
    expect(await addressOf(eve)).not.toBe(email);
  });

  it('ends links to a new password that the address before has', async () => {
    const gil = await api.signIn('representative', 'Gil');
    await patch(gil, { email: elsewhere() });
    const { url } = await newPasswordLink(api.context, gil.user.id);
    expect((await confirm(await linkOf(gil))).statusCode).toBe(200);
    const token = new URL(url).hash.slice('#reset='.length);
    const body = { token, newPassword: 'a new one entirely' };
    expect((await api.call('POST', '/api/password-links/use', { body })).statusCode).toBe(403);
  });

  it('is nobody else’s: neither when it is asked for nor when it is confirmed', async () => {
    const ivy = await api.signIn('representative', 'Ivy');
    const taken = await patch(ivy, { email: admin.user.email.toUpperCase() });
    expect([taken.statusCode, taken.json().errors[0].path]).toEqual([409, 'email']);
    const email = elsewhere();
    await patch(ivy, { email });
    const token = await linkOf(ivy);
    const jo = await api.signIn('representative', 'Jo');
    await updateUser(api.context.db, jo.user.id, { email });
    expect((await confirm(token)).statusCode).toBe(409);
    expect(await addressOf(ivy)).toBe(ivy.user.email);
  });

  it('changing it requires a proof, and posting it back unchanged is no change', async () => {
    const lea = await api.signIn('representative', 'Lea');
    const other = await api.signIn('admin');
    for (const as of [lea, other]) {
      await forgetProof(api, as);
      const refused = await patch(lea, { name: 'Mallory', email: elsewhere() }, as);
      expect([refused.statusCode, refused.json().code]).toEqual([403, 'step_up_required']);
      const wrong = await patch(lea, { email: elsewhere(), currentPassword: 'not it' }, as);
      const localized = localize('password_wrong');
      expect([wrong.statusCode, wrong.json().errors]).toEqual([
        422,
        [{ path: 'currentPassword', message: englishOf(localized), localized }],
      ]);
    }
    expect((await api.call('GET', '/api/user', { as: lea })).json()).toMatchObject(lea.user);
    expect((await patch(lea, { email: lea.user.email, name: 'Lea' })).statusCode).toBe(200);
    expect((await patch(lea, { email: elsewhere(), currentPassword: password })).statusCode).toBe(200);
  });

  it('is set at once by an administrator, written down with what it was, and proves nothing until it is confirmed', async () => {
    const mo = await api.signIn('representative', 'Mo');
    const email = elsewhere();
    expect((await patch(mo, { email }, admin)).json().email).toBe(email);
    const isProven = async () => (await findAccount(api.context.db, mo.user.id))?.emailProven;
    expect(await isProven()).toBe(false);
    expect(await stateOf(mo)).toMatchObject({ pending: { email }, isConfirmed: false });
    const listed = async (as: TestUser) => {
      const team: Representative[] = (await api.call('GET', '/api/representatives', { as })).json();
      return team.find(({ id }) => id === mo.user.id)?.unconfirmedEmail;
    };
    expect([await listed(admin), await listed(mo)]).toEqual([email, undefined]);
    const mails = await jobs(mo.user.id);
    expect(new Set(mails.map(({ about }) => about))).toEqual(new Set(['email_changed', 'email_confirmation']));
    const [noted] = (
      await api.call('GET', `/api/audit-log?subject=${mo.user.id}&action=user.updated`, { as: admin })
    ).json();
    expect(noted).toMatchObject({
      actorId: admin.user.id,
      details: { before: { email: mo.user.email }, after: { email } },
    });
    expect((await confirm(await linkOf(mo))).statusCode).toBe(200);
    expect([await isProven(), await addressOf(mo)]).toEqual([true, email]);
    expect(await listed(admin)).toBeUndefined();
  });

  it('is changed by administrators alone where no mail can be sent', async () => {
    await setMail('');
    const ned = await api.signIn('representative', 'Ned');
    const refused = await patch(ned, { email: elsewhere() });
    expect([refused.statusCode, refused.json().localized.code]).toEqual([403, 'address_by_admin']);
    expect(await addressOf(ned)).toBe(ned.user.email);
    expect((await patch(ned, { email: 'ned@example.net' }, admin)).json().email).toBe('ned@example.net');
    expect((await findAccount(api.context.db, ned.user.id))?.emailProven).toBe(false);
    expect(await stateOf(ned)).toEqual({ pending: null, isConfirmed: false, isMailed: false });
    expect((await api.call('POST', '/api/profile/email-change/resend', { as: ned })).json().code).toBe(
      'not_configured',
    );
  });

  it('has its confirmation mailed again, up to five an hour', async () => {
    const ola = await api.signIn('representative', 'Ola');
    const resend = () => api.call('POST', '/api/profile/email-change/resend', { as: ola });
    expect((await resend()).statusCode).toBe(404);
    await patch(ola, { email: elsewhere() });
    for (let mail = 0; mail < 3; mail++) expect((await resend()).statusCode).toBe(204);
    expect((await resend()).statusCode).toBe(429);
    expect((await jobs(ola.user.id)).filter(({ about }) => about === 'email_confirmation')).toHaveLength(4);
  });

  it('cannot be had by guessing the password from a stolen session, which does not lock the owner out', async () => {
    const dora = await api.signIn('representative', 'Dora');
    const stolen = { headers: { cookie: await sessionCookie(api, dora.user.email) } };
    const move = (currentPassword: string, as: { headers: Record<string, string> }) =>
      api.call('PATCH', `/api/users/${dora.user.id}`, { as, body: { email: 'dora@example.net', currentPassword } });
    for (let attempt = 0; attempt < 10; attempt++) expect((await move('wrong', stolen)).statusCode).toBe(422);
    const refused = await move(password, stolen);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await move(password, dora)).statusCode).toBe(200);
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
