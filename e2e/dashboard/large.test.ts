/** Threads of thousands and lists of thousands. */
import { generate } from '@parley/db/generate';
import { Client } from 'pg';
import type { Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Dashboard, fromEnd, openDashboard } from './dashboard.ts';

const threadLength = 5_000;
const conversationCount = 3_000;

let dashboard: Dashboard;

beforeAll(async () => {
  dashboard = await openDashboard();
  await generate(dashboard.stack.database.url, { conversations: conversationCount, messages: conversationCount * 3 });
});
afterAll(() => dashboard?.stop());

/** Makes what is said in a conversation so far a thread of `threadLength` messages, each of another height. */
async function lengthen(conversationId: string): Promise<void> {
  const client = new Client({ connectionString: dashboard.stack.database.url });
  await client.connect();
  try {
    await client.query(
      `insert into messages (conversation_id, seq, id, client_message_id, sender_type, content, via,
         customer_message_count, created_at)
       select $1, seq, uuidv7(), gen_random_uuid(), 'customer',
         'Message ' || seq || '.' || repeat(' And a little more of it.', seq * 7 % 40), 'widget', seq,
         now() - interval '7 days' + make_interval(secs => seq * 100)
       from generate_series(2, $2::int) as seq`,
      [conversationId, threadLength],
    );
    await client.query('update conversations set last_seq = $2, customer_message_count = $2 where id = $1', [
      conversationId,
      threadLength,
    ]);
  } finally {
    await client.end();
  }
}

interface Place {
  text: string;
  top: number;
}

/** The message nearest to the top of the view, and where it stands in it. */
const underTheEye = (page: Page): Promise<Place> =>
  page.getByRole('log').evaluate((log) => {
    const { top } = log.getBoundingClientRect();
    const message = [...log.querySelectorAll('[data-sender]')].find((each) => each.getBoundingClientRect().top >= top);
    return {
      text: message?.querySelector('[dir=auto]')?.textContent ?? '',
      top: (message?.getBoundingClientRect().top ?? 0) - top,
    };
  });

/** How far a message stands from where it stood; infinitely far when it is not in the document. */
const distance = (page: Page, { text, top }: Place): Promise<number> =>
  page.getByRole('log').evaluate(
    (log, was) => {
      const message = [...log.querySelectorAll('[data-sender]')].find(
        (each) => each.querySelector('[dir=auto]')?.textContent === was.text,
      );
      const is = message && message.getBoundingClientRect().top - log.getBoundingClientRect().top;
      return is === undefined ? Number.MAX_VALUE : Math.abs(is - was.top);
    },
    { text, top },
  );

const oldest = async (page: Page): Promise<number> => Number(await page.getByRole('log').getAttribute('data-oldest'));

/** Two frames: one draws, the other is the proof. */
const nextFrames = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));

describe('a thread of thousands', () => {
  let page: Page;
  let id: string;

  beforeAll(async () => {
    const visitor = await dashboard.visitor();
    await visitor.write('Message 1.');
    id = await visitor.conversationId();
    await lengthen(id);
    page = await dashboard.signIn();
    await page.goto(`${dashboard.stack.url}/conversations?selected=${id}`);
  });

  it('opens at the newest message', async () => {
    const newest = page.getByRole('log').getByText(`Message ${threadLength}.`);
    await newest.waitFor();
    await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);
    expect(await newest.isVisible()).toBe(true);
  });

  it('opens from a search at the message that was found, however far back', async () => {
    const other = await dashboard.signIn();
    const found = await (await other.request.get(`${dashboard.stack.url}/api/conversations/${id}`)).json();
    const match = { seq: 4_200, text: 'Message 4200. And a little more of it.', ranges: [[8, 12]] };
    const result = { ...found, lastMessage: found.messages.at(-1), messages: [], match };
    await other.route('**/api/conversations?*q=*', (route) => route.fulfill({ json: [result] }));
    await other.goto(`${dashboard.stack.url}/conversations`);
    await other.getByRole('searchbox').fill('4200');
    const row = other.getByRole('list', { name: 'Conversations' }).getByRole('link');
    await row.locator('mark').waitFor();
    expect(await row.locator('mark').allTextContents()).toEqual(['4200']);
    await row.click();
    const message = other.getByRole('log').locator('[data-found]').getByText('Message 4200.');
    await message.waitFor();
    const isInView = () =>
      message.evaluate((element) => {
        const log = element.closest('[role=log]')?.getBoundingClientRect();
        const { top, bottom } = element.getBoundingClientRect();
        return log !== undefined && top >= log.top && bottom <= log.bottom;
      });
    await expect.poll(isInView).toBe(true);
    await nextFrames(other);
    expect(await isInView()).toBe(true);
    // Nothing that was not in view has been read.
    await other.getByRole('button', { name: 'Newest' }).click();
    await expect.poll(() => fromEnd(other)).toBeLessThanOrEqual(2);
    await other.context().close();
  });

  it('keeps the newest message in view while a long reply takes its room', async () => {
    const room = () => page.getByRole('log').evaluate(({ clientHeight }) => clientHeight);
    const before = await room();
    const composer = page.getByRole('textbox', { name: 'Message' });
    await composer.fill('A line of many.\n'.repeat(12));
    await expect.poll(room).toBeLessThan(before - 100);
    await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);
    await composer.fill('');
    await expect.poll(room).toBe(before);
    expect(await page.getByRole('button', { name: 'Newest' }).count()).toBe(0);
  });

  it('leaves the message under the eye where it is while older ones are put before it', async () => {
    const log = page.getByRole('log');
    const loading = page.getByText('Loading older messages…');
    // Each older page waits until the eye has found its place.
    let release = (): void => undefined;
    await page.route('**/messages?before=*', async (route) => {
      await new Promise<void>((released) => (release = released));
      await route.continue();
    });
    // A little before the top, as by the wheel, and at the very top, as by the Home key.
    for (const top of [500, 200, 0, 0]) {
      const before = await oldest(page);
      await log.evaluate((element, at) => element.scrollTo(0, at), top);
      await loading.waitFor({ state: 'attached' });
      await nextFrames(page);
      await log.evaluate((element, at) => element.scrollTo(0, at), top);
      await nextFrames(page);
      const watched = await underTheEye(page);
      expect(watched.text).toContain('Message ');
      release();
      await expect.poll(() => oldest(page)).toBeLessThan(before);
      await expect.poll(() => distance(page, watched)).toBeLessThanOrEqual(2);
      await loading.waitFor({ state: 'detached' });
      expect(await distance(page, watched)).toBeLessThanOrEqual(2);
    }
    await page.unroute('**/messages?before=*');
  });

  it('reaches the first message with a page of rows in the document, and the newest again by a button', async () => {
    const log = page.getByRole('log');
    await expect
      .poll(
        async () => {
          await log.evaluate((element) => element.scrollTo(0, 0));
          return oldest(page);
        },
        { timeout: 120_000, interval: 20 },
      )
      .toBe(1);
    await expect
      .poll(async () => {
        await log.evaluate((element) => element.scrollTo(0, 0));
        return log.getByText('Message 1.', { exact: true }).isVisible();
      })
      .toBe(true);
    expect(await log.locator('[data-index]').count()).toBeLessThan(60);
    await page.getByRole('button', { name: 'Newest' }).click();
    await log.getByText(`Message ${threadLength}.`).waitFor();
  }, 150_000);
});

it('scrolls a list of thousands with a page of rows in the document', async () => {
  const page = await dashboard.signIn();
  await page.goto(`${dashboard.stack.url}/conversations?filter=all`);
  const list = page.getByRole('list', { name: 'Conversations' });
  await list.getByRole('link').first().waitFor();
  const position = async () => Number(await list.getByRole('listitem').last().getAttribute('aria-posinset'));
  await expect
    .poll(
      async () => {
        await list.evaluate(({ parentElement }) => parentElement?.scrollTo(0, parentElement.scrollHeight));
        return position();
      },
      { timeout: 40_000, interval: 30 },
    )
    .toBeGreaterThan(conversationCount);
  expect(await list.getByRole('listitem').count()).toBeLessThan(60);
  await list.getByRole('link').last().click();
  await page.getByRole('log').locator('[data-sender]').first().waitFor();
  // The place in the list is kept.
  expect(await position()).toBeGreaterThan(conversationCount);
});

it('reloads a list that hundreds joined by themselves, once the user is at its top', async () => {
  const page = await dashboard.signIn();
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket(/\/ws$/, (socket) => {
    socket.connectToServer();
    sockets.push(socket);
  });
  const [pattern] = await (await page.request.get(`${dashboard.stack.url}/api/conversations?limit=1`)).json();
  let reads = 0;
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/conversations' && !searchParams.has('cursor')) reads += 1;
  });
  await page.goto(`${dashboard.stack.url}/conversations?filter=all`);
  const list = page.getByRole('list', { name: 'Conversations' });
  await list.getByRole('link').first().waitFor();
  // The first one, and what may have happened before the live channel was open.
  await expect.poll(() => reads).toBe(2);
  reads = 0;
  const scrollTo = (top: number) => list.evaluate(({ parentElement }, to) => parentElement?.scrollTo(0, to), top);
  const first = async () => Number(await list.getByRole('listitem').first().getAttribute('aria-posinset'));
  await scrollTo(2_000);
  await expect.poll(first).toBeGreaterThan(10);

  // Conversations unknown to the server disappear after the next reading.
  for (let index = 0; index < 501; index += 1) {
    const updatedAt = new Date(Date.now() + index).toISOString();
    const conversation = {
      ...pattern,
      id: crypto.randomUUID(),
      customerEmail: `joined-${index}@example.com`,
      updatedAt,
    };
    for (const socket of sockets) socket.send(JSON.stringify({ type: 'conversation_created', conversation }));
  }
  // The rows under the eye stay, so that nobody is torn from where they read.
  await expect.poll(first).toBeGreaterThan(501);
  expect(reads).toBe(0);
  await scrollTo(0);
  await expect.poll(() => reads).toBe(1);
  await expect.poll(() => list.getByText(/^joined-/).count()).toBe(0);
  expect(await first()).toBe(1);
  expect(reads).toBe(1);
});

it('never makes a page complain', () => {
  expect(dashboard.complaints).toEqual([]);
});
