/** The mails that came in, on Integrations → Email, with a real mailbox beside the product. */
import { createDatabase, type Database } from '@parley/db/database';
import { recordInboundResult, storeInboundMail } from '@parley/db/mail/inbound';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ImapServer, startImapServer } from '@parley/testing/imap';
import { ben, type Dashboard, expectToast, openDashboard } from './dashboard.ts';

let dashboard: Dashboard;
let imap: ImapServer;
let db: Database;
let page: Page;

beforeAll(async () => {
  imap = await startImapServer();
  dashboard = await openDashboard({
    env: { REPLY_ADDRESS: 'support@shop.example', IMAP_URL: imap.url, IMAP_POLL_SECONDS: '1' },
  });
  db = createDatabase(dashboard.stack.database.url, { max: 1 });
  page = await dashboard.signIn();
});
afterAll(async () => {
  await dashboard?.stop();
  await db?.destroy();
  await imap?.close();
});

const panel = (on: Page) => on.locator('section').filter({ has: on.getByRole('heading', { name: 'Incoming email' }) });
const rows = (on: Page) => panel(on).getByRole('listitem');
const go = async (on: Page) => {
  await on.goto(`${dashboard.stack.url}/integrations?tab=email`);
  await panel(on).waitFor();
};
async function stored(subject: string, senderName = 'Kim Berg'): Promise<string> {
  const raw = Buffer.from(`From: ${senderName} <kim@example.com>\nSubject: ${subject}\n\nHello`);
  const senderAddress = 'kim@example.com';
  const mail = { identityHash: subject, envelopeFrom: senderAddress, envelopeTo: [], senderAddress };
  const id = await storeInboundMail(db, { ...mail, source: 'imap', senderName, subject, raw });
  if (!id) throw new Error('stored before');
  return id;
}

it('shows that nothing has come in, and the test shows whether it can', async () => {
  await go(page);
  await panel(page).getByText('No email received yet').waitFor();
  await panel(page).getByRole('button', { name: 'Test receiving' }).click();
  await expectToast(
    page,
    'Logged in to 127.0.0.1 as support@example.com; INBOX holds 0 messages. Authentication results aren’t trusted: INBOUND_AUTHSERV_ID isn’t set.',
  );
});

it('shows a mail as it comes, with who, what and why it was left aside, and Retry has it understood again', async () => {
  await go(page);
  await panel(page).getByText('No email received yet').waitFor();
  imap.deliver(
    'Auto-Submitted: auto-replied\r\nFrom: Kim Berg <kim@example.com>\r\nSubject: Where is my order?\r\n\r\nI wrote last week.',
  );
  const row = rows(page).filter({ hasText: 'Where is my order?' });
  await row.getByText('skipped', { exact: true }).waitFor();
  await row.getByText('An automatic reply, such as an out-of-office note.').waitFor();
  expect(await row.innerText()).toContain('Kim Berg <kim@example.com>');
  await row.focus();
  await page.keyboard.press('r');
  await expectToast(page, 'Email queued again');
  await row.getByText('skipped', { exact: true }).waitFor();
});

it('leads to the conversation of a mail that was posted', async () => {
  const visitor = await dashboard.visitor('kim@example.com');
  await visitor.write('Do you have plates?');
  const conversationId = await visitor.conversationId();
  const id = await stored('Re: Do you have plates?');
  await recordInboundResult(db, id, { status: 'posted', conversationId, messageSeq: 1 });
  const failed = await stored('A newsletter nested for ever', 'evil\u202egpj');
  await recordInboundResult(db, failed, { status: 'failed', reason: 'too_slow' });
  await go(page);
  const failure = rows(page).filter({ hasText: 'A newsletter nested for ever' });
  await failure.getByText('Reading it took too long. The original is stored.').waitFor();
  await rows(page).filter({ hasText: 'Re: Do you have plates?' }).focus();
  await page.keyboard.press('o');
  await page.getByRole('log').getByText('Do you have plates?').first().waitFor();
  expect(new URL(page.url()).searchParams.get('selected')).toBe(conversationId);
});

it('shows a colleague’s answer in the conversation as it comes, and one press adds it with its sender named', async () => {
  const visitor = await dashboard.visitor('jane@customer.example');
  await visitor.write('We need a door.');
  const conversationId = await visitor.conversationId();
  const { mailToken } = await db
    .selectFrom('conversations')
    .select('mailToken')
    .where('id', '=', conversationId)
    .executeTakeFirstOrThrow();
  await dashboard.openThread(page, conversationId);
  const log = page.getByRole('log');
  imap.deliver(
    `From: Paul Novak <paul.novak@customer.example>\r\nSubject: Re: [Parley] A door [#PARLEY-${mailToken}]\r\nMessage-ID: <1@customer.example>\r\n\r\nThe number is PO-2026-118.`,
  );
  const line = log.getByRole('region', { name: 'Paul Novak answered by email' });
  await line.getByText('From paul.novak@customer.example').waitFor();
  expect(await log.getByText('The number is PO-2026-118.').count()).toBe(0);
  await line.getByRole('button', { name: 'Show' }).click();
  await line.getByText('The number is PO-2026-118.').waitFor();
  await line.getByRole('button', { name: 'Hide' }).click();
  await line.getByRole('button', { name: 'Add to conversation' }).click();
  await log.getByText('Paul Novak (paul.novak@customer.example)').waitFor();
  await log.getByText('The number is PO-2026-118.').waitFor();
  await log.getByText(/ added the email from Paul Novak/).waitFor();
  expect(await line.getByRole('button', { name: 'Add to conversation' }).count()).toBe(0);
});

it('shows older ones page by page', async () => {
  for (let at = 1; at <= 25; at += 1) {
    await recordInboundResult(db, await stored(`Mail number ${at}.`), { status: 'ignored', reason: 'mailing_list' });
  }
  await go(page);
  await rows(page).filter({ hasText: 'Mail number 25.' }).waitFor();
  expect(await rows(page).count()).toBe(20);
  await panel(page).getByRole('button', { name: 'Show older' }).click();
  await rows(page).filter({ hasText: 'Where is my order?' }).waitFor();
  expect(await panel(page).getByRole('button', { name: 'Show older' }).count()).toBe(0);
});

it('shows when it could not be loaded, and tries again', async () => {
  await page.route('**/api/inbound-mails?*', (route) => route.fulfill({ status: 503, body: '{}' }));
  await go(page);
  await panel(page).getByText('Couldn’t load this').waitFor();
  await page.unroute('**/api/inbound-mails?*');
  await panel(page).getByRole('button', { name: 'Try again' }).click();
  await rows(page).first().waitFor();
});

it('is for administrators alone', async () => {
  const colleague = await dashboard.signIn(ben);
  await colleague.goto(`${dashboard.stack.url}/integrations?tab=email`);
  await colleague.getByRole('heading', { name: 'Deliveries' }).waitFor();
  expect(await panel(colleague).count()).toBe(0);
});

it('never makes a page complain', () => {
  expect(dashboard.complaints).toEqual([]);
});
