/** Position of the focus after its element has closed, disappeared or done its work. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ada, type Dashboard, hasFocus, openDashboard } from './dashboard.ts';

let dashboard: Dashboard;

beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard?.stop());

it('gives the focus back where it was when a dialog closes', async () => {
  const page = await dashboard.signIn();
  await page.goto(`${dashboard.stack.url}/representatives`);
  const invite = page.getByRole('button', { name: 'Invite' });
  await invite.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await hasFocus(invite)).toBe(true);
});

it('keeps the focus in the header of a thread when the button that has it did its work', async () => {
  const id = await dashboard.arrive('Is it my turn?');
  const page = await dashboard.signIn();
  await dashboard.openThread(page, id);
  const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
  const press = async (name: string) => {
    // An event may have renamed the button before the answer lets it go on.
    await expect.poll(() => button(name).isEnabled()).toBe(true);
    await button(name).press('Enter');
  };
  await press('Take Over');
  await button('Take Over').waitFor({ state: 'detached' });
  expect(await hasFocus(button('Assign to...'))).toBe(true);
  await press('Close');
  await button('Reopen').waitFor();
  expect(await hasFocus(button('Reopen'))).toBe(true);
  await press('Reopen');
  await button('Close').waitFor();
  expect(await hasFocus(button('Close'))).toBe(true);
  await dashboard.switchAssistant(page, true);
  await press('More actions');
  const returnToAssistant = page.getByRole('menuitem', { name: 'Hand back to AI' });
  await returnToAssistant.press('Enter');
  await returnToAssistant.waitFor({ state: 'detached' });
  await expect.poll(() => hasFocus(button('More actions'))).toBe(true);
});

it('frames the thread after a key, and not after a click on a message before the key', async () => {
  const id = await dashboard.arrive('To be closed by key');
  const page = await dashboard.signIn();
  await dashboard.openThread(page, id);
  const log = page.getByRole('log');
  const frame = () => log.evaluate((element) => getComputedStyle(element).boxShadow);
  await log.getByText('To be closed by key').click();
  await page.keyboard.press('e');
  await page.getByText('This conversation is closed.').waitFor();
  expect(await hasFocus(log)).toBe(true);
  expect(await frame()).toBe('none');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  expect(await hasFocus(log)).toBe(true);
  expect(await frame()).not.toBe('none');
});

it('keeps the focus of the one who saves or discards', async () => {
  const page = await dashboard.signIn();
  await page.goto(`${dashboard.stack.url}/integrations?tab=slack`);
  const save = page.getByRole('button', { name: 'Save changes' });
  await page.getByLabel('Channel').fill('#help');
  await save.press('Enter');
  await page.locator('[data-toast-region]').getByText('Integration updated').waitFor();
  await expect.poll(() => save.isDisabled()).toBe(true);
  expect(await hasFocus(save)).toBe(true);
  await page.getByLabel('Channel').fill('#nobody');
  await page.getByRole('button', { name: 'Discard' }).press('Enter');
  await expect.poll(() => page.getByLabel('Channel').inputValue()).toBe('#help');
  expect(await hasFocus(save)).toBe(true);
});

it('leads the focus into the visitor’s panel where it covers the thread, and back when it closes', async () => {
  const id = await dashboard.arrive('Who am I?');
  const page = await dashboard.signIn(ada, { viewport: { width: 768, height: 1024 } });
  await dashboard.openThread(page, id);
  const toggle = page.getByRole('button', { name: 'Visitor details' });
  const panel = page.getByRole('complementary', { name: 'Visitor' });
  const hide = panel.getByRole('button', { name: 'Hide visitor' });
  for (const key of ['Escape', 'Enter']) {
    await toggle.press('Enter');
    await expect.poll(() => hasFocus(hide)).toBe(true);
    await page.keyboard.press(key);
    await panel.waitFor({ state: 'detached' });
    expect(await hasFocus(toggle)).toBe(true);
  }
});

it('never makes a page complain', () => {
  expect(dashboard.complaints).toEqual([]);
});
