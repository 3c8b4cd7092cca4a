/** How the widget behaves on other people's pages. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, launcher, openChat, openShop, write, type Shop } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({}, { ignoreDefaultArgs: ['--disable-back-forward-cache'] });
});
afterAll(async () => {
  await shop?.stop();
});

const script = () => `<script src="${shop.stack.url}/widget.js" async></script>`;

it('asks for nothing but its configuration, stores nothing and moves nothing before the visitor acts', async () => {
  const host = await shop.serve();
  const page = await shop.visit('about:blank');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(host.origin);
  await launcher(page).waitFor();
  await page.waitForLoadState('networkidle');
  expect(requests.filter((path) => !['/', '/favicon.ico'].includes(path))).toEqual([
    '/widget.js',
    '/api/visitor/config',
  ]);
  const left = await page.evaluate(async () => ({
    stored: localStorage.length + sessionStorage.length,
    cookies: document.cookie,
    databases: (await indexedDB.databases()).length,
    shifts: performance.getEntriesByType('layout-shift').length,
  }));
  expect(left).toEqual({ stored: 0, cookies: '', databases: 0, shifts: 0 });

  // Opening alone is no reason to be remembered either.
  await openChat(page);
  await page.getByText('Hi! How can we help you today?').waitFor();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  expect(requests).not.toContain('/api/visitor/session');
  expect(requests.filter((path) => path.startsWith('/widget/connection'))).toEqual([]);
});

it('talks under a policy that allows its host and nothing inline', async () => {
  const { url } = shop.stack;
  const host = await shop.serve({
    headers: {
      'content-security-policy': `default-src 'none'; script-src ${url}; connect-src ${url} ${url.replace('http', 'ws')}; require-trusted-types-for 'script'; report-to none`,
    },
  });
  const page = await shop.visit('about:blank');
  const refusals: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML|TrustedScript/.test(message.text())) refusals.push(message.text());
  });
  await page.goto(host.origin);
  await openChat(page);
  await write(page, 'Hello from a strict page');
  const { id } = await shop.conversationWith('Hello from a strict page');
  await shop.answer(id, 'Hello back');
  await page.getByText('Hello back').waitFor();
  expect(refusals.filter((text) => !text.includes('favicon'))).toEqual([]);
});

it('looks the same beside a hostile style sheet and in quirks mode', async () => {
  const hostile = `<style>
    :not(html) { all: unset !important; font-size: 60px !important; color: lime !important; transform: rotate(3deg) !important; }
    div, button, textarea, dialog, section { display: none !important; opacity: 0 !important; position: static !important; }
    html > div { visibility: hidden !important; width: 2000px !important; }
  </style>`;
  const plain = await shop.serve();
  const ugly = await shop.serve({
    render: () => `<html><head><title>Quirks</title>${hostile}${script()}</head><body><p>An old page</p></body></html>`,
  });
  const shapes: unknown[] = [];
  for (const { origin } of [plain, ugly]) {
    const page = await shop.visit(origin);
    await openChat(page);
    const shape = async (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          const { color, fontSize, backgroundColor } = getComputedStyle(element);
          return { x, y, width, height, color, fontSize, backgroundColor };
        });
    await page.waitForFunction(() =>
      document.documentElement.lastElementChild?.shadowRoot
        ?.getAnimations()
        .every(({ playState }) => playState === 'finished'),
    );
    shapes.push(await Promise.all(['.launcher', '.panel', '.bubble', 'h2', 'textarea'].map(shape)));
  }
  expect(shapes[1]).toEqual(shapes[0]);
});

it('starts once when the script tag is there twice', async () => {
  const host = await shop.serve({ head: script() });
  const page = await shop.visit(host.origin);
  await openChat(page);
  await page.waitForLoadState('networkidle');
  expect(await launcher(page).count()).toBe(1);
});

it('follows the page rules of a single-page site without a call', async () => {
  const { id } = shop.website;
  const edit = (body: object) => shop.stack.call('PATCH', `/api/websites/${id}`, { as: shop.admin, body });
  await edit({ whitelistMode: true, allowedPages: ['/pricing', '/docs/*'] });
  try {
    const host = await shop.serve();
    const page = await shop.visit(`${host.origin}/`);
    await page.waitForLoadState('networkidle');
    expect(await launcher(page).count()).toBe(0);
    const goTo = (path: string) => page.evaluate((to) => history.pushState(null, '', to), path);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await goTo('/docs/start');
    await launcher(page).waitFor({ state: 'visible' });
    await goTo('/about');
    await launcher(page).waitFor({ state: 'hidden' });
    await page.goBack();
    await launcher(page).waitFor({ state: 'visible' });
    await page.evaluate(() => history.replaceState(null, '', '/pricing/?from=menu#plans'));
    await launcher(page).waitFor({ state: 'visible' });
    expect(requests).toEqual([]);
  } finally {
    await edit({ whitelistMode: false, allowedPages: [] });
  }
});

it('shows once why there is no chat on a website that is not registered', async () => {
  const host = await shop.serve();
  const page = await shop.visit('about:blank');
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  // Another name for the same machine, and not a registered one.
  await page.goto(host.origin.replace('127.0.0.1', 'elsewhere.localhost'));
  await eventually(async () => warnings.find((text) => text.startsWith('Parley:')), 'a warning');
  expect(warnings.filter((text) => text.startsWith('Parley:'))).toHaveLength(1);
  expect(await launcher(page).count()).toBe(0);
});

it('keeps to the switches for phones and computers', async () => {
  await shop.set({ widgetConfig: { showOnMobile: false } });
  try {
    const host = await shop.serve();
    const phone = await shop.visit(host.origin, { viewport: { width: 390, height: 844 }, isMobile: true });
    await phone.waitForLoadState('networkidle');
    expect(await launcher(phone).count()).toBe(0);
    await launcher(await shop.visit(host.origin)).waitFor();
  } finally {
    await shop.set({ widgetConfig: { showOnMobile: true } });
  }
});

it.each([
  ['a 390 px phone', 390, 844],
  ['a 320 px phone', 320, 568],
])('fills the screen of %s and leaves nothing outside', async (_name, width, height) => {
  const host = await shop.serve();
  const page = await shop.visit(host.origin, { viewport: { width, height }, isMobile: true, hasTouch: true });
  const field = await openChat(page);
  await page.waitForTimeout(300);
  const panel = await page.locator('.panel').boundingBox();
  expect(panel).toEqual({ x: 0, y: 0, width, height });
  // iOS zooms into smaller fields.
  expect(await field.evaluate((element) => getComputedStyle(element).fontSize)).toBe('16px');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  await page.getByRole('button', { name: 'Close chat' }).first().click();
  await launcher(page).waitFor();
});

it('is where it is told to, in the colour it is told, with readable text', async () => {
  const host = await shop.serve();
  for (const [position, primaryColor, text] of [
    ['top-right', '#ffd60a', 'rgb(0, 0, 0)'],
    ['bottom-left', '#0a66c2', 'rgb(255, 255, 255)'],
  ] as const) {
    await shop.set({ widgetConfig: { position, primaryColor } });
    const page = await shop.visit(host.origin);
    const box = await launcher(page).boundingBox();
    expect({ isTop: (box?.y ?? 0) < 400, isLeft: (box?.x ?? 0) < 500 }).toEqual({
      isTop: position.startsWith('top'),
      isLeft: position.endsWith('left'),
    });
    expect(await launcher(page).evaluate((element) => getComputedStyle(element).color)).toBe(text);
  }
  await shop.set({ widgetConfig: { position: 'bottom-right', primaryColor: '#af1f31' } });
});

/**
 * Goes to another page and back. False when the browser gave up the restoration and reloaded the page, which happens
 * now and then on a busy machine; a page kept out of the cache for another reason times out.
 */
async function leaveAndComeBack(page: Page, elsewhere: string): Promise<boolean> {
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => {
      document.title = persisted ? 'restored' : 'loaded';
    });
  });
  await page.goto(elsewhere);
  await page.goBack({ waitUntil: 'commit' });
  const outcome = await page.waitForFunction(() => {
    if (document.title === 'restored') return 'restored';
    const [navigation] = performance.getEntriesByType('navigation');
    return JSON.stringify(navigation).includes('"navigation-canceled"') && 'canceled';
  });
  return (await outcome.jsonValue()) === 'restored';
}

it('lives through the back/forward cache and goes on talking', async () => {
  const host = await shop.serve();
  const page = await shop.visit(`${host.origin}/first`);
  await openChat(page);
  await write(page, 'Before leaving');
  const { id } = await shop.conversationWith('Before leaving');
  while (!(await leaveAndComeBack(page, `${host.origin}/second`))) await openChat(page);
  await shop.answer(id, 'Welcome back');
  await page.getByText('Welcome back').waitFor();
  await write(page, 'After coming back');
  await shop.conversationWith('After coming back');
  expect((await shop.messagesOf(id)).map(({ content }) => content)).toEqual([
    'Before leaving',
    'Welcome back',
    'After coming back',
  ]);
});

it('opens once the network is back when it was away at the first attempt', async () => {
  const host = await shop.serve();
  const page = await shop.visit(host.origin);
  await launcher(page).waitFor();
  await page.context().setOffline(true);
  await launcher(page).click();
  await page.context().setOffline(false);
  await eventually(async () => {
    await launcher(page).click();
    return (await page.locator('.panel[open]').count()) || undefined;
  }, 'the chat');
});

it('opens from a cached script with parts that an update has taken away', async () => {
  const host = await shop.serve();
  const page = await shop.visit('about:blank');
  await page.route(/\/widget\/\w+\.[\da-f]{10}\.js$/, (route) => route.fulfill({ status: 404 }));
  await page.goto(host.origin);
  await openChat(page);
});

it('keeps talking when an update has taken other parts of the chat away since it was opened', async () => {
  const host = await shop.serve();
  const page = await shop.visit(host.origin);
  await openChat(page);
  await page.route(/\/widget\/\w+\.[\da-f]{10}\.js$/, (route) => route.fulfill({ status: 404 }));
  await write(page, 'Written after the update');
  const { id } = await shop.conversationWith('Written after the update');
  await shop.answer(id, 'And answered');
  await page.getByText('And answered').waitFor();
});

it('draws its launcher from a script that runs before there is a body', async () => {
  const page = await shop.visit('about:blank');
  const { origin } = await shop.serve({
    render: () =>
      `<!doctype html><html lang="en"><head>${script().replace(' async', '')}<title>x</title></head><body>x`,
  });
  await page.goto(origin);
  await openChat(page);
});

it('works inside a frame, a sandboxed one too', async () => {
  const inner = await shop.serve();
  for (const sandbox of ['', 'sandbox="allow-scripts allow-same-origin"']) {
    const outer = await shop.serve({
      render: () =>
        `<!doctype html><title>Outer</title><iframe ${sandbox} width="500" height="700" src="${inner.origin}"></iframe>`,
    });
    const page = await shop.visit(outer.origin);
    const frame = page.frameLocator('iframe');
    await frame.locator('button.launcher').click();
    await frame.locator('.panel[open] textarea').fill(`Framed ${sandbox}`.trim());
    await frame.locator('.panel[open] textarea').press('Enter');
    await shop.conversationWith(`Framed ${sandbox}`.trim());
  }
});

it('talks where the page may not store anything', async () => {
  const { origin } = await shop.serve();
  const page = await shop.visit('about:blank');
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await page.goto(origin);
  await openChat(page);
  await write(page, 'Nothing of this is kept');
  const { id } = await shop.conversationWith('Nothing of this is kept');
  await shop.answer(id, 'Still, we can talk');
  await page.getByText('Still, we can talk').waitFor();
});

it('throws nothing into any of these pages', () => {
  expect(shop.complaints).toEqual([]);
});
