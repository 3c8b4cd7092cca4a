/**
 * The dialog that asks for another proof of the signed-in user: with really old sessions, from the server to the
 * screen.
 */
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ada, ben, type Dashboard, expectToast, openDashboard } from './dashboard.ts';
import { takeScreenshots } from './screenshots.ts';

let dashboard: Dashboard;
let page: Page;
let redis: Redis;

beforeAll(async () => {
  dashboard = await openDashboard();
  redis = new Redis(dashboard.stack.env['REDIS_URL'] ?? '');
  page = await dashboard.signIn();
});
afterAll(async () => {
  await redis?.quit();
  await dashboard?.stop();
});

/** Calls a route that asks for proof and, with proof, finds nothing to do. */
const asked = () => page.request.delete(`${dashboard.stack.url}/api/roles/${randomUUID()}`);

/** Makes proofs by password, passkey and code an hour old. */
async function anHourLater(): Promise<void> {
  const cookies = await page.context().cookies();
  const cookie = cookies.find(({ name }) => name === 'parley_session')?.value ?? '';
  const key = `${dashboard.stack.env['REDIS_PREFIX']}:session:${decodeURIComponent(cookie).split('.')[0]}`;
  const record = JSON.parse((await redis.get(key)) ?? '{}');
  const then = Date.now() - 3_600_000;
  await redis.set(key, JSON.stringify({ ...record, signedInAt: then, factorAt: then }), 'KEEPTTL');
  await expect.poll(async () => (await asked()).status(), { timeout: 10_000 }).toBe(403);
}

const dialog = () => page.getByRole('dialog', { name: 'Confirm it’s you' });
const deactivation = () => page.waitForResponse((answer) => answer.url().endsWith('/access') && answer.ok());

/** Opens what is done with Ben's account, and deactivates it or lets it in again. */
async function switchBen(name: 'Deactivate account…' | 'Reactivate account'): Promise<void> {
  await page.goto(`${dashboard.stack.url}/representatives`);
  await page.getByRole('button', { name: /Account of Ben/ }).click();
  await page.getByRole('menuitem', { name }).click();
  if (name === 'Deactivate account…') {
    await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click();
  }
}

const isBenIn = async (): Promise<boolean> => {
  const answer = await fetch(`${dashboard.stack.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: dashboard.stack.url },
    body: JSON.stringify({ email: ben.email, password: ben.password }),
  });
  return answer.ok;
};

beforeEach(anHourLater);

it('does nothing before it is answered, and nothing when it is closed by Escape', async () => {
  await switchBen('Deactivate account…');
  await dialog().waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('password');
  expect(await isBenIn()).toBe(true);
  await takeScreenshots(page, 'step-up-password');
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'hidden' });
  await expectToast(page, 'Update failed');
  expect(await isBenIn()).toBe(true);
  expect((await asked()).status()).toBe(403);
});

it('shows that a password is wrong, stays, and does what was asked for once it is right', async () => {
  await switchBen('Deactivate account…');
  await dialog().getByLabel('Password').fill('not the password');
  await page.keyboard.press('Enter');
  await dialog().getByText('The current password is wrong.').waitFor();
  await takeScreenshots(page, 'step-up-wrong');
  expect(await isBenIn()).toBe(true);
  const done = deactivation();
  await dialog().getByLabel('Password').fill(ada.password);
  await page.keyboard.press('Enter');
  await done;
  await dialog().waitFor({ state: 'hidden' });
  expect(await isBenIn()).toBe(false);
  // For ten minutes nobody is asked again.
  const back = deactivation();
  await switchBen('Reactivate account');
  await back;
  expect(await dialog().isVisible()).toBe(false);
  expect(await isBenIn()).toBe(true);
});

const proveAndSee = async (done: () => Promise<unknown>): Promise<void> => {
  await dialog().getByLabel('Password').fill(ada.password);
  const seen = done();
  await page.keyboard.press('Enter');
  await seen;
  await dialog().waitFor({ state: 'hidden' });
};
const answered = (method: string, path: string) =>
  page.waitForResponse((answer) => answer.request().method() === method && answer.url().includes(path) && answer.ok());

it('is before a new webhook, and adds it once it is answered', async () => {
  await page.goto(`${dashboard.stack.url}/integrations?tab=ai`);
  await page.getByLabel('Address').fill('https://hooks.example.com/parley');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await dialog().waitFor();
  await proveAndSee(() => answered('POST', '/api/webhooks'));
  await page.getByText('shown only once').waitFor();
});

it('asks for a proof before a new role, and keeps what was typed in its form', async () => {
  await page.goto(`${dashboard.stack.url}/representatives?tab=roles`);
  await page.getByRole('button', { name: 'Add role' }).click();
  await page.getByLabel('Name').fill('Night shift');
  await page.getByRole('button', { name: 'Save' }).click();
  await dialog().waitFor();
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'hidden' });
  expect(await page.getByLabel('Name').inputValue()).toBe('Night shift');
  await page.getByRole('button', { name: 'Save' }).click();
  await dialog().waitFor();
  await proveAndSee(() => answered('POST', '/api/roles'));
  await page.getByText('Night shift').waitFor();
});

it('is before the audit log is taken away, and before entries are kept for less long', async () => {
  await page.goto(`${dashboard.stack.url}/settings?tab=audit`);
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await dialog().waitFor();
  await proveAndSee(() => page.waitForEvent('download'));
  await anHourLater();
  await page.getByLabel('Keep entries for').selectOption('1y');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Save and delete' }).click();
  await dialog().waitFor();
  await proveAndSee(() => answered('POST', '/api/settings'));
});

it('asks on a phone too, where everything of it is in sight', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await switchBen('Deactivate account…');
  await dialog().waitFor();
  const box = await dialog().boundingBox();
  expect(box && box.x >= 0 && box.x + box.width <= 390 && box.y + box.height <= 844).toBe(true);
  await dialog().getByRole('button', { name: 'Close' }).click();
  await dialog().waitFor({ state: 'hidden' });
  expect(dashboard.complaints).toEqual([]);
});
