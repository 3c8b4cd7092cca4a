/** Reports in a browser: a figure, a bar and an hour open as many conversations as they count. */
import type { Report } from '@parley/contracts/routes/reports';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ada, type Dashboard, openDashboard } from './dashboard.ts';

let dashboard: Dashboard;
let page: Page;

beforeAll(async () => {
  dashboard = await openDashboard();
  page = await dashboard.signIn(ada);
});
afterAll(() => dashboard?.stop());

/** Loads the whole list of the open figure; returns how many are listed and how many it says it counts. */
async function listed(): Promise<{ rows: number; counted: number }> {
  const dialog = page.getByRole('dialog');
  const counted = Number.parseInt((await dialog.getByTestId('counted').textContent()) ?? '', 10);
  const rows = dialog.getByRole('listitem');
  await rows.first().waitFor();
  const more = dialog.getByRole('button', { name: 'Show more' });
  for (;;) {
    const before = await rows.count();
    if (before >= counted || !(await more.isVisible())) return { rows: before, counted };
    await more.click();
    await expect.poll(() => rows.count()).toBeGreaterThan(before);
  }
}

/** Returns how many conversations the server counts over 60 days. */
async function opened(): Promise<number | undefined> {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const address = `/api/reports/conversations?from=${day(60)}&to=${day(0)}`;
  const response = await page.request.get(dashboard.stack.url + address);
  const report: Report = await response.json();
  return report.figures.find(({ metric }) => metric === 'opened')?.value ?? undefined;
}

it('a figure, a bar and an hour list exactly the conversations that they count', async () => {
  // The worker computes facts after the conversations were written.
  await expect.poll(opened, { timeout: 60_000 }).toBe(200);
  await page.goto(`${dashboard.stack.url}/reports/conversations`);
  const figure = page.locator('[data-figure="opened"]');
  expect(await figure.textContent()).toBe('200');
  await figure.click();
  expect(await listed()).toEqual({ rows: 200, counted: 200 });
  await page.getByRole('button', { name: 'Close' }).click();

  const bar = page.getByRole('group', { name: 'New conversations' }).getByRole('button').last();
  const onBar = Number((await bar.getAttribute('aria-label'))?.split(': ')[1]);
  await bar.click();
  expect(await listed()).toEqual({ rows: onBar, counted: onBar });
  await page.getByRole('button', { name: 'Close' }).click();

  const cell = page.locator('[data-tone="5"]').first();
  const inCell = Number((await cell.getAttribute('aria-label'))?.split(': ')[1]);
  await cell.click();
  expect(await listed()).toEqual({ rows: inCell, counted: inCell });
  await page.getByRole('dialog').getByRole('link').first().click();
  await page.waitForURL(/\/conversations\?selected=/);
});

it('a link to a list behind a figure shows the same list to others', async () => {
  await page.goto(`${dashboard.stack.url}/reports/response?range=last_7_days&of=first_answer`);
  const { rows, counted } = await listed();
  expect(rows).toBe(counted);
  expect(await page.getByRole('dialog').getByRole('heading').textContent()).toContain('First reply');
});
