/** /conversations against the real stack: docs/product.md#conversations. */
import { Client } from 'pg';
import type { Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ada, ben, chooseAction, type Dashboard, expectToast, hasFocus, openDashboard } from './dashboard.ts';

let dashboard: Dashboard;

beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard?.stop());

const row = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Conversations' }).getByRole('listitem').filter({ hasText: text });

it('shows a new conversation automatically, unread, and in the tab’s title', async () => {
  const page = await dashboard.signIn();
  await page.goto(`${dashboard.stack.url}/conversations`);
  await page.getByText('Select a conversation').waitFor();
  await dashboard.arrive('Is anybody there?');
  const entry = row(page, 'Is anybody there?');
  await entry.waitFor();
  await entry.getByText('Anonymous').waitFor();
  await entry.getByText('localhost').waitFor();
  await entry.getByText('waiting', { exact: true }).waitFor();
  await entry.getByRole('img', { name: 'Unassigned' }).waitFor();
  await expect.poll(() => page.title()).toMatch(/^\(\d+\) Conversations/);
});

it('counts in the tab what is unread below what is loaded, and no more what is read or a colleague’s', async () => {
  const oldest = 'the oldest of all of them';
  const id = await dashboard.arrive(oldest);
  // A full page of the list, and more, stands above it; maintenance closes none that is younger than a week.
  const database = new Client({ connectionString: dashboard.stack.database.url });
  await database.connect();
  await database.query(`update conversations set last_activity_at = now() - interval '6 days' where id = $1`, [id]);
  // The assistant hands off nobody who has been waiting in vain.
  await database.query('update conversations set unanswered_since = null where is_ai_assisted');
  await database.end();
  const [page, colleague] = await Promise.all([dashboard.signIn(), dashboard.signIn(ben)]);
  const { conversations } = await (await page.request.get(`${dashboard.stack.url}/api/unread`)).json();
  const titled = async (count: number) => {
    await expect.poll(() => page.title()).toMatch(new RegExp(`^\\(${count}\\) `));
  };
  await page.goto(`${dashboard.stack.url}/conversations?filter=all`);
  await row(page, 'active').first().waitFor();
  expect(await row(page, oldest).count()).toBe(0);
  await titled(conversations);
  const newer = await dashboard.arrive('Unread, too');
  await titled(conversations + 1);
  await dashboard.assignTo(colleague, newer);
  await titled(conversations);
  await page.goto(`${dashboard.stack.url}/conversations?selected=${id}`);
  await page.getByRole('log').getByText(oldest).waitFor();
  await titled(conversations - 1);
  await page.keyboard.press('s');
  await page.keyboard.press('l');
  await expect.poll(() => page.title()).toBe('Sign in · Parley');
});

it('takes over into manual mode, suggests, sends with Enter, and shows the message as sent', async () => {
  const id = await dashboard.arrive('Where is my parcel?');
  const page = await dashboard.signIn();
  await dashboard.openThread(page, id);
  await page.locator('header').getByText('Unassigned', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Take Over' }).click();
  await page.getByText('Manual Mode').waitFor();
  await page.getByText(`Assigned to ${ada.name}`, { exact: true }).waitFor();
  await page.getByRole('heading', { name: 'AI Suggested Responses' }).waitFor();
  await page.getByRole('button', { name: 'Refresh' }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Take Over' }).count()).toBe(0);

  const composer = page.getByRole('textbox', { name: 'Message' });
  await composer.fill('   ');
  expect(await page.getByRole('button', { name: 'Send message' }).isDisabled()).toBe(true);
  await composer.fill('On its way.');
  await composer.press('Shift+Enter');
  await composer.pressSequentially('Tomorrow.');
  expect(await composer.inputValue()).toBe('On its way.\nTomorrow.');
  await composer.press('Enter');
  expect(await composer.inputValue()).toBe('');
  const log = page.getByRole('log');
  await log.getByText('On its way.').waitFor();
  await log.getByText('Representative', { exact: true }).waitFor();
  await log.getByText('Sent', { exact: true }).waitFor();
  await composer.fill('By noon.');
  await page.getByRole('button', { name: 'Send message' }).click();
  await log.getByText('By noon.').waitFor();
  expect(await hasFocus(composer)).toBe(true);
});

it('keeps a draft per person and conversation over a reload', async () => {
  const [one, other] = [await dashboard.arrive('First question'), await dashboard.arrive('Second question')];
  const page = await dashboard.signIn();
  await dashboard.openThread(page, one);
  await page.getByRole('textbox', { name: 'Message' }).fill('half an ans');
  await dashboard.openThread(page, other);
  expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('');
  await dashboard.openThread(page, one);
  expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('half an ans');
  await page.request.post(`${dashboard.stack.url}/api/login`, { data: { email: ben.email, password: ben.password } });
  await dashboard.openThread(page, one);
  expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('');
});

it('assigns to a user who is online, returns to the assistant, closes and reopens', async () => {
  const id = await dashboard.arrive('Please assign me');
  const page = await dashboard.signIn();
  await dashboard.openThread(page, id);
  await page.getByRole('button', { name: 'Assign to...' }).click();
  await page.getByRole('option', { name: ben.name }).click();
  await expectToast(page, `Conversation assigned to ${ben.name}`);
  await page.getByText(`Assigned to ${ben.name}`, { exact: true }).waitFor();
  await dashboard.switchAssistant(page, true);
  await chooseAction(page, 'Hand back to AI');
  await expectToast(page, 'Conversation handed back to AI');
  await dashboard.switchAssistant(page, false);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expectToast(page, 'Conversation closed');
  await page.getByText('This conversation is closed.').waitFor();
  await page.getByRole('button', { name: 'Reopen' }).click();
  await expectToast(page, 'Conversation reopened');
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
});

it('does in their order what keys ask for faster than the server answers', async () => {
  const id = await dashboard.arrive('Quick fingers');
  const page = await dashboard.signIn();
  await dashboard.openThread(page, id);
  await page.getByRole('log').getByText('Quick fingers').waitFor();
  let answer = (): void => undefined;
  const held = new Promise<void>((answered) => (answer = answered));
  await page.route('**/takeover', async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press('t');
  await page.keyboard.press('e');
  answer();
  await expectToast(page, 'Conversation closed');
  await page.getByText(`Assigned to ${ada.name}`, { exact: true }).waitFor();
});

it('opens what is searched for by Enter, and by the arrows', async () => {
  const page = await dashboard.signIn();
  const first = await dashboard.arrive('A walrus asks for herring');
  const second = await dashboard.arrive('Another walrus asks for nothing');
  await page.goto(`${dashboard.stack.url}/conversations`);
  await row(page, 'A walrus asks').waitFor();
  await page.keyboard.press('/');
  // Quicker than the search begins by itself.
  await page.keyboard.type('walrus herring');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**selected=${first}**`);
  const search = page.getByRole('searchbox', { name: 'Search conversations' });
  expect(await hasFocus(search)).toBe(true);
  await search.fill('walrus');
  const results = page.getByRole('list', { name: 'Conversations' }).getByRole('link');
  await expect.poll(() => results.count()).toBe(2);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  expect(await hasFocus(results.first())).toBe(true);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**selected=${second}**`);
  await results.first().focus();
  await page.keyboard.press('ArrowUp');
  expect(await hasFocus(search)).toBe(true);
});

it('says AI Assisted while the assistant is on, and Unassigned, handing it nothing, while it is off', async () => {
  const page = await dashboard.signIn();
  const id = await dashboard.arrive('Is a machine reading this?');
  await dashboard.openThread(page, id);
  const entry = page
    .getByRole('list', { name: 'Conversations' })
    .locator('li', { has: page.locator(`a[href*="${id}"]`) });
  const header = page.locator('header');
  await header.getByText('Unassigned', { exact: true }).waitFor();
  await entry.getByRole('img', { name: 'Unassigned' }).waitFor();
  await page.keyboard.press('t');
  await page.getByText('Manual Mode').waitFor();
  expect(await page.getByText(/AI Assisted|Hand back to AI/).count()).toBe(0);
  // In an answered conversation the assistant, which has no model here, hands off nothing.
  await page.getByRole('textbox', { name: 'Message' }).fill('No, a person is.');
  await page.keyboard.press('Enter');
  await page.getByRole('log').getByText('No, a person is.').waitFor();
  await chooseAction(page, 'Unassign');
  await expectToast(page, 'Conversation unassigned');
  await page.getByRole('button', { name: 'Take Over' }).waitFor();
  try {
    await dashboard.switchAssistant(page, true);
    await header.getByText('Unassigned', { exact: true }).waitFor();
    expect(await page.getByText('AI Assisted').count()).toBe(0);
    await chooseAction(page, 'Hand back to AI');
    await header.getByText('AI Assisted').waitFor();
    await entry.getByText('AI Assisted').waitFor();
  } finally {
    await dashboard.switchAssistant(page, false);
  }
});

it('asks before deleting, deletes, and clears the selection', async () => {
  const id = await dashboard.arrive('Delete this one');
  const page = await dashboard.signIn();
  await dashboard.openThread(page, id);
  await row(page, 'Delete this one').hover();
  await row(page, 'Delete this one')
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Delete conversation' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Conversation' });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Conversation deleted');
  await page.getByText('Select a conversation').waitFor();
  await expect.poll(() => row(page, 'Delete this one').count()).toBe(0);
});

it('shows that it is offline, keeps what is written, and sends it once when it is back', async () => {
  const id = await dashboard.arrive('Testing the tunnel');
  const page = await dashboard.signIn();
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket(/\/ws$/, (socket) => {
    socket.connectToServer();
    sockets.push(socket);
  });
  await dashboard.openThread(page, id);
  await page.getByRole('log').getByText('Testing the tunnel').waitFor();
  await page.context().setOffline(true);
  // Chromium leaves open sockets alone when it pretends to be offline.
  await Promise.all(sockets.map((socket) => socket.close()));
  await page.getByText('You are offline.').waitFor();
  const composer = page.getByRole('textbox', { name: 'Message' });
  await composer.fill('Written underground');
  await composer.press('Enter');
  await page.getByText('1 unsent message will be sent').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('log').getByText('Sent', { exact: true }).waitFor();
  expect(await page.getByRole('log').getByText('Written underground').count()).toBe(1);
  await page.getByText('You are offline.').waitFor({ state: 'detached' });
});

it('shows the visitor, and who they say they are once they do', async () => {
  const visitor = await dashboard.visitor();
  await visitor.write('Who am I?');
  const page = await dashboard.signIn();
  await dashboard.openThread(page, await visitor.conversationId());
  const panel = page.getByRole('complementary', { name: 'Visitor' });
  await panel.getByText('Earlier conversations').waitFor();
  await panel.getByRole('link', { name: 'Shop' }).waitFor();
  await visitor.introduce('robin@example.com');
  await page.getByRole('heading', { name: 'robin@example.com' }).waitFor();
  await panel.getByText('robin@example.com').first().waitFor();
  await panel.getByRole('button', { name: 'Hide visitor' }).click();
  await panel.waitFor({ state: 'detached' });
});

it('does everything by keys', async () => {
  const id = await dashboard.arrive('By keyboard alone');
  const page = await dashboard.signIn();
  await dashboard.openThread(page, id);
  await page.getByRole('log').getByText('By keyboard alone').waitFor();
  await page.keyboard.press('t');
  await page.getByText('Manual Mode').waitFor();
  await page.keyboard.press('m');
  await expect.poll(() => hasFocus(page.getByRole('textbox', { name: 'Message' }))).toBe(true);
  await page.keyboard.type('Typed blind');
  await page.keyboard.press('Enter');
  await page.getByRole('log').getByText('Typed blind').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  await page.getByText('This conversation is closed.').waitFor();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await keys.getByText('Reopen conversation').waitFor();
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });
  await page.keyboard.press('#');
  const dialog = page.getByRole('alertdialog', { name: 'Delete Conversation' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('by keyboard alone');
  await page
    .getByRole('option', { name: /^Anonymous/ })
    .first()
    .waitFor();
  await page.getByRole('combobox').fill('representatives');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Representatives', level: 1 }).waitFor();
});

it('moves one cursor through the list, and acts by keys on what is selected', async () => {
  const ids: string[] = [];
  for (const name of ['one', 'two', 'three']) ids.unshift(await dashboard.arrive(`Selected ${name}`));
  const page = await dashboard.signIn();
  await page.goto(`${dashboard.stack.url}/conversations?q=Selected`);
  const entries = page.getByRole('list', { name: 'Conversations' }).getByRole('listitem');
  await expect.poll(() => entries.count()).toBe(3);
  await entries.first().getByRole('link').click();
  const opened = () => new URL(page.url()).searchParams.get('selected');
  await expect.poll(opened).not.toBeNull();
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  const bar = page.getByRole('region', { name: 'Selected conversations' });
  await bar.getByText('2 selected').waitFor();
  await page.keyboard.press('j');
  await expect.poll(() => entries.nth(2).getByRole('link').getAttribute('aria-current')).toBe('true');
  await page.keyboard.press('e');
  await bar.getByText('2 conversations changed').waitFor();
  const statuses = await Promise.all(
    ids.map(async (id) => (await page.request.get(`${dashboard.stack.url}/api/conversations/${id}`)).json()),
  );
  expect(statuses.filter(({ status }) => status === 'closed').map(({ id }) => id)).not.toContain(opened());
  expect(statuses.filter(({ status }) => status === 'closed')).toHaveLength(2);
  await page.context().close();
});

it('goes from the list to the thread and back on a phone', async () => {
  const page = await dashboard.signIn(ada, { viewport: { width: 390, height: 844 } });
  await page.goto(`${dashboard.stack.url}/conversations`);
  await page.getByRole('list', { name: 'Conversations' }).getByRole('link').first().click();
  await page.getByRole('textbox', { name: 'Message' }).or(page.getByText('This conversation is closed.')).waitFor();
  expect(await page.getByRole('searchbox').isVisible()).toBe(false);
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await page.getByRole('searchbox').waitFor();
  // From a link to what is not there (any more), too.
  await page.goto(`${dashboard.stack.url}/conversations?selected=${crypto.randomUUID()}`);
  await page.getByText('Conversation not found').waitFor();
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await page.getByRole('searchbox').waitFor();
});

it('offers Delete All Conversations to admins only, and counts what it deleted', async () => {
  const representative = await dashboard.signIn(ben);
  await representative.goto(`${dashboard.stack.url}/conversations`);
  await representative.getByRole('list', { name: 'Conversations' }).waitFor();
  await representative.getByRole('button', { name: 'List options' }).click();
  await representative.getByRole('menuitem', { name: 'Comfortable list' }).waitFor();
  expect(await representative.getByRole('menuitem', { name: 'Delete All Conversations' }).count()).toBe(0);
  await representative.keyboard.press('Escape');
  const page = await dashboard.signIn();
  await page.goto(`${dashboard.stack.url}/conversations`);
  await page.getByRole('button', { name: 'List options' }).click();
  await page.getByRole('menuitem', { name: 'Delete All Conversations' }).click();
  await page
    .getByRole('alertdialog', { name: 'Delete All Conversations' })
    .getByRole('button', { name: 'Delete all' })
    .click();
  const region = page.locator('[data-toast-region]');
  await region.getByText('All conversations deleted', { exact: true }).waitFor();
  await region.getByText(/^Successfully deleted \d+ conversation\(s\) and \d+ message\(s\)\.$/).waitFor();
  await page.getByText('No conversations yet').waitFor();
  await representative.getByText('No conversations yet').waitFor();
});

it('never makes a page complain', () => {
  expect(dashboard.complaints).toEqual([]);
});
