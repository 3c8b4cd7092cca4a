/** What the links in mails to customers lead to, and the list of who wants no mail. */
import { unsubscribeUrl } from '@parley/core/mail/unsubscribe';
import { isAddressProven } from '@parley/db/mail/proof';
import { unsubscribe, unsubscribedAt } from '@parley/db/mail/unsubscribes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi, type TestApi } from './support/api.ts';

const address = 'customer@example.com';
let api: TestApi;
let conversationId: string;
let mailToken: string;
/** The link's path and query. */
let link: string;
beforeAll(async () => {
  api = await startApi();
  const { id, visitor } = await api.conversation();
  conversationId = id;
  await api.call('PATCH', '/api/visitor', { as: visitor, body: { email: address } });
  ({ mailToken } = await api.context.db
    .selectFrom('conversations')
    .select('mailToken')
    .where('id', '=', id)
    .executeTakeFirstOrThrow());
  const url = new URL(unsubscribeUrl(api.context, { mailToken, address }));
  link = url.pathname + url.search;
});
afterAll(() => api.close());

const isUnsubscribed = async () => (await unsubscribedAt(api.context.db, address)) !== null;
const form = { 'content-type': 'application/x-www-form-urlencoded' };

test('looking at the unsubscribe link of a mail ends nothing, and offers to', async () => {
  const page = await api.call('GET', link, { headers: { 'accept-language': 'de-DE,de;q=0.9' } });
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-type']).toMatch('text/html');
  expect(page.body).toMatch(
    /<form method="post" action="\/api\/mail\/unsubscribe\?token=[\w.-]+"><button>Keine Mails mehr</,
  );
  // Who was forwarded the mail learns no address of it.
  expect(page.body).toContain('c•••@example.com');
  expect(page.body).not.toContain(address);
  // With another policy browsers send the form with an origin of `null`, which is refused.
  expect(page.headers['referrer-policy']).toBe('same-origin');
  expect(await isUnsubscribed()).toBe(false);
});

test('a made-up link is refused and ends nothing', async () => {
  for (const made of [`${link.slice(0, -4)}AAAA`, '/api/mail/unsubscribe?token=x', `/api/mail/resubscribe?token=x.y`]) {
    const answer = await api.call('POST', made, { body: 'x=1', headers: form });
    expect(answer.statusCode).toBe(404);
  }
  expect(await isUnsubscribed()).toBe(false);
});

test('the one press of a mail program ends the mails, as does the page’s button', async () => {
  const pressed = await api.call('POST', link, { body: 'List-Unsubscribe=One-Click', headers: form });
  expect(pressed.statusCode).toBe(200);
  expect(await isUnsubscribed()).toBe(true);
  const boundary = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';
  const again = await api.call('POST', link, {
    body: boundary,
    headers: { 'content-type': 'multipart/form-data; boundary=b', origin: api.context.publicUrl },
  });
  expect(again.statusCode).toBe(200);
});

test('whoever ended the mails can have them again on the same page, which proves the address', async () => {
  await unsubscribe(api.context.db, address);
  const page = await api.call('GET', link, { headers: { 'accept-language': 'en' } });
  const action = /action="([^"]+)"/.exec(page.body)?.[1] ?? '';
  expect(action).toMatch(/^\/api\/mail\/resubscribe\?/);
  expect(await isUnsubscribed()).toBe(true);
  const pressed = await api.call('POST', action, { body: '', headers: { ...form, origin: api.context.publicUrl } });
  expect(pressed.statusCode).toBe(200);
  expect(pressed.body).toContain('No more mails<');
  expect(await isUnsubscribed()).toBe(false);
  expect(await isAddressProven(api.context.db, conversationId)).toBe(true);
});

test('the links of mails sent before this release still end the mails', async () => {
  const token = `${mailToken}.${api.context.secrets.sign('unsubscribe', mailToken)}`;
  const pressed = await api.call('POST', `/api/mail/unsubscribe?token=${token}`, { body: 'x=1', headers: form });
  expect(pressed.statusCode).toBe(200);
  expect(await isUnsubscribed()).toBe(true);
});

describe('who wants no mail', () => {
  test('is shown to the team beside the conversation, with when', async () => {
    const representative = await api.signIn('representative');
    await unsubscribe(api.context.db, address);
    const since = await unsubscribedAt(api.context.db, address);
    const { body } = await api.call('GET', `/api/conversations/${conversationId}/visitor`, { as: representative });
    expect(JSON.parse(body)).toMatchObject({ email: address, unsubscribedAt: since?.toISOString() });
  });

  test('is listed for admins, who take somebody off it when asked; the audit log knows who did, not whom', async () => {
    const [admin, representative] = [await api.signIn('admin'), await api.signIn('representative')];
    await unsubscribe(api.context.db, 'Other@Example.com');
    const list = async () => (await api.call('GET', '/api/mail/unsubscribes', { as: admin })).json();
    const [newest] = await list();
    expect(newest).toMatchObject({ address: 'other@example.com' });
    const url = `/api/mail/unsubscribes/${newest.id}`;
    expect((await api.call('DELETE', url, { as: representative })).statusCode).toBe(403);
    expect((await api.call('GET', '/api/mail/unsubscribes?search=OTHER', { as: admin })).json()).toHaveLength(1);
    expect((await api.call('DELETE', url, { as: admin })).statusCode).toBe(204);
    expect((await api.call('DELETE', url, { as: admin })).statusCode).toBe(404);
    expect((await list()).map((each: { address: string }) => each.address)).not.toContain('other@example.com');
    const { body } = await api.call('GET', '/api/audit-log', { as: admin });
    expect(body).toContain('mail.resubscribed');
    expect(body).not.toContain('other@example.com');
  });
});
