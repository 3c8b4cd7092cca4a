/** The browser's Back with unsaved edits in the settings: only a browser has its history. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Dashboard, openDashboard } from './dashboard.ts';

const polled = { timeout: 60_000 };
let dashboard: Dashboard;
let page: Page;

beforeAll(async () => {
  dashboard = await openDashboard();
  page = await dashboard.signIn();
});
afterAll(() => dashboard?.stop());

const address = () => page.url().replace(dashboard.stack.url, '');
const field = () => page.getByLabel('Full name');
const question = () => page.getByRole('alertdialog', { name: 'Leave with unsaved changes?' });
const answer = (name: string) => question().getByRole('button', { name }).click();
const link = (name: string) => page.getByRole('link', { name, exact: true }).first();

/** Opens the profile from the conversations, with a screen of the settings in between, and edits it. */
async function edit(): Promise<void> {
  await page.goto(`${dashboard.stack.url}/conversations`);
  await link('Settings').click();
  const settings = page.getByRole('navigation', { name: 'All settings' });
  await settings.getByRole('tab', { name: 'Language and colours' }).click();
  await settings.getByRole('tab', { name: 'Profile' }).click();
  await field().fill('Ada Lovelace');
}

it('Back out of the settings asks first, and staying keeps the form and the address', async () => {
  await edit();
  const profile = address();
  // Other screens of the settings keep the edits.
  await page.goBack();
  await expect.poll(address, polled).toContain('tab=language');
  await page.goForward();
  await expect.poll(address, polled).toBe(profile);
  expect(await field().inputValue()).toBe('Ada Lovelace');
  await page.evaluate(() => history.go(-3));
  await question().waitFor();
  await answer('Stay');
  await question().waitFor({ state: 'detached' });
  await expect.poll(address, polled).toBe(profile);
  expect(await field().inputValue()).toBe('Ada Lovelace');
});

it('leaving by Back goes where Back leads, and asks no second time once the edits are discarded', async () => {
  await edit();
  await page.evaluate(() => history.go(-3));
  await question().waitFor();
  await expect.poll(address, polled).toContain('tab=profile');
  await answer('Discard changes');
  await expect.poll(address, polled).toMatch(/^\/conversations/);
  await page.goForward();
  await expect.poll(address, polled).toMatch(/^\/settings/);
  await page.goBack();
  await expect.poll(address, polled).toMatch(/^\/conversations/);
  expect(await question().count()).toBe(0);
  expect(dashboard.complaints).toEqual([]);
});
