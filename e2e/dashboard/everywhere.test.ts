/**
 * Behaviour shared by all screens: an API that is down or hangs, an unknown path, toasts, colours: sections 4, 8 and 9.
 */
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ben, type Dashboard, expectToast, openDashboard } from './dashboard.ts';

let dashboard: Dashboard;

beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard?.stop());

describe('a page opened without the API', () => {
  const address = '**/api/user';
  const openAway = async () => {
    const page = await dashboard.signIn();
    // The longest pauses that the back-off may make.
    await page.addInitScript(() => (Math.random = () => 0.999));
    let asked = 0;
    await page.route(address, (route) => {
      asked += 1;
      return route.fulfill({ status: 503, json: { detail: 'The service restarts.' } });
    });
    await page.goto(dashboard.stack.url);
    await page.getByText('Couldn’t load this').waitFor();
    await page.getByText('The service restarts.').waitFor();
    await page.getByText('Retrying automatically.').waitFor();
    return { page, asked: () => asked };
  };
  const overview = (page: Page) => page.getByRole('heading', { name: 'System Overview' });
  const look = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

  it('the dashboard asks again by itself, and opens when it is back', async () => {
    const { page, asked } = await openAway();
    await expect.poll(asked).toBeGreaterThan(1);
    expect(asked()).toBeLessThan(4);
    await page.unroute(address);
    await overview(page).waitFor();
  });

  it.each([
    { event: 'it becomes visible', happens: look },
    {
      event: 'the browser is online again',
      happens: (page: Page) => page.evaluate(() => dispatchEvent(new Event('online'))),
    },
  ])('the dashboard asks at once when $event', async ({ happens }) => {
    const { page, asked } = await openAway();
    // So often in vain that the next time by itself is half a minute away. While it asks, it hears nothing new.
    await expect.poll(() => look(page).then(asked)).toBeGreaterThan(8);
    await page.unroute(address);
    await expect.poll(() => happens(page).then(() => overview(page).isVisible())).toBe(true);
  });
});

it('gives up on a request that is taken and never answered, in words, and leaves a way to ask again', async () => {
  const page = await dashboard.signIn();
  // A minute of waiting passes in four seconds.
  await page.addInitScript(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => timeout(ms / 15);
  });
  const words = 'The server didn’t respond in time. Check your connection and try again.';
  await page.route('**/api/representatives', () => undefined);
  const from = performance.now();
  await page.goto(`${dashboard.stack.url}/representatives`);
  await page.getByText(words).waitFor();
  expect(performance.now() - from).toBeGreaterThan(4_000);
  await page.unroute('**/api/representatives');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText(ben.email).waitFor();

  await page.route('**/api/settings', (route) => (route.request().method() === 'GET' ? route.continue() : undefined));
  await page.goto(`${dashboard.stack.url}/settings?tab=security`);
  await page.getByLabel('Session timeout').selectOption('8h');
  await page.getByRole('button', { name: 'Save changes' }).first().click();
  await expectToast(page, 'Update failed', words);
  expect(await page.getByLabel('Session timeout').isEnabled()).toBe(true);
});

it('shows 404 Page Not Found for an unknown path', async () => {
  const page = await dashboard.signIn();
  await page.goto(`${dashboard.stack.url}/nowhere`);
  await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
  await page.getByText('Did you forget to add the page to the router?').waitFor();
});

it('stays where it is when a file is dropped on it', async () => {
  const page = await dashboard.signIn();
  await page.goto(`${dashboard.stack.url}/conversations`);
  await page.getByRole('list', { name: 'Conversations' }).getByRole('link').first().click();
  await page.getByRole('log').waitFor();
  const pointer = await page.context().newCDPSession(page);
  const data = { items: [], files: [fileURLToPath(import.meta.url)], dragOperationsMask: 1 };
  for (const { x, y } of [
    { x: 800, y: 300 },
    { x: 100, y: 600 },
  ])
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await pointer.send('Input.dispatchDragEvent', { type, x, y, data });
  await page.getByRole('button', { name: 'Search and commands' }).click();
  await page.getByRole('dialog').waitFor();
  // Chromium opens the file in a tab of its own.
  expect(page.context().pages()).toEqual([page]);
});

it('keeps the choice of colours', async () => {
  const page = await dashboard.signIn();
  await page.goto(dashboard.stack.url);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect.poll(() => page.evaluate(() => document.documentElement.className)).toContain('dark');
  await page.reload();
  expect(await page.evaluate(() => document.documentElement.className)).toContain('dark');
});

describe('toasts', () => {
  const failLogin = async (page: Page) => {
    await page.goto(`${dashboard.stack.url}/auth`);
    await page.getByLabel('Email').fill('nobody@example.com');
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Login' }).click();
    await page.locator('[data-variant=destructive]').waitFor();
  };

  it('go after 5000 ms', async () => {
    const page = await dashboard.open();
    await failLogin(page);
    const from = performance.now();
    await page.locator('[data-variant=destructive]').waitFor({ state: 'detached', timeout: 8_000 });
    const lasted = performance.now() - from;
    expect(lasted).toBeGreaterThan(4_000);
    expect(lasted).toBeLessThan(6_000);
  });

  it('go when swiped 50 px to the right, and stay for less', async () => {
    const page = await dashboard.open();
    await failLogin(page);
    const toast = page.locator('[data-variant=destructive]');
    const swipe = async (by: number) => {
      const box = (await toast.boundingBox())!;
      await page.mouse.move(box.x + 40, box.y + 12);
      await page.mouse.down();
      await page.mouse.move(box.x + 40 + by, box.y + 12, { steps: 5 });
      await page.mouse.up();
    };
    await swipe(40);
    expect(await toast.count()).toBe(1);
    await swipe(60);
    await toast.waitFor({ state: 'detached' });
  });

  it('are focused by F8', async () => {
    const page = await dashboard.open();
    await failLogin(page);
    await page.keyboard.press('F8');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Notifications (F8)');
  });

  it('only one toast is visible at a time', async () => {
    const page = await dashboard.open();
    await failLogin(page);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect.poll(() => page.locator('[data-toast-region] [data-variant]').count()).toBe(1);
  });

  it('they are at the bottom right, at most 420 px wide, and at the top on a small screen', async () => {
    const wide = await dashboard.open();
    await failLogin(wide);
    const region = (await wide.locator('[data-toast-region]').boundingBox())!;
    expect(region.width).toBe(420);
    expect(Math.round(region.x + region.width)).toBe(1440);
    expect(Math.round(region.y + region.height)).toBe(900);
    const narrow = await dashboard.open({ viewport: { width: 390, height: 844 } });
    await failLogin(narrow);
    expect((await narrow.locator('[data-toast-region]').boundingBox())!.y).toBe(0);
  });
});

it('never makes a page complain', () => {
  expect(dashboard.complaints).toEqual([]);
});
