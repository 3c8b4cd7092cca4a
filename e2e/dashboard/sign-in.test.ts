/** /auth, the guard, the layout and its menu, toasts: product specification sections 2, 4, 8 and 9. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, expectToast, openDesk } from './desk.ts';

let desk: Desk;
const password = 'correct horse battery';

beforeAll(async () => {
  desk = await openDesk({ seeded: false });
});
afterAll(() => desk?.stop());

async function register(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name: 'Register' }).click();
  await page.getByLabel('Full name').fill(name);
  await page.getByLabel('Username').fill(name.split(' ')[0]!.toLowerCase());
  await page.getByLabel('Email').fill(`${name.split(' ')[0]!.toLowerCase()}@example.com`);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Register' }).click();
}

it('leads whoever is signed out to the sign-in page, and shows what the product is', async () => {
  const page = await desk.open();
  await page.goto(`${desk.stack.url}/conversations`);
  await page.waitForURL('**/auth');
  for (const block of ['Real-time Chat', 'AI Integration', 'Multi-channel Routing', 'Enterprise Security'])
    await page.getByRole('heading', { name: block }).waitFor();
  expect(await page.getByRole('tab', { name: 'Login' }).getAttribute('aria-selected')).toBe('true');
  expect(await page.getByLabel('Email').getAttribute('type')).toBe('email');
  expect(await page.getByLabel('Password').getAttribute('type')).toBe('password');
});

it('registers, logs out, refuses a wrong password in the server’s words, and logs in', async () => {
  const page = await desk.open();
  await page.goto(`${desk.stack.url}/auth`);
  await register(page, 'Ada Moreau');
  await expectToast(page, 'Account created!');
  await page.getByRole('heading', { name: 'System Overview' }).waitFor();

  await page.goto(`${desk.stack.url}/auth`);
  await page.waitForURL(`${desk.stack.url}/`);

  await page.getByRole('button', { name: 'Account of Ada Moreau' }).click();
  await page.getByText('ada@example.com').waitFor();
  await page.getByRole('menuitem', { name: 'Profile' }).waitFor();
  await page.getByRole('menuitem', { name: 'Settings' }).waitFor();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expectToast(page, 'Logged out', 'You have been successfully logged out.');
  await page.waitForURL('**/auth');

  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Login' }).click();
  await expectToast(page, 'Login failed');

  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expectToast(page, 'Welcome back!', 'Successfully logged in.');
  await page.getByText('Admin Dashboard').waitFor();
  await page.getByText('Customer Service Platform').waitFor();
});

it('says why a registration failed', async () => {
  const page = await desk.open();
  await page.goto(`${desk.stack.url}/auth`);
  await register(page, 'Ada Moreau');
  await expectToast(page, 'Registration failed');
});

it('opens the Register tab from an invitation link', async () => {
  const page = await desk.open();
  await page.goto(`${desk.stack.url}/auth?invite=something`);
  await page.getByLabel('Full name').waitFor();
});

it('disables the button while a request is pending', async () => {
  const page = await desk.open();
  await page.goto(`${desk.stack.url}/auth`);
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/login', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Password').fill(password);
  const button = page.locator('form button[type=submit]');
  await button.click();
  await expect.poll(() => button.isDisabled()).toBe(true);
  answer();
  await page.getByRole('heading', { name: 'System Overview' }).waitFor();
});

describe('opened while the API is away', () => {
  const address = '**/api/user';
  const openAway = async () => {
    const page = await desk.open();
    await page.request.post(`${desk.stack.url}/api/login`, { data: { email: 'ada@example.com', password } });
    // The longest pauses that the back-off may make.
    await page.addInitScript(() => (Math.random = () => 0.999));
    let asked = 0;
    await page.route(address, (route) => {
      asked += 1;
      return route.fulfill({ status: 503, json: { detail: 'The service restarts.' } });
    });
    await page.goto(desk.stack.url);
    await page.getByText('This could not be loaded').waitFor();
    await page.getByText('The service restarts.').waitFor();
    await page.getByText('It is tried again by itself.').waitFor();
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
    { event: 'somebody looks at it', happens: look },
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

it('shows 404 Page Not Found for an unknown path', async () => {
  const page = await desk.open();
  await page.request.post(`${desk.stack.url}/api/login`, { data: { email: 'ada@example.com', password } });
  await page.goto(`${desk.stack.url}/nowhere`);
  await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
  await page.getByText('Did you forget to add the page to the router?').waitFor();
});

it('shows an empty organisation as empty, with the example figures marked', async () => {
  const page = await desk.open();
  await page.request.post(`${desk.stack.url}/api/login`, { data: { email: 'ada@example.com', password } });
  await page.goto(desk.stack.url);
  await page.getByText('87%').waitFor();
  await page.getByText('1.2m').waitFor();
  expect(await page.getByText('example', { exact: false }).count()).toBeGreaterThan(0);
  await page.getByText('No conversations yet').waitFor();
});

describe('toasts', () => {
  const failLogin = async (page: Page) => {
    await page.goto(`${desk.stack.url}/auth`);
    await page.getByLabel('Email').fill('nobody@example.com');
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Login' }).click();
    await page.locator('[data-variant=destructive]').waitFor();
  };

  it('go after 5000 ms', async () => {
    const page = await desk.open();
    await failLogin(page);
    const from = performance.now();
    await page.locator('[data-variant=destructive]').waitFor({ state: 'detached', timeout: 8_000 });
    const lasted = performance.now() - from;
    expect(lasted).toBeGreaterThan(4_000);
    expect(lasted).toBeLessThan(6_000);
  });

  it('go when swiped 50 px to the right, and stay for less', async () => {
    const page = await desk.open();
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
    const page = await desk.open();
    await failLogin(page);
    await page.keyboard.press('F8');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Notifications (F8)');
  });

  it('show one at a time', async () => {
    const page = await desk.open();
    await failLogin(page);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect.poll(() => page.locator('[data-toast-region] [data-variant]').count()).toBe(1);
  });

  it('stand at the bottom right, at most 420 px wide, and at the top on a small screen', async () => {
    const wide = await desk.open();
    await failLogin(wide);
    const region = (await wide.locator('[data-toast-region]').boundingBox())!;
    expect(region.width).toBe(420);
    expect(Math.round(region.x + region.width)).toBe(1440);
    expect(Math.round(region.y + region.height)).toBe(900);
    const narrow = await desk.open({ viewport: { width: 390, height: 844 } });
    await failLogin(narrow);
    expect((await narrow.locator('[data-toast-region]').boundingBox())!.y).toBe(0);
  });
});

it('never makes a page complain', () => {
  expect(desk.complaints).toEqual([]);
});
