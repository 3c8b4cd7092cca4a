/** What the links in mails to customers lead to, and the mails that come in. */
import { randomUUID } from 'node:crypto';
import { unsubscribeUrl } from '@parley/core/mail/unsubscribe';
import { recordInboundResult, storeInboundMail } from '@parley/db/mail/inbound';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi, type TestApi } from './support/api.ts';

let api: TestApi;
/** The link's path and query. */
let link: string;
beforeAll(async () => {
  api = await startApi();
  const { id, visitor } = await api.conversation();
  await api.call('PATCH', '/api/visitor', { as: visitor, body: { email: 'customer@example.com' } });
  const { mailToken } = await api.context.db
    .selectFrom('conversations')
    .select('mailToken')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const url = new URL(unsubscribeUrl(api.context, mailToken));
  link = url.pathname + url.search;
});
afterAll(() => api.close());

async function isUnsubscribed(): Promise<boolean> {
  const { rows } = await sql<{ gone: boolean }>`
    select unsubscribed_at is not null as gone from visitors where email = 'customer@example.com'
  `.execute(api.context.db);
  return rows[0]?.gone === true;
}
const form = { 'content-type': 'application/x-www-form-urlencoded' };

test('looking at the unsubscribe link of a mail ends nothing, and offers to', async () => {
  const page = await api.call('GET', link, { headers: { 'accept-language': 'de-DE,de;q=0.9' } });
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-type']).toMatch('text/html');
  expect(page.body).toMatch(/<form method="post"><button>Keine Mails mehr</);
  // With another policy browsers send the form with an origin of `null`, which is refused.
  expect(page.headers['referrer-policy']).toBe('same-origin');
  expect(await isUnsubscribed()).toBe(false);
});

test('a made-up link is refused and ends nothing', async () => {
  const answer = await api.call('POST', `${link.slice(0, -4)}AAAA`, { body: 'x=1', headers: form });
  expect(answer.statusCode).toBe(404);
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

describe('the mails that came in', () => {
  const stored = async (subject: string): Promise<string> => {
    const id = await storeInboundMail(api.context.db, {
      messageIdHash: subject,
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

  test('are listed newest first and page by page, with what became of each and without their content', async () => {
    const admin = await api.signIn('admin');
    const { id: conversationId } = await api.conversation();
    const ids = [await stored('first'), await stored('second'), await stored('third')];
    const [first = '', second = '', third = ''] = ids;
    await recordInboundResult(api.context.db, first, { status: 'posted', conversationId, messageSeq: 1 });
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
      { id: first, status: 'posted', conversationId },
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

  test('can’t be tested where nothing is configured, and the answer says what to set', async () => {
    const answer = await api.call('POST', '/api/inbound-mails/test', { as: await api.signIn('admin') });
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'not_configured']);
    expect(answer.json().detail).toContain('IMAP_URL');
  });
});
