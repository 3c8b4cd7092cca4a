/** Assignment of a conversation, read state per user, drafts on every device, and followers. */
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

const row = (page: Page, id: string) =>
  page.getByRole('list', { name: 'Conversations' }).locator('li', { has: page.locator(`a[href*="${id}"]`) });
const isUnread = async (page: Page, id: string) => (await row(page, id).locator('[data-unread]').count()) > 0;
const composer = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const list = (page: Page) => page.goto(`${dashboard.stack.url}/conversations`);

async function reply(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Enter');
}

it('makes the first reply take the conversation over, and takes it back from the toast', async () => {
  const id = await dashboard.arrive('Does it come in blue?');
  const page = await dashboard.signIn();
  await dashboard.openThread(page, id);
  await reply(page, 'It does.');
  await page.getByText(`Assigned to ${ada.name}`, { exact: true }).waitFor();
  await page.getByRole('log').getByText(`${ada.name} took over`).waitFor();
  const region = page.locator('[data-toast-region]');
  await region.getByText('You took over this conversation').waitFor();
  await region.getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'No longer assigned to you');
  await page.getByText(`Assigned to ${ada.name}`, { exact: true }).waitFor({ state: 'detached' });
});

it('names the assignee before a user writes into the conversation', async () => {
  const id = await dashboard.arrive('Hello?');
  const [page, colleague] = [await dashboard.signIn(), await dashboard.signIn(ben)];
  await dashboard.assignTo(page, id);
  await Promise.all([dashboard.openThread(page, id), dashboard.openThread(colleague, id)]);
  const line = (on: Page) => on.getByRole('note').filter({ hasText: 'You can still reply.' });
  await line(colleague).getByText(ada.name).waitFor();
  expect(await line(page).count()).toBe(0);
  await reply(colleague, 'I know this one.');
  await page.getByRole('log').getByText('I know this one.').waitFor();
  await colleague.getByText(`Assigned to ${ada.name}`, { exact: true }).waitFor();
});

it('assigns to anybody, found by typing, with a note; they are told at once and have it unread', async () => {
  const id = await dashboard.arrive('Who can help me?');
  const [page, colleague] = [await dashboard.signIn(), await dashboard.signIn(ben)];
  await list(colleague);
  await colleague.getByRole('banner').getByRole('button', { name: 'Mentions', exact: true }).waitFor();
  await dashboard.openThread(page, id);
  await page.keyboard.press('a');
  const search = page.getByRole('combobox', { name: 'Assign to…' });
  await search.waitFor();
  await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true);
  const people = page.getByRole('option').filter({ hasText: /\d open/ });
  await expect.poll(() => people.count()).toBeGreaterThan(2);
  const picker = page.getByRole('dialog');
  const width = async () => (await picker.boundingBox())?.width;
  const before = await width();
  await page.keyboard.type('okaf');
  await expect.poll(() => people.count()).toBe(1);
  expect(await width()).toBe(before);
  await page.keyboard.press('Enter');
  await expectToast(page, `Conversation assigned to ${ben.name}`);
  await page.keyboard.press('a');
  await search.waitFor();
  await page.keyboard.type('unass');
  await page.getByRole('option', { name: 'Unassign' }).waitFor();
  await page.keyboard.press('Enter');
  await expectToast(page, 'Conversation unassigned');

  await page.getByRole('button', { name: 'Assign to...' }).click();
  await page.getByRole('option', { name: 'Assign and add note…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign and add note' });
  const team: { id: string; email: string }[] = await (
    await page.request.get(`${dashboard.stack.url}/api/representatives`)
  ).json();
  await dialog
    .getByRole('combobox', { name: 'Colleague' })
    .selectOption(team.find(({ email }) => email === ben.email)?.id ?? '');
  await dialog.getByRole('textbox', { name: 'Note', exact: true }).fill('You know them');
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await expectToast(page, `Conversation assigned to ${ben.name}`);
  await page
    .getByRole('article', { name: `Note by ${ada.name}` })
    .getByText('You know them')
    .waitFor();
  await expectToast(colleague, new RegExp(`^${ada.name} assigned you `), 'You know them');
  await expect.poll(() => isUnread(colleague, id)).toBe(true);

  await page.getByRole('button', { name: 'Assign to...' }).click();
  await page.getByRole('option', { name: 'Unassign' }).click();
  await expectToast(page, 'Conversation unassigned');
});

it('has each read for themselves, and marks unread by a key, on every device', async () => {
  const id = await dashboard.arrive('Anybody there?');
  const [page, phone, colleague] = [await dashboard.signIn(), await dashboard.signIn(), await dashboard.signIn(ben)];
  await Promise.all([page, phone, colleague].map(list));
  for (const each of [page, phone, colleague]) await expect.poll(() => isUnread(each, id)).toBe(true);
  await row(page, id).getByRole('link').click();
  for (const each of [page, phone]) await expect.poll(() => isUnread(each, id)).toBe(false);
  expect(await isUnread(colleague, id)).toBe(true);
  await page.getByRole('log').waitFor();
  await page.keyboard.press('u');
  await expectToast(page, 'Marked unread');
  for (const each of [page, phone]) await expect.poll(() => isUnread(each, id)).toBe(true);
  await row(page, id).getByRole('link').click();
  for (const each of [page, phone]) await expect.poll(() => isUnread(each, id)).toBe(false);
  expect(await isUnread(colleague, id)).toBe(true);
});

it('has a draft on the other device, outliving what a colleague does, until it is sent', async () => {
  const id = await dashboard.arrive('Take your time');
  const [page, phone, colleague] = [await dashboard.signIn(), await dashboard.signIn(), await dashboard.signIn(ben)];
  await Promise.all([page, phone].map((each) => dashboard.openThread(each, id)));
  await composer(page).fill('Half an ans');
  await expect.poll(() => composer(phone).inputValue()).toBe('Half an ans');
  await dashboard.assignTo(colleague, id);
  const address = `${dashboard.stack.url}/api/conversations/${id}`;
  for (const status of ['closed', 'active'] as const) await colleague.request.patch(address, { data: { status } });
  await page.getByText(`Assigned to ${ben.name}`, { exact: true }).waitFor();
  await expect.poll(() => composer(page).inputValue()).toBe('Half an ans');
  await phone.reload();
  await expect.poll(() => composer(phone).inputValue()).toBe('Half an ans');
  await composer(phone).fill('A whole answer');
  await expect.poll(() => composer(page).inputValue()).toBe('A whole answer');
  await composer(phone).press('Enter');
  await page.getByRole('log').getByText('A whole answer').waitFor();
  await expect.poll(() => composer(page).inputValue()).toBe('');
  await page.reload();
  await page.getByRole('log').getByText('A whole answer').waitFor();
  expect(await composer(page).inputValue()).toBe('');
});

it('tells followers of notes, until they do not want to know', async () => {
  const id = await dashboard.arrive('A long story');
  const [page, colleague] = [await dashboard.signIn(), await dashboard.signIn(ben)];
  await dashboard.openThread(colleague, id);
  await colleague.keyboard.press('Shift+F');
  await expectToast(colleague, 'You’re following this conversation');
  // Without reloading the page, which receives nothing until it is connected.
  await colleague.keyboard.press('Shift+U');
  await colleague.getByText('Select a conversation').waitFor();
  const note = (content: string) =>
    page.request.post(`${dashboard.stack.url}/api/conversations/${id}/notes`, { data: { content } });
  await note('Chapter one');
  await expectToast(colleague, `${ada.name} wrote in a conversation you follow`, 'Chapter one');
  await row(colleague, id).getByRole('link').click();
  await colleague.getByRole('log').getByText('Chapter one').waitFor();
  await colleague.keyboard.press('Shift+F');
  await expectToast(colleague, 'You no longer follow this conversation');
  await note('Chapter two');
  await colleague.getByRole('log').getByText('Chapter two').waitFor();
  expect(await colleague.locator('[data-toast-region]').getByText('Chapter two').count()).toBe(0);
});

it('shows in the list who of the team has a conversation open', async () => {
  const id = await dashboard.arrive('Who looks at me?');
  const [page, colleague] = [await dashboard.signIn(), await dashboard.signIn(ben)];
  await list(page);
  await row(page, id).waitFor();
  await dashboard.openThread(colleague, id);
  const viewers = row(page, id).getByRole('img', { name: `${ben.name} has it open` });
  await viewers.waitFor();
  await list(colleague);
  await viewers.waitFor({ state: 'detached' });
});
