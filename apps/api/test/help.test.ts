/** The help centre: who writes it, who reads what, and what never leaves the team. */
import { createHmac } from 'node:crypto';
import type { HelpArticle, HelpLink, HelpTodo } from '@parley/contracts/knowledge/help';
import { publishDue } from '@parley/core/help/articles';
import { insertArticle } from '@parley/db/help/articles';
import { searchPassages } from '@parley/db/knowledge/search';
import type { Audience } from '@parley/contracts/knowledge/knowledge';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestUser, startApi, type TestApi } from './support/api.ts';

let api: TestApi;
let admin: TestUser;
let websiteId: string;
const origin = 'https://shop.example.com';
beforeAll(async () => {
  api = await startApi();
  admin = await api.signIn('admin', 'Ada');
  const website = await api.call('POST', '/api/websites', {
    as: admin,
    body: { domain: 'shop.example.com', name: 'Shop' },
  });
  websiteId = website.json().id;
});
afterAll(() => api.close());

const canary = 'mandrillcanary';

interface Wish {
  title: string;
  content: string;
  locale?: string;
  audience?: 'public' | 'customers' | 'staff';
  onSite?: boolean;
  websiteIds?: string[];
  suggestedOn?: string[];
}

const decide = (id: string, locale: string, body: object) =>
  api.call('POST', `/api/help/articles/${id}/translations/${locale}/decision`, { as: admin, body });

async function published({ locale = 'en', title, content, ...placing }: Wish): Promise<HelpArticle> {
  const made = await api.call('POST', '/api/help/articles', { as: admin, body: { locale, title, content } });
  const { id } = made.json<HelpArticle>();
  await api.call('PATCH', `/api/help/articles/${id}`, { as: admin, body: { onSite: true, ...placing } });
  return (await decide(id, locale, { decision: 'publish' })).json();
}

const page = (path: string, headers: Record<string, string> = {}) => api.call('GET', path, { headers });
const inWidget = (path: string, headers: Record<string, string> = {}) =>
  api.call('GET', `/api/visitor/help${path}`, { headers: { origin, ...headers } });

/** Searches as the assistant does, with these audiences. */
const answers = (question: string, audiences: Audience[]) =>
  searchPassages(
    api.context.db,
    {
      question,
      before: '',
      audiences,
      websiteId,
      language: 'en',
      related: [],
      ignored: [],
      names: [],
      alike: [],
      limit: 5,
    },
    { words: 0.3, foreign: 0.3, unspaced: 0.3, names: 1, spare: 0.3 },
  );

describe('an article', () => {
  test('it is read by nobody outside the team before it is published, and by everybody afterwards', async () => {
    const body = { locale: 'en', title: 'How to return shoes', content: 'Send them back within **30 days**.' };
    const made = await api.call('POST', '/api/help/articles', { as: admin, body });
    expect(made.statusCode).toBe(201);
    const { id } = made.json<HelpArticle>();
    await api.call('PATCH', `/api/help/articles/${id}`, { as: admin, body: { onSite: true } });
    const path = '/help/en/how-to-return-shoes';
    expect((await page(path)).statusCode).toBe(404);
    expect((await page('/help/en/')).body).not.toContain('return shoes');
    expect((await api.call('GET', '/api/help/published-articles', { as: admin })).json()).toEqual([]);
    await decide(id, 'en', { decision: 'publish' });
    const shown = await page(path);
    expect(shown.statusCode).toBe(200);
    expect(shown.body).toContain('<p>Send them back within <strong>30 days</strong>.</p>');
    expect((await api.call('GET', '/api/help/published-articles', { as: admin })).json()).toMatchObject([
      { id, title: body.title },
    ]);
    await decide(id, 'en', { decision: 'unpublish' });
    expect((await page(path)).statusCode).toBe(404);
    expect((await api.call('GET', '/api/help/published-articles', { as: admin })).json()).toEqual([]);
  });

  test('it keeps the published version in view while a draft is written above it, and every version can be had again', async () => {
    const { id } = await published({ title: 'Opening hours', content: 'Nine to five.' });
    const write = (basedOn: number, content: string) =>
      api.call('PUT', `/api/help/articles/${id}/translations/en`, {
        as: admin,
        body: { title: 'Opening hours', content, basedOn },
      });
    expect((await write(1, 'Ten to six.')).statusCode).toBe(200);
    expect((await page('/help/en/opening-hours')).body).toContain('Nine to five.');
    // An editor who still sees the first version.
    const late = await write(1, 'Never.');
    expect([late.statusCode, late.json().code]).toEqual([409, 'conflict']);
    await decide(id, 'en', { decision: 'publish' });
    expect((await page('/help/en/opening-hours')).body).toContain('Ten to six.');
    const versions = await api.call('GET', `/api/help/articles/${id}/translations/en/versions`, { as: admin });
    expect(versions.json()).toMatchObject([
      { version: 2, content: 'Ten to six.', createdBy: 'Ada' },
      { version: 1, content: 'Nine to five.' },
    ]);
  });

  test('it is published by itself when its time has come, once', async () => {
    const body = { locale: 'en', title: 'Summer sale', content: 'Everything must go.' };
    const { id } = (await api.call('POST', '/api/help/articles', { as: admin, body })).json<HelpArticle>();
    await api.call('PATCH', `/api/help/articles/${id}`, { as: admin, body: { onSite: true } });
    const past = await decide(id, 'en', { decision: 'publish', at: '2001-01-01T00:00:00Z' });
    expect(past.json()).toMatchObject({ code: 'invalid', errors: [{ path: 'at' }] });
    await decide(id, 'en', { decision: 'publish', at: new Date(Date.now() + 3_600_000).toISOString() });
    expect(await publishDue(api.context)).toBe(0);
    await sql`update article_translations set publish_at = now() - interval '1 second' where article_id = ${id}`.execute(
      api.context.db,
    );
    expect(await publishDue(api.context)).toBe(1);
    expect(await publishDue(api.context)).toBe(0);
    expect((await page('/help/en/summer-sale')).statusCode).toBe(200);
  });

  test('it has an address of its own in each language, leads from former ones, and shares none with another', async () => {
    const { id } = await published({ title: 'Delivery', content: 'Two days.' });
    const german = { title: 'Lieferung', content: 'Zwei Tage.', basedOn: 0 };
    await api.call('PUT', `/api/help/articles/${id}/translations/de`, { as: admin, body: german });
    await decide(id, 'de', { decision: 'publish' });
    const shown = await page('/help/de/lieferung');
    expect(shown.body).toContain('<html lang="de"');
    expect(shown.body).toContain('hreflang="en" href="http');
    // By the other language's slug one gets to one's own.
    expect((await page('/help/de/delivery')).headers['location']).toBe('/help/de/lieferung');
    const moved = { title: 'Delivery', content: 'Two days.', basedOn: 1, slug: 'shipping' };
    await api.call('PUT', `/api/help/articles/${id}/translations/en`, { as: admin, body: moved });
    const old = await page('/help/en/delivery');
    expect([old.statusCode, old.headers['location']]).toEqual([301, '/help/en/shipping']);
    const other = await published({ title: 'Shipping', content: 'Another one.' });
    expect(other.translations[0]?.slug).toMatch(/^shipping-\w{8}$/);
    const body = { title: 'Shipping', content: 'x', basedOn: 1, slug: 'shipping' };
    const taken = await api.call('PUT', `/api/help/articles/${other.id}/translations/en`, { as: admin, body });
    expect(taken.json()).toMatchObject({ code: 'conflict', errors: [{ path: 'slug' }] });
  });

  test('an article published outside the help centre is for the assistant, and on no page until it is put there', async () => {
    const body = { locale: 'en', title: 'Gift cards', content: 'Good for three years.' };
    const { id } = (await api.call('POST', '/api/help/articles', { as: admin, body })).json<HelpArticle>();
    const version = { title: 'Gift cards', content: 'Good for four years.', basedOn: 1 };
    await api.call('PUT', `/api/help/articles/${id}/translations/en`, { as: admin, body: version });
    await decide(id, 'en', { decision: 'publish' });
    expect(await answers('gift cards', ['public'])).toMatchObject([{ title: 'Gift cards', url: null }]);
    expect((await page('/help/en/gift-cards')).statusCode).toBe(404);
    const whole = (await api.call('GET', `/api/help/articles/${id}`, { as: admin })).json<HelpArticle>();
    expect(whole).toMatchObject({ audience: 'public', onSite: false });
    expect(whole.translations).toMatchObject([{ version: 2, publishedVersion: 2, content: 'Good for four years.' }]);
    await api.call('PATCH', `/api/help/articles/${id}`, { as: admin, body: { onSite: true } });
    expect((await page('/help/en/gift-cards')).body).toContain('Good for four years.');
    const [found] = await answers('gift cards', ['public']);
    expect(found).toMatchObject({ url: `${api.context.publicUrl}/help/en/gift-cards` });
    await decide(id, 'en', { decision: 'unpublish' });
    expect(await answers('gift cards', ['public'])).toEqual([]);
  });

  test('it may contain anything: what comes out is text, safe links and the pictures kept here', async () => {
    const hash = 'a'.repeat(64);
    const content = [
      '<script>alert(1)</script> <img src=x onerror=alert(1)> **bold**',
      '[run](javascript:alert(1)) [run](data:text/html,x) [out](https://example.com/a?b&c) [two](//evil.example) [in](/help/en/)',
      `![mine](/api/images/${hash}.png) ![theirs](https://evil.example/pixel.png "t")`,
      '| a | b |\n| - | - |\n| <b>1</b> | 2 |',
      '# Title in the text\n\n## Part\n\n## Part',
      '```\n</code></pre><script>\n```',
    ].join('\n\n');
    await published({ title: '"><script>alert(2)</script>', content });
    const { body, headers } = await page('/help/en/script-alert-2-script');
    expect(body).not.toMatch(/<script|<img src=x|href="(?:javascript|data)|href="\/\/|pixel\.png|<b>1/i);
    expect(body).toContain('<strong>bold</strong>');
    expect(body).toContain('<a href="https://example.com/a?b&amp;c">out</a>');
    expect(body).toContain(`<img src="/api/images/${hash}.png" alt="mine" loading="lazy">`);
    expect(body).toContain('<h2 id="part">Part</h2>');
    expect(body).toContain('<h2 id="part-2">Part</h2>');
    expect(body.match(/<h1/g)).toHaveLength(1);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(headers['content-security-policy']).not.toContain('unsafe');
  });
});

describe('articles with a limited audience', () => {
  const everywhere = [
    '/help/en/',
    '/help/sitemap.xml',
    '/help/llms.txt',
    '/help/en/feed.xml',
    `/help/en/?q=${canary}x`,
  ];

  test('staff words are in no page, search, sitemap, feed or overview, not in the widget, and not in answers', async () => {
    await published({ title: `Staff ${canary}x`, content: `Secret ${canary}x`, audience: 'staff' });
    await published({ title: `Elsewhere ${canary}x`, content: canary, websiteIds: [admin.user.id] });
    const texts = await Promise.all([
      ...everywhere.map((path) => page(path)),
      page(`/help/en/staff-${canary}x`),
      page(`/help/en/staff-${canary}x.md`),
      inWidget('?locale=en'),
      inWidget('?locale=en&q=staff'),
      inWidget(`/staff-${canary}x?locale=en`),
    ]);
    for (const { body } of texts)
      expect(body.replaceAll(`${canary}x”`, '').replaceAll(`value="${canary}x"`, '')).not.toContain(canary);
    expect(await answers(`${canary}x`, ['public', 'customers'])).toEqual([]);
    expect(await answers(`${canary}x`, ['public', 'customers', 'staff'])).toMatchObject([
      { audience: 'staff', url: null },
    ]);
  });

  test.each([
    ['/help/en/größe', '/help/en/gr%C3%B6%C3%9Fe'],
    ['/help/en/a\r\nset-cookie: x=y', '/help/en/aset-cookie:%20x=y'],
    ['/help/en/a b?c=日本#d\u0000e', '/help/en/a%20b?c=%E6%97%A5%E6%9C%AC#d%00e'],
    ['/help/en/\ud800', '/help/en/%EF%BF%BD'],
    ['/help/../api/account', '/help/'],
    ['/help/%2e%2e/auth', '/help/'],
    ['/help\\..\\auth', '/help/'],
    ['//evil.example/help/', '/help/'],
    ['https://evil.example/help/', '/help/'],
  ])('an entrance to %j leads within the centre, by an address that a header carries', async (to, place) => {
    const encoded = [...new TextEncoder().encode(to)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    const { statusCode, headers } = await page(`/help/enter?to=${encoded}`);
    expect([statusCode, headers['location']]).toEqual([303, place]);
  });

  test('customers’ articles are shown to whom the website vouches for, and to them alone', async () => {
    await published({ title: 'Wholesale prices', content: 'Half of everything.', audience: 'customers' });
    const path = '/help/en/wholesale-prices';
    expect((await page(path)).statusCode).toBe(404);
    expect((await inWidget('?locale=en')).body).not.toContain('Wholesale');
    const { secret } = (await api.call('GET', `/api/websites/${websiteId}/identity-secret`, { as: admin })).json();
    const token = jwt({ email: 'grace@example.com', exp: Math.floor(Date.now() / 1000) + 600 }, secret);
    const entered = await page(`/help/enter?to=${path}&token=${token}`);
    expect([entered.statusCode, entered.headers['location']]).toEqual([303, path]);
    const cookie = String(entered.headers['set-cookie']).split(';')[0] ?? '';
    expect(String(entered.headers['set-cookie'])).toMatch(/; Path=\/help; HttpOnly; .*SameSite=Lax/);
    const shown = await page(path, { cookie });
    expect([shown.statusCode, shown.headers['cache-control']]).toEqual([200, 'private, no-cache']);
    for (const each of ['/help/sitemap.xml', '/help/llms.txt', '/help/en/feed.xml']) {
      expect((await page(each, { cookie })).body).not.toContain('holesale');
    }
    // Forged, expired, signed with another key, or with another target.
    const forged = await page(`/help/enter?to=//evil.example&token=${jwt({ email: 'a@b.c', exp: 9e9 }, 'other')}`);
    expect([forged.headers['location'], forged.headers['set-cookie']]).toEqual(['/help/', undefined]);
    expect((await page(path, { cookie: cookie.replace(/.$/, '') })).statusCode).toBe(404);
    // In the widget it is the visitor's own proof.
    const user = {
      email: 'grace@example.com',
      hash: createHmac('sha256', secret).update('grace@example.com').digest('hex'),
    };
    const session = await api.call('POST', '/api/visitor/session', {
      headers: { origin },
      body: { page: { url: `${origin}/` }, user },
    });
    const authorization = `Bearer ${session.json().token}`;
    expect((await inWidget('/wholesale-prices?locale=en', { authorization })).json()).toMatchObject({
      title: 'Wholesale prices',
    });
    // Logging out in the widget ends it too, also without the cookie at that call, and a later link opens it again.
    expect((await page(path, { cookie: cookie.slice(0, -2) })).statusCode).toBe(404);
    expect((await page(path, { cookie })).statusCode).toBe(200);
    await api.call('DELETE', '/api/visitor/session', { headers: { origin, authorization } });
    expect((await page(path, { cookie })).statusCode).toBe(404);
    const again = await page(`/help/enter?to=${path}&token=${token}`);
    const newCookie = String(again.headers['set-cookie']).split(';')[0] ?? '';
    expect((await page(path, { cookie: newCookie })).statusCode).toBe(200);
    // A new secret ends what the old one vouched for.
    await api.call('POST', `/api/websites/${websiteId}/identity-secret`, { as: admin });
    expect((await page(path, { cookie: newCookie })).statusCode).toBe(404);
  });
});

test('the widget offers first what is suggested on the page that it is shown on', async () => {
  await published({ title: 'About vouchers', content: 'A voucher is entered at the end.' });
  const { id } = await published({ title: 'Ways to pay', content: 'By card.', suggestedOn: ['/checkout/*'] });
  const titles = async (query: string) =>
    (await inWidget(`?locale=en${query}`)).json<HelpLink[]>().map(({ title }) => title);
  expect((await titles('&page=/checkout/card'))[0]).toBe('Ways to pay');
  const elsewhere = await titles('&page=/about');
  expect(elsewhere[0]).not.toBe('Ways to pay');
  // It stands there once, and a search is a search.
  expect((await titles('&page=/checkout/card')).toSorted()).toEqual(elsewhere.toSorted());
  expect(await titles('&page=/checkout/card&q=voucher')).toEqual(['About vouchers']);
  const wrong = { as: admin, body: { suggestedOn: ['checkout'] } };
  expect((await api.call('PATCH', `/api/help/articles/${id}`, wrong)).statusCode).toBe(422);
});

describe('the public pages', () => {
  test('need no script, say what they are, and weigh less than 30 kB', async () => {
    const text = Array.from(
      { length: 12 },
      (_, n) => `## Part ${n}\n\n${'Some words that explain it well. '.repeat(30)}`,
    );
    await published({ title: 'A long story', content: text.join('\n\n') });
    for (const path of ['/help/en/', '/help/en/a-long-story', '/help/en/?q=story']) {
      const { body, headers } = await page(path);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(body).not.toMatch(/<script/i);
      expect(body).toMatch(/<html lang="en" dir="ltr">/);
      expect(body).toMatch(/<title>[^<]+<\/title><meta name="description" content="[^"]+">/);
      expect(body).toMatch(/<link rel="canonical" href="http[^"]+">/);
      expect(body).toMatch(/<meta property="og:title" content="[^"]+">/);
      expect(body.match(/<h1/g)).toHaveLength(1);
      expect(body).toMatch(/<meta name="viewport" content="width=device-width/);
      // No level of headings is left out, no picture is without words, and every field has a name.
      const levels = [...body.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
      expect(levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1)).toEqual([]);
      expect(body.match(/<img(?![^>]*\salt=)/g)).toBeNull();
      expect(body.match(/<input(?![^>]*(?:aria-label|type="hidden"))/g)).toBeNull();
      expect(Buffer.byteLength(body)).toBeLessThan(30_000);
    }
  });

  test('they are not sent again to a browser that has them, and change when an article does', async () => {
    const { id } = await published({ title: 'Warranty', content: 'Two years.' });
    const first = await page('/help/en/warranty');
    const etag = String(first.headers['etag']);
    expect((await page('/help/en/warranty', { 'if-none-match': etag })).statusCode).toBe(304);
    const body = { title: 'Warranty', content: 'Three years.', basedOn: 1 };
    await api.call('PUT', `/api/help/articles/${id}/translations/en`, { as: admin, body });
    await decide(id, 'en', { decision: 'publish' });
    const next = await page('/help/en/warranty', { 'if-none-match': etag });
    expect([next.statusCode, next.body.includes('Three years.')]).toEqual([200, true]);
  });

  test('they are found by a search that forgives a letter, and a search without a result is work for the team', async () => {
    await published({ title: 'Repairs of zippers', content: 'We mend every zipper for free.' });
    expect((await page('/help/en/?q=ziper')).body).toContain('Repairs of zippers');
    expect((await inWidget('?locale=en&q=zippr')).json()).toMatchObject([{ slug: 'repairs-of-zippers' }]);
    for (const q of ['Invoice  copy', 'invoice copy', 'my mail is a@b.example'])
      await page(`/help/en/?q=${encodeURIComponent(q)}`);
    const open = async () => (await api.call('GET', '/api/help/todos', { as: admin })).json<HelpTodo[]>();
    const todos = (await open()).filter(({ words }) => /invoice|mail/.test(words));
    expect(todos).toMatchObject([{ kind: 'search', words: 'invoice copy', count: 2, state: 'open' }]);
    const settle = { as: admin, body: { state: 'ignored' } };
    expect((await api.call('PATCH', `/api/help/todos/search/${todos[0]?.id}`, settle)).statusCode).toBe(204);
    expect(await open()).not.toContainEqual(expect.objectContaining({ words: 'invoice copy' }));
  });

  test('pages take a vote of each visitor once, by a form and in the widget', async () => {
    const { id } = await published({ title: 'Voting', content: 'Is this good?' });
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const press = (helpful: string, agent: string) =>
      api.call('POST', '/help/en/voting', { headers: { ...form, 'user-agent': agent }, body: `helpful=${helpful}` });
    expect((await press('yes', 'one')).headers['location']).toBe('/help/en/voting?voted#vote');
    await press('no', 'one');
    await press('yes', 'two');
    await press('nonsense', 'three');
    const inWidgetVote = { locale: 'en', helpful: true };
    await api.call('POST', '/api/visitor/help/voting/vote', {
      headers: { origin, 'user-agent': 'four' },
      body: inWidgetVote,
    });
    expect((await api.call('GET', `/api/help/articles/${id}`, { as: admin })).json()).toMatchObject({
      votes: { helpful: 2, not: 1 },
    });
  });

  test('pages are those of the website with the requested host', async () => {
    const other = await api.call('POST', '/api/websites', {
      as: admin,
      body: { domain: 'garden.example', name: 'Garden' },
    });
    const help = { host: 'help.garden.example', inWidget: 'first' };
    expect(
      (await api.call('PATCH', `/api/websites/${other.json().id}`, { as: admin, body: { help } })).json(),
    ).toMatchObject({ help });
    await published({ title: 'Roses', content: 'Water them.', websiteIds: [other.json().id] });
    expect((await page('/help/en/roses')).statusCode).toBe(404);
    expect((await page('/help/@garden.example/en/roses')).statusCode).toBe(200);
    const own = await page('/help/en/roses', { host: 'help.garden.example' });
    expect(own.body).toContain('<link rel="canonical" href="http://help.garden.example/help/en/roses">');
    const known = (domain: string) => page(`/help/known-host?domain=${domain}`);
    expect([(await known('help.garden.example')).statusCode, (await known('evil.example')).statusCode]).toEqual([
      200, 404,
    ]);
    const taken = await api.call('PATCH', `/api/websites/${websiteId}`, { as: admin, body: { help } });
    expect(taken.json()).toMatchObject({ code: 'conflict', errors: [{ path: 'help.host' }] });
  });

  test('pages in Arabic run from right to left', async () => {
    await published({ title: 'التوصيل', content: 'يومان.', locale: 'ar' });
    const { body } = await page('/help/ar/');
    expect(body).toContain('<html lang="ar" dir="rtl">');
  });
});

test('an upgrade makes nothing public that was not', async () => {
  const { id } = await insertArticle(api.context.db, { title: 'Of before', content: 'Old words.', createdBy: null });
  const [kept] = (await api.call('GET', '/api/help/articles', { as: admin })).json<HelpArticle[]>();
  expect(kept).toMatchObject({ id, audience: 'public', onSite: false });
  expect((await page('/help/en/of-before')).statusCode).toBe(404);
});

function jwt(claims: object, secret: string): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const body = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`;
}
