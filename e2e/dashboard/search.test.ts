/** Searching at the dashboard: filters as words, by keyboard alone; notes found and opened at their place. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ada, ben, type Dashboard, openDashboard } from './dashboard.ts';
import { takeScreenshots } from './screenshots.ts';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(async () => {
  await dashboard?.stop();
});

const polled = { timeout: 60_000 };
const rows = (page: Page) => page.getByRole('list', { name: 'Conversations' }).getByRole('listitem');
const box = (page: Page) => page.getByLabel('Search conversations', { exact: true });
const searched = (page: Page) => new URL(page.url()).searchParams.get('q');

async function inbox(user = ada, address = '/conversations'): Promise<Page> {
  const page = await dashboard.signIn(user);
  await page.goto(dashboard.stack.url + address);
  await rows(page).first().waitFor();
  return page;
}

test('a filter is typed as a word, completed by keyboard, is in the address and leads others to the same list', async () => {
  const id = await dashboard.arrive('The zanzibar lamp is broken');
  const page = await inbox();
  await page.keyboard.press('/');
  await page.keyboard.type('zanzibar stat');
  await page.getByRole('option', { name: 'status:' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: 'waiting' }).waitFor();
  await takeScreenshots(page, 'search-suggestions');
  await page.keyboard.type('wai');
  await page.keyboard.press('Enter');
  await expect.poll(() => box(page).inputValue(), polled).toBe('zanzibar status:waiting ');
  await expect.poll(() => searched(page)?.trim(), polled).toBe('zanzibar status:waiting');
  await expect.poll(() => rows(page).count(), polled).toBe(1);
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).searchParams.get('selected'), polled).toBe(id);

  const other = await inbox(ben, page.url().slice(dashboard.stack.url.length));
  await expect.poll(() => rows(other).count(), polled).toBe(1);
  await other.getByRole('button', { name: 'Remove status:waiting from the search' }).click();
  await expect.poll(() => searched(other)?.trim(), polled).toBe('zanzibar');
  await page.context().close();
  await other.context().close();
});

test('a list by filters alone is live, and what is half typed or wrong is said and asks nobody', async () => {
  const page = await inbox();
  await box(page).fill('from:nobody-yet.example is:unread');
  await expect.poll(() => searched(page), polled).toBe('from:nobody-yet.example is:unread');
  await expect.poll(() => rows(page).count(), polled).toBe(0);
  await box(page).fill('from:nobody-yet.example tag:no-such-tag');
  await page.getByText('No tag called “no-such-tag”.').waitFor();
  await takeScreenshots(page, 'search-wrong');
  expect(searched(page)).toBe('from:nobody-yet.example is:unread');
  await box(page).fill('status:waiting after:today');
  await expect.poll(() => searched(page), polled).toBe('status:waiting after:today');
  await rows(page).first().waitFor();
  const before = await rows(page).count();
  await dashboard.arrive('Another one comes in');
  await expect.poll(() => rows(page).count(), polled).toBe(before + 1);
  await page.context().close();
});

test('a note is found by what it says and opened where it is', async () => {
  const id = await dashboard.arrive('Where is my parcel?');
  const page = await inbox(ada, `/conversations?selected=${id}`);
  await page.keyboard.press('o');
  await page.keyboard.type('The carrier lost it near Timbuktu');
  await page.keyboard.press('Enter');
  await page.getByText('The carrier lost it near Timbuktu').first().waitFor();
  await page.goto(`${dashboard.stack.url}/conversations`);
  await rows(page).first().waitFor();
  await box(page).fill('timbuk');
  const note = page.getByRole('region', { name: 'Notes' }).getByRole('link');
  await note.waitFor();
  expect(await note.locator('mark').allInnerTexts()).toEqual(['Timbuktu']);
  await takeScreenshots(page, 'search-notes');
  await note.click();
  await expect.poll(() => new URL(page.url()).searchParams.get('selected'), polled).toBe(id);
  await page.getByText('The carrier lost it near Timbuktu').first().waitFor();
  await page.context().close();
});

test('a person is found by name or address, and leads to their page', async () => {
  const page = await inbox(ada, '/conversations');
  await rows(page).first().waitFor();
  await box(page).fill('kofi dubois');
  const user = page.getByRole('region', { name: 'Contacts' }).getByRole('link').first();
  await user.click();
  await page.getByRole('heading', { name: 'Kofi Dubois' }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/contacts\//);
  await page.context().close();
});
