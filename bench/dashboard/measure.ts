/** Measures a representative's browser from inside, at a quarter of the machine's speed. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { slowDown } from '../slow-phone.ts';

/** Waits until every page of the list is loaded, by scrolling to its end; answers how many conversations it has. */
export async function loadWholeList(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const list = document.querySelector('ul[aria-label=Conversations]');
    const scroller = list?.parentElement;
    if (!list || !scroller) throw new Error('No list');
    for (;;) {
      scroller.scrollTop = scroller.scrollHeight;
      await new Promise((resolve) => setTimeout(resolve, 60));
      const size = Number(list.querySelector('li')?.getAttribute('aria-setsize'));
      if (size > 0 && scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 2) {
        scroller.scrollTop = 0;
        return size;
      }
    }
  });
}

/** Milliseconds from the click on a row to the frame that shows the conversation's newest message. */
export async function openConversation(page: Page, row: number): Promise<number> {
  return page.evaluate(async (at) => {
    // The list moves while messages come: the row is looked up in the same breath as it is clicked.
    const link = document.querySelectorAll<HTMLAnchorElement>('ul[aria-label=Conversations] a')[at];
    const wanted = new URL(link?.href ?? '').searchParams.get('selected');
    const from = performance.now();
    link?.click();
    for (;;) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const log = document.querySelector('[role=log]');
      if (log?.querySelector('[data-sender]') && window.location.search.includes(String(wanted))) break;
    }
    // The frame with the messages has been handed over when the next one begins.
    await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.now() - from;
  }, row);
}

async function taskSeconds(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

/** Main-thread milliseconds that `count` events cost each, above what the idle page costs in the same time. */
export async function costOf(
  cdp: CDPSession,
  page: Page,
  count: number,
  everyMs: number,
  event: (index: number) => Promise<unknown>,
): Promise<number> {
  const idleFrom = await taskSeconds(cdp);
  await page.waitForTimeout(count * everyMs);
  const from = await taskSeconds(cdp);
  for (let index = 0; index < count; index += 1) {
    const next = page.waitForTimeout(everyMs);
    await event(index);
    await next;
  }
  const busy = (await taskSeconds(cdp)) - from;
  return Math.max(0, ((busy - (from - idleFrom)) * 1000) / count);
}

export interface Frames {
  count: number;
  /** Frames that came more than one and a half intervals after the one before. */
  dropped: number;
  worstMs: number;
}

/** Types into the composer, a key every 40 ms, and records the frames. */
export async function typeAndWatch(page: Page, text: string): Promise<Frames> {
  await page.getByRole('textbox', { name: 'Message' }).focus();
  await page.evaluate(() => {
    const times: number[] = [];
    const watch = (time: number) => {
      times.push(time);
      Reflect.set(window, 'benchFrame', requestAnimationFrame(watch));
    };
    Reflect.set(window, 'benchTimes', times);
    watch(performance.now());
  });
  await page.keyboard.type(text, { delay: 40 });
  return page.evaluate(() => {
    cancelAnimationFrame(Number(Reflect.get(window, 'benchFrame')));
    const times = (Reflect.get(window, 'benchTimes') as number[]).slice(2);
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
    return {
      count: gaps.length,
      dropped: gaps.filter((gap) => gap > (1000 / 60) * 1.5).length,
      worstMs: Math.max(...gaps),
    };
  });
}

/** Types the same into a page with nothing but a text area: the cost of the browser and the machine. */
export async function typeIntoEmptyPage(browser: Browser, text: string): Promise<Frames> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.setContent('<textarea aria-label="Message" rows="4" cols="80"></textarea>');
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
  const frames = await typeAndWatch(page, text);
  await page.close();
  return frames;
}

/** Does something while `event` happens every so often. */
export async function during<T>(
  everyMs: number,
  event: (index: number) => Promise<unknown>,
  activity: () => Promise<T>,
): Promise<T> {
  let isOver = false;
  const events = (async () => {
    for (let index = 0; !isOver; index += 1) {
      const next = sleep(everyMs);
      await event(index);
      await next;
    }
  })();
  try {
    return await activity();
  } finally {
    isOver = true;
    await events;
  }
}

/** Used JavaScript heap after a collection, in bytes; without the console's buffer, 1,000 lines at most. */
export async function heapBytes(cdp: CDPSession): Promise<number> {
  await cdp.send('Runtime.discardConsoleEntries');
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize;
}

interface HeapSnapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } };
  /** Numbers of each node, as many as it has fields. */
  nodes: number[];
}

/** How much of the heap is machine code and its tables: the browser compiles what runs often, and keeps nothing of ours by it. */
export async function codeBytes(cdp: CDPSession): Promise<number> {
  const chunks: string[] = [];
  const keep = ({ chunk }: { chunk: string }) => void chunks.push(chunk);
  cdp.on('HeapProfiler.addHeapSnapshotChunk', keep);
  await cdp.send('HeapProfiler.takeHeapSnapshot');
  cdp.off('HeapProfiler.addHeapSnapshotChunk', keep);
  const { snapshot, nodes } = JSON.parse(chunks.join('')) as HeapSnapshot;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, size, code] = [fields.indexOf('type'), fields.indexOf('self_size'), types[0].indexOf('code')];
  let bytes = 0;
  for (let node = 0; node < nodes.length; node += fields.length)
    if (nodes[node + type] === code) bytes += nodes[node + size] ?? 0;
  return bytes;
}
