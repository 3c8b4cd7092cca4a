/** An email with HTML comes in, and a representative looks at what its message leaves out. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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

/** A green square of 40 pixels. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAACgAAAAoCAIAAAADnC86AAAAMElEQVR42u3NQQkAAAgEsItiFCMa2RKCn8H+S02/iFgsFovFYrFYLBaLxWKxWHxnATni3Ez7C+XQAAAAAElFTkSuQmCC',
  'base64',
);
const html = (picture: string) => `<div dir="ltr"><p>Hello, <b style="color:#b00020">the blue one</b> please.</p>
<script>document.body.innerHTML = 'taken over'; alert(1)</script><img src="x" onerror="alert(2)">
<table width="420" border="1" cellpadding="6" style="border-collapse:collapse"><tr bgcolor="#eef3ff"><td>Plate</td><td align="right">2</td></tr><tr><td>Bowl</td><td align="right">1</td></tr></table>
<p><a href="https://shop.example/orders/42">My order</a></p><p><img src="${picture}" width="120" alt="The plate"></p>
<form action="https://evil.example"><input name="password"></form>
<div style="position:fixed;inset:0;z-index:99999;background:#fff">Your session has ended. <a href="javascript:alert(3)">Sign in</a></div>
<style>@import url("${picture}?by=style"); b[style] { background: url("${picture}?by=selector") }</style>
<meta http-equiv="refresh" content="0;url=${picture}?by=refresh"><img src="${picture}?by=pixel" width="1" height="1"></div>
<div class="gmail_quote"><div class="gmail_attr">On Thu, Nov 19, 2026 at 9:58 AM Acme Support &lt;support@shop.example&gt; wrote:<br></div>
<blockquote class="gmail_quote" style="margin:0 0 0 .8ex;border-left:1px #ccc solid;padding-left:1ex">We have it in blue and in white. Which one would you like?</blockquote></div>`;

/** Delivers a mail with HTML from Jane, as an answer to a conversation. */
async function deliver(conversationId: string, { id, body }: { id: string; body: string }): Promise<void> {
  const { mailToken } = await db
    .selectFrom('conversations')
    .select('mailToken')
    .where('id', '=', conversationId)
    .executeTakeFirstOrThrow();
  imap.deliver(
    [
      'Authentication-Results: mx.shop.example; dmarc=pass header.from=customer.example',
      'From: Jane <jane@customer.example>',
      'To: support@shop.example, colleague@customer.example',
      `Subject: Re: [Parley] Do you have plates? [#PARLEY-${mailToken}]`,
      `Message-ID: <${id}@customer.example>`,
      'MIME-Version: 1.0',
      'Content-Type: text/html; charset=utf-8',
      '',
      body,
    ].join('\r\n'),
  );
}

it('the HTML of an email is shown in the thread without running or loading anything, and its picture once it is allowed', async () => {
  const asked: (string | undefined)[] = [];
  const pictures = createServer((request, response) => {
    asked.push(request.url);
    response.setHeader('content-type', 'image/png').end(png);
  }).listen(0);
  await once(pictures, 'listening');
  const picture = `http://localhost:${(pictures.address() as AddressInfo).port}/blue-plate.png`;
  const visitor = await dashboard.visitor('jane@customer.example');
  await visitor.write('Do you have plates?');
  const conversationId = await visitor.conversationId();
  await dashboard.openThread(page, conversationId);
  const requested: string[] = [];
  const alerts: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message());
    void dialog.dismiss();
  });
  const log = page.getByRole('log');
  await deliver(conversationId, { id: 'html-1', body: html(picture) });
  const mail = log.frameLocator('iframe');
  await mail.getByRole('cell', { name: 'Bowl' }).waitFor();
  const frame = log.locator('iframe');
  await expect.poll(() => frame.evaluate((element) => element.getBoundingClientRect().height)).toBeGreaterThan(150);
  expect(await mail.locator('b').evaluate((element) => getComputedStyle(element).color)).toBe('rgb(176, 0, 32)');
  expect(await mail.locator('body').locator('script, form, input, style, meta, [onerror]').count()).toBe(0);
  expect(await mail.locator('body').evaluate(() => self.origin)).toBe('null');
  expect(await mail.locator('body').innerText()).not.toContain('Which one would you like?');
  // An element that would cover our screen is a line of the email.
  const covering = mail.getByText('Your session has ended.');
  expect(await covering.evaluate((element) => getComputedStyle(element).position)).toBe('static');
  expect(await mail.getByText('Sign in').getAttribute('href')).toBeNull();
  await log.getByText('1 remote picture blocked. 1 tracking pixel removed.').waitFor();
  expect(asked).toEqual([]);
  expect(await findings(page, false)).toEqual([]);

  await log.getByRole('button', { name: 'Load pictures' }).click();
  const shown = mail.getByRole('img', { name: 'The plate' });
  await expect.poll(() => shown.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(40);
  expect(asked).toEqual(['/blue-plate.png']);
  expect(requested.filter((url) => url.startsWith(new URL(picture).origin))).toEqual([]);

  await log.getByRole('button', { name: 'Details' }).click();
  await log.getByText('support@shop.example, colleague@customer.example').waitFor();
  await log.getByRole('button', { name: 'Show source' }).click();
  const source = page.getByRole('dialog', { name: 'Source of the email' });
  await source.getByText('Message-ID: <html-1@customer.example>').waitFor();
  await source.getByRole('button', { name: 'Close' }).click();
  const download = page.waitForEvent('download');
  await log.getByRole('button', { name: 'Download (.eml)' }).click();
  expect((await download).suggestedFilename()).toMatch(/^email-\d+\.eml$/);

  await log.getByRole('button', { name: 'Show quoted text' }).press('Enter');
  const quoted = log.getByRole('region', { name: 'Quoted text' });
  await quoted.getByText('Which one would you like?').waitFor();
  await log.getByRole('button', { name: 'Show original email' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Original email' });
  const paper = dialog.frameLocator('iframe');
  await paper.getByText('Which one would you like?').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  await log.getByRole('button', { name: 'Hide quoted text' }).click();
  await expect.poll(() => quoted.count()).toBe(0);
  expect(alerts).toEqual([]);
  pictures.close();
});

it('a long email is folded, and the end of the thread stays in view while its height becomes known', async () => {
  const visitor = await dashboard.visitor('jane@customer.example');
  await visitor.write('Do you have bowls?');
  const conversationId = await visitor.conversationId();
  await dashboard.openThread(page, conversationId);
  const log = page.getByRole('log');
  const rows = Array.from({ length: 80 }, (_, at) => `<tr><td>Bowl number ${at + 1}</td></tr>`).join('');
  await deliver(conversationId, { id: 'long-1', body: `<table dir="rtl"><tr><td>أوعية</td></tr>${rows}</table>` });
  const whole = log.getByRole('button', { name: 'Show whole email' });
  await whole.waitFor();
  await expect.poll(() => whole.isVisible()).toBe(true);
  const box = log.locator('iframe').locator('..');
  const height = () => box.evaluate((element) => Math.round(element.getBoundingClientRect().height));
  expect(await height()).toBe(480);
  await whole.click();
  await expect.poll(height).toBeGreaterThan(1_200);
  await log.getByRole('button', { name: 'Show less' }).click();
  await expect.poll(height).toBe(480);
});

it('never makes a page complain', () => {
  expect(dashboard.complaints).toEqual([]);
});
