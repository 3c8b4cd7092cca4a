/** A team that runs itself: rules, SLA, assignment, absences, and what is required before closing. */
import { createDatabase } from '@parley/db/database';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ada, ben, type Dashboard, openDashboard } from './dashboard.ts';

let dashboard: Dashboard;

beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard?.stop());

const polled = { timeout: 120_000 };
const settings = (page: Page, tab: string) => page.goto(`${dashboard.stack.url}/settings?tab=${tab}`);
const listed = (page: Page) => page.getByRole('list', { name: 'Conversations' }).getByRole('listitem');

async function get<T>(page: Page, path: string): Promise<T> {
  const answer = await page.request.get(dashboard.stack.url + path);
  expect(answer.status()).toBe(200);
  return answer.json();
}
const statusOf = async (page: Page, id: string) =>
  (await get<{ status: string }>(page, `/api/conversations/${id}`)).status;
const idOf = async (page: Page) => (await get<{ id: string }>(page, '/api/user')).id;

it('a rule is tested on past days, switched on, acts, and is undone from its log', async () => {
  const past = await dashboard.arrive('We offer you a guest post, only this week');
  const page = await dashboard.signIn();
  await settings(page, 'rules');
  await page.getByRole('button', { name: 'Add rule' }).click();
  await page.getByLabel('Start with').selectOption('Close spam');
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await page.getByText('1 would match · 1 would be closed').waitFor();
  expect(await statusOf(page, past)).not.toBe('closed');
  await page.getByText('On', { exact: true }).click();
  await page.getByRole('button', { name: 'Save rule' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Close spam' });
  await row.getByText('Off', { exact: true }).waitFor();
  const ignored = await dashboard.arrive('Another guest post for you');

  await row.getByText('Off', { exact: true }).waitFor();
  await row.locator('[data-scope=switch][data-part=control]').click();
  await row.getByText('Off', { exact: true }).waitFor({ state: 'detached' });
  const spam = await dashboard.arrive('The best guest post');
  await expect.poll(() => statusOf(page, spam), polled).toBe('closed');
  expect(await statusOf(page, ignored)).not.toBe('closed');

  await row.getByRole('button', { name: 'Log' }).click();
  const log = page.getByRole('list', { name: 'Log' });
  await log.getByText('Done').waitFor();
  await log.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => statusOf(page, spam), polled).not.toBe('closed');
  await dashboard.openThread(page, spam);
  await page.getByText('Rule: Close spam — closed').first().waitFor();
  await page.context().close();
});

it('a policy counts down on the row, and its conversations are in Due soon', async () => {
  const page = await dashboard.signIn();
  await settings(page, 'sla');
  await page.getByRole('button', { name: 'Add policy' }).click();
  await page.getByLabel('Name').fill('Quick');
  await page.getByRole('spinbutton', { name: 'First response within' }).fill('1');
  await page.getByRole('combobox', { name: 'Unit: First response within' }).selectOption('minutes');
  await page.getByRole('button', { name: 'Save policy' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Quick' }).getByText('first response 1m').waitFor();
  const id = await dashboard.arrive('Is anybody there?');
  await page.goto(`${dashboard.stack.url}/conversations?filter=due`);
  const row = listed(page).filter({ hasText: 'Is anybody there?' });
  await row.getByText(/left|overdue/).waitFor(polled);
  await dashboard.assignTo(page, id);
  const reply = { conversationId: id, content: 'Here I am', clientMessageId: crypto.randomUUID() };
  expect((await page.request.post(`${dashboard.stack.url}/api/messages`, { data: reply })).status()).toBe(201);
  await row.waitFor({ state: 'detached' });
  const [policy] = await get<{ id: string }[]>(page, '/api/sla-policies');
  await page.request.delete(`${dashboard.stack.url}/api/sla-policies/${policy?.id}`);
  await page.context().close();
});

it('a conversation is assigned to who has room, and the thread shows why', async () => {
  const [page, colleague] = await Promise.all([dashboard.signIn(), dashboard.signIn(ben)]);
  // Here, and at work.
  await colleague.goto(`${dashboard.stack.url}/conversations`);
  await listed(colleague).first().waitFor();
  await colleague.keyboard.press('j');
  const [website] = await get<{ id: string }[]>(page, '/api/websites');
  const benId = await idOf(colleague);
  const made = await page.request.post(`${dashboard.stack.url}/api/teams`, {
    data: { name: 'Shop', memberIds: [benId], websiteIds: [website?.id] },
  });
  expect(made.status()).toBe(201);
  const { id: teamId } = (await made.json()) as { id: string };
  await page.request.patch(`${dashboard.stack.url}/api/websites/${website?.id}`, { data: { teamId } });

  await page.goto(`${dashboard.stack.url}/representatives?tab=teams`);
  await page.getByRole('button', { name: 'Assignment…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assignment in Shop' });
  await dialog.getByLabel('Assign waiting conversations').selectOption('In turn');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });

  const id = await dashboard.arrive('I would like to order');
  await dashboard.openThread(page, id);
  await page
    .getByText(new RegExp(`^Assigned to ${ben.name}: .*\\d`))
    .first()
    .waitFor(polled);
  await page.request.delete(`${dashboard.stack.url}/api/teams/${teamId}`);
  await Promise.all([page.context().close(), colleague.context().close()]);
});

it('an absence shows who covers where people assign, and ends when it is deleted', async () => {
  const [page, colleague] = await Promise.all([dashboard.signIn(), dashboard.signIn(ben)]);
  await settings(colleague, 'profile');
  await colleague.getByRole('button', { name: 'Add absence' }).click();
  await colleague.getByLabel('Covered by').selectOption(ada.name);
  await colleague.locator('form').filter({ hasText: 'Covered by' }).getByRole('button', { name: 'Save' }).click();
  const absence = colleague.getByRole('listitem').filter({ hasText: `${ada.name} covers` });
  await absence.waitFor();

  const id = await dashboard.arrive('Whom may I ask?');
  await dashboard.openThread(page, id);
  await page.keyboard.press('a');
  const choice = page.getByRole('option').filter({ hasText: ben.name });
  await choice.getByText(new RegExp(`Away until .*${ada.name} covers`)).waitFor();
  await page.keyboard.press('Escape');

  await absence.getByRole('button', { name: 'Delete' }).click();
  await colleague
    .getByRole('alertdialog')
    .or(colleague.getByRole('dialog'))
    .getByRole('button', { name: 'Delete' })
    .click();
  await colleague.getByText('No absences').waitFor();
  await page.keyboard.press('a');
  await choice.waitFor();
  await choice.getByText('Away until').waitFor({ state: 'detached' });
  await Promise.all([page.context().close(), colleague.context().close()]);
});

it('closing asks for what is required, also with a reply and on a phone', async () => {
  const page = await dashboard.signIn();
  const required = { teamIds: [], isYes: false, includesAutomation: false };
  for (const [key, name, type, isYes] of [
    ['reason', 'Reason', 'text', false],
    ['checked', 'Invoice checked', 'yes_no', true],
  ])
    await page.request.post(`${dashboard.stack.url}/api/attributes`, {
      data: { subject: 'conversation', key, name, type, requiredToClose: { ...required, isYes } },
    });
  const id = await dashboard.arrive('Please refund me');
  await dashboard.openThread(page, id);
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: 'Before closing' });
  await dialog.getByRole('textbox', { name: 'Reason' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await statusOf(page, id)).not.toBe('closed');

  // By keys alone: the switch, the text, and Enter.
  await page.keyboard.press('e');
  await dialog.getByRole('textbox', { name: 'Reason' }).focus();
  await page.keyboard.type('Refund');
  await dialog.getByRole('checkbox', { name: 'Invoice checked' }).focus();
  await page.keyboard.press('Space');
  await dialog.getByRole('textbox', { name: 'Reason' }).press('Enter');
  await expect.poll(() => statusOf(page, id), polled).toBe('closed');
  await dialog.waitFor({ state: 'detached' });

  const phone = await dashboard.signIn(ada, { viewport: { width: 390, height: 844 }, hasTouch: true });
  const other = await dashboard.arrive('And me too');
  await dashboard.assignTo(phone, other);
  await dashboard.openThread(phone, other);
  await phone.getByRole('textbox', { name: 'Message' }).fill('Done');
  await phone.getByRole('button', { name: 'More ways to send' }).click();
  await phone.getByRole('menuitem', { name: 'Send and close' }).click();
  const asked = phone.getByRole('dialog', { name: 'Before closing' });
  await asked.getByRole('textbox', { name: 'Reason' }).fill('Refund');
  await asked.getByText('Invoice checked').click();
  await asked.getByRole('button', { name: 'Save and close' }).click();
  await expect.poll(() => statusOf(phone, other), polled).toBe('closed');
  await phone.getByRole('log').getByText('Done').waitFor();
  expect(await phone.getByText('Fill in before closing').count()).toBe(0);

  const database = createDatabase(dashboard.stack.database.url, { max: 1 });
  await database.deleteFrom('attributes').execute();
  await database.destroy();
  await Promise.all([page.context().close(), phone.context().close()]);
  expect(dashboard.complaints).toEqual([]);
});
