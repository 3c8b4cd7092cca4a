/** Sending later, taking back, changing what was sent, and transcripts: docs/product.md#sending-a-message. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type HostPage, serveHostPage } from '../host-page.ts';
import { type MailServer, startMailServer } from '@parley/testing/smtp';
import { ada, ben, chooseAction, type Dashboard, expectToast, openDashboard } from './dashboard.ts';

let dashboard: Dashboard;
let host: HostPage;
let smtp: MailServer;

beforeAll(async () => {
  [dashboard, smtp] = await Promise.all([openDashboard({ env: { RETRY_WAIT_SCALE: '0' } }), startMailServer()]);
  host = await serveHostPage({ widgetOrigin: dashboard.stack.url });
  const page = await dashboard.signIn();
  const website = { domain: new URL(host.origin).hostname, name: 'Shop' };
  await page.request.post(`${dashboard.stack.url}/api/websites`, { data: website });
  const emailConfig = {
    enabled: true,
    smtpHost: smtp.host,
    smtpPort: smtp.port,
    smtpAllowPlaintext: true,
    fromEmail: 'support@shop.example',
  };
  await page.request.post(`${dashboard.stack.url}/api/settings`, { data: { emailConfig } });
  await page.context().close();
});
afterAll(async () => {
  await dashboard?.stop();
  await Promise.all([host?.stop(), smtp?.close()]);
});

const composer = (page: Page) => page.getByRole('textbox', { name: 'Message' });

/** Sends a question through the widget, and opens it as a representative. */
async function meet(question: string): Promise<{ visitor: Page; page: Page; id: string }> {
  const [visitor, page] = await Promise.all([dashboard.open(), dashboard.signIn()]);
  await visitor.goto(host.origin);
  await visitor.getByRole('button', { name: /chat/i }).click();
  const field = visitor.getByRole('textbox', { name: 'Message' });
  await field.fill(question);
  await field.press('Enter');
  await visitor.getByText(question).waitFor();
  await page.goto(`${dashboard.stack.url}/conversations?filter=all`);
  await page.getByText(question).first().click();
  await page.getByRole('log').getByText(question).waitFor();
  const id = new URL(page.url()).searchParams.get('selected') ?? '';
  return { visitor, page, id };
}

it('schedules a message, which the team sees and the customer does not before it goes', async () => {
  const { visitor, page, id } = await meet('Can I come tomorrow?');
  const colleague = await dashboard.signIn(ben);
  await dashboard.openThread(colleague, id);
  await composer(page).fill('We are open now.');
  await page.getByRole('button', { name: 'Send later…' }).click();
  await page
    .getByRole('dialog')
    .getByRole('option', { name: /Tomorrow morning|Next working morning/ })
    .click();
  const waiting = page.getByRole('article', { name: /^Scheduled for/ });
  await waiting.getByText('We are open now.').waitFor();
  expect(await composer(page).inputValue()).toBe('');
  const theirs = colleague.getByRole('article', { name: /^Scheduled for/ });
  await theirs.getByText(ada.name).waitFor();
  expect(await theirs.getByRole('button', { name: 'Send now' }).count()).toBe(0);

  // All that one has scheduled, from anywhere; each leads to its conversation.
  await page.goto(`${dashboard.stack.url}/`);
  await page.getByRole('heading', { name: 'System Overview' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  const all = page.getByRole('dialog', { name: 'My scheduled messages' });
  await all.getByText('We are open now.').waitFor();
  await all.getByRole('link').click();
  await all.waitFor({ state: 'detached' });
  await page.getByRole('log').getByText('Can I come tomorrow?').waitFor();

  await waiting.getByRole('button', { name: 'Edit' }).click();
  await waiting.getByRole('textbox').fill('We are open from nine.');
  await waiting.getByRole('textbox').press('Enter');
  await theirs.getByText('We are open from nine.').waitFor();
  expect(await visitor.getByText(/We are open/).count()).toBe(0);
  await page.reload();
  await waiting.getByText('We are open from nine.').waitFor();
  await waiting.getByRole('button', { name: 'Send now' }).click();
  await visitor.getByText('We are open from nine.').waitFor();
  await waiting.waitFor({ state: 'detached' });
  await page.getByRole('log').getByText('We are open from nine.').waitFor();
});

it('holds back what is sent, and Undo puts it back before anybody has seen it', async () => {
  const { visitor, page } = await meet('What does it cost?');
  await page.goto(`${dashboard.stack.url}/settings?tab=sending`);
  await page.getByRole('combobox', { name: 'Undo send' }).selectOption('30');
  await expectToast(page, 'Settings updated');
  await page.goBack();
  await page.getByRole('log').getByText('What does it cost?').waitFor();
  await composer(page).fill('Too much.');
  await composer(page).press('Enter');
  await page.getByText(/^Sending in \d+ s$/).waitFor();
  expect(await composer(page).inputValue()).toBe('');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(() => composer(page).inputValue()).toBe('Too much.');
  await page.getByText(/^Sending in/).waitFor({ state: 'detached' });
  // The key does the same, outside the field.
  await composer(page).press('Enter');
  await page.getByText(/^Sending in \d+ s$/).waitFor();
  await composer(page).press('Escape');
  await page.keyboard.press('z');
  await expect.poll(() => composer(page).inputValue()).toBe('Too much.');
  expect(await visitor.getByText('Too much.').count()).toBe(0);

  const me = await (await page.request.get(`${dashboard.stack.url}/api/user`)).json();
  const change = await page.request.patch(`${dashboard.stack.url}/api/users/${me.id}`, {
    data: { sendDelaySeconds: 1 },
  });
  expect(change.ok()).toBe(true);
  await page.reload();
  await page.getByRole('log').getByText('What does it cost?').waitFor();
  await composer(page).fill('Nine euros.');
  await composer(page).press('Enter');
  await visitor.getByText('Nine euros.').waitFor();
  await page.getByText(/^Sending/).waitFor({ state: 'detached' });
  await page.request.patch(`${dashboard.stack.url}/api/users/${me.id}`, { data: { sendDelaySeconds: 0 } });
});

it('holds back what is sent before the live connection is', async () => {
  const { visitor, page, id } = await meet('Is it waterproof?');
  const me = await (await page.request.get(`${dashboard.stack.url}/api/user`)).json();
  const holdFor = (sendDelaySeconds: number) =>
    page.request.patch(`${dashboard.stack.url}/api/users/${me.id}`, { data: { sendDelaySeconds } });
  expect((await holdFor(30)).ok()).toBe(true);
  await page.routeWebSocket(/\/ws$/, () => new Promise<void>(() => undefined));
  await page.goto(`${dashboard.stack.url}/conversations?selected=${id}`);
  await page.getByRole('log').getByText('Is it waterproof?').waitFor();
  await composer(page).fill('I think so.');
  await composer(page).press('Enter');
  await page.getByText(/^Sending in \d+ s$/).waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(() => composer(page).inputValue()).toBe('I think so.');
  expect(await visitor.getByText('I think so.').count()).toBe(0);
  await holdFor(0);
});

it('changes and removes sent messages: the customer sees it, also one who was away during that', async () => {
  const { visitor, page } = await meet('How many are left?');
  for (const text of ['Tow of them.', 'Ask Ben, he knows.']) {
    await composer(page).fill(text);
    await composer(page).press('Enter');
    await visitor.getByText(text).waitFor();
  }
  const row = (text: string) => page.getByRole('log').locator('[data-sender]').filter({ hasText: text });
  await row('Tow of them.').hover();
  await row('Tow of them.').getByRole('button', { name: 'Edit message' }).click();
  const field = page.getByRole('textbox', { name: 'Edit message' });
  await field.fill('Two of them.');
  await field.press('Enter');
  await visitor.getByText('Two of them.').waitFor();
  await visitor.getByText(/edited/).waitFor();
  await page.getByRole('button', { name: 'edited' }).click();
  await page.getByRole('dialog').getByText('Tow of them.').waitFor();
  await page.keyboard.press('Escape');

  await visitor.context().setOffline(true);
  await row('Ask Ben, he knows.').hover();
  await row('Ask Ben, he knows.').getByRole('button', { name: 'Remove message' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('log').getByText('Message removed').waitFor();
  await row('Two of them.').hover();
  await row('Two of them.').getByRole('button', { name: 'Edit message' }).click();
  await page.getByRole('textbox', { name: 'Edit message' }).fill('Two, in blue.');
  await page.getByRole('textbox', { name: 'Edit message' }).press('Enter');
  await page.getByRole('log').getByText('Two, in blue.').waitFor();
  await visitor.context().setOffline(false);
  await visitor.getByText('Two, in blue.').waitFor();
  await visitor.getByText('Message removed').waitFor();
  expect(await visitor.getByText('Ask Ben, he knows.').count()).toBe(0);
  expect(dashboard.complaints).toEqual([]);
});

it('mails a transcript, and saves it as a file', async () => {
  const { visitor, page } = await meet('Is it waterproof?');
  await composer(page).fill('Yes, to ten metres.');
  await composer(page).press('Enter');
  await visitor.getByText('Yes, to ten metres.').waitFor();
  await chooseAction(page, 'Transcript…');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Send to' }).fill('jane@example.com');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download as text' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^conversation-[\d-]+\.txt$/);
  await dialog.getByRole('button', { name: 'Send by email' }).click();
  await expectToast(page, 'Transcript sent', 'jane@example.com');
  const mail = () => smtp.mails.find(({ to }) => to.includes('jane@example.com'))?.raw ?? '';
  await expect.poll(mail, { timeout: 60_000 }).toContain('Is it waterproof?');
  expect(mail()).toContain('Yes, to ten metres.');
});
