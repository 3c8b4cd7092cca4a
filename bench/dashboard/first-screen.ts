/**
 * The conversations screen from an empty cache, by slow 4G on a machine four times slower:
 * `npm run bench -- dashboard/first-screen` (`--write` puts the table into docs/performance.md).
 */
import { generate } from '@parley/db/generate';
import { launchBrowser } from '@parley/e2e/browser';
import { startStack } from '@parley/e2e/stack';
import type { Browser } from 'playwright-core';
import { circumstances, writePart } from '../page.ts';
import { slow4G, slowDown } from '../slow-phone.ts';

const rounds = 5;
const account = { name: 'Ada Moreau', email: 'ada@example.com', username: 'ada', password: 'correct horse battery' };

interface Visit {
  /** From the navigation to the first row of the list, and to the largest part of the screen. */
  listMs: number;
  largestPaintMs: number;
  /** From the click on a row to its messages. */
  threadMs: number;
  /** Until the first row was there. */
  requests: number;
  bytes: number;
}

async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.request.post(`${url}/api/login`, { data: { email: account.email, password: account.password } });
  const firstRow = page.getByRole('list', { name: 'Conversations' }).getByRole('link').first();
  await page.goto(`${url}/conversations`);
  await firstRow.waitFor();

  await page.goto('about:blank');
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  await cdp.send('Network.emulateNetworkConditions', slow4G);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
  let requests = 0;
  let bytes = 0;
  cdp.on('Network.requestWillBeSent', () => (requests += 1));
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.goto(`${url}/conversations`, { waitUntil: 'commit' });
  const shown = await page.evaluate(async () => {
    while (!document.querySelector('ul[aria-label=Conversations] a')) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return performance.now();
  });
  const sofar = { requests, bytes };
  await page.waitForLoadState('networkidle');
  const largestPaintMs = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      }),
  );
  const threadMs = await page.evaluate(async () => {
    const from = performance.now();
    document.querySelector<HTMLAnchorElement>('ul[aria-label=Conversations] a')?.click();
    while (!document.querySelector('[role=log] [data-sender]')) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return performance.now() - from;
  });
  await context.close();
  return { listMs: shown, largestPaintMs, threadMs, ...sofar };
}

const median = (values: number[]): number => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;

const [stack, browser] = await Promise.all([startStack({ workers: 0 }), launchBrowser()]);
try {
  await stack.register(account);
  await generate(stack.database.url, { conversations: 10_000, messages: 200_000 });
  const visits: Visit[] = [];
  for (let round = 0; round < rounds; round += 1) visits.push(await visit(browser, stack.url));
  const of = (pick: (each: Visit) => number) => median(visits.map(pick));
  const text = [
    `${circumstances()}. Slow 4G (150 ms, 1.6 Mbit/s), processor slowed down ${slowDown} times, cache empty, medians of ${rounds} visits.`,
    '',
    '| | measured | goal |',
    '| --- | --- | --- |',
    `| list shown | ${seconds(of(({ listMs }) => listMs))} | 2.5 s |`,
    `| largest contentful paint | ${seconds(of(({ largestPaintMs }) => largestPaintMs))} | |`,
    `| first thread shown, from the click | ${seconds(of(({ threadMs }) => threadMs))} | 0.7 s |`,
    `| requests, until the list is shown | ${of(({ requests }) => requests)} | 12 |`,
    `| bytes over the wire, until the list is shown | ${(of(({ bytes }) => bytes) / 1000).toFixed(0)} kB | |`,
  ].join('\n');
  console.log(text);
  if (process.argv.includes('--write')) writePart('first screen', text);
} finally {
  await browser.close();
  await stack.stop();
}
