/** People: their pages and notes, blocking, spam, and merging: docs/product.md#contacts. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type HostPage, serveHostPage } from '../host-page.ts';
import { ada, ben, type Dashboard, expectToast, openDashboard } from './dashboard.ts';
import { takeScreenshots } from './screenshots.ts';

let dashboard: Dashboard;
let website: HostPage;

beforeAll(async () => {
  dashboard = await openDashboard();
  website = await serveHostPage({ widgetOrigin: dashboard.stack.url });
  const page = await dashboard.signIn();
  const added = await page.request.post(`${dashboard.stack.url}/api/websites`, {
    data: { domain: '127.0.0.1', name: 'Northwind Coffee' },
  });
  if (added.status() !== 201) throw new Error(`The website was not added: ${added.status()}`);
  await page.context().close();
});
afterAll(async () => {
  await website?.stop();
  await dashboard?.stop();
});

const panelOf = (page: Awaited<ReturnType<Dashboard['signIn']>>) =>
  page.getByRole('complementary', { name: 'Visitor' });

it('leads from a thread to the page of the person, where what one notes is there for the others at once', async () => {
  const visitor = await dashboard.visitor();
  await visitor.write('Do you ship to Graz?');
  await visitor.introduce('nadia.kovac@example.com');
  const id = await visitor.conversationId();
  const [page, colleague] = await Promise.all([dashboard.signIn(), dashboard.signIn(ben)]);
  await dashboard.openThread(page, id);
  await panelOf(page).getByRole('link', { name: /nadia/ }).click();
  await page.waitForURL(/\/contacts\//);
  await colleague.goto(page.url());
  await page.getByRole('textbox', { name: 'Note about this person' }).fill('Runs the café in Graz.');
  await page.keyboard.press('Enter');
  await colleague.getByText('Runs the café in Graz.').waitFor();
  await page.getByRole('button', { name: 'Change the name' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Nadia Kovač');
  await page.keyboard.press('Enter');
  await colleague.getByRole('heading', { name: /Nadia Kovač/ }).waitFor();
  await takeScreenshots(page, 'contact');

  // Found by the beginning of her name, in the list and from anywhere.
  await colleague.getByRole('link', { name: 'Contacts', exact: true }).click();
  await colleague.getByRole('searchbox', { name: 'Search contacts' }).fill('kova');
  await colleague.getByRole('link', { name: /Nadia Kovač/ }).waitFor();
  await takeScreenshots(colleague, 'contacts-found');
  await colleague.getByRole('searchbox', { name: 'Search contacts' }).fill('');
  await takeScreenshots(colleague, 'contacts');
  await page.goto(`${dashboard.stack.url}/`);
  await page.getByRole('heading', { name: 'System Overview' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /Search/ }).fill('nadia kov');
  // Her conversation and herself, which are found one after the other.
  const found = page.getByRole('option', { name: /nadia\.kovac/ });
  await found.nth(1).waitFor();
  await found.last().click();
  await page.waitForURL(/\/contacts\//);
  await page.getByRole('link', { name: /Do you ship to Graz/ }).click();
  await page.getByRole('log').waitFor();
});

it('blocks a visitor: their open chat shows it at once and takes nothing more, until it is undone', async () => {
  const shop = await dashboard.open();
  await shop.goto(website.origin);
  await shop.getByRole('button', { name: 'Open chat' }).click();
  await shop.getByRole('textbox', { name: 'Message' }).fill('BUY NOW');
  await shop.keyboard.press('Enter');
  const [page, colleague] = await Promise.all([dashboard.signIn(), dashboard.signIn(ben)]);
  await page.goto(`${dashboard.stack.url}/conversations`);
  await page.getByRole('list', { name: 'Conversations' }).getByText('BUY NOW').first().click();
  await panelOf(page).getByRole('button', { name: 'Block' }).click();
  await shop.getByText('You can’t write to us here any more.').waitFor();
  await expect.poll(() => shop.getByRole('textbox', { name: 'Message' }).count()).toBe(0);
  await panelOf(page)
    .getByText(/^Blocked/)
    .waitFor();
  await takeScreenshots(page, 'blocked');
  await takeScreenshots(shop, 'blocked-widget');
  // A newly opened page shows it too.
  await shop.reload();
  await shop.getByRole('button', { name: 'Open chat' }).click();
  await shop.getByText('You can’t write to us here any more.').waitFor();

  await colleague.goto(`${dashboard.stack.url}/contacts?blocked`);
  await colleague.getByRole('button', { name: 'Unblock' }).waitFor();
  await takeScreenshots(colleague, 'contacts-blocked');
  await page
    .locator('[data-toast-region]')
    .getByRole('button', { name: 'Undo' })
    .or(panelOf(page).getByRole('button', { name: 'Unblock' }))
    .first()
    .click();
  await shop.getByRole('textbox', { name: 'Message' }).fill('Sorry, is my order on its way?');
  await shop.keyboard.press('Enter');
  await page.getByRole('log').getByText('Sorry, is my order on its way?').waitFor();
  await colleague.getByText('Nobody is blocked').waitFor();
});

it('marks spam by key, off every list at once but its own, and takes it back', async () => {
  const id = await dashboard.arrive('Cheap watches at our shop');
  const [page, colleague] = await Promise.all([dashboard.signIn(), dashboard.signIn(ben)]);
  await colleague.goto(`${dashboard.stack.url}/conversations`);
  const row = (of: typeof page) => of.getByRole('list', { name: 'Conversations' }).locator(`a[href*="${id}"]`);
  await row(colleague).waitFor();
  await dashboard.openThread(page, id);
  await page.keyboard.press('Shift+S');
  await expectToast(page, 'Marked as spam');
  await page.getByText(`${ada.name} marked it as spam`).waitFor();
  await row(colleague).waitFor({ state: 'detached' });
  await colleague.getByRole('button', { name: 'Filter conversations' }).click();
  await colleague.getByRole('button', { name: 'Show spam' }).click();
  await row(colleague).click();
  await takeScreenshots(colleague, 'spam');
  await colleague.getByRole('note').getByRole('button', { name: 'Not spam' }).click();
  await expectToast(colleague, 'Moved back to the inbox');
  await row(colleague).waitFor({ state: 'detached' });
  await row(page).waitFor();
});

it('proposes those with the same address, merges them on request, and undoes it', async () => {
  const ids: string[] = [];
  for (const question of ['Is my parcel lost?', 'It is me again, from my phone']) {
    const visitor = await dashboard.visitor();
    await visitor.write(question);
    await visitor.introduce('twice@example.com');
    ids.push(await visitor.conversationId());
  }
  const page = await dashboard.signIn();
  await dashboard.openThread(page, ids[0] ?? '');
  await panelOf(page).getByRole('link', { name: '1 other visitor' }).click();
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Which contact do you keep?').waitFor();
  await takeScreenshots(page, 'merging');
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await page.getByRole('link', { name: /from my phone/ }).waitFor();
  await page.getByText(/^Merged by/).waitFor();
  await takeScreenshots(page, 'merged');

  // Conversations of one person are read as one, until that is taken back.
  const later = ids[1] ?? '';
  await dashboard.openThread(page, later);
  await page.keyboard.press('Shift+M');
  const choice = page.getByRole('dialog', { name: 'Merge this conversation' });
  await choice.getByRole('radio', { name: /Is my parcel lost/ }).check();
  await takeScreenshots(page, 'merging-conversations');
  await choice.getByRole('button', { name: 'Merge', exact: true }).click();
  await page.waitForURL((address) => address.searchParams.get('selected') === ids[0]);
  const part = page.locator('details').filter({ hasText: 'Merged from' });
  await part.locator('summary').click();
  await part.getByText('It is me again, from my phone').waitFor();
  await takeScreenshots(page, 'merged-conversations');
  await page.locator('[data-toast-region]').getByRole('button', { name: 'Undo' }).click();
  await part.waitFor({ state: 'detached' });
  await dashboard.openThread(page, later);
  await page.getByRole('textbox', { name: 'Message' }).waitFor();

  await panelOf(page).getByRole('link', { name: /twice/ }).click();
  await page.getByRole('listitem').filter({ hasText: 'Merged by' }).getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: /from my phone/ }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Merge', exact: true }).waitFor();
});
