/** What a browser fetches before it shows the list: docs/performance.md. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ada, type Desk, openDesk } from './desk.ts';

let desk: Desk;
let page: Page;

const firstRow = () => page.getByRole('list', { name: 'Conversations' }).getByRole('link').first();

beforeAll(async () => {
  desk = await openDesk();
  page = await desk.signIn(ada);
  // From now on this browser knows that somebody is signed in.
  await page.goto(`${desk.stack.url}/conversations`);
  await firstRow().waitFor();
});
afterAll(() => desk?.stop());

it('asks who is there, for the list and for every part of the screen before the program has arrived', async () => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const entry = /\/assets\/index-.*\.js$/;
  await page.route(entry, async (route) => {
    const needed = ['/api/user', '/api/conversations', 'conversations-page', 'signed-in', 'react', 'style'];
    await expect.poll(() => needed.filter((name) => !asked.some((path) => path.includes(name)))).toEqual([]);
    await route.continue();
  });
  await page.goto(`${desk.stack.url}/conversations`);
  await firstRow().waitFor();
  await page.unroute(entry);
  expect(asked.filter((path) => path === '/api/user')).toHaveLength(1);
});

it('gets everything that is text compressed', async () => {
  const plain: string[] = [];
  page.on('response', async (response) => {
    const headers = await response.allHeaders();
    const isText = /javascript|css|html|json/.test(headers['content-type'] ?? '');
    if (isText && !headers['content-encoding'] && Number(headers['content-length'] ?? 0) > 2048)
      plain.push(response.url());
  });
  await page.reload();
  await firstRow().click();
  await page.getByRole('log').waitFor();
  expect(plain).toEqual([]);
});
