/** Filters, saved views, and many conversations at once, by two representatives. */
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

const rows = (page: Page) => page.getByRole('list', { name: 'Conversations' }).getByRole('listitem');
const view = (page: Page, name: string) => page.getByRole('group', { name: 'Views' }).getByRole('button', { name });
const idOf = (page: Page) => new URL(page.url()).searchParams.get('selected');
const polled = { timeout: 60_000 };

async function inbox(person = ada, address = '/conversations'): Promise<Page> {
  const page = await dashboard.signIn(person);
  await page.goto(dashboard.stack.url + address);
  await rows(page).first().waitFor();
  return page;
}

test('a filter is built by hand, is in the address, and leads another user to the same list', async () => {
  const page = await inbox();
  await page.keyboard.press('f');
  await page.keyboard.press('f');
  const panel = page.getByRole('dialog', { name: 'Filter conversations' });
  await panel.getByRole('button', { name: 'Add condition' }).click();
  await panel.getByRole('combobox', { name: 'Value' }).selectOption('Waiting');
  await panel.getByRole('button', { name: 'Unread', exact: true }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('where'), polled).toContain('"unread"');
  // The list is the one that the address says.
  await page.locator('[data-count="2"]').waitFor();
  await rows(page).first().waitFor();
  await takeScreenshots(page, 'lists-filter');
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  const unreadAndWaiting = async () =>
    (await rows(page).allInnerTexts()).map((text) => text.includes('waiting') && text.includes('unread'));
  await expect.poll(unreadAndWaiting, polled).toContain(true);
  await expect.poll(unreadAndWaiting, polled).not.toContain(false);
  await page.keyboard.press('j');
  await expect.poll(() => idOf(page), polled).not.toBeNull();
  await page.getByRole('log').waitFor();
  const texts = await rows(page).allInnerTexts();
  expect(texts.length).toBeGreaterThan(0);

  const other = await inbox(ben, page.url().slice(dashboard.stack.url.length));
  // An opened conversation is read, and leaves both.
  await expect.poll(async () => (await rows(other).count()) - (await rows(page).count()), polled).toBe(0);
  expect(idOf(other)).toBe(idOf(page));
  await other.getByRole('button', { name: 'Filter conversations' }).click();
  await other.getByRole('button', { name: 'Clear filter' }).click();
  await expect.poll(() => rows(other).count(), polled).toBeGreaterThan(texts.length);
  await page.context().close();
  await other.context().close();
});

test('a view is saved for everybody, counted live, gone to by key, renamed and deleted', async () => {
  const page = await inbox(ada, '/conversations?filter=unassigned');
  await page.keyboard.press('g');
  await page.keyboard.press('v');
  const dialog = page.getByRole('dialog', { name: 'Manage views' });
  await dialog.getByRole('textbox', { name: 'Name of the view' }).fill('Nobody’s');
  await dialog.getByRole('combobox', { name: 'Visible to', exact: true }).selectOption('Everyone');
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await dialog.getByRole('textbox', { name: 'Rename Nobody’s' }).waitFor();
  await takeScreenshots(page, 'lists-views');
  await page.keyboard.press('Escape');
  await view(page, 'Nobody’s').waitFor();

  const other = await inbox(ben);
  const count = async () => Number((await view(other, 'Nobody’s').innerText()).replace(/\D+/g, ''));
  await expect.poll(count, polled).toBeGreaterThan(0);
  const before = await count();
  const id = await dashboard.arrive('Is anybody there?');
  await expect.poll(count, polled).toBe(before + 1);
  await dashboard.assignTo(page, id);
  await expect.poll(count, polled).toBe(before);

  await other.locator('body').press('g');
  await other.keyboard.press('1');
  await expect.poll(() => new URL(other.url()).searchParams.get('view'), polled).not.toBeNull();
  await expect.poll(() => view(other, 'Nobody’s').getAttribute('aria-pressed'), polled).toBe('true');

  await page.keyboard.press('g');
  await page.keyboard.press('v');
  await dialog.getByRole('textbox', { name: 'Rename Nobody’s' }).fill('Free');
  await page.keyboard.press('Enter');
  await view(other, 'Free').waitFor();
  await dialog.getByRole('button', { name: 'Delete view Free' }).click();
  await view(other, 'Free').waitFor({ state: 'detached' });
  // A user who was viewing it returns to all.
  await expect.poll(() => new URL(other.url()).searchParams.get('view'), polled).toBeNull();
  await page.context().close();
  await other.context().close();
});

test('all of a view is closed at once, seen on another screen, and undone but for what a colleague built on', async () => {
  // Only these: in older ones the assistant may hand off, and they begin to wait.
  const where = { field: 'createdAt', op: 'after', value: new Date(Date.now() - 1).toISOString() };
  const arrived = ['One', 'Two', 'Three', 'Four', 'Five'];
  const ids = await Promise.all(arrived.map((each) => dashboard.arrive(`Bulk ${each}`)));
  const address = `/conversations?filter=waiting&where=${encodeURIComponent(JSON.stringify(where))}`;
  const page = await inbox(ada, address);
  const other = await inbox(ben, address);
  for (const each of [page, other]) await expect.poll(() => rows(each).count(), polled).toBe(ids.length);
  const bar = page.getByRole('region', { name: 'Selected conversations' });
  const [first] = await rows(page).all();
  const count = ids.length;
  await first?.getByRole('link').focus();
  await page.keyboard.press('x');
  await bar.getByText('1 selected').waitFor();
  await page.keyboard.press('Shift+ArrowDown');
  await bar.getByText('2 selected').waitFor();
  await rows(page)
    .nth(3)
    .getByRole('link')
    .click({ modifiers: ['Shift'] });
  await bar.getByText('4 selected').waitFor();
  await takeScreenshots(page, 'lists-bulk');
  await bar.getByRole('button', { name: `All ${count} in this view` }).click();
  await bar.getByText(`${count} selected`).waitFor();
  await bar.getByRole('button', { name: 'Close', exact: true }).click();
  await bar.getByText(`${count} conversations changed`).waitFor();
  for (const each of [page, other])
    await each.getByText('Nothing here right now. New conversations appear automatically.').waitFor();

  // A later change builds on one of them.
  const [built = ''] = ids;
  const reopened = await other.request.patch(`${dashboard.stack.url}/api/conversations/${built}`, {
    data: { status: 'active' },
  });
  expect(reopened.status()).toBe(200);
  await bar.getByRole('button', { name: 'Undo' }).click();
  await bar.getByText(`${count - 1} conversations restored`).waitFor();
  await bar.getByText('1 could not be changed').click();
  await bar.getByText(`${ben.name} has reopened it since.`).waitFor();
  await takeScreenshots(page, 'lists-undone');
  await expect.poll(() => rows(other).count(), polled).toBe(count - 1);
  await page.context().close();
  await other.context().close();
});

test('followed conversations are a list of their own, and leave it when they are not followed any more', async () => {
  const id = await dashboard.arrive('Tell me how this goes on');
  const [page, other] = [await dashboard.signIn(ada), await dashboard.signIn(ada)];
  await page.goto(`${dashboard.stack.url}/conversations?filter=following&selected=${id}`);
  const mine = rows(page).filter({ hasText: 'Tell me how this goes on' });
  await page.getByRole('log').waitFor();
  await page.getByText('Nothing here right now. New conversations appear automatically.').waitFor();
  await page.locator('body').press('Shift+F');
  await mine.waitFor();
  // Another device of hers, and closed all the same.
  await other.goto(`${dashboard.stack.url}/conversations?filter=following`);
  const onOther = rows(other).filter({ hasText: 'Tell me how this goes on' });
  await onOther.waitFor();
  await page.locator('body').press('e');
  await onOther.getByText('closed', { exact: true }).waitFor();
  await page.locator('body').press('Shift+F');
  for (const each of [mine, onOther]) await each.waitFor({ state: 'detached' });
  await page.context().close();
  await other.context().close();
});

test('a row’s menu on a phone, also under a finger that rests on it, begins a selection; all of it is snoozed and woken again', async () => {
  const where = { field: 'createdAt', op: 'after', value: new Date(Date.now() - 1).toISOString() };
  for (const each of ['One', 'Two', 'Three']) await dashboard.arrive(`Put aside ${each}`);
  const page = await dashboard.signIn(ada, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.goto(
    `${dashboard.stack.url}/conversations?filter=unassigned&where=${encodeURIComponent(JSON.stringify(where))}`,
  );
  await expect.poll(() => rows(page).count(), polled).toBe(3);
  const bar = page.getByRole('region', { name: 'Selected conversations' });
  await rows(page)
    .first()
    .getByRole('button', { name: /^Actions for/ })
    .tap();
  await page.getByRole('menuitem', { name: 'Select' }).tap();
  await bar.getByText('1 selected').waitFor();
  // Pressing a row chooses it as well, and opens none.
  await rows(page).nth(1).getByRole('link').tap();
  await bar.getByText('2 selected').waitFor();
  await takeScreenshots(page, 'lists-phone-bulk');
  await bar.getByRole('button', { name: 'Clear selection' }).tap();
  await bar.getByText('2 selected').waitFor({ state: 'detached' });

  const finger = await page.context().newCDPSession(page);
  const box = await rows(page).nth(2).boundingBox();
  const touchPoints = [{ x: 190, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await page.getByRole('menuitem', { name: 'Select' }).waitFor();
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.getByRole('menuitem', { name: 'Select' }).tap();
  await bar.getByText('1 selected').waitFor();
  expect(idOf(page)).toBeNull();
  await bar.getByRole('button', { name: 'All 3 in this view' }).tap();
  await bar.getByRole('button', { name: 'Snooze…' }).tap();
  const picker = page.getByRole('dialog', { name: 'Snooze until' });
  await picker
    .getByRole('option', { name: /^Next week|morning/ })
    .last()
    .tap();
  await bar.getByText('3 conversations changed').waitFor();
  await page.getByText('Nothing here right now. New conversations appear automatically.').waitFor();
  await bar.getByRole('button', { name: 'Undo' }).tap();
  await bar.getByText('3 conversations restored').waitFor();
  await expect.poll(() => rows(page).count(), polled).toBe(3);
  await page.context().close();
});

test('the longest waiting is first in Waiting, is opened by W, and the next one opens after closing', async () => {
  const page = await inbox(ada, '/conversations?filter=waiting');
  const answer = await page.request.get(`${dashboard.stack.url}/api/conversations?status=waiting&sort=waiting`);
  const ids = ((await answer.json()) as { id: string }[]).map(({ id }) => id);
  const links = rows(page).getByRole('link');
  await expect.poll(() => links.first().getAttribute('href'), polled).toContain(ids[0] ?? '-');
  await page.locator('body').press('w');
  await expect.poll(() => idOf(page), polled).toBe(ids[0]);
  await page.evaluate(() => localStorage.setItem('parley.preferences', JSON.stringify({ openNext: true })));
  await page.reload();
  await page.getByRole('log').waitFor();
  await rows(page).first().waitFor();
  await page.locator('body').press('e');
  await expect.poll(() => idOf(page), polled).toBe(ids[1]);
  await page.context().close();
});

test('W shows the row of what it opens, in the list of those who wait where the present one does not hold it', async () => {
  const page = await inbox();
  await page.setViewportSize({ width: 1280, height: 420 });
  const isSeen = () =>
    page.locator('[data-conversation][aria-current]').evaluate((link) => {
      const [row, list] = [link.getBoundingClientRect(), link.closest('ul')?.parentElement?.getBoundingClientRect()];
      return list !== undefined && row.top >= list.top - 1 && row.bottom <= list.bottom + 1;
    });
  // The list is shown before the program takes keys.
  const opensLongest = async (): Promise<string | null> => {
    await page.locator('body').press('w');
    return idOf(page);
  };
  await expect.poll(opensLongest, polled).not.toBeNull();
  await expect.poll(isSeen, polled).toBe(true);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Closed' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('filter'), polled).toBe('closed');
  // The address changes before the list does.
  await page.locator('[data-conversation][aria-current]').waitFor({ state: 'detached' });
  await page.locator('body').press('w');
  await expect.poll(() => new URL(page.url()).searchParams.get('filter'), polled).toBe('waiting');
  await expect.poll(isSeen, polled).toBe(true);
  await page.context().close();
});

test('a conversation that comes to the top moves none of the rows that it passes', async () => {
  const visitor = await dashboard.visitor();
  await visitor.write('Who comes first');
  const id = await visitor.conversationId();
  for (const words of ['A second one', 'A third one', 'A fourth one']) await dashboard.arrive(words);
  const page = await inbox(ada, '/conversations?filter=all');
  const first = () => rows(page).first().getByRole('link').getAttribute('data-conversation');
  await rows(page).nth(3).getByText('Who comes first').waitFor();
  const changed = await rows(page)
    .first()
    .evaluateHandle((row) => {
      const gone: Node[] = [];
      const list = row.parentElement;
      if (!list) throw new Error('No list');
      new MutationObserver((records) => {
        for (const { removedNodes } of records) gone.push(...removedNodes);
      }).observe(list, { childList: true });
      return gone;
    });
  await visitor.write('And again');
  await expect.poll(first, polled).toBe(id);
  // The own row, which is redrawn.
  expect(await changed.evaluate((gone) => gone.length)).toBe(1);
  await page.context().close();
});

test('nothing went wrong in any page', () => {
  expect(dashboard.complaints).toEqual([]);
});
