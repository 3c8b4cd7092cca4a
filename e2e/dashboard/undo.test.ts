/** Two at the dashboard: what one does is taken back from the toast, the thread and by `z`, or it is said who stands in the way. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ada, ben, type Dashboard, expectToast, openDashboard } from './dashboard.ts';

let dashboard: Dashboard;

beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard?.stop());
afterEach(async () => {
  for (const context of dashboard.browser.contexts()) await context.close();
});

const line = (page: Page, text: string) => page.getByRole('log').getByText(text, { exact: true });
const stateOf = async (page: Page, id: string) =>
  (await page.request.get(`${dashboard.stack.url}/api/conversations/${id}`)).json();

it('undoes closing from the toast, by z and from the thread, on every screen, and shows who is in the way', async () => {
  const id = await dashboard.arrive('Is it open?');
  const [page, colleague] = [await dashboard.signIn(), await dashboard.signIn(ben)];
  await dashboard.assignTo(page, id);
  await dashboard.openThread(page, id);
  await dashboard.openThread(colleague, id);
  const closed = `${ada.name} closed the conversation`;
  const region = page.locator('[data-toast-region]');

  // From the toast.
  await page.getByRole('button', { name: 'Close', exact: true }).first().click();
  // Held by the pointer, however long the click takes.
  await region.getByText('Conversation closed').hover();
  await region.getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'Undone', closed);
  await line(colleague, `${ada.name} undid: ${closed}`).waitFor();
  // A single row covers both.
  expect(await line(colleague, closed).count()).toBe(0);
  expect(await stateOf(page, id)).toMatchObject({ status: 'waiting', representative: ada.name });
  await colleague.getByRole('button', { name: `Redo: ${ada.name} undid: ${closed}` }).waitFor();

  // By key, and once more.
  await page.keyboard.press('Shift+Z');
  await expectToast(page, 'Redone', closed);
  await page.keyboard.press('z');
  await expectToast(page, 'Undone', closed);
  await expect.poll(async () => (await stateOf(page, id)).status).toBe('waiting');

  // A colleague builds on what one did.
  await page.keyboard.press('!');
  await page.getByRole('option', { name: 'Urgent' }).click();
  const urgent = `${ada.name} set the priority to Urgent`;
  await line(colleague, urgent).hover();
  await colleague.getByRole('button', { name: `Undo: ${urgent}` }).waitFor();
  const answer = await colleague.request.patch(`${dashboard.stack.url}/api/conversations/${id}`, {
    data: { priority: 'low' },
  });
  expect(answer.status()).toBe(200);
  const low = `${ben.name} set the priority to Low`;
  await line(page, low).waitFor();
  await page.getByRole('button', { name: `Undo: ${urgent}` }).waitFor({ state: 'detached' });
  await page.locator('body').press('z');
  await region.getByText('Couldn’t undo').waitFor();
  await region.getByText(`${low}, `).waitFor();

  // The conflicting change is undone first, by anyone, from the thread.
  await line(page, low).hover();
  await page.getByRole('button', { name: `Undo: ${low}` }).click();
  await expectToast(page, 'Undone', low);
  await line(page, urgent).hover();
  await page.getByRole('button', { name: `Undo: ${urgent}` }).click();
  await expectToast(page, 'Undone', urgent);
  expect(await stateOf(page, id)).toMatchObject({ priority: 'normal' });
});

it('undoes what was done to many by z, and offers to do it again', async () => {
  const ids = [await dashboard.arrive('One of many'), await dashboard.arrive('Another')];
  const page = await dashboard.signIn();
  await page.goto(`${dashboard.stack.url}/conversations`);
  for (const id of ids) {
    const row = page
      .getByRole('list', { name: 'Conversations' })
      .locator('li', { has: page.locator(`a[href*="${id}"]`) });
    await row.getByRole('checkbox').check();
  }
  await page.getByRole('region', { name: 'Selected conversations' }).getByRole('button', { name: 'Close' }).click();
  const bar = page.getByRole('region', { name: 'Selected conversations' });
  await bar.getByText('2 conversations changed').waitFor();
  for (const id of ids) expect(await stateOf(page, id)).toMatchObject({ status: 'closed' });
  await page.locator('body').press('z');
  await bar.getByText('2 conversations restored').waitFor();
  await bar.getByRole('button', { name: 'Redo' }).waitFor();
  for (const id of ids) expect(await stateOf(page, id)).toMatchObject({ status: 'waiting' });
});

it('has the way back in a menu on a phone', async () => {
  const id = await dashboard.arrive('On the train');
  const page = await dashboard.signIn(ada, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const answer = await page.request.patch(`${dashboard.stack.url}/api/conversations/${id}`, {
    data: { priority: 'high' },
  });
  expect(answer.status()).toBe(200);
  await dashboard.openThread(page, id);
  const high = `${ada.name} set the priority to High`;
  await page.getByRole('button', { name: `More about: ${high}` }).tap();
  await page.getByRole('menuitem', { name: 'Undo' }).tap();
  await expectToast(page, 'Undone', high);
  expect(await stateOf(page, id)).toMatchObject({ priority: 'normal' });
});
