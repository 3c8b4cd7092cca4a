/** What somebody has typed is not lost, and what is shown of a visitor belongs together. */
import type { Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Desk, expectToast, openDesk } from './desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk?.stop());

const goTo = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click();

it.each([
  ['/widget', 'Widget Settings', 'Welcome message', 'Moin!'],
  ['/integrations', 'Integrations', 'SMTP host', 'mail.example.com'],
  ['/settings', 'Settings', 'Full name', 'Ada M.'],
])('keeps what was typed on %s while another screen is open, and says so', async (path, screen, label, text) => {
  const page = await desk.signIn();
  await page.goto(desk.stack.url + path);
  const field = page.getByLabel(label, { exact: true });
  const saved = await field.inputValue();
  await field.fill(text);
  await page.getByText('Unsaved, kept until you save or discard').waitFor();
  await goTo(page, 'Representatives');
  await page.getByRole('heading', { name: 'Representatives' }).waitFor();
  await goTo(page, screen);
  await expect.poll(() => field.inputValue()).toBe(text);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => field.inputValue()).toBe(saved);
});

it('has the browser ask before unsaved edits are lost with the page', async () => {
  const page = await desk.signIn();
  await page.goto(`${desk.stack.url}/widget`);
  const field = page.getByLabel('Welcome message');
  await field.fill('Moin!');
  const asked = page.waitForEvent('dialog');
  // By the page itself: who drives the browser would go on waiting for a page that was not left.
  await page.evaluate(() => void setTimeout(() => location.reload()));
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  expect(await field.inputValue()).toBe('Moin!');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expectToast(page, 'Settings updated');
  await page.reload();
  await expect.poll(() => field.inputValue()).toBe('Moin!');
});

it('names the field for the colour as text, and the picker beside it', async () => {
  const page = await desk.signIn();
  await page.goto(`${desk.stack.url}/widget`);
  const text = page.getByRole('textbox', { name: 'Primary colour', exact: true });
  expect(await text.inputValue()).toMatch(/^#[\da-f]{6}$/);
  await page.getByLabel('Pick a colour').waitFor();
});

/** A conversation on screen whose live frames can be made up. */
async function openWatched(first: string) {
  const id = await desk.arrive(first);
  const page = await desk.signIn();
  let gateway: WebSocketRoute | undefined;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    gateway = socket;
    const server = socket.connectToServer();
    socket.onMessage((frame) => server.send(frame));
    // What the gateway knows of who is there would overtake what is made up.
    server.onMessage((frame) => {
      if (!frame.toString().includes('"type":"presence"')) socket.send(frame);
    });
  });
  await desk.openThread(page, id);
  await page.getByRole('log').getByText(first).waitFor();
  return { id, page, tell: (frame: object) => gateway?.send(JSON.stringify({ conversationId: id, ...frame })) };
}

it('shows the title of the page that the visitor is on, never of the one before', async () => {
  const { page, tell } = await openWatched('Where am I?');
  const panel = page.getByRole('complementary', { name: 'Visitor' });
  await panel.getByRole('link', { name: 'Shop' }).waitFor();
  // What the server knows of the visitor, read once more, would overtake what is made up.
  await page.route(/\/visitor$/, (route) => route.abort());
  const on = (pageUrl: string, pageTitle?: string) =>
    tell({ type: 'presence', viewers: [], visitor: { isOnline: true, since: null, pageUrl, pageTitle } });
  on('http://localhost/cart', 'Your cart');
  await panel.getByRole('link', { name: 'Your cart' }).and(page.locator('[href="http://localhost/cart"]')).waitFor();
  on('http://localhost/till');
  await panel.getByRole('link', { name: 'http://localhost/till' }).waitFor();
});

it('says of nobody that they are writing once the conversation is closed', async () => {
  const { id, page, tell } = await openWatched('Thank you, that is all');
  tell({ type: 'typing', senderType: 'customer', senderId: null, senderName: null, isTyping: true });
  tell({ type: 'ai_delta', replyId: crypto.randomUUID(), at: 0, text: 'You are wel' });
  const viewers = [{ userId: crypto.randomUUID(), name: 'Ben Okafor', isDrafting: true }];
  const visitor = { isOnline: true, since: null, pageUrl: null, pageTitle: null };
  tell({ type: 'presence', viewers, visitor });
  await page.getByText('Customer is typing…').waitFor();
  await page.getByText('You are wel').waitFor();
  await page.getByText('Ben Okafor is writing a reply').waitFor();
  const answer = await page.request.patch(`${desk.stack.url}/api/conversations/${id}`, { data: { status: 'closed' } });
  expect(answer.status()).toBe(200);
  await page.getByText('This conversation is closed.', { exact: false }).waitFor();
  // Before the hints run out by themselves.
  tell({ type: 'typing', senderType: 'customer', senderId: null, senderName: null, isTyping: true });
  tell({ type: 'presence', viewers, visitor });
  await page.getByText('Ben Okafor is viewing').waitFor();
  expect(await page.getByText('is typing…').count()).toBe(0);
  expect(await page.getByText('You are wel').count()).toBe(0);
});

it('never makes a page complain', () => {
  expect(desk.complaints).toEqual([]);
});
