/** What the links in mails to customers lead to. */
import { unsubscribeUrl } from '@parley/core/mail/unsubscribe';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
