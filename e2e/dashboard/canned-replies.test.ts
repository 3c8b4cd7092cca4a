/** Canned replies and macros at the dashboard: docs/product.md#canned-replies-and-macros. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ben, type Dashboard, expectToast, openDashboard } from './dashboard.ts';
import { publishArticle } from './publish-article.ts';

let dashboard: Dashboard;
let page: Page;

const shared = [
  {
    name: 'Greeting',
    shortcut: 'hi',
    text: 'Hello {{customer.firstName | "there"}}, this is {{representative.firstName}}.',
  },
  { name: 'Delivery', shortcut: 'delivery', text: 'Your order {{?order number}} comes on {{?day}}.' },
  {
    name: 'Solved',
    shortcut: 'solved',
    text: 'I am glad that it works again.',
    actions: [
      { type: 'assign', to: 'me' },
      { type: 'note', text: 'Solved for {{customer.firstName | "customer"}}' },
      { type: 'close' },
    ],
  },
  { name: 'Mine now', shortcut: 'mine', text: '', actions: [{ type: 'assign', to: 'me' }] },
];

beforeAll(async () => {
  dashboard = await openDashboard();
  page = await dashboard.signIn();
  for (const reply of shared) {
    const answer = await page.request.post(`${dashboard.stack.url}/api/canned-replies`, {
      data: { isShared: true, ...reply },
    });
    if (!answer.ok()) throw new Error(await answer.text());
  }
});
afterAll(() => dashboard?.stop());

const field = (on = page) => on.getByRole('textbox', { name: 'Message', exact: true });
const list = (on = page) => on.getByRole('listbox', { name: 'Canned replies and articles' });
const written = (on = page) => field(on).inputValue();

/** Opens the thread of a new customer, ready to be written in. */
async function opens(content: string): Promise<string> {
  const id = await dashboard.arrive(content);
  await dashboard.openThread(page, id);
  await field().click();
  return id;
}

/** Types a slash and what stands behind it, and takes the first that is offered. */
async function insert(shortcut: string): Promise<void> {
  await field().pressSequentially(`/${shortcut}`);
  await list().getByRole('option').first().getByText(`/${shortcut}`).waitFor();
  await field().press('Enter');
  await list().waitFor({ state: 'detached' });
}

it('inserts several at the caret, filled in, and Ctrl+Z takes each back in one step', async () => {
  await opens('Hello?');
  await field().pressSequentially('Well. ');
  await insert('hi');
  expect(await written()).toBe('Well. Hello there, this is Ada.');
  await field().pressSequentially(' ');
  await insert('solved');
  expect(await written()).toBe('Well. Hello there, this is Ada. I am glad that it works again.');
  await page.keyboard.press('ControlOrMeta+z');
  expect(await written()).toBe('Well. Hello there, this is Ada. /solved');
  await page.keyboard.press('ControlOrMeta+Shift+z');
  expect(await written()).toBe('Well. Hello there, this is Ada. I am glad that it works again.');
  await field().fill('');
});

it('shows what a macro will do before it is sent, keeps it over a reload, and does it with the message', async () => {
  const id = await opens('It works again, thank you');
  const colleague = await dashboard.signIn(ben);
  await dashboard.openThread(colleague, id);
  await insert('solved');
  const pending = page.getByRole('group', { name: 'When this is sent' });
  await pending.getByText('Assign to me').waitFor();
  await pending.getByText('Close the conversation').waitFor();
  await expect
    .poll(() => pending.getByRole('textbox', { name: 'Text of the private note' }).inputValue())
    .toBe('Solved for customer');
  await page.reload();
  await pending.getByText('Close the conversation').waitFor();
  await expect.poll(() => written()).toBe('I am glad that it works again.');
  await field().press('Enter');
  await page.getByText('This conversation is closed.').waitFor();
  await colleague.getByRole('log').getByText('I am glad that it works again.').waitFor();
  await colleague.getByRole('log').getByText('Solved for customer').waitFor();
  const conversation = await (await page.request.get(`${dashboard.stack.url}/api/conversations/${id}`)).json();
  expect(conversation).toMatchObject({ status: 'closed', representative: 'Ada Moreau' });
  // A single toast covers all of it, and one key undoes it; the reply stays.
  await page.locator('[data-toast-region]').getByText('Reply sent, conversation closed').waitFor();
  await page.locator('body').press('z');
  await expectToast(page, 'Undone');
  await expect
    .poll(async () => (await page.request.get(`${dashboard.stack.url}/api/conversations/${id}`)).json())
    .toMatchObject({ status: 'active', assignedRepresentativeId: null });
});

it('runs a macro without a message', async () => {
  const id = await opens('Anybody?');
  await insert('mine');
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expectToast(page, 'Macro applied');
  const conversation = await (await page.request.get(`${dashboard.stack.url}/api/conversations/${id}`)).json();
  expect(conversation).toMatchObject({ representative: 'Ada Moreau', lastSeq: 1 });
});

it('is offered by button and key, with the reply most like the customer’s question first', async () => {
  await opens('When does my delivery come, what is the day of my order?');
  await page.getByRole('button', { name: 'Canned reply' }).click();
  await list().getByRole('option').first().getByText('/delivery').waitFor();
  await field().press('Escape');
  await field().fill('');
  await page.keyboard.press('ControlOrMeta+/');
  await list().getByRole('option').first().getByText('/delivery').waitFor();
  await field().press('Escape');
  await field().fill('');
});

it('inserts an article of the knowledge the same way', async () => {
  const content = 'Parcels are sent on every working day before noon.';
  await publishArticle(page.request, dashboard.stack.url, { title: 'Dispatching', content });
  await opens('Hello?');
  await field().pressSequentially('/dispatch');
  await list().getByRole('option', { name: 'Dispatching' }).click();
  await expect.poll(() => written()).toBe(content);
  await field().fill('');
});

it('keeps replies in Settings: added with a preview, changed, found, imported, and live for colleagues', async () => {
  const colleague = await dashboard.signIn(ben);
  const id = await dashboard.arrive('Hello?');
  await dashboard.openThread(colleague, id);
  await page.goto(`${dashboard.stack.url}/settings?tab=replies`);
  await page.getByRole('button', { name: 'Add reply' }).click();
  await page.getByLabel('Name').fill('Opening hours');
  await page.getByLabel('Shortcut').fill('hours');
  await page.getByLabel('Text', { exact: true }).fill('We open at nine, {{customer.nmae}}');
  await page.getByText('There is no variable “customer.nmae”.').waitFor();
  await page.getByLabel('Text', { exact: true }).fill('We open at nine, ');
  await page.getByLabel('Insert a variable').selectOption('customer.name');
  await page.getByText('We open at nine, Jane Roe').waitFor();
  await page.getByRole('button', { name: 'Save reply' }).click();
  await expectToast(page, 'Reply added');
  await page.getByText('/hours').waitFor();

  await field(colleague).click();
  await field(colleague).pressSequentially('/hours');
  await list(colleague).getByRole('option', { name: 'Opening hours' }).waitFor();

  await page.getByLabel('Search replies').fill('glad');
  await page.getByText('/solved').waitFor();
  await page.getByText('/hours').waitFor({ state: 'detached' });
  await page.getByLabel('Search replies').fill('');

  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const file = 'shortcut,text\nreturns,Send it back within 14 days\nbad,{{nonsense}}';
  await page.getByLabel('File').setInputFiles({ name: 'replies.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await page.getByRole('button', { name: 'Import replies' }).click();
  await page.getByText('1 added, 0 replaced, 0 unchanged.').waitFor();
  await page.getByText('Line 3 /bad: There is no variable “nonsense”.').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText('/returns').waitFor();

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^canned-replies-\d{4}-\d\d-\d\d\.csv$/);
});

it('breaks no page and no content policy on the way', () => {
  expect(dashboard.complaints).toEqual([]);
});
