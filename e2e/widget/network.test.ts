/** The widget over bad networks: what is written and missed while it is cut off, and a gateway that is away. */
import type { Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, mailsCustomers, openChat, openShop, write, type Shop } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(async () => {
  await shop?.stop();
});

/** Cuts a page off, until it says so, and lets it back: calls fail, the open socket breaks, new ones are refused. */
async function tunnelFor(page: Page): Promise<(isInside: boolean) => Promise<void>> {
  let isCut = false;
  const open = new Set<WebSocketRoute>();
  await page.routeWebSocket(/\/ws$/, (socket) => {
    if (isCut) return void socket.close({ code: 4000 });
    open.add(socket);
    socket.connectToServer();
  });
  return async (isInside) => {
    isCut = isInside;
    await page.context().setOffline(isInside);
    // On the way out the page may have opened a new one already: only what is closed is forgotten.
    if (!isInside) return;
    for (const socket of open) await socket.close({ code: 4000 });
    open.clear();
    await page.getByText('You’re offline', { exact: false }).waitFor();
  };
}

/** A visitor who has written `first`, and who can be cut off. */
async function talkingNearTunnel(first: string) {
  const { origin } = await shop.serve();
  const page = await shop.visit('about:blank');
  const tunnel = await tunnelFor(page);
  await page.goto(origin);
  await openChat(page);
  await write(page, first);
  const { id } = await shop.conversationWith(first);
  await page.getByText('· Sent').waitFor();
  return { page, id, origin, tunnel };
}

it('sends what was written offline exactly once and in order, even after a reload', async () => {
  const { page, id, origin, tunnel } = await talkingNearTunnel('Before the tunnel');

  await tunnel(true);
  await write(page, 'In the tunnel, one');
  await write(page, 'In the tunnel, two');
  await page.getByText('Waiting to send…').first().waitFor();
  expect(await shop.contentsOf(id)).toEqual(['Before the tunnel']);
  await tunnel(false);
  await eventually(async () => ((await shop.contentsOf(id)).length === 3 ? true : undefined), 'both messages', 30_000);

  // Cut off again, and the page is closed before the network comes back.
  await tunnel(true);
  await write(page, 'In the tunnel, three');
  const context = page.context();
  await page.close();
  await context.setOffline(false);
  const again = await context.newPage();
  await again.goto(origin);
  await eventually(
    async () => ((await shop.contentsOf(id)).length === 4 ? true : undefined),
    'the third message',
    30_000,
  );
  await openChat(again);
  await again.getByText('In the tunnel, three').waitFor();
  expect(await shop.contentsOf(id)).toEqual([
    'Before the tunnel',
    'In the tunnel, one',
    'In the tunnel, two',
    'In the tunnel, three',
  ]);
});

it('lets a first message wait for the network too', async () => {
  const { origin } = await shop.serve();
  const page = await shop.visit(origin);
  await openChat(page);
  await page.context().setOffline(true);
  await write(page, 'My very first words');
  await page.getByText('Waiting to send…').waitFor();
  await page.context().setOffline(false);
  const { id } = await shop.conversationWith('My very first words');
  expect(await shop.contentsOf(id)).toEqual(['My very first words']);
});

it('brings the email that was left offline once it is back, without another message', async () => {
  const closed = { enabled: false, start: '09:00', end: '17:00' };
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  const never = Object.fromEntries(days.map((day) => [day, closed]));
  await shop.set({ emailConfig: mailsCustomers, businessHours: { enabled: true, timezone: 'UTC', ...never } });
  try {
    const { page, tunnel } = await talkingNearTunnel('Nobody there?');
    await tunnel(true);
    await page.getByLabel('Leave your email').fill('grace@example.com');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('We’ll also reply to grace@example.com.').waitFor();
    await tunnel(false);
    await eventually(async () => {
      const { customerEmail } = await shop.conversationWith('Nobody there?');
      return customerEmail === 'grace@example.com' ? true : undefined;
    }, 'the email to arrive');
  } finally {
    await shop.set({ emailConfig: { enabled: false }, businessHours: { enabled: false } });
  }
});

it('comes back by itself when the gateway is restarted', async () => {
  const { page, id } = await shop.talking('Before the restart');
  const [gateway] = shop.stack.realtimes;
  if (!gateway) throw new Error('no gateway');
  // A stopped process keeps its port, so it can be continued in place: the connection hangs, then is cut.
  gateway.process.kill('SIGSTOP');
  await write(page, 'While it hangs');
  // The socket gives no answer for 5 seconds: the message goes over HTTP, with the same id.
  await eventually(async () => ((await shop.contentsOf(id)).length === 2 ? true : undefined), 'the message over HTTP');
  gateway.process.kill('SIGCONT');
  await shop.answer(id, 'Here again');
  await page.getByText('Here again').waitFor();
  expect(await shop.contentsOf(id)).toEqual(['Before the restart', 'While it hangs', 'Here again']);
});

it('shows what changed while the visitor was cut off', async () => {
  const { page, id, tunnel } = await talkingNearTunnel('Into the tunnel');
  await tunnel(true);
  await shop.takeOver(id);
  await tunnel(false);
  await page.locator('h2').getByText('Ada Moreau').waitFor();
  await tunnel(true);
  await shop.close(id);
  await tunnel(false);
  await page.getByText('This conversation is closed', { exact: false }).waitFor();
  expect(await page.locator('h2').textContent()).toBe('Ada Moreau');
});

it('throws nothing into any of these pages', () => {
  expect(shop.complaints).toEqual([]);
});
