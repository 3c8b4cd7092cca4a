/** Tags, priority, snooze, reminders and attributes of conversations: docs/product.md#sorting-the-work. */
import { createDatabase } from '@parley/db/database';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ada, ben, type Dashboard, expectToast, openDashboard } from './dashboard.ts';

let dashboard: Dashboard;

beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard?.stop());

it('tags by key, makes what is missing while typing, and shows it on every other screen and in the row', async () => {
  const id = await dashboard.arrive('Where is my refund?');
  const [page, colleague] = await Promise.all([dashboard.signIn(), dashboard.signIn(ben)]);
  await Promise.all([dashboard.openThread(page, id), dashboard.openThread(colleague, id)]);
  await page.keyboard.press('l');
  const field = page.getByRole('combobox', { name: 'Tags' });
  await field.pressSequentially('Refund');
  await page.getByRole('option', { name: 'Create “Refund”' }).waitFor();
  await field.press('Enter');
  await page.getByRole('option', { name: 'Refund', selected: true }).waitFor();
  await field.press('Escape');
  await colleague.locator('[data-labels]').getByText('Refund').waitFor();
  await colleague.getByRole('img', { name: 'Tags: Refund' }).first().waitFor();
  await page.getByText(`${ada.name} added the tag Refund`).waitFor();

  // Renamed once, it has the new name everywhere.
  await page.goto(`${dashboard.stack.url}/settings?tab=tags`);
  await page.getByText('on 1 conversation').waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Money back');
  await page.getByRole('button', { name: 'Save' }).click();
  await colleague.locator('[data-labels]').getByText('Money back').waitFor();

  await colleague.keyboard.press('l');
  await colleague.getByRole('option', { name: 'Money back' }).click();
  await colleague.getByRole('option', { name: 'Money back', selected: false }).waitFor();
  await colleague.keyboard.press('Escape');
  await colleague.getByText(`${ben.name} removed the tag Money back`).waitFor();
});

const chiara = { ...ada, email: 'chiara@parley.example', name: 'Chiara Lindt' };

async function makeAdmin({ email }: { email: string }): Promise<void> {
  const database = createDatabase(dashboard.stack.database.url, { max: 1 });
  await database.updateTable('users').set({ role: 'admin' }).where('email', '=', email).execute();
  await database.destroy();
}

it('keeps what was typed where a colleague was faster, shows who and what, and goes on knowingly', async () => {
  await makeAdmin(chiara);
  const [page, colleague] = await Promise.all([dashboard.signIn(), dashboard.signIn(chiara)]);
  const open = async (each: Page) => {
    await each.goto(`${dashboard.stack.url}/settings?tab=tags`);
    await each.getByRole('button', { name: 'Add tag' }).first().waitFor();
  };
  await open(page);
  await page.getByRole('button', { name: 'Add tag' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Parcel');
  await page.getByRole('button', { name: 'Save' }).click();
  const row = (each: Page, name: string) => each.getByRole('listitem').filter({ hasText: name });
  await row(page, 'Parcel').waitFor();
  await open(colleague);
  for (const each of [page, colleague]) await row(each, 'Parcel').getByRole('button', { name: 'Edit' }).click();
  await colleague.getByRole('textbox', { name: 'Name' }).fill('Parcel lost');
  await colleague.getByRole('button', { name: 'Save' }).click();
  await row(colleague, 'Parcel lost').waitFor();

  await page.getByRole('textbox', { name: 'Name' }).fill('Parcel late');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('form').getByText(`${chiara.name} has changed this in the meantime. Now: Parcel lost`).waitFor();
  expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Parcel late');
  await page.getByRole('button', { name: 'Save' }).click();
  for (const each of [page, colleague]) await row(each, 'Parcel late').waitFor();

  // Unsaved texts on top of settings: neither text is lost.
  const prompt = async (each: Page, text: string) => {
    await each.goto(`${dashboard.stack.url}/integrations?tab=ai`);
    await each.getByRole('textbox', { name: 'System prompt' }).first().fill(text);
  };
  await prompt(page, 'Be brief.');
  await prompt(colleague, 'Be kind.');
  const save = (each: Page) => each.getByRole('button', { name: 'Save changes' }).first().click();
  await save(colleague);
  await expectToast(colleague, 'Integration updated');
  await save(page);
  await expectToast(page, 'Update failed', `${chiara.name} has changed this in the meantime. Now: Be kind.`);
  const field = page.getByRole('textbox', { name: 'System prompt' }).first();
  expect(await field.inputValue()).toBe('Be brief.');
  await save(page);
  await expectToast(page, 'Integration updated');
  await expect
    .poll(() => colleague.getByRole('textbox', { name: 'System prompt' }).first().inputValue())
    .toBe('Be brief.');
});

it('shows who was faster where two set a priority at once', async () => {
  const id = await dashboard.arrive('It burns!');
  const [page, colleague] = await Promise.all([dashboard.signIn(), dashboard.signIn(ben)]);
  await dashboard.openThread(page, id);
  await page.keyboard.press('!');
  await page.getByRole('option', { name: 'Urgent' }).waitFor();
  // Just before the choice arrives, a colleague has chosen too.
  let isFirst = true;
  await page.route(`**/api/conversations/${id}`, async (route) => {
    if (isFirst && route.request().method() === 'PATCH') {
      isFirst = false;
      await colleague.request.patch(route.request().url(), { data: { priority: 'low' } });
    }
    await route.continue();
  });
  await page.getByRole('option', { name: 'Urgent' }).click();
  await expectToast(page, 'Update failed', `${ben.name} has set the priority to low in the meantime.`);
  await page.locator('[data-labels]').getByText('Low').waitFor();
  await page.keyboard.press('!');
  await page.getByRole('option', { name: 'High' }).click();
  await page.getByRole('img', { name: 'Priority: High' }).first().waitFor();
});

it('snoozes for everybody, out of the open lists until the customer writes', async () => {
  const visitor = await dashboard.visitor();
  await visitor.write('I will send it on Monday');
  const id = await visitor.conversationId();
  const page = await dashboard.signIn();
  await page.goto(`${dashboard.stack.url}/conversations?filter=waiting&selected=${id}`);
  const row = page.getByRole('list', { name: 'Conversations' }).locator(`a[href*="${id}"]`);
  await row.waitFor();
  await page.getByRole('log').waitFor();
  await page.keyboard.press('h');
  await page.getByRole('option', { name: /morning/ }).click();
  await page
    .getByText(/^Snoozed until/)
    .first()
    .waitFor();
  await row.waitFor({ state: 'detached' });
  await visitor.write('Here it is');
  await row.waitFor();
  await page.getByText('The customer’s message ended the snooze').waitFor();
});

it('reminds one person alone, and the list stays as it is', async () => {
  const id = await dashboard.arrive('Call me tomorrow');
  const page = await dashboard.signIn();
  await dashboard.openThread(page, id);
  await page.keyboard.press('h');
  await page.getByText('Snooze for everyone').click();
  await page.getByRole('option', { name: /morning/ }).click();
  await page
    .locator('[data-labels]')
    .getByText(/^Reminds you/)
    .waitFor();
  await page.getByRole('button', { name: 'Cancel reminder' }).click();
  await page.locator('[data-labels]').waitFor({ state: 'detached' });
});

it('declares an attribute, fills it in beside the thread, and shows it to a colleague at once', async () => {
  const id = await dashboard.arrive('Which plan am I on?');
  const [page, colleague] = await Promise.all([dashboard.signIn(), dashboard.signIn(ben)]);
  await page.goto(`${dashboard.stack.url}/settings?tab=attributes`);
  await page.getByRole('button', { name: 'Add attribute' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Plan');
  await page.getByRole('combobox', { name: 'Type' }).selectOption('choice');
  await page.getByRole('textbox', { name: 'Choices' }).fill('Free\nPro');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('plan', { exact: true }).waitFor();
  await Promise.all([dashboard.openThread(page, id), dashboard.openThread(colleague, id)]);
  await page.getByRole('button', { name: 'Change Plan' }).click();
  await page.getByRole('combobox', { name: 'Plan' }).selectOption('Pro');
  await page.getByRole('button', { name: 'Save' }).click();
  const theirs = colleague.getByRole('complementary', { name: 'Visitor' });
  await theirs.getByText('Pro', { exact: true }).waitFor();
});
