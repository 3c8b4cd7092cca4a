/** Requests by a browser before it shows the list: docs/performance.md. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ada, type Dashboard, openDashboard } from './dashboard.ts';

let dashboard: Dashboard;
let page: Page;

const firstRow = () => page.getByRole('list', { name: 'Conversations' }).getByRole('link').first();

beforeAll(async () => {
  dashboard = await openDashboard();
  page = await dashboard.signIn(ada);
  // From now on this browser remembers that a user is signed in.
  await page.goto(`${dashboard.stack.url}/conversations`);
  await firstRow().waitFor();
});
afterAll(() => dashboard?.stop());

it('asks who is there, for the list and for every part of the screen before the program has arrived', async () => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const entry = /\/assets\/index-.*\.js$/;
  await page.route(entry, async (route) => {
    const needed = ['/api/user', '/api/conversations', 'conversations-page', 'shared', 'style'];
    await expect.poll(() => needed.filter((name) => !asked.some((path) => path.includes(name)))).toEqual([]);
    await route.continue();
  });
  await page.goto(`${dashboard.stack.url}/conversations`);
  await firstRow().waitFor();
  await page.unroute(entry);
  expect(asked.filter((path) => path === '/api/user')).toHaveLength(1);
});

it('gets everything that is text compressed', async () => {
  const plain: string[] = [];
  page.on('response', async (response) => {
    const headers = await response.allHeaders();
    const isText = /javascript|css|html|json/.test(headers['content-type'] ?? '');
    if (isText && !headers['content-encoding'] && Number(headers['content-length'] ?? 0) > 2048)
      plain.push(response.url());
  });
  await page.reload();
  await firstRow().click();
  await page.getByRole('log').waitFor();
  expect(plain).toEqual([]);
});

it('registers no custom property: every rule that is added later would have the whole page styled again', async () => {
  const names = await page.evaluate(() => {
    const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
    return rules.filter((rule) => rule instanceof CSSPropertyRule).map(({ name }) => name);
  });
  expect(names).toEqual([]);
});

/** Holds a script back, until it is let go. */
async function hold(held: Page, script: RegExp): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await held.route(script, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}

it('asks for no more than twelve things, and for nothing of the thread, before the list can be used', async () => {
  const own = await dashboard.signIn();
  await own.goto(`${dashboard.stack.url}/conversations`);
  await own.locator('[data-rail] li').first().waitFor();
  // Idle requests of this page don't count for the next one.
  await own.goto('about:blank');
  const asked: string[] = [];
  own.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const letGo = await hold(own, /\/assets\/conversations-page-.*\.js$/);
  await own.goto(`${dashboard.stack.url}/conversations`, { waitUntil: 'commit' });
  await own.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /shared-/.test(name)));
  expect(asked.length).toBeLessThanOrEqual(12);
  const ofThread = /\/assets\/(thread-pane|visitor-panel|more)-/;
  expect(asked.filter((path) => ofThread.test(path))).toEqual([]);
  letGo();
  await own.locator('[data-rail] li').first().waitFor();
  await expect.poll(() => asked.some((path) => ofThread.test(path))).toBe(true);
  await own.context().close();
});

it('shows nothing of the conversations where nobody is signed in', async () => {
  const own = await dashboard.open();
  await own.goto(`${dashboard.stack.url}/conversations`);
  await own.getByRole('tab', { name: 'Login' }).waitFor();
  // The browser remembers a user, who was signed out elsewhere.
  await own.evaluate(() => localStorage.setItem('parley.signed-in', '1'));
  await own.goto(`${dashboard.stack.url}/conversations`);
  await own.getByRole('tab', { name: 'Login' }).waitFor();
  expect(await own.locator('[data-rail]').count()).toBe(0);
  await own.context().close();
});

it('takes the font along for the next page, which is drawn in it from the beginning', async () => {
  const own = await dashboard.signIn();
  await own.goto(`${dashboard.stack.url}/conversations`);
  await own.waitForFunction(() => localStorage.getItem('parley.font') !== null);
  expect(await own.evaluate(() => 'inter' in document.documentElement.dataset)).toBe(false);
  await own.goto(`${dashboard.stack.url}/conversations`);
  await own.locator('[data-rail] li').first().waitFor();
  expect(await own.evaluate(() => getComputedStyle(document.body).fontFamily)).toMatch(/^"Inter Variable"/);
  expect(await own.evaluate(() => document.fonts.check('14px "Inter Variable"'))).toBe(true);
  await own.context().close();
});

it('is drawn in the font from the next screen on, when it came after the first was drawn', async () => {
  const own = await dashboard.signIn();
  await own.goto(`${dashboard.stack.url}/conversations`);
  await own.waitForFunction(() => document.fonts.check('14px "Inter Variable"'));
  await own.getByRole('link', { name: 'Settings', exact: true }).click();
  await own.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  expect(await own.evaluate(() => getComputedStyle(document.body).fontFamily)).toMatch(/^"Inter Variable"/);
  await own.context().close();
});

it('reads a conversation that the pointer rests on before it is opened, and not again when it is', async () => {
  const own = await dashboard.signIn();
  await own.goto(`${dashboard.stack.url}/conversations`);
  const row = own.locator('[data-rail] li').nth(2);
  await row.waitFor();
  // When the live connection opens, it reloads what was there before it.
  await own.waitForLoadState('networkidle');
  const id = await row.locator('[data-conversation]').getAttribute('data-conversation');
  const address = `/api/conversations/${id}`;
  const asked: string[] = [];
  own.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const read = own.waitForResponse((response) => new URL(response.url()).pathname === address);
  await row.hover();
  await read;
  await row.click();
  await own.getByRole('log').waitFor();
  expect(asked.filter((path) => path === address)).toHaveLength(1);
  expect(asked.filter((path) => path === `${address}/activities`)).toHaveLength(1);
  await own.context().close();
});

it('reads the conversation that the next key opens while nothing else is to be done, and not again when it is', async () => {
  const own = await dashboard.signIn();
  const asked: string[] = [];
  own.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await own.goto(`${dashboard.stack.url}/conversations`);
  const row = own.locator('[data-rail] li [data-conversation]');
  for (const place of [0, 1]) {
    const address = `/api/conversations/${await row.nth(place).getAttribute('data-conversation')}`;
    await expect.poll(() => asked.includes(`${address}/activities`)).toBe(true);
    await own.waitForLoadState('networkidle');
    const before = asked.filter((path) => path === address).length;
    await own.keyboard.press('j');
    await expect.poll(() => new URL(own.url()).searchParams.get('selected')).toBe(address.split('/').at(-1));
    await own.getByRole('log').waitFor();
    expect(asked.filter((path) => path === address)).toHaveLength(before);
  }
  await own.context().close();
});
