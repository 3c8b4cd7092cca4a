/** Identity of the visitor, and the requests that a page may make to the widget. */
import { createHmac } from 'node:crypto';
import type { AttributesOf } from '@parley/contracts/conversations/attributes';
import type { Conversation } from '@parley/contracts/entities';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callParley, eventually, launcher, openChat, openShop, write, type Shop } from './shop.ts';

let shop: Shop;
let secret: string;
beforeAll(async () => {
  shop = await openShop();
  ({ secret } = await shop.stack.call<{ secret: string }>('GET', `/api/websites/${shop.website.id}/identity-secret`, {
    as: shop.admin,
  }));
});
afterAll(async () => {
  await shop?.stop();
});

const hashOf = (email: string) => createHmac('sha256', secret).update(email).digest('hex');

/** Opens a page with a script that runs before the widget's. */
async function visitWith(script: string): Promise<Page> {
  const { origin } = await shop.serve({ head: `<script>${script}</script>` });
  return shop.visit(origin);
}
const namedAs = (user: unknown) => visitWith(`window.Parley = { user: ${JSON.stringify(user)} }`);

it('shows a visitor that the website vouches for their history on any device', async () => {
  const user = { email: 'grace@example.com', name: 'Grace Hopper', hash: hashOf('grace@example.com') };
  const first = await namedAs(user);
  await openChat(first);
  await write(first, 'From my computer');
  const { id } = await shop.conversationWith('From my computer');
  await shop.answer(id, 'Noted, Grace');

  const second = await namedAs(user);
  await openChat(second);
  await second.getByText('From my computer').waitFor();
  await second.getByText('Noted, Grace').waitFor();
  await write(second, 'From my phone');
  expect((await shop.conversationWith('From my phone')).id).toBe(id);
  expect((await shop.conversationWith('From my phone')).customerEmail).toBe('grace@example.com');
});

it.each([
  ['without a hash', undefined],
  ['with a false hash', 'ab'.repeat(32)],
  ['with the hash of another email', () => hashOf('else@example.com')],
])('never shows the history to a visitor who claims the email %s', async (name, hash) => {
  const user = { email: 'grace@example.com', hash: typeof hash === 'function' ? hash() : hash };
  const page = await namedAs(user);
  await openChat(page);
  await write(page, `It is me, ${name}`);
  const claimed = await shop.conversationWith(`It is me, ${name}`);
  await page.getByText('Sent', { exact: false }).first().waitFor();
  expect(await page.getByText('Noted, Grace').count()).toBe(0);
  expect((await shop.messagesOf(claimed.id)).map(({ content }) => content)).toEqual([`It is me, ${name}`]);
});

it.each([null, 'grace', {}, { email: '' }, { email: 'grace' }, { email: 7 }])(
  'talks to who the page calls %o, as to a stranger',
  async (user) => {
    const page = await namedAs(user);
    await openChat(page);
    const words = `Am I ${JSON.stringify(user)}?`;
    await write(page, words);
    expect((await shop.conversationWith(words)).customerEmail).toBeNull();
  },
);

it('knows who a page says everything about, and nothing of the name', async () => {
  const email = 'mary@example.com';
  const page = await namedAs({ id: 7, email, name: null, hash: hashOf(email), plan: 'gold' });
  await openChat(page);
  await write(page, 'My name is not known');
  expect((await shop.conversationWith('My name is not known')).customerEmail).toBe(email);
});

it('shows the first message at once in a tab that was connected before there was any', async () => {
  const email = 'two@example.com';
  const first = await namedAs({ email, hash: hashOf(email) });
  const second = await first.context().newPage();
  await second.goto(first.url());
  for (const tab of [first, second]) {
    const connected = tab.waitForResponse('**/api/visitor/session');
    await openChat(tab);
    await connected;
  }
  await write(first, 'The very first, for both');
  await second.getByText('The very first, for both').waitFor();
  const { id } = await shop.conversationWith('The very first, for both');
  await shop.answer(id, 'An answer for both');
  for (const tab of [first, second]) await tab.getByText('An answer for both').waitFor();
});

it('forgets the visitor on logout, in every tab', async () => {
  const page = await namedAs({});
  await openChat(page);
  await write(page, 'Nobody after me will read this');
  const { id } = await shop.conversationWith('Nobody after me will read this');
  const other = await page.context().newPage();
  await other.goto(page.url());
  await openChat(other);
  await other.getByText('Nobody after me will read this').waitFor();

  await callParley(page, 'logout');
  for (const tab of [page, other]) {
    await tab.getByText('Nobody after me will read this').waitFor({ state: 'detached' });
    expect(await tab.evaluate(() => localStorage.length)).toBe(0);
  }
  await write(page, 'I am another visitor');
  expect((await shop.conversationWith('I am another visitor')).id).not.toBe(id);
});

it('leaves no trace of a visitor who signs out before the server has recognised them', async () => {
  const page = await namedAs({});
  await openChat(page);
  await write(page, 'Mine alone');
  const { id } = await shop.conversationWith('Mine alone');
  await page.getByText('· Sent').waitFor();
  const reached = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  await page.route('**/api/visitor/session', async (route) => {
    const response = await route.fetch();
    reached.resolve();
    await release.promise;
    await route.fulfill({ response });
  });
  await page.reload();
  await reached.promise;
  await callParley(page, 'logout');
  const answered = page.waitForResponse('**/api/visitor/session');
  release.resolve();
  await answered;
  await page.unroute('**/api/visitor/session');
  await openChat(page);
  expect(await page.getByText('Mine alone').count()).toBe(0);
  await write(page, 'Another visitor’s');
  expect((await shop.conversationWith('Another visitor’s')).id).not.toBe(id);
});

it('makes calls that were queued before the script arrived, and calls made later', async () => {
  const page = await visitWith(`
    window.heard = [];
    window.Parley = { queue: [['open'], ['setLocale', 'fr'], ['nonsense'], 'nonsense'] };
    for (const event of ['open', 'close', 'message', 'unread'])
      Parley.queue.push(['on', event, (detail) => heard.push([event, detail?.content ?? detail])]);
    Parley.queue.push(['on', 'message', () => { throw new Error('the page’s own mistake'); }]);`);
  await page.getByPlaceholder('Écrivez un message…').waitFor();
  await write(page, 'Bonjour');
  const { id } = await shop.conversationWith('Bonjour');
  // The team may have it before the page has heard that they do.
  await page.waitForFunction(() => JSON.stringify(Reflect.get(window, 'heard')).includes('message'));
  await callParley(page, 'close');
  await shop.answer(id, 'Bonjour à vous');
  await page.locator('.unread').waitFor();
  await page.waitForFunction(() => JSON.stringify(Reflect.get(window, 'heard')).includes('unread'));
  const heard = await page.evaluate(() => JSON.stringify(Reflect.get(window, 'heard')));
  expect(JSON.parse(heard)).toEqual([
    ['open', null],
    ['message', 'Bonjour'],
    ['close', null],
    ['message', 'Bonjour à vous'],
    ['unread', 1],
  ]);

  await callParley(page, 'hide');
  await launcher(page).waitFor({ state: 'hidden' });
  await callParley(page, 'show');
  await launcher(page).waitFor();
  await callParley(page, 'toggle');
  await page.locator('.panel[open]').waitFor();
});

it('takes over an identity given while talking', async () => {
  const page = await namedAs({});
  await openChat(page);
  await write(page, 'First anonymous');
  const { id } = await shop.conversationWith('First anonymous');
  await callParley(page, 'identify', {
    email: 'katherine@example.com',
    name: 'Katherine Johnson',
    hash: hashOf('katherine@example.com'),
  });
  await eventually(async () => {
    const found = await shop.stack.call<Conversation>('GET', `/api/conversations/${id}`, { as: shop.admin });
    return found.customerEmail === 'katherine@example.com' ? true : undefined;
  }, 'the identity');
  await write(page, 'Now by name');
  expect((await shop.conversationWith('Now by name')).id).toBe(id);
});

it('goes on in every tab when signing in replaces the token, with which nobody reads any more', async () => {
  const page = await namedAs({});
  await openChat(page);
  await write(page, 'Before I sign in');
  const { id } = await shop.conversationWith('Before I sign in');
  const other = await page.context().newPage();
  await other.goto(page.url());
  await openChat(other);
  await other.getByText('Before I sign in').waitFor();
  const stored = () => page.evaluate(() => Object.entries(localStorage).find(([key]) => key.endsWith('/'))?.[1]);
  const old = await stored();
  await callParley(page, 'identify', { email: 'dorothy@example.com', hash: hashOf('dorothy@example.com') });
  await eventually(async () => ((await stored()) === old ? undefined : true), 'another token');
  await shop.answer(id, 'Welcome, Dorothy');
  for (const tab of [page, other]) await tab.getByText('Welcome, Dorothy').waitFor();
  await write(other, 'From the other tab');
  expect((await shop.conversationWith('From the other tab')).id).toBe(id);
  const statusWith = (token: string | undefined) =>
    page.evaluate(
      async ([url, bearer]) => (await fetch(url ?? '', { headers: { authorization: `Bearer ${bearer}` } })).status,
      [`${shop.stack.url}/api/visitor/messages`, token],
    );
  expect([await statusWith(old), await statusWith(await stored())]).toEqual([401, 200]);
});

it('ends the token on the server at a logout before the chat was opened', async () => {
  const page = await namedAs({});
  await openChat(page);
  await write(page, 'Known here');
  await page.getByText('· Sent').waitFor();
  await page.route('**/widget/chat.*', (route) => route.abort());
  await page.reload();
  await launcher(page).waitFor();
  const ended = page.waitForResponse((each) => each.request().method() === 'DELETE');
  await callParley(page, 'logout');
  expect((await ended).status()).toBe(204);
});

it('shows the team what a page says of an anonymous visitor, and in the console what is wrong with it', async () => {
  for (const [key, subject] of Object.entries({ plan: 'contact', basket: 'conversation' })) {
    const body = { subject, key, name: key, type: 'text', choices: [] };
    await shop.stack.call('POST', '/api/attributes', { as: shop.admin, body });
  }
  const page = await visitWith(`
    window.Parley = { queue: [['setAttributes', { plan: 'free' }], ['setAttributes', { basket: 'empty' }]] };`);
  const warnings: string[] = [];
  page.on('console', (message) => void (message.type() === 'warning' && warnings.push(message.text())));
  await openChat(page);
  await write(page, 'Of whom something is said');
  const { id } = await shop.conversationWith('Of whom something is said');
  const attributesShown = async () => {
    const of = await shop.stack.call<AttributesOf>('GET', `/api/conversations/${id}/attributes`, { as: shop.admin });
    return [...of.contact, ...of.conversation].map(({ key, value, source }) => `${key}=${value}, ${source}`).join('; ');
  };
  const becomes = (expected: string) =>
    eventually(async () => ((await attributesShown()) === expected ? true : undefined), `“${expected}”`);
  await becomes('plan=free, page; basket=empty, page');
  await callParley(page, 'setAttributes', { basket: '3 cups' });
  await becomes('plan=free, page; basket=3 cups, page');
  await callParley(page, 'setAttributes', { plan: true });
  await eventually(async () => (warnings.some((text) => text.startsWith('Parley: plan')) ? true : undefined), 'why');
  expect(await attributesShown()).toBe('plan=free, page; basket=3 cups, page');
});

it('is refused by the server where the website is switched off', async () => {
  const page = await namedAs({});
  await openChat(page);
  await shop.stack.call('PATCH', `/api/websites/${shop.website.id}`, { as: shop.admin, body: { isActive: false } });
  try {
    await write(page, 'Is anybody there?');
    await page.getByText('Can’t connect right now').waitFor();
  } finally {
    await shop.stack.call('PATCH', `/api/websites/${shop.website.id}`, { as: shop.admin, body: { isActive: true } });
  }
});

it('throws nothing into any of these pages', () => {
  expect(shop.complaints).toEqual([]);
});
