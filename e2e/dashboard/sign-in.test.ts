/** /auth, the guard, the user menu, and an organisation that begins: docs/product.md#signing-in. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Dashboard, expectToast, openDashboard } from './dashboard.ts';

let dashboard: Dashboard;
const password = 'correct horse battery';

beforeAll(async () => {
  dashboard = await openDashboard({ seeded: false });
});
afterAll(() => dashboard?.stop());

async function register(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name: 'Register' }).click();
  await page.getByLabel('Full name').fill(name);
  await page.getByLabel('Username').fill(name.split(' ')[0]!.toLowerCase());
  await page.getByLabel('Email').fill(`${name.split(' ')[0]!.toLowerCase()}@example.com`);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Register' }).click();
}

/** Is this tab of the sign-in page the one that is shown? */
const isShown = async (page: Page, tab: string): Promise<boolean> =>
  (await page.getByRole('tab', { name: tab }).getAttribute('aria-selected')) === 'true';

async function logIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

it('leads a signed-out user to the sign-in page, and shows what the product is', async () => {
  const page = await dashboard.open();
  await page.goto(`${dashboard.stack.url}/conversations`);
  await page.waitForURL('**/auth');
  for (const block of ['Real-time Chat', 'AI Integration', 'Multi-channel Routing', 'Enterprise Security'])
    await page.getByRole('heading', { name: block }).waitFor();
  await page.getByRole('tab', { name: 'Login' }).click();
  expect(await page.getByLabel('Email').getAttribute('type')).toBe('email');
  expect(await page.getByLabel('Password').getAttribute('type')).toBe('password');
});

it('opens on Register while nobody has an account, and shows what the first one becomes', async () => {
  const page = await dashboard.open();
  await page.goto(`${dashboard.stack.url}/auth`);
  await page.getByText('The first one you create is the admin.').waitFor();
  expect(await isShown(page, 'Register')).toBe(true);
  await page.getByRole('tab', { name: 'Login' }).click();
  expect(await isShown(page, 'Login')).toBe(true);
});

it('registers, logs out, refuses a wrong password in the server’s words, and logs in', async () => {
  const page = await dashboard.open();
  await page.goto(`${dashboard.stack.url}/auth`);
  await register(page, 'Ada Moreau');
  await expectToast(page, 'Account created!');
  await page.getByRole('heading', { name: 'System Overview' }).waitFor();

  await page.goto(`${dashboard.stack.url}/auth`);
  await page.waitForURL(`${dashboard.stack.url}/`);

  await page.getByRole('button', { name: 'Account of Ada Moreau' }).click();
  await page.getByText('ada@example.com').waitFor();
  await page.getByRole('menuitem', { name: 'Profile' }).waitFor();
  await page.getByRole('menuitem', { name: 'Settings' }).waitFor();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expectToast(page, 'Logged out', 'You have been successfully logged out.');
  await page.waitForURL('**/auth');
  await page.waitForLoadState('networkidle');
  expect(await isShown(page, 'Login')).toBe(true);

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

it('leads back to what a link asked for, and to the overview after a logout', async () => {
  const page = await dashboard.open();
  await page.goto(`${dashboard.stack.url}/settings?tab=hours`);
  await page.waitForURL('**/auth');
  await logIn(page);
  await page.waitForURL('**/settings?tab=hours');
  await page.getByRole('button', { name: 'Account of Ada Moreau' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.waitForURL('**/auth');
  await logIn(page);
  await page.waitForURL(`${dashboard.stack.url}/`);
});

it('leads the other tabs of the browser in, too', async () => {
  const page = await dashboard.open();
  const other = await page.context().newPage();
  await other.goto(`${dashboard.stack.url}/settings`);
  await other.waitForURL('**/auth');
  await page.goto(`${dashboard.stack.url}/auth`);
  await logIn(page);
  await other.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
});

it('explains why a registration failed', async () => {
  const page = await dashboard.open();
  await page.goto(`${dashboard.stack.url}/auth`);
  await register(page, 'Ada Moreau');
  await expectToast(page, 'Registration failed');
});

it('opens the Register tab from an invitation link', async () => {
  const page = await dashboard.open();
  await page.goto(`${dashboard.stack.url}/auth?invite=something`);
  await page.getByLabel('Full name').waitFor();
});

it('disables the button while a request is pending', async () => {
  const page = await dashboard.open();
  await page.goto(`${dashboard.stack.url}/auth`);
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

it('shows an empty organisation as empty: no example statistics, nothing to delete', async () => {
  const page = await dashboard.open();
  await page.request.post(`${dashboard.stack.url}/api/login`, { data: { email: 'ada@example.com', password } });
  await page.goto(dashboard.stack.url);
  const rate = page.getByTitle('Available after your first reply').filter({ hasText: 'AI Response Rate' });
  await rate.getByText('–', { exact: true }).waitFor();
  for (const metric of ['87%', '1.2m', 'example']) expect(await page.getByText(metric).count()).toBe(0);
  await page.getByText('No conversations yet').waitFor();
  await page.goto(`${dashboard.stack.url}/conversations`);
  await page.getByText('No conversations yet').waitFor();
  expect(await page.getByRole('button', { name: 'Delete All Conversations' }).count()).toBe(0);
});

it('shows the example statistics, marked, from the first conversation until the first answer is measured', async () => {
  const page = await dashboard.open();
  await page.request.post(`${dashboard.stack.url}/api/login`, { data: { email: 'ada@example.com', password } });
  const stats = await (await page.request.get(`${dashboard.stack.url}/api/stats`)).json();
  await page.route('**/api/stats', (route) => route.fulfill({ json: { ...stats, totalConversations: 1 } }));
  await page.goto(dashboard.stack.url);
  await page.getByText('87%').waitFor();
  await page.getByText('1.2m').waitFor();
  expect(await page.getByText('example', { exact: false }).count()).toBeGreaterThan(0);
});

it('never makes a page complain', () => {
  expect(dashboard.complaints).toEqual([]);
});
