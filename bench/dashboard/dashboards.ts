/**
 * A conversation changes, and 2 dashboards show it, and 30: how long until row and counts are right on every screen, and what it costs
 * the browsers, with 12 saved views and without any, over 10,000 conversations: `npm run bench -- dashboard/dashboards`
 * (`--write` puts the table into bench/results.md). With and without take turns; BENCH_DASHBOARDS for fewer dashboards.
 */
import type { Conversation } from '@parley/contracts/entities';
import type { Filter } from '@parley/contracts/filter/filter';
import type { View } from '@parley/contracts/conversations/views';
import { generate } from '@parley/db/generate';
import { launchBrowser } from '@parley/e2e/browser';
import { type SignedIn, startStack } from '@parley/e2e/stack';
import type { CDPSession, Page } from 'playwright-core';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { circumstances, writePart } from '../page.ts';

const dashboards = Number(process.env['BENCH_DASHBOARDS'] ?? 30);
const turns = Number(process.env['BENCH_ROUNDS'] ?? 3);
const changesPerTurn = 20;
const pauseMs = 300;
/** Delay after which a count kept from events is compared with the server's, which is part of the price. */
const comparedMs = 12_000;
const password = 'correct horse battery';
const urgentView = 'Urgent';

const open: Filter = { field: 'status', op: 'in', value: ['active', 'waiting'] };
const isUrgent: Filter = { field: 'priority', op: 'is', value: 'urgent' };
const others: Record<string, Filter> = {
  Mine: { all: [open, { field: 'assignee', op: 'is', value: 'me' }] },
  Nobody: { all: [open, { field: 'assignee', op: 'is', value: 'nobody' }] },
  Unread: { all: [open, { field: 'unread', op: 'is', value: true }] },
  Waiting: { field: 'status', op: 'is', value: 'waiting' },
  'For an hour': { field: 'waitingSince', op: 'older_than', value: 'PT1H' },
  Today: { field: 'updatedAt', op: 'newer_than', value: 'P1D' },
  Telegram: { field: 'channel', op: 'is', value: 'telegram' },
  Snoozed: { field: 'snoozed', op: 'is', value: true },
  'No address': { all: [open, { field: 'customerEmail', op: 'known', value: false }] },
  Assistant: { all: [open, { field: 'aiAssisted', op: 'is', value: true }] },
  Following: { field: 'following', op: 'is', value: true },
};

interface Expected {
  id: string;
  isUrgent: boolean;
  /** Count shown by the view; null without one. */
  count: number | null;
}

/** When a page shows what is expected: the time of the frame after, in milliseconds since the epoch. */
const shows = (page: Page, expected: Expected): Promise<number> =>
  page.evaluate(
    async ({ id, isUrgent: expected, count, name }) => {
      const isRight = (): boolean => {
        const row = document.querySelector(`li:has(a[data-conversation="${id}"])`);
        if (!row || (row.querySelector('[aria-label="Priority: Urgent"]') !== null) !== expected) return false;
        if (count === null) return true;
        const views = [...document.querySelectorAll('fieldset button')];
        const view = views.find((each) => each.textContent?.startsWith(name));
        return view?.textContent?.replaceAll(/\D/g, '') === String(count);
      };
      return new Promise<number>((resolve) => {
        const look = (): void => {
          if (!isRight()) return;
          observer.disconnect();
          requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()));
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
        look();
      });
    },
    { ...expected, name: urgentView },
  );

/**
 * How long the same change takes to as many sockets that draw nothing: what of the time above is the servers'. The first
 * changes warm up.
 */
async function toSockets(shown: readonly Conversation[], ada: SignedIn): Promise<number[]> {
  const address = `${stack.url.replace('http', 'ws')}/ws`;
  const sockets = Array.from({ length: dashboards }, () => new WebSocket(address, { headers: { cookie: ada.cookie } }));
  await Promise.all(sockets.map((socket) => once(socket, 'open')));
  const receives = (socket: WebSocket, id: string, priority: string): Promise<number> =>
    new Promise((resolve) => {
      const look = (frame: Buffer): void => {
        const text = frame.toString();
        if (!['conversation_updated', id, `"priority":"${priority}"`].every((part) => text.includes(part))) return;
        socket.off('message', look);
        resolve(performance.now());
      };
      socket.on('message', look);
    });
  const times: number[] = [];
  for (let change = 0; change < (turns + 1) * changesPerTurn; change += 1) {
    const { id = '' } = shown[Math.floor(change / 2) % shown.length] ?? {};
    const priority = change % 2 === 0 ? 'urgent' : 'normal';
    const seen = sockets.map((socket) => receives(socket, id, priority));
    await sleep(pauseMs);
    const began = performance.now();
    await stack.call('PATCH', `/api/conversations/${id}`, { as: ada, body: { priority } });
    for (const time of await Promise.all(seen)) if (change >= changesPerTurn) times.push(time - began);
  }
  for (const socket of sockets) socket.terminate();
  return times;
}

const at = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

const [stack, browser] = await Promise.all([startStack(), launchBrowser()]);
try {
  const ada = await stack.register({ name: 'Ada Moreau', email: 'ada@example.com', username: 'ada', password });
  await generate(stack.database.url, { conversations: 10_000, messages: 30_000 });
  const listed = await stack.call<Conversation[]>('GET', '/api/conversations?limit=20', { as: ada });
  const shown = listed.slice(0, 5);

  const pages: Page[] = [];
  const sessions: CDPSession[] = [];
  async function openDashboard(): Promise<void> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
    const page = await context.newPage();
    await page.request.post(`${stack.url}/api/login`, { data: { email: 'ada@example.com', password } });
    await page.goto(`${stack.url}/conversations`);
    await page.getByRole('list', { name: 'Conversations' }).waitFor();
    const session = await context.newCDPSession(page);
    // Thirty of them wait for each other: the time that a thread has had, not the time that went by.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    pages.push(page);
    sessions.push(session);
  }

  /** Seconds of processor that the main threads of all pages have had. */
  async function worked(): Promise<number> {
    let sum = 0;
    for (const session of sessions) {
      const { metrics } = await session.send('Performance.getMetrics');
      sum += metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
    }
    return sum;
  }

  const add = (name: string, filter: Filter) =>
    stack.call<View>('POST', '/api/views', { as: ada, body: { name, filter, sort: 'activity', scope: 'all' } });
  const count = async () =>
    (
      await stack.call<{ count: number }>('GET', `/api/counts?filter=${encodeURIComponent(JSON.stringify(isUrgent))}`, {
        as: ada,
      })
    ).count;

  async function measure(): Promise<string[]> {
    const found = {
      with: { times: [] as number[], cpu: [] as number[] },
      without: { times: [] as number[], cpu: [] as number[] },
    };
    for (let turn = 0; turn < 2 * turns; turn += 1) {
      const how = turn % 2 === 0 ? 'without' : 'with';
      const views: View[] = [];
      if (how === 'with')
        for (const [name, filter] of Object.entries({ [urgentView]: isUrgent, ...others }))
          views.push(await add(name, filter));
      let urgent = await count();
      const [first] = shown;
      if (!first) throw new Error('No conversation.');
      // Views come and go live: everybody has them before it begins.
      const expected = (id: string, isUrgent: boolean): Expected => ({
        id,
        isUrgent,
        count: how === 'with' ? urgent : null,
      });
      await Promise.all(pages.map((page) => shows(page, expected(first.id, false))));
      await sleep(comparedMs);
      const before = await worked();
      for (let change = 0; change < changesPerTurn; change += 1) {
        const { id = '' } = shown[Math.floor(change / 2) % shown.length] ?? {};
        const isUrgent = change % 2 === 0;
        urgent += isUrgent ? 1 : -1;
        const seen = pages.map((page) => shows(page, expected(id, isUrgent)));
        // Everybody looks before it happens.
        await sleep(pauseMs);
        const began = Date.now();
        await stack.call('PATCH', `/api/conversations/${id}`, {
          as: ada,
          body: { priority: isUrgent ? 'urgent' : 'normal' },
        });
        for (const time of await Promise.all(seen)) found[how].times.push(time - began);
      }
      await sleep(comparedMs);
      found[how].cpu.push(((await worked()) - before) / changesPerTurn / pages.length);
      for (const { id } of views) await stack.call('DELETE', `/api/views/${id}`, { as: ada });
      console.error(`turn ${turn + 1}, ${how} views: p95 ${at(found[how].times, 0.95).toFixed(0)} ms`);
    }
    const line = (name: string, { times, cpu }: { times: number[]; cpu: number[] }): string =>
      `| ${pages.length} dashboards, ${name} | ${at(times, 0.5).toFixed(0)} ms | ${at(times, 0.95).toFixed(0)} ms | ${(at(cpu, 0.5) * 1000).toFixed(1)} ms |`;
    return [line('12 views', found.with), line('no view', found.without)];
  }

  const bare = await toSockets(shown, ada);
  const lines: string[] = [
    `| ${dashboards} sockets without a browser | ${at(bare, 0.5).toFixed(0)} ms | ${at(bare, 0.95).toFixed(0)} ms | |`,
  ];
  for (const many of [2, dashboards]) {
    while (pages.length < many) await openDashboard();
    console.error(`${many} dashboards are open`);
    lines.push(...(await measure()));
  }
  const text = [
    `${circumstances()}. Browser pages and the whole product on the one machine; ${turns} turns of ${changesPerTurn}`,
    'changes with and without views, one after the other. From the call that changes a priority to the frame that shows row',
    'and count; the goal is a p95 of 200 ms. CPU is what the main thread of one page works for one change, the comparison with',
    'the server’s counts included.',
    '',
    '| | p50 | p95 | CPU of a dashboard for a change |',
    '| --- | --- | --- | --- |',
    ...lines,
  ].join('\n');
  console.log(text);
  if (process.argv.includes('--write')) writePart('dashboards', text);
} finally {
  await browser.close();
  await stack.stop();
}
