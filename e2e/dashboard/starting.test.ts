/** Conversations that the team starts, splits and links: from the dialog to the mail that leaves. */
import { parseMail } from '@parley/core/mail/parse';
import { createDatabase, type Database } from '@parley/db/database';
import { type MailServer, startMailServer } from '@parley/testing/smtp';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ben, type Dashboard, expectToast, openDashboard } from './dashboard.ts';

let dashboard: Dashboard;
let smtp: MailServer;
let db: Database;
let page: Page;

beforeAll(async () => {
  smtp = await startMailServer();
  dashboard = await openDashboard({ env: { SMTP_URL: `smtp://${smtp.host}:${smtp.port}` } });
  db = createDatabase(dashboard.stack.database.url, { max: 1 });
  await sql`update settings set email_config = email_config || '{"enabled":true,"useInternalEmail":true}'`.execute(db);
  page = await dashboard.signIn();
});
afterAll(async () => {
  await dashboard?.stop();
  await db?.destroy();
  await smtp?.close();
});

const selected = () => new URL(page.url()).searchParams.get('selected') ?? '';

it('a conversation from the dialog is mailed with its subject, assigned as chosen, and names who started it', async () => {
  await page.goto(`${dashboard.stack.url}/conversations`);
  await page.getByRole('searchbox').first().waitFor();
  await page.keyboard.press('Shift+C');
  const dialog = page.getByRole('dialog', { name: 'New conversation' });
  await dialog.getByRole('searchbox', { name: 'To' }).fill('grace@customer.example');
  await dialog.getByRole('button', { name: 'Write to grace@customer.example' }).click();
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('Your table');
  const message = dialog.getByRole('textbox', { name: 'Message' });
  await message.click();
  await page.keyboard.type('It arrives on Monday.');
  await dialog.getByRole('combobox', { name: 'Assigned to' }).selectOption({ label: ben.name });
  await dialog.getByRole('button', { name: 'Start conversation' }).click();
  await expectToast(page, 'Conversation started');
  const log = page.getByRole('log');
  await log.getByText('It arrives on Monday.').waitFor();
  await log.getByText(/ started the conversation/).waitFor();
  await page.getByRole('heading', { name: 'Your table' }).or(page.getByText('Your table')).first().waitFor();
  const mailed = async () => {
    const mail = smtp.mails.find(({ to }) => to.includes('grace@customer.example'));
    return mail && (await parseMail(Buffer.from(mail.raw)));
  };
  await expect.poll(async () => (await mailed())?.text ?? '', { timeout: 30_000 }).toContain('It arrives on Monday.');
  expect((await mailed())?.subject).toContain('Your table');
  await log.getByText('Sent by email to grace@customer.example').waitFor();
});

it('selected contacts get one text each, unless it is undone before anything is sent', async () => {
  for (const name of ['rosa', 'rolf']) await (await dashboard.visitor(`${name}@bulk.example`)).write('Hello');
  await page.goto(`${dashboard.stack.url}/contacts?q=bulk`);
  await page.getByRole('checkbox', { name: 'Select rosa@bulk.example' }).check();
  await page.getByRole('button', { name: 'Select all' }).click();
  await page.getByRole('button', { name: 'Write a bulk message' }).click();
  const dialog = page.getByRole('dialog', { name: 'New bulk message' });
  await dialog.getByRole('combobox', { name: 'Channel' }).selectOption({ label: 'Email' });
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('The outage');
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Dear {{customer.email}}, the outage is over.');
  const send = async () => {
    await dialog.getByRole('button', { name: 'Review' }).click();
    await dialog.getByText('Dear rosa@bulk.example, the outage is over.').waitFor({ state: 'attached' });
    await dialog.getByRole('button', { name: 'Send to 2 contacts' }).click();
  };
  await send();
  await page.getByRole('button', { name: /^Undo/ }).click();
  // The dialog that comes back is over the toast.
  await page.locator('[data-toast-region]').getByText('The bulk message wasn’t sent').waitFor();
  await send();
  await page.getByText('2 of 2 sent').waitFor({ timeout: 60_000 });
  const mailed = () => smtp.mails.filter(({ raw }) => raw.includes('the outage is over')).flatMap(({ to }) => to);
  await expect
    .poll(() => mailed().toSorted((one, other) => one.localeCompare(other)), { timeout: 30_000 })
    .toEqual(['rolf@bulk.example', 'rosa@bulk.example']);
  await page.getByRole('link', { name: /rosa@bulk\.example/ }).click();
  await page.getByRole('log').getByText('Dear rosa@bulk.example, the outage is over.').waitFor();
});

it('messages are split off by the menu of one, lead to the new conversation, and come back by Undo', async () => {
  const visitor = await dashboard.visitor('jane@customer.example');
  await visitor.write('Where is my parcel?');
  await visitor.write('My invoice is wrong');
  await visitor.write('It names the old firm');
  const id = await visitor.conversationId();
  await dashboard.openThread(page, id);
  const log = page.getByRole('log');
  await log.getByText('My invoice is wrong').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Split off…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Split messages off' });
  await dialog.getByText('It names the old firm').waitFor();
  await dialog.getByRole('button', { name: 'Split off' }).click();
  await expect.poll(selected).not.toBe(id);
  await log.getByText(/split this conversation off from another one/).waitFor();
  await log.getByText('It names the old firm').waitFor();
  expect(await log.getByText('Where is my parcel?').count()).toBe(0);
  await log.getByRole('link', { name: 'Open it' }).click();
  await expect.poll(selected).toBe(id);
  await log.getByText('Moved to another conversation.').waitFor();
  expect(await log.getByText('My invoice is wrong').count()).toBe(0);
  await log.getByText(/split 2 messages off into a new conversation/).hover();
  await log.getByRole('button', { name: /^Undo: .*split 2 messages off/ }).click();
  await log.getByText('My invoice is wrong').waitFor();
  await log.getByText('It names the old firm').waitFor();
});

it('a conversation is linked by its address, and both lead to each other', async () => {
  const [one, other] = [await dashboard.arrive('The first of two'), await dashboard.arrive('The second of two')];
  await dashboard.openThread(page, one);
  const field = page.getByRole('textbox', { name: 'Link a conversation by its address' });
  await field.fill(`${dashboard.stack.url}/conversations?selected=${other}`);
  await field.press('Enter');
  await expectToast(page, 'Conversation linked');
  await page.getByRole('list', { name: 'Related conversations' }).getByRole('link').first().click();
  await expect.poll(selected).toBe(other);
  await page.getByRole('list', { name: 'Related conversations' }).getByRole('link').first().click();
  await expect.poll(selected).toBe(one);
});

it('never makes a page complain', () => {
  expect(dashboard.complaints).toEqual([]);
});
