/** Reviews and topics in a browser: answers are marked beside their conversation, and topics are renamed where they are counted. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ada, ben, type Dashboard, openDashboard } from './dashboard.ts';

let dashboard: Dashboard;
let page: Page;

beforeAll(async () => {
  dashboard = await openDashboard({ withShowcase: true });
  page = await dashboard.signIn(ada);
});
afterAll(() => dashboard?.stop());

const countReviews = async (): Promise<number> => {
  await page.goto(`${dashboard.stack.url}/reports/quality`);
  return Number(await page.locator('[data-figure="reviews"]').textContent());
};

it('answers are marked by a scorecard beside their conversation, and the report counts the review', async () => {
  const before = await countReviews();
  await page.getByRole('link', { name: 'Reviews', exact: true }).last().click();
  const open = page.getByRole('link', { name: /Answers of Ben Okafor/ });
  await open.first().click();
  const panel = page.getByRole('complementary', { name: 'Review' });
  const finish = panel.getByRole('button', { name: 'Finish review' });
  expect(await finish.isDisabled()).toBe(true);
  const groups = panel.getByRole('group');
  await groups.filter({ hasText: 'Solves the problem' }).getByRole('radio', { name: '5 of 5' }).check({ force: true });
  await groups.filter({ hasText: 'Correct' }).getByRole('radio', { name: 'Passed' }).check({ force: true });
  await groups.filter({ hasText: 'Friendly and clear' }).getByRole('radio', { name: '5 of 5' }).check({ force: true });
  await panel.getByLabel('Overall comment').fill('A warm and clear answer.');
  await finish.click();
  await panel.getByText('Score: 100%').waitFor();
  const address = page.url();
  expect(await countReviews()).toBe(before + 1);

  const theirs = await dashboard.signIn(ben);
  await theirs.goto(address);
  const own = theirs.getByRole('complementary', { name: 'Review' });
  await own.getByText('A warm and clear answer.').waitFor();
  await own.getByLabel('Your reply').fill('Thank you!');
  await own.getByRole('button', { name: 'Save reply' }).click();
  await theirs.getByText('Reply saved').waitFor();
});

it('a topic is renamed where it is counted, and its row lists as many conversations as it counts', async () => {
  await page.goto(`${dashboard.stack.url}/reports/topics?by=topic`);
  await page.getByRole('button', { name: 'Arrange topics' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /Late deliveries/ }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await dialog.getByRole('textbox').fill('Parcels that are late');
  await page.keyboard.press('Enter');
  await dialog.getByText('Parcels that are late').waitFor();
  await page.keyboard.press('Escape');
  const figure = page.getByRole('link', { name: /^Parcels that are late.*New conversations/ });
  const counted = Number((await figure.textContent())?.match(/\d+$/)?.[0]);
  await figure.click();
  const rows = page.getByRole('dialog').getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(counted);
});
