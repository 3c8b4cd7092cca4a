/** The target of links in mails to customers, the list of unsubscribed addresses, and incoming mails. */
import { randomUUID } from 'node:crypto';
import { unsubscribeUrl } from '@parley/core/mail/unsubscribe';
import { recordInboundResult, storeInboundMail } from '@parley/db/mail/inbound';
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
  // A recipient of the forwarded mail doesn't learn the address.
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

test('a customer who ended the mails can have them again on the same page, which proves the address', async () => {
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

describe('unsubscribed addresses', () => {
  test('they are shown to the team beside the conversation, with when', async () => {
    const representative = await api.signIn('representative');
    await unsubscribe(api.context.db, address);
    const since = await unsubscribedAt(api.context.db, address);
    const { body } = await api.call('GET', `/api/conversations/${conversationId}/visitor`, { as: representative });
    expect(JSON.parse(body)).toMatchObject({ email: address, unsubscribedAt: since?.toISOString() });
  });

  test('they are listed for admins, who remove one on request; the audit log has the admin, not the address', async () => {
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

describe('inbound mails', () => {
  const stored = async (subject: string): Promise<string> => {
    const id = await storeInboundMail(api.context.db, {
      identityHash: subject,
      source: 'imap',
      envelopeFrom: 'kim@example.com',
      envelopeTo: [],
      senderName: 'Kim',
      senderAddress: null,
      subject,
      raw: Buffer.from(`Subject: ${subject}\n\nsecret words`),
    });
    return id ?? '';
  };

  test('they are listed newest first and page by page, with what became of each and without their content', async () => {
    const admin = await api.signIn('admin');
    const { id: postedTo } = await api.conversation();
    const ids = [await stored('first'), await stored('second'), await stored('third')];
    const [first = '', second = '', third = ''] = ids;
    await recordInboundResult(api.context.db, first, { status: 'posted', conversationId: postedTo, messageSeq: 1 });
    await recordInboundResult(api.context.db, second, { status: 'ignored', reason: 'no_conversation' });
    const list = async (query: string) => (await api.call('GET', `/api/inbound-mails${query}`, { as: admin })).json();
    expect(await list('')).toMatchObject([
      {
        id: third,
        status: 'stored',
        reason: null,
        senderName: 'Kim',
        senderAddress: 'kim@example.com',
        subject: 'third',
      },
      { id: second, status: 'ignored', reason: 'no_conversation', conversationId: null },
      { id: first, status: 'posted', conversationId: postedTo },
    ]);
    expect(JSON.stringify(await list(''))).not.toContain('secret words');
    expect(await list(`?limit=1&before=${third}`)).toMatchObject([{ id: second }]);
    expect(await list('?status=posted')).toMatchObject([{ id: first }]);

    const retry = (id: string) => api.call('POST', `/api/inbound-mails/${id}/retry`, { as: admin });
    expect((await retry(second)).json()).toMatchObject({ id: second, status: 'stored', reason: null });
    const jobs = await api.context.queues.queue('inbound-mail').getJobs(['waiting']);
    expect(jobs.map((job) => job.data)).toEqual([{ inboundMailId: second }]);
    for (const id of [first, second, third]) expect((await retry(id)).statusCode).toBe(409);
    expect((await retry(randomUUID())).statusCode).toBe(404);
  });

  test('they can’t be tested where nothing is configured, and the answer explains what to set', async () => {
    const answer = await api.call('POST', '/api/inbound-mails/test', { as: await api.signIn('admin') });
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'not_configured']);
    expect(answer.json().detail).toContain('IMAP_URL');
  });
});
