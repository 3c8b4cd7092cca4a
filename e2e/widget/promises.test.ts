/**
 * The widget's statements about the team are true: the answering person, the connection, and the channel of an answer.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callParley, eventually, launcher, mailsCustomers, openChat, openShop, write, type Shop } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(async () => {
  await shop?.stop();
});

const header = (page: Page) => page.locator('.who p');
const isGreen = async (page: Page) => (await page.locator('.dot.on').count()) === 1;

/** Opens the dashboard as the representative, who is available; answers how to leave it. */
async function sitDown(): Promise<() => Promise<void>> {
  const { stack, admin } = shop;
  await stack.call('PATCH', `/api/representatives/${admin.user.id}/status`, { as: admin, body: { status: 'online' } });
  const context = await shop.browser.newContext();
  const cookies = shop.admin.cookie.split('; ').map((each) => each.split('='));
  await context.addCookies(cookies.map(([name = '', value = '']) => ({ name, value, url: shop.stack.url })));
  const page = await context.newPage();
  await page.goto(shop.stack.url);
  await page.getByRole('heading', { name: 'System Overview' }).waitFor();
  return async () => {
    // A closed dashboard counts for a while yet, as one does that is loaded again.
    await stack.call('PATCH', `/api/representatives/${admin.user.id}/status`, {
      as: admin,
      body: { status: 'offline' },
    });
    await context.close();
  };
}

it('shows that the team is online only while it is', async () => {
  const { origin } = await shop.serve();
  const page = await shop.visit(origin);
  await openChat(page);
  await header(page).getByText('We’re away right now').waitFor();
  expect(await isGreen(page)).toBe(false);

  const standUp = await sitDown();
  const reopened = async (words: string) =>
    eventually(
      async () => {
        await callParley(page, 'close');
        const answered = page.waitForResponse(/\/api\/visitor\/config/);
        await callParley(page, 'open');
        await answered;
        return (await header(page).textContent()) === words ? true : undefined;
      },
      `“${words}”`,
      30_000,
    );
  await reopened('We’re here to help');
  expect(await isGreen(page)).toBe(true);
  await standUp();
  await reopened('We’re away right now');
  expect(await isGreen(page)).toBe(false);
});

it('takes its promise back while it is open, within a minute', async () => {
  const { origin } = await shop.serve();
  const page = await shop.visit('about:blank');
  await page.clock.install();
  let isOnline = true;
  await page.route('**/api/visitor/config', async (route) => {
    const answer = await route.fetch();
    const setup = await answer.json();
    await route.fulfill({ response: answer, json: { ...setup, team: { ...setup.team, isOnline } } });
  });
  await page.goto(origin);
  await openChat(page);
  await header(page).getByText('We’re here to help').waitFor();
  isOnline = false;
  await page.clock.fastForward(60_000);
  await header(page).getByText('We’re away right now').waitFor();
  expect(await isGreen(page)).toBe(false);
  // A look that is under way ends with the page.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

it('promises nothing while the network or the server is away, and comes back by itself', async () => {
  const { origin } = await shop.serve();
  const page = await shop.visit('about:blank');
  await page.clock.install();
  let isAway = false;
  await page.route('**/api/visitor/config', async (route) => {
    if (isAway) return route.fulfill({ status: 502, body: '' });
    const answer = await route.fetch();
    const setup = await answer.json();
    return route.fulfill({ response: answer, json: { ...setup, team: { ...setup.team, isOnline: true } } });
  });
  await page.goto(origin);
  await openChat(page);
  await header(page).getByText('We’re here to help').waitFor();
  await page.context().setOffline(true);
  await header(page).getByText('You’re offline').waitFor();
  expect(await isGreen(page)).toBe(false);
  isAway = true;
  await page.context().setOffline(false);
  await header(page).getByText('Can’t connect right now').waitFor();
  expect(await isGreen(page)).toBe(false);
  isAway = false;
  await page.clock.fastForward(10_000);
  await header(page).getByText('We’re here to help').waitFor();
  expect(await isGreen(page)).toBe(true);
});

it('asks for an address only when mail will be sent, explains what is wrong with one, and lets it be changed', async () => {
  const { origin } = await shop.serve();
  const without = await shop.visit(origin);
  await openChat(without);
  await header(without).getByText('We’re away right now').waitFor();
  await write(without, 'Nobody, and no mail');
  await without.getByText('· Sent').waitFor();
  expect(await without.getByLabel('Leave your email').count()).toBe(0);

  await shop.set({ emailConfig: mailsCustomers });
  try {
    const page = await shop.visit(origin, { locale: 'de-DE' });
    await callParley(page, 'setLocale', 'de');
    await openChat(page);
    const field = page.getByLabel('Hinterlassen Sie Ihre E-Mail-Adresse');
    const save = page.getByRole('button', { name: 'Speichern' });
    await field.fill('kundin@web');
    await save.click();
    await page.getByRole('alert').getByText('Bitte geben Sie eine vollständige Adresse ein').waitFor();
    expect(await field.evaluate((input) => input.ariaInvalid)).toBe('true');
    await field.fill('kundin@web.de');
    await save.click();
    await page.getByText('Wir antworten auch an kundin@web.de.').waitFor();
    await page.getByRole('button', { name: 'Ändern' }).click();
    await field.fill('kundin@posteo.de');
    await save.click();
    await page.getByText('Wir antworten auch an kundin@posteo.de.').waitFor();
    await write(page, 'Bitte schreiben Sie mir');
    await eventually(async () => {
      const { customerEmail } = await shop.conversationWith('Bitte schreiben Sie mir');
      return customerEmail === 'kundin@posteo.de' ? true : undefined;
    }, 'the changed address');
  } finally {
    await shop.set({ emailConfig: { enabled: false } });
  }
});

it('shows how much is too long in its own words, beside the field', async () => {
  const { origin } = await shop.serve();
  const page = await shop.visit(origin);
  const field = await openChat(page);
  await field.fill('x'.repeat(10_001));
  await field.press('Enter');
  await page.getByRole('alert').getByText('1 character too long').waitFor();
  expect(await field.evaluate((element) => element.ariaInvalid)).toBe('true');
  await callParley(page, 'setLocale', 'pl');
  await page.getByRole('alert').getByText('1 znak za dużo').waitFor();
  await field.press('Backspace');
  await page.getByRole('alert').getByText('znak').waitFor({ state: 'detached' });
  await field.press('Enter');
  expect(await field.inputValue()).toBe('');
});

it('a refused message can be edited, and is then sent as it was mended', async () => {
  const { origin } = await shop.serve();
  const page = await shop.visit('about:blank');
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((data) => {
      const frame = JSON.parse(String(data));
      if (frame.type !== 'send_message' || frame.content !== 'A refused word') return server.send(data);
      const { clientMessageId } = frame;
      return socket.send(JSON.stringify({ type: 'error', code: 'invalid', message: 'No.', clientMessageId }));
    });
  });
  await page.goto(origin);
  const field = await openChat(page);
  await write(page, 'A refused word');
  await page.getByRole('button', { name: 'Edit' }).click();
  expect(await field.inputValue()).toBe('A refused word');
  await page.getByText('Not sent.').waitFor({ state: 'detached' });
  await field.fill('A better word');
  await field.press('Enter');
  const { id } = await shop.conversationWith('A better word');
  expect(await shop.contentsOf(id)).toEqual(['A better word']);
});

it('keeps the field inside the window of a phone on a page that is zoomed', async () => {
  const { origin } = await shop.serve({ head: '<style>html { zoom: 1.25 }</style>' });
  const page = await shop.visit(origin, { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  const field = await openChat(page);
  await expect.poll(async () => field.evaluate((element) => element.getBoundingClientRect().bottom)).toBeLessThan(844);
  const panel = await page.locator('.panel').boundingBox();
  expect([Math.round(panel?.y ?? 1), Math.round(panel?.height ?? 0)]).toEqual([0, 844]);
});

it('comes back where a page that redraws itself has removed it', async () => {
  const { origin } = await shop.serve();
  const page = await shop.visit(origin);
  await launcher(page).waitFor();
  for (const remove of [
    () => [...document.body.children].find(({ shadowRoot }) => shadowRoot)?.remove(),
    () => document.documentElement.lastElementChild?.remove(),
  ]) {
    await page.evaluate(remove);
    await launcher(page).waitFor({ state: 'detached' });
    await launcher(page).waitFor();
  }
  await openChat(page);
  expect(await launcher(page).count()).toBe(1);
});

it('keeps nothing of the one who was erased in the moment in which the page shows who they are', async () => {
  const { page, id } = await shop.talking('Forget me at this very moment');
  const email = 'moment@example.com';
  await callParley(page, 'identify', { email });
  await eventually(async () => {
    const { customerEmail } = await shop.conversationWith('Forget me at this very moment');
    return customerEmail === email ? true : undefined;
  }, 'the email');
  const { promise: erased, resolve: erase } = Promise.withResolvers<void>();
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  await page.route('**/api/visitor/session', async (route) => {
    ask();
    await erased;
    await route.continue();
  });
  await callParley(page, 'identify', { email, name: 'Grace' });
  await asked;
  await shop.stack.call('POST', '/api/privacy/erase', { as: shop.admin, body: { email } });
  const answered = page.waitForResponse(/\/api\/visitor\/session/);
  erase();
  await answered;
  await page.getByText('Forget me at this very moment').waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0);
  // A visitor who writes now is remembered.
  await write(page, 'A new visitor');
  expect((await shop.conversationWith('A new visitor')).id).not.toBe(id);
  expect(await page.evaluate(() => localStorage.length)).toBeGreaterThan(0);
});

it('throws nothing into any of these pages', () => {
  expect(shop.complaints).toEqual([]);
});
