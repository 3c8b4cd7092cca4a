/** A single visit on a slow phone, measured through the browser's own instruments. */
import type { Browser, CDPSession, Page } from 'playwright-core';
import { slow4G, slowDown } from '../slow-phone.ts';
import type { Contender } from './host.ts';

export interface Visit {
  /** Requests and bytes over the wire, beyond the page itself. */
  requestsBefore: number;
  bytesBefore: number;
  requestsAfter: number;
  bytesAfter: number;
  /** Script, style and layout on the main thread before anything is clicked, as processor time. */
  busyMs: number;
  /** All of the main thread's tasks in that time, painting and the browser's housekeeping included. */
  tasksMs: number;
  /** From navigation to a launcher that can be clicked, and from the click to a chat. */
  launcherMs: number;
  chatMs: number;
  /** JavaScript heap with the chat open. */
  heapBytes: number;
}

/** How long a page is left alone: long enough for the slowest widget to be there. */
const untouchedMs = 6_000;
/** After the launcher is there, this long for whatever comes late. */
const settleMs = 1_500;

const signs = {
  button: { launcher: '#launcher', chat: '#launcher' },
  parley: { launcher: 'button.launcher', chat: '.panel[open] textarea' },
  papercups: { launcher: '.Papercups-toggleButtonContainer button', chat: 'iframe' },
  deepChat: { launcher: '#launcher', chat: 'deep-chat #text-input' },
} as const;

async function metric(session: CDPSession, name: string): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find((each) => each.name === name)?.value ?? 0;
}

/** Returns the main thread's work so far, in milliseconds: the page's own, and all together. */
async function work(session: CDPSession): Promise<Pick<Visit, 'busyMs' | 'tasksMs'>> {
  const { metrics } = await session.send('Performance.getMetrics');
  const sum = (...parts: string[]): number =>
    metrics.reduce((total, { name, value }) => (parts.includes(name) ? total + value * 1000 : total), 0);
  return {
    busyMs: sum('ScriptDuration', 'V8CompileDuration', 'LayoutDuration', 'RecalcStyleDuration'),
    tasksMs: sum('TaskDuration'),
  };
}

interface SlowPhone {
  page: Page;
  session: CDPSession;
}

async function slowPhone(browser: Browser): Promise<SlowPhone> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', slow4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return { page, session };
}

/** The main thread of a page that nobody touches. Looking for elements would be work of its own. */
async function leaveAlone(browser: Browser, url: string): Promise<Pick<Visit, 'busyMs' | 'tasksMs'>> {
  const { page, session } = await slowPhone(browser);
  const from = await work(session);
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForTimeout(untouchedMs);
  const until = await work(session);
  await page.context().close();
  return { busyMs: until.busyMs - from.busyMs, tasksMs: until.tasksMs - from.tasksMs };
}

/** Visits `url` twice: once only to look on, once to open the chat. `empty` gives the ground that is subtracted later. */
export async function visit(browser: Browser, contender: Contender, url: string): Promise<Visit> {
  const untouched = await leaveAlone(browser, url);
  const { page, session } = await slowPhone(browser);
  let requests = -1;
  let bytes = 0;
  let document: string | undefined;
  session.on('Network.requestWillBeSent', ({ requestId }) => {
    requests += 1;
    document ??= requestId;
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (requestId !== document) bytes += encodedDataLength;
  });
  await page.goto(url, { waitUntil: 'commit' });
  const visible = (sign: 'launcher' | 'chat') =>
    contender === 'empty' ? Promise.resolve() : page.locator(signs[contender][sign]).first().waitFor();
  await visible('launcher');
  const launcherMs = await page.evaluate(() => performance.now());
  await page.waitForLoadState('load');
  await page.waitForTimeout(settleMs);
  const before = { requestsBefore: requests, bytesBefore: bytes };

  const clicked = performance.now();
  if (contender !== 'empty') await page.locator(signs[contender].launcher).first().click();
  await visible('chat');
  const chatMs = performance.now() - clicked;
  await page.waitForTimeout(settleMs);
  await session.send('HeapProfiler.collectGarbage');
  const heapBytes = await metric(session, 'JSHeapUsedSize');
  await page.context().close();
  return { ...before, requestsAfter: requests, bytesAfter: bytes, ...untouched, launcherMs, chatMs, heapBytes };
}
