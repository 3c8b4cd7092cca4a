/** From a new mail to one that came back: through the port for mail, the dashboard, a mail server and its report. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { deliveryReport } from '@parley/testing/delivery-report';
import { handOver, headerOf, type MailServer, type ReceivedMail, startMailServer } from '@parley/testing/smtp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../process.ts';
import { findings } from './axe.ts';
import { type Dashboard, expectToast, openDashboard } from './dashboard.ts';
import { takeScreenshots } from './screenshots.ts';

let dashboard: Dashboard;
let smtp: MailServer;
let port: number;
let page: Page;

beforeAll(async () => {
  [smtp, port] = await Promise.all([startMailServer(), freePort()]);
  dashboard = await openDashboard({
    env: { REPLY_ADDRESS: 'support@shop.example', INBOUND_SMTP_PORT: String(port), RETRY_WAIT_SCALE: '0' },
  });
  page = await dashboard.signIn();
  const emailConfig = {
    enabled: true,
    smtpHost: smtp.host,
    smtpPort: smtp.port,
    smtpAllowPlaintext: true,
    fromEmail: 'support@shop.example',
  };
  await page.request.post(`${dashboard.stack.url}/api/settings`, { data: { emailConfig } });
});
afterAll(async () => {
  await dashboard?.stop();
  await smtp?.close();
});

const jane = 'jane@customer.example';

/** Has the customer’s server hand us a mail. */
const arrives = (raw: string, from = jane) => handOver(port, { from, to: 'support@shop.example', raw });

const mailTo = async (address: string): Promise<ReceivedMail> => {
  await expect.poll(() => smtp.mails.filter(({ to }) => to.includes(address)).length, { timeout: 60_000 }).toBe(1);
  const mail = smtp.mails.find(({ to }) => to.includes(address));
  if (!mail) throw new Error('no mail');
  return mail;
};

it('a mail opens a conversation, its answer with a copy goes out, comes back, and goes to another address', async () => {
  await page.goto(`${dashboard.stack.url}/conversations?filter=all`);
  await page.getByRole('grid').or(page.getByRole('list')).first().waitFor();
  await arrives(
    [
      `From: Jane Doe <${jane}>`,
      'To: support@shop.example',
      'Cc: Kim Lee <kim@customer.example>',
      'Subject: A plate came broken',
      `Message-ID: <${randomUUID()}@customer.example>`,
      'Content-Type: text/plain; charset=utf-8',
      '',
      'Two of the six plates were broken when I opened the parcel.',
      '',
    ].join('\r\n'),
  );
  // The list shows it at once, with its subject.
  const row = page.getByText('A plate came broken').first();
  await row.waitFor();
  await takeScreenshots(page, 'mail-1-arrived');
  await row.click();
  const log = page.getByRole('log');
  await log.getByText('Two of the six plates were broken').waitFor();
  expect(await page.getByRole('region', { name: 'Subject' }).innerText()).toContain('A plate came broken');

  const recipients = page.getByRole('region', { name: 'Email recipients' });
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  await recipients.getByRole('button', { name: 'Add people' }).click();
  const adding = page.getByRole('dialog', { name: 'Add people to the emails' });
  await adding.getByLabel('Email addresses').fill('accounting@customer.example');
  await adding.getByRole('combobox', { name: 'Add as' }).selectOption({ label: 'Cc' });
  await adding.locator('button[type=submit]').click();
  await expectToast(page, 'They get the emails from now on');
  await recipients.getByText('accounting@customer.example').waitFor();
  await recipients.getByText('Kim Lee').waitFor();

  await page.getByRole('textbox', { name: 'Message' }).fill('We send you two new plates today.');
  await page.keyboard.press('Enter');
  const mail = await mailTo(jane);
  expect(headerOf(mail.raw, 'Subject')).toBe('Re: A plate came broken');
  expect(headerOf(mail.raw, 'Cc')).toContain('accounting@customer.example');
  for (const address of ['accounting@customer.example', 'kim@customer.example'])
    expect((await mailTo(address)).raw).toContain('two new plates');
  await log.getByText(`Sent by email to ${jane}`).waitFor({ state: 'attached' });
  await takeScreenshots(page, 'mail-2-answered');

  await arrives(
    deliveryReport(mail, {
      recipient: jane,
      status: '5.2.2',
      text: '552 5.2.2 The mailbox of jane is over quota',
    }),
    '',
  );
  const trouble = log.getByRole('region', { name: `Email to ${jane} came back` });
  await trouble.getByText('The mailbox is full.').waitFor();
  await trouble.getByText('What their server said').click();
  await trouble.getByText('552 5.2.2 The mailbox of jane is over quota').waitFor();
  expect(await findings(page, false)).toEqual([]);
  await takeScreenshots(page, 'mail-3-came-back');

  await trouble.getByRole('button', { name: 'Send to another address…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send to another address' });
  await dialog.getByLabel('To').fill('jane.private@customer.example');
  await takeScreenshots(page, 'mail-4-elsewhere');
  await dialog.getByRole('button', { name: 'Forward' }).click();
  await expectToast(page, 'Forwarded', 'jane.private@customer.example');
  expect((await mailTo('jane.private@customer.example')).raw).toContain('two new plates');
  await log.getByText('jane.private@customer.example').first().waitFor();
  await takeScreenshots(page, 'mail-5-sent-elsewhere');
});

it('it is found by the state of its mail, its participant and its subject', async () => {
  for (const typed of ['delivery:bounced', 'cc:accounting', 'to:jane', 'subject:"plate came"']) {
    await page.goto(`${dashboard.stack.url}/conversations?filter=all`);
    const field = page.getByRole('combobox', { name: 'Search' }).or(page.getByRole('searchbox')).first();
    await field.fill(`${typed} `);
    await field.press('Enter');
    await page.getByText('Mateo Visser').waitFor({ state: 'detached' });
    await page.getByText('A plate came broken').first().waitFor();
  }
  await takeScreenshots(page, 'mail-6-found');
});

it('the Email tab has what every mailbox has', async () => {
  await page.goto(`${dashboard.stack.url}/integrations?tab=email`);
  await page.getByLabel('Signature').fill('Your **shop**');
  await page.getByLabel('Automatic reply to new email').selectOption({ label: 'Always' });
  await page.getByLabel('Text of the automatic reply').fill('We answer today.');
  await page.getByLabel('Text outside business hours').fill('We answer tomorrow.');
  await page.getByLabel('Text outside business hours').scrollIntoViewIfNeeded();
  await takeScreenshots(page, 'mail-7-email-tab');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expectToast(page, 'Integration updated');
  const settings = await (await page.request.get(`${dashboard.stack.url}/api/settings`)).json();
  expect(settings.emailConfig).toMatchObject({
    signature: 'Your **shop**',
    autoReply: 'always',
    autoReplyText: 'We answer today.',
    autoReplyClosedText: 'We answer tomorrow.',
  });
});

it('never makes a page complain', () => {
  expect(dashboard.complaints).toEqual([]);
});
