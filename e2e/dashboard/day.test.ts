/** A day at the dashboard: three representatives and five visitors, with all that a dashboard has, from the first reply to the last. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ada, ben, type Dashboard, expectToast, openDashboard, type Visitor } from './dashboard.ts';

const chiara = { email: 'chiara@parley.example', password: 'parley-demo', name: 'Chiara Lindt' };
const polled = { timeout: 60_000 };

let dashboard: Dashboard;
let adas: Page;
let bens: Page;
let bensPhone: Page;
let chiaras: Page;
/** Reasons of the five customers, by name. */
const came = {
  jane: 'Where is my parcel?',
  kim: 'The lamp flickers',
  lee: 'Can I change my address?',
  mia: 'It works again, thank you',
  noa: 'Do you deliver to Linz?',
};
const visitors = new Map<keyof typeof came, { visitor: Visitor; id: string }>();
/** The list of those who came today. */
let today: string;

beforeAll(async () => {
  dashboard = await openDashboard();
  [adas, bens, bensPhone, chiaras] = await Promise.all([
    dashboard.signIn(ada),
    dashboard.signIn(ben),
    dashboard.signIn(ben, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }),
    dashboard.signIn(chiara),
  ]);
  const after = new Date(Date.now() - 1).toISOString();
  today = `/conversations?filter=all&where=${encodeURIComponent(JSON.stringify({ field: 'createdAt', op: 'after', value: after }))}`;
  await Promise.all([adas, bens, bensPhone, chiaras].map((page) => page.goto(dashboard.stack.url + today)));
  for (const [who, words] of Object.entries(came)) {
    const visitor = await dashboard.visitor();
    await visitor.write(words);
    visitors.set(who as keyof typeof came, { visitor, id: await visitor.conversationId() });
  }
});
afterAll(() => dashboard?.stop());

const idOf = (who: keyof typeof came) => visitors.get(who)?.id ?? '';
const writes = (who: keyof typeof came, words: string) => visitors.get(who)?.visitor.write(words);
const list = (page: Page) => page.getByRole('list', { name: 'Conversations' });
const row = (page: Page, who: keyof typeof came) =>
  list(page).locator('li', { has: page.locator(`a[href*="${idOf(who)}"]`) });
const log = (page: Page) => page.getByRole('log');
const composer = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });
const labels = (page: Page) => page.locator('[data-labels]');

async function opens(page: Page, who: keyof typeof came): Promise<void> {
  await row(page, who).getByRole('link').click();
  await log(page).getByText(came[who], { exact: true }).waitFor();
}

/** A key that is a command, wherever the focus was. */
async function presses(page: Page, ...keys: string[]): Promise<void> {
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  for (const key of keys) await page.locator('body').press(key);
}

it('begins with five who wait on every screen, and the next of them is a key away', async () => {
  for (const page of [adas, bens, bensPhone, chiaras])
    await expect.poll(() => list(page).getByRole('listitem').count(), polled).toBe(5);
  const answer = await chiaras.request.get(
    `${dashboard.stack.url}/api/conversations?status=waiting&snoozed=false&sort=waiting`,
  );
  const [first] = (await answer.json()) as { id: string }[];
  await presses(chiaras, 'w');
  await expect.poll(() => new URL(chiaras.url()).searchParams.get('selected'), polled).toBe(first?.id);
  // The list of those who wait has its row.
  expect(new URL(chiaras.url()).searchParams.get('filter')).toBe('waiting');
  await chiaras.goto(dashboard.stack.url + today);
  await expect.poll(() => list(chiaras).getByRole('listitem').count(), polled).toBe(5);
});

it('makes a first reply take the conversation over, and the toast takes that back', async () => {
  await opens(adas, 'jane');
  await composer(adas).fill('I am looking for it.');
  await composer(adas).press('Enter');
  await adas.getByText(`Assigned to ${ada.name}`, { exact: true }).waitFor();
  const toast = adas.locator('[data-toast-region]');
  await toast.getByText('You took over this conversation').waitFor();
  await toast.getByRole('button', { name: 'Undo' }).click();
  await adas.getByText(`Assigned to ${ada.name}`, { exact: true }).waitFor({ state: 'detached' });
  await log(adas).getByText('I am looking for it.').waitFor();
});

it('hands it to a colleague with a note, who is told at once and has it unread', async () => {
  await adas.getByRole('button', { name: 'Assign to...' }).click();
  await adas.getByRole('option', { name: 'Assign and add note…' }).click();
  const dialog = adas.getByRole('dialog', { name: 'Assign and add note' });
  const team = (await (await adas.request.get(`${dashboard.stack.url}/api/representatives`)).json()) as {
    id: string;
    email: string;
  }[];
  const bensId = team.find(({ email }) => email === ben.email)?.id ?? '';
  await dialog.getByRole('combobox', { name: 'Colleague' }).selectOption(bensId);
  await dialog.getByRole('textbox', { name: 'Note', exact: true }).fill('She has asked twice');
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await expectToast(bens, new RegExp(`^${ada.name} assigned you `), 'She has asked twice');
  await expect.poll(() => row(bens, 'jane').locator('[data-unread]').count(), polled).toBe(1);
  await row(bens, 'jane')
    .getByRole('img', { name: `Assigned to ${ben.name}` })
    .waitFor();
});

it('shows a mention, a tag and a priority on the others’ screens as they are made', async () => {
  await opens(bens, 'jane');
  await log(bens).getByText('She has asked twice').waitFor();
  await presses(bens, 'l');
  const tags = bens.getByRole('combobox', { name: 'Tags' });
  await tags.fill('Delivery');
  await tags.press('Enter');
  await bens.getByRole('option', { name: 'Delivery', selected: true }).waitFor();
  await tags.press('Escape');
  await labels(bens).getByText('Delivery').waitFor();
  await presses(bens, '!');
  await bens.getByRole('option', { name: 'Urgent' }).click();
  await labels(bens).getByText('Urgent').waitFor();
  for (const page of [adas, chiaras]) {
    await row(page, 'jane').getByRole('img', { name: 'Tags: Delivery' }).waitFor();
    await row(page, 'jane').getByRole('img', { name: 'Priority: Urgent' }).waitFor();
  }

  await bens.getByRole('button', { name: 'Note', exact: true }).click();
  const note = bens.getByRole('textbox', { name: 'Note', exact: true });
  await note.fill('');
  await note.pressSequentially('Do you know the carrier, @Chi');
  await bens.getByRole('option').first().waitFor();
  await note.press('Enter');
  await note.press('Enter');
  await chiaras.getByRole('button', { name: 'Mentions, 1 not seen' }).click();
  await chiaras.getByRole('link', { name: /Do you know the carrier/ }).click();
  await log(chiaras)
    .getByText(/Do you know the carrier/)
    .waitFor();
  // A viewed mention is read.
  await chiaras.getByRole('banner').getByRole('button', { name: 'Mentions', exact: true }).waitFor();
});

it('puts it aside until the customer writes, and until its time comes', async () => {
  const mine = `${dashboard.stack.url}/conversations?filter=mine`;
  await bensPhone.goto(mine);
  await row(bensPhone, 'jane').waitFor();
  await presses(bens, 'h');
  await bens
    .getByRole('option', { name: /morning/ })
    .first()
    .click();
  await row(bensPhone, 'jane').waitFor({ state: 'detached' });
  await writes('jane', 'It has come!');
  await row(bensPhone, 'jane').waitFor();
  await log(bens).getByText('The customer’s message ended the snooze').waitFor();

  const soon = new Date(Date.now() + 2_000).toISOString();
  const address = `${dashboard.stack.url}/api/conversations/${idOf('jane')}`;
  expect((await bens.request.patch(address, { data: { snoozedUntil: soon } })).status()).toBe(200);
  await log(bens).getByText('The snooze ended').waitFor();
  await row(bensPhone, 'jane').waitFor();
});

it('keeps a list of what presses as a view, counted live for everybody', async () => {
  const pressing = JSON.stringify({ field: 'priority', op: 'in', value: ['high', 'urgent'] });
  await chiaras.goto(`${dashboard.stack.url}/conversations?filter=all&where=${encodeURIComponent(pressing)}`);
  await row(chiaras, 'jane').waitFor();
  await presses(chiaras, 'g', 'v');
  const dialog = chiaras.getByRole('dialog', { name: 'Manage views' });
  await dialog.getByRole('textbox', { name: 'Name of the view' }).fill('Pressing');
  await dialog.getByRole('combobox', { name: 'Visible to', exact: true }).selectOption('Everyone');
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await dialog.getByRole('textbox', { name: 'Rename Pressing' }).waitFor();
  await chiaras.keyboard.press('Escape');
  const view = adas.getByRole('group', { name: 'Views' }).getByRole('button', { name: 'Pressing' });
  const count = async () => Number((await view.innerText()).replace(/\D+/g, ''));
  await expect.poll(count, polled).toBeGreaterThan(0);
  const before = await count();
  await adas.request.patch(`${dashboard.stack.url}/api/conversations/${idOf('kim')}`, { data: { priority: 'high' } });
  await expect.poll(count, polled).toBe(before + 1);
  await row(chiaras, 'kim').waitFor();
});

it('answers with a canned reply that closes and notes in one go', async () => {
  const reply = {
    name: 'Solved',
    shortcut: 'solved',
    text: 'I am glad that it works again.',
    actions: [{ type: 'assign', to: 'me' }, { type: 'note', text: 'Solved by itself' }, { type: 'close' }],
    isShared: true,
  };
  expect((await adas.request.post(`${dashboard.stack.url}/api/canned-replies`, { data: reply })).ok()).toBe(true);
  await opens(adas, 'mia');
  await composer(adas).pressSequentially('/solved');
  const offered = adas.getByRole('listbox', { name: 'Canned replies and articles' });
  await offered.getByRole('option').first().getByText('/solved').waitFor();
  await composer(adas).press('Enter');
  await adas.getByRole('group', { name: 'When this is sent' }).getByText('Close the conversation').waitFor();
  await composer(adas).press('Enter');
  await adas.getByText('This conversation is closed.').waitFor();
  await log(adas).getByText('Solved by itself').waitFor();
  await row(bens, 'mia').getByText('closed', { exact: true }).waitFor();
});

it('has a draft on the second device, and what is marked unread on both', async () => {
  await bensPhone.goto(`${dashboard.stack.url}/conversations?selected=${idOf('jane')}`);
  await log(bensPhone).getByText(came.jane, { exact: true }).waitFor();
  await composer(bens).fill('I am glad, and');
  await expect.poll(() => composer(bensPhone).inputValue(), polled).toBe('I am glad, and');
  await composer(bensPhone).fill('I am glad, and sorry for the delay.');
  await expect.poll(() => composer(bens).inputValue(), polled).toBe('I am glad, and sorry for the delay.');
  await bensPhone.getByRole('button', { name: 'Send message' }).tap();
  await log(bens).getByText('I am glad, and sorry for the delay.').waitFor();
  await expect.poll(() => composer(bens).inputValue(), polled).toBe('');

  await bensPhone.goto(dashboard.stack.url + today);
  await row(bensPhone, 'jane').waitFor();
  await log(bens).click();
  await presses(bens, 'u');
  for (const page of [bens, bensPhone]) {
    await expect.poll(() => row(page, 'jane').locator('[data-unread]').count(), polled).toBe(1);
  }
});

it('tells who follows of what a colleague notes, and lists what they follow', async () => {
  await opens(adas, 'kim');
  await presses(adas, 'Shift+F');
  await expectToast(adas, 'You’re following this conversation');
  await presses(adas, 'Shift+U');
  await adas.getByText('Select a conversation').waitFor();
  const noted = await bens.request.post(`${dashboard.stack.url}/api/conversations/${idOf('kim')}/notes`, {
    data: { content: 'A known fault of this lamp' },
  });
  expect(noted.ok()).toBe(true);
  await expectToast(adas, `${ben.name} wrote in a conversation you follow`, 'A known fault of this lamp');
  await adas.getByRole('group', { name: 'Filter', exact: true }).getByRole('button', { name: 'Following' }).click();
  await row(adas, 'kim').waitFor();
  await row(adas, 'lee').waitFor({ state: 'detached' });
});

it('closes the rest of the day at once, and opens it again, but for whom a colleague has looked after', async () => {
  await adas.goto(dashboard.stack.url + today);
  await expect.poll(() => list(adas).getByRole('listitem').count(), polled).toBe(5);
  for (const who of ['kim', 'lee', 'noa'] as const) await row(adas, who).getByRole('checkbox').click({ force: true });
  const bar = adas.getByRole('region', { name: 'Selected conversations' });
  await bar.getByText('3 selected').waitFor();
  await bar.getByRole('button', { name: 'Close', exact: true }).click();
  await bar.getByText('3 conversations changed').waitFor();
  for (const who of ['kim', 'lee', 'noa'] as const) await row(bens, who).getByText('closed', { exact: true }).waitFor();
  await writes('noa', 'And to Graz?');
  await row(bens, 'noa').getByText('closed', { exact: true }).waitFor({ state: 'detached' });
  await bar.getByRole('button', { name: 'Undo' }).click();
  await bar.getByText('2 conversations restored').waitFor();
  await bar.getByText('1 could not be changed').waitFor();
  for (const who of ['kim', 'lee'] as const) await row(bens, who).getByText('waiting').waitFor();
});

it('ends with nothing wrong in any page', () => {
  expect(dashboard.complaints).toEqual([]);
});
