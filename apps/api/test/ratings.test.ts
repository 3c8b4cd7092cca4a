/** The page behind the links of ratings, and the widget's answer. */
import { planRating } from '@parley/core/ratings/ask';
import { ratingUrl } from '@parley/core/ratings/links';
import { postMessage } from '@parley/core/messages/post';
import { mergeSettings } from '@parley/db/settings/settings';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { overseer } from '@parley/core/testing';
import { startApi, type TestApi } from './support/api.ts';

let api: TestApi;
let visitor: Awaited<ReturnType<TestApi['conversation']>>['visitor'];
let ratingId: string;
/** The link's path and query. */
let link: string;

beforeAll(async () => {
  api = await startApi();
  await mergeSettings(api.context.db, 'ratingConfig', { enabled: true });
  api.context.settings.forget();
});
afterAll(() => api.close());

beforeEach(async () => {
  const opened = await api.conversation();
  ({ visitor } = opened);
  const { db } = api.context;
  const content = { content: 'Yes.', clientMessageId: randomUUID() };
  await postMessage(api.context, overseer, { conversationId: opened.id }, content);
  await sql`update conversations set status = 'closed', closed_at = now() where id = ${opened.id}`.execute(db);
  await planRating(api.context, { conversationId: opened.id, closingNo: 1 });
  const row = await db
    .updateTable('ratings')
    .set({ dueAt: null, askedAt: sql<Date>`now()`, place: 'widget' })
    .where('conversationId', '=', opened.id)
    .returning('id')
    .executeTakeFirstOrThrow();
  ratingId = row.id;
  const url = new URL(ratingUrl(api.context, ratingId, 4));
  link = url.pathname + url.search;
});

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const stored = () =>
  api.context.db.selectFrom('ratings').selectAll().where('id', '=', ratingId).executeTakeFirstOrThrow();

test('a scanner that opens the link of a rating again and again gives none, and sees nothing of the customer', async () => {
  for (let each = 0; each < 3; each += 1) {
    const page = await api.call('GET', link);
    expect(page.statusCode).toBe(200);
    expect(page.body).toMatch(/value="4" required[^>]* checked/);
    expect(page.body).not.toContain('<script');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.headers['cache-control']).toBe('no-store');
  }
  expect(await stored()).toMatchObject({ score: null, ratedAt: null });
});

test('the page’s button stores score, reasons and comment, and a later visit shows none of the words', async () => {
  const body = 'score=2&reason=slow&reason=unclear&comment=Two%20days%21';
  const sent = await api.call('POST', link, { body, headers: form });
  expect(sent.statusCode).toBe(200);
  expect(sent.body).toContain('role="status"');
  expect(await stored()).toMatchObject({ score: 2, reasons: ['slow', 'unclear'], comment: 'Two days!' });
  expect((await api.call('GET', link)).body).not.toContain('Two days!');
});

test('a made-up link and an old one get the same page and change nothing', async () => {
  const made = await api.call('GET', '/api/ratings/page?token=x.y');
  await sql`update ratings set asked_at = asked_at - interval '31 days'`.execute(api.context.db);
  const old = await api.call('GET', link);
  expect([made.statusCode, old.statusCode]).toEqual([404, 404]);
  expect(old.body).toBe(made.body);
  expect((await api.call('POST', link, { body: 'score=5', headers: form })).statusCode).toBe(404);
  expect(await stored()).toMatchObject({ score: null });
});

test.each([
  'score=6',
  'score=',
  'comment=Hi',
  'score=3&reason=unheard',
  ['score=3&comment=', 'x'.repeat(3000)].join(''),
])('form %# with wrong content is refused and changes nothing', async (body) => {
  expect((await api.call('POST', link, { body, headers: form })).statusCode).toBe(422);
  expect(await stored()).toMatchObject({ score: null });
});

test('the widget answers with its visitor’s token, and no other visitor can', async () => {
  const answer = (as: typeof visitor) =>
    api.call('POST', `/api/visitor/ratings/${ratingId}`, { as, body: { score: 5 } });
  const other = await api.conversation();
  expect((await answer(other.visitor)).statusCode).toBe(404);
  expect((await answer(visitor)).statusCode).toBe(204);
  expect(await stored()).toMatchObject({ score: 5 });
});
