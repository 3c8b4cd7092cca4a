/** HTML of strangers, made safe, in a real browser: without the frame and the policy that close it in the dashboard as well. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { safeHtml } from '@parley/core/mail/safe-html';
import { safeHtmlPage, safeHtmlPolicy, withFileIds, withFiles } from '@parley/core/mail/safe-html-page';
import { htmlAttacks } from '@parley/core/mail/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BrowserVisit, visitBrowser } from './browser.ts';

let visit: BrowserVisit;
let page: Page;
const acted: string[] = [];

beforeAll(async () => {
  visit = await visitBrowser();
  page = await visit.browser.newPage();
  page.on('dialog', (dialog) => {
    acted.push(`said ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.route('**/*', (route) => {
    acted.push(`asked for ${route.request().url()}`);
    return route.abort();
  });
});
afterAll(() => visit?.leave());

/** Shows a page, and returns what it did and what of it could act. */
async function seen(html: string): Promise<string[]> {
  acted.length = 0;
  await page.setContent(html, { waitUntil: 'load' });
  await page.mouse.move(20, 20);
  await page.mouse.move(60, 30);
  const left = await page.evaluate(() =>
    [...document.body.querySelectorAll('*')].flatMap((element) => [
      ...(element.matches(
        'script,style,link,meta,base,iframe,object,embed,form,input,button,textarea,svg,math,template',
      )
        ? [element.localName]
        : []),
      ...[...element.attributes].flatMap(({ name, value }) =>
        name.startsWith('on') || /^(?:id|name|class|srcset|background|ping)$/.test(name) || /javascript:/i.test(value)
          ? [`${name}=${value}`]
          : [],
      ),
    ]),
  );
  return [...acted, ...left];
}

it('a browser that gets it as it came would act', async () => {
  expect((await seen(safeHtmlPage(htmlAttacks['event handlers'] ?? ''))).join()).toContain('said');
});

it.each(Object.entries(htmlAttacks))('HTML with %s, made safe, leaves nothing that acts', async (_name, html) => {
  expect(await seen(safeHtmlPage(safeHtml(html)?.html ?? ''))).toEqual([]);
});

it('the framed page loads the pictures of the email itself, and none of another server', async () => {
  const mail = '<img src="cid:plate@x" alt="Plate"><img src="https://elsewhere.example/logo.png" alt="Logo">';
  const html = withFileIds(safeHtml(mail)?.html ?? '', new Map([['plate@x', 'f1']]));
  const own = withFiles(html, new Map([['f1', '/api/files/f1/large?link=x']]));
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url === '/page')
      response.setHeader('content-security-policy', safeHtmlPolicy).setHeader('content-type', 'text/html');
    const frame = '<iframe src="/page" sandbox="allow-scripts allow-popups" referrerpolicy="no-referrer"></iframe>';
    response.setHeader('content-type', 'text/html').end(request.url === '/page' ? safeHtmlPage(own) : frame);
  }).listen(0);
  await once(server, 'listening');
  const framing = await visit.browser.newPage();
  try {
    await framing.goto(`http://localhost:${(server.address() as AddressInfo).port}/`, { waitUntil: 'load' });
    expect(asked.filter((url) => url !== '/favicon.ico')).toEqual(['/', '/page', '/api/files/f1/large?link=x']);
  } finally {
    await framing.close();
    server.close();
  }
});

it('the framed page reports its height before it is visible', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/page') response.setHeader('content-security-policy', safeHtmlPolicy);
    const hidden = 'position:absolute;block-size:1px;overflow:hidden;visibility:hidden';
    const frame = `<script>addEventListener('message', ({ data }) => (window.reported = data.emailHeight))</script>
      <div style="${hidden}"><iframe src="/page" sandbox="allow-scripts"></iframe></div>`;
    response.setHeader('content-type', 'text/html');
    response.end(request.url === '/page' ? safeHtmlPage('<div style="height:321px">Hello</div>') : frame);
  }).listen(0);
  await once(server, 'listening');
  const framing = await visit.browser.newPage();
  try {
    await framing.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
    await expect.poll(() => framing.evaluate(() => Reflect.get(window, 'reported'))).toBeGreaterThan(320);
  } finally {
    await framing.close();
    server.close();
  }
});
