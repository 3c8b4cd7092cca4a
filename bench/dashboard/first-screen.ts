/**
 * The conversations screen and the sign-in page from an empty cache, by slow 4G on a machine four times slower:
 * `npm run bench -- dashboard/first-screen` (`--write` puts the table into bench/results.md).
 */
import { generate } from '@parley/db/generate';
import { launchBrowser } from '@parley/e2e/browser';
import { startStack } from '@parley/e2e/stack';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { circumstances, writePart } from '../page.ts';
import { slow4G, slowDown } from '../slow-phone.ts';

const rounds = 5;
/** A hand is on a row for longer before it clicks. */
const handMs = 150;
const account = { name: 'Ada Moreau', email: 'ada@example.com', username: 'ada', password: 'correct horse battery' };

interface Visit {
  /** From the navigation to the first row of the list, which can be used, and to the largest part of the screen. */
  listMs: number;
  largestPaintMs: number;
  /** From the click on a row to its messages, the pointer having come a moment before; and from a key. */
  threadMs: number;
  byKeyMs: number;
  /** Until the first row was there. */
  requests: number;
  bytes: number;
  asked: Asking[];
  /** The sum of what jumped: cumulative layout shift. */
  shifts: number;
}

interface SignIn {
  firstPaintMs: number;
  largestPaintMs: number;
  /** Until something can be typed. */
  usableMs: number;
  /** Sum of the time above 50 ms of each task, between the first paint and the page at rest. */
  blockedMs: number;
}

/** A request of a page; moments in seconds of the browser's clock. */
interface Asking {
  path: string;
  began: number;
  /** Undefined while the answer is on its way. */
  ended?: number;
  bytes?: number;
}

/** Slows the page down, with an empty cache; answers what it has asked for since, the navigation first. */
async function slowDownPage(context: BrowserContext, page: Page): Promise<Asking[]> {
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  await cdp.send('Network.emulateNetworkConditions', slow4G);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
  const asked: Asking[] = [];
  const byId = new Map<string, Asking>();
  cdp.on('Network.requestWillBeSent', ({ requestId, timestamp, request: { url } }) => {
    const asking = { path: new URL(url).pathname, began: timestamp };
    asked.push(asking);
    byId.set(requestId, asking);
  });
  cdp.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    Object.assign(byId.get(requestId) ?? {}, { ended: timestamp, bytes: encodedDataLength });
  });
  return asked;
}

/** The requests that had begun so many milliseconds after the navigation. */
const begunUntil = (asked: Asking[], ms: number): Asking[] =>
  asked.filter(({ began }) => (began - (asked[0]?.began ?? began)) * 1000 < ms);

/** Sums the bytes of the answers. */
const bytesOf = (asked: Asking[]): number => asked.reduce((sum, { bytes = 0 }) => sum + bytes, 0);

/** Draws the requests until the list was there: a chart of Mermaid's, in milliseconds. */
function waterfall({ asked, listMs }: Visit): string {
  const begun = begunUntil(asked, listMs);
  const start = begun[0]?.began ?? 0;
  const since = (moment: number) => Math.round((moment - start) * 1000);
  const bars = begun.map(({ path, began, ended, bytes }) => {
    // Names of built files end with a hash.
    const name = path.replace(/^\/assets\//, '').replace(/-[\w-]{8}\.(\w+)$/, '.$1');
    const size = bytes === undefined ? '' : ` ${(bytes / 1000).toFixed(1)} kB`;
    return `  ${name}${size} :${since(began)}, ${ended === undefined ? Math.round(listMs) : since(ended)}`;
  });
  return [
    '```mermaid',
    'gantt',
    '  dateFormat x',
    '  axisFormat %S.%L s',
    ...bars,
    `  list shown :milestone, ${Math.round(listMs)}, 0ms`,
    '```',
  ].join('\n');
}

/** Returns the browser's performance entries of one kind. */
const entries = (page: Page, type: string): Promise<{ startTime: number; duration: number; value?: number }[]> =>
  page.evaluate(
    (wanted) =>
      new Promise((resolve) => {
        const observer = new PerformanceObserver((list) => resolve(list.getEntries().map((entry) => entry.toJSON())));
        observer.observe({ type: wanted, buffered: true });
        // There may be none.
        setTimeout(() => resolve([]), 1_000);
      }),
    type,
  );

/** Milliseconds from the navigation to the frame after the one in which there is such an element. */
const shown = (page: Page, selector: string): Promise<number> =>
  page.evaluate(async (wanted) => {
    while (!document.querySelector(wanted)) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return performance.now();
  }, selector);

/** Milliseconds from a click or a key to the frame after the messages of that row's conversation. */
async function openFirst(page: Page, row: number, activity: () => Promise<void>): Promise<number> {
  // Listens before anything is done: a key may reach the page sooner than what was evaluated before it.
  const took = await page.evaluateHandle((at) => {
    const link = document.querySelectorAll<HTMLAnchorElement>('ul[aria-label=Conversations] li a')[at];
    const wanted = link?.dataset['conversation'];
    const began = new Promise<number>((resolve) => {
      const noted = ({ timeStamp }: Event) => resolve(timeStamp);
      for (const type of ['click', 'keydown']) window.addEventListener(type, noted, { once: true, capture: true });
    });
    const isShown = () =>
      new URLSearchParams(window.location.search).get('selected') === wanted &&
      document.querySelector('[role=log] [data-sender]') !== null;
    const shownMs = async (): Promise<number> => {
      const from = await began;
      while (!isShown()) await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      return performance.now() - from;
    };
    return { shownMs: shownMs() };
  }, row);
  await activity();
  return took.evaluate(({ shownMs }) => shownMs);
}

async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.request.post(`${url}/api/login`, { data: { email: account.email, password: account.password } });
  await page.goto(`${url}/conversations`);
  await page.getByRole('list', { name: 'Conversations' }).getByRole('link').first().waitFor();
  await page.goto('about:blank');
  const asked = await slowDownPage(context, page);
  await page.goto(`${url}/conversations`, { waitUntil: 'commit' });
  const listMs = await shown(page, 'ul[aria-label=Conversations] a');
  const bytes = bytesOf(asked);
  await page.waitForLoadState('networkidle');
  const largestPaintMs = (await entries(page, 'largest-contentful-paint')).at(-1)?.startTime ?? Number.NaN;
  const shifts = (await entries(page, 'layout-shift')).reduce((sum, { value = 0 }) => sum + value, 0);
  const byKeyMs = await openFirst(page, 0, () => page.keyboard.press('j'));
  const row = (await page.locator('ul[aria-label=Conversations] li').nth(1).boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.move(row.x + 150, row.y + 30);
  await page.waitForTimeout(handMs);
  const threadMs = await openFirst(page, 1, () => page.mouse.click(row.x + 150, row.y + 30));
  await context.close();
  return {
    listMs,
    largestPaintMs,
    threadMs,
    byKeyMs,
    requests: begunUntil(asked, listMs).length,
    bytes,
    asked,
    shifts,
  };
}

/** The sign-in page on a phone. */
async function visitSignIn(browser: Browser, url: string): Promise<SignIn> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  const page = await context.newPage();
  await slowDownPage(context, page);
  await page.goto(`${url}/auth`, { waitUntil: 'commit' });
  const usableMs = await shown(page, 'input[name=password]');
  await page.waitForLoadState('networkidle');
  const [firstPaint] = (await entries(page, 'paint')).slice(-1);
  const firstPaintMs = firstPaint?.startTime ?? Number.NaN;
  const tasks = await entries(page, 'longtask');
  const measurements = {
    firstPaintMs,
    largestPaintMs: (await entries(page, 'largest-contentful-paint')).at(-1)?.startTime ?? Number.NaN,
    usableMs,
    blockedMs: tasks
      .filter(({ startTime }) => startTime >= firstPaintMs)
      .reduce((sum, { duration }) => sum + duration - 50, 0),
  };
  await context.close();
  return measurements;
}

const median = (values: number[]): number => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;

const [stack, browser] = await Promise.all([startStack({ workers: 0 }), launchBrowser()]);
try {
  await stack.register(account);
  await generate(stack.database.url, { conversations: 10_000, messages: 200_000 });
  const visits: Visit[] = [];
  const signIns: SignIn[] = [];
  for (let round = 0; round < rounds; round += 1) {
    visits.push(await visit(browser, stack.url));
    signIns.push(await visitSignIn(browser, stack.url));
  }
  const of = (pick: (each: Visit) => number) => median(visits.map(pick));
  const ofSignIn = (pick: (each: SignIn) => number) => median(signIns.map(pick));
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`;
  const text = [
    `${circumstances()}. Slow 4G (150 ms, 1.6 Mbit/s), processor slowed down ${slowDown} times, cache empty, medians of ${rounds} visits.`,
    '',
    '| | measured | goal |',
    '| --- | --- | --- |',
    `| list shown, and usable | ${seconds(of(({ listMs }) => listMs))} | 2.5 s |`,
    `| largest contentful paint | ${seconds(of(({ largestPaintMs }) => largestPaintMs))} | 2.5 s |`,
    `| first thread shown, from a key | ${seconds(of(({ byKeyMs }) => byKeyMs))} | 0.7 s |`,
    `| next thread shown, from a click ${handMs} ms after the pointer came | ${seconds(of(({ threadMs }) => threadMs))} | |`,
    `| cumulative layout shift | ${of(({ shifts }) => shifts).toFixed(4)} | 0 |`,
    `| requests until then | ${of(({ requests }) => requests)} | |`,
    `| bytes over the wire until then | ${kilobytes(of(({ bytes }) => bytes))} | |`,
    `| sign-in page on a phone, first paint | ${seconds(ofSignIn(({ firstPaintMs }) => firstPaintMs))} | 1.5 s |`,
    `| the same, largest contentful paint | ${seconds(ofSignIn(({ largestPaintMs }) => largestPaintMs))} | |`,
    `| the same, until it can be typed into | ${seconds(ofSignIn(({ usableMs }) => usableMs))} | |`,
    `| the same, blocked by tasks over 50 ms after the first paint | ${seconds(ofSignIn(({ blockedMs }) => blockedMs))} | |`,
  ].join('\n');
  const typical = visits.find(({ listMs }) => listMs === of((each) => each.listMs));
  const chart = typical ? waterfall(typical) : '';
  console.log(text, '\n', chart);
  if (process.argv.includes('--write')) {
    writePart('first screen', text);
    writePart('waterfall', chart);
  }
} finally {
  await browser.close();
  await stack.stop();
}
