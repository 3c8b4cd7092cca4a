/** An email with HTML comes in, and a representative looks at what its message leaves out. */
import { createDatabase, type Database } from '@parley/db/database';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ImapServer, startImapServer } from '@parley/testing/imap';
import { findings } from './axe.ts';
import { type Dashboard, openDashboard } from './dashboard.ts';

let dashboard: Dashboard;
let imap: ImapServer;
let db: Database;
let page: Page;

beforeAll(async () => {
  imap = await startImapServer();
  dashboard = await openDashboard({
    env: {
      REPLY_ADDRESS: 'support@shop.example',
      IMAP_URL: imap.url,
      IMAP_POLL_SECONDS: '1',
      INBOUND_AUTHSERV_ID: 'mx.shop.example',
    },
  });
  db = createDatabase(dashboard.stack.database.url, { max: 1 });
  page = await dashboard.signIn();
});
afterAll(async () => {
  await dashboard?.stop();
  await db?.destroy();
  await imap?.close();
});

const picture = 'https://pictures.example/blue-plate.png';
const html = `<div dir="ltr"><p>Hello, <b style="color:#b00020">the blue one</b> please.</p>
<script>document.body.innerHTML = 'taken over'; alert(1)</script><img src="x" onerror="alert(2)">
<table width="420" border="1" cellpadding="6" style="border-collapse:collapse"><tr bgcolor="#eef3ff"><td>Plate</td><td align="right">2</td></tr><tr><td>Bowl</td><td align="right">1</td></tr></table>
<p><a href="https://shop.example/orders/42">My order</a></p><p><img src="${picture}" width="120" alt="The plate"></p>
<form action="https://evil.example"><input name="password"></form></div>
<div class="gmail_quote"><div class="gmail_attr">On Thu, Nov 19, 2026 at 9:58 AM Acme Support &lt;support@shop.example&gt; wrote:<br></div>
<blockquote class="gmail_quote" style="margin:0 0 0 .8ex;border-left:1px #ccc solid;padding-left:1ex">We have it in blue and in white. Which one would you like?</blockquote></div>`;

it('quoted text is folded out by keys, and the HTML is shown without running or loading anything', async () => {
  const visitor = await dashboard.visitor('jane@customer.example');
  await visitor.write('Do you have plates?');
  const conversationId = await visitor.conversationId();
  const { mailToken } = await db
    .selectFrom('conversations')
    .select('mailToken')
    .where('id', '=', conversationId)
    .executeTakeFirstOrThrow();
  await dashboard.openThread(page, conversationId);
  const log = page.getByRole('log');
  imap.deliver(
    [
      'Authentication-Results: mx.shop.example; dmarc=pass header.from=customer.example',
      'From: Jane <jane@customer.example>',
      `Subject: Re: [Parley] Do you have plates? [#PARLEY-${mailToken}]`,
      'Message-ID: <html-1@customer.example>',
      'MIME-Version: 1.0',
      'Content-Type: text/html; charset=utf-8',
      '',
      html,
    ].join('\r\n'),
  );
  await log.getByText('the blue one please.').waitFor();
  expect(await log.getByText('https://shop.example/orders/42').count()).toBe(1);
  expect(await log.getByText('Which one would you like?').count()).toBe(0);
  expect(await log.getByText('Plate 2').count()).toBe(1);

  const requested: string[] = [];
  const alerts: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message());
    void dialog.dismiss();
  });
  await page.route('https://pictures.example/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  );

  await log.getByRole('button', { name: 'Show quoted text' }).press('Enter');
  await log.getByRole('region', { name: 'Quoted text' }).getByText('Which one would you like?').waitFor();
  expect(await findings(page, false)).toEqual([]);

  await log.getByRole('button', { name: 'Show original email' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Original email' });
  const paper = dialog.frameLocator('iframe');
  await paper.getByText('the blue one').waitFor();
  await paper.getByRole('cell', { name: 'Bowl' }).waitFor();
  expect(await paper.locator('body').innerText()).toContain('Which one would you like?');
  expect(await paper.locator('b').evaluate((element) => getComputedStyle(element).color)).toBe('rgb(176, 0, 32)');
  expect(await paper.locator('script, form, input, [onerror]').count()).toBe(0);
  expect(await paper.locator('body').evaluate(() => location.origin === 'null' || self.origin === 'null')).toBe(true);
  expect(requested.filter((url) => url.includes('pictures.example'))).toEqual([]);

  await dialog.getByRole('button', { name: 'Load pictures' }).click();
  await expect.poll(() => requested.filter((url) => url === picture).length).toBe(1);
  await paper.getByRole('img', { name: 'The plate' }).waitFor({ state: 'attached' });
  expect(alerts).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  await log.getByRole('button', { name: 'Hide quoted text' }).click();
  expect(await log.getByText('Which one would you like?').count()).toBe(0);
});

it('never makes a page complain', () => {
  expect(dashboard.complaints).toEqual([]);
});
