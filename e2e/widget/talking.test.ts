/** A visitor and a representative talk. */
import type { Conversation } from '@parley/contracts/entities';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  callParley,
  eventually,
  launcher,
  mailsCustomers,
  openChat,
  openShop,
  write,
  type Shop,
  standBetween,
} from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(async () => {
  await shop?.stop();
});

it('shows who answers, what was answered, and that it was seen', async () => {
  const { page, id } = await shop.talking('Is the blue grinder in stock?');
  await page.getByText('Ada Moreau is here to help').waitFor();
  await shop.answer(id, 'Yes, three are left.');
  await page.getByText('Yes, three are left.').waitFor();
  await page.locator('h2').getByText('Ada Moreau').waitFor();
  await page.getByText('Seen').waitFor();
  await eventually(async () => {
    const { customerReadSeq } = await shop.conversationWith('Yes, three are left.');
    return customerReadSeq === 2 ? true : undefined;
  }, 'the receipt');
});

it('brings the history back after a reload, with newer messages as unread', async () => {
  const { page, id } = await shop.talking('I will be right back');
  await page.goto('about:blank');
  await shop.answer(id, 'Take your time');
  await shop.answer(id, 'We are here until eight');
  await page.goBack();
  await page.locator('.unread').getByText('2').waitFor();
  expect(await launcher(page).getAttribute('aria-label')).toBe('Open chat, 2 unread');
  await openChat(page);
  await page.getByText('I will be right back').waitFor();
  await page.getByText('We are here until eight').waitFor();
  await page.locator('.unread').waitFor({ state: 'detached' });
});

it('talks where locks are forbidden', async () => {
  const { origin } = await shop.serve();
  const page = await shop.visit('about:blank');
  await page.addInitScript(() => {
    navigator.locks.request = () => Promise.reject(new DOMException('denied', 'SecurityError'));
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await page.goto(origin);
  await openChat(page);
  await write(page, 'From a browser that forbids everything');
  const { id } = await shop.conversationWith('From a browser that forbids everything');
  await shop.answer(id, 'We hear you');
  await page.getByText('We hear you').waitFor();
});

it('starts again when the visitor was erased', async () => {
  const { page, id } = await shop.talking('Please forget me');
  const email = 'forget@example.com';
  // Identification reconnects the visitor; erased before that is connected, they have become another visitor.
  const rejoined = new Promise<void>((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('"type":"joined"')) resolve();
      }),
    );
  });
  await callParley(page, 'identify', { email });
  await eventually(async () => {
    const { customerEmail } = await shop.stack.call<Conversation>('GET', `/api/conversations/${id}`, {
      as: shop.admin,
    });
    return customerEmail === email ? true : undefined;
  }, 'the email');
  await rejoined;
  await shop.stack.call('POST', '/api/privacy/erase', { as: shop.admin, body: { email } });
  await page.getByText('Please forget me').waitFor({ state: 'detached' });
  // The conversation may be told to be gone a moment before the visitor is.
  await page.waitForFunction(() => localStorage.length === 0);
  await write(page, 'Hello, I am new here');
  const { id: another } = await shop.conversationWith('Hello, I am new here');
  expect(another).not.toBe(id);
  await shop.answer(another, 'Welcome');
  await page.getByText('Welcome', { exact: true }).waitFor();
});

it('makes addresses clickable and nothing else', async () => {
  const { page, id } = await shop.talking('Where do I find it?');
  const nasty =
    'See https://shop.example/a?b=1&c=2, or www.example.org. <img src=x onerror=alert(1)> javascript:alert(1) help@example.org';
  await shop.answer(id, nasty);
  const bubble = page.locator('.message:not(.own) .bubble').last();
  await page.waitForFunction(
    () => document.documentElement.lastElementChild?.shadowRoot?.querySelectorAll('.bubble a').length === 3,
  );
  expect(await bubble.innerText()).toBe(nasty);
  expect(await bubble.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    'https://shop.example/a?b=1&c=2',
    'https://www.example.org',
    'mailto:help@example.org',
  ]);
  expect(await bubble.locator('a').first().getAttribute('rel')).toContain('noopener');
  expect(await bubble.locator('img').count()).toBe(0);
});

/** How many pixels of the talk lie below what is in view. */
const fromEnd = (log: Locator): Promise<number> =>
  log.evaluate(({ scrollHeight, scrollTop, clientHeight }) => Math.round(scrollHeight - scrollTop - clientHeight));

it('keeps the newest message in view while a long one is written', async () => {
  const { origin } = await shop.serve();
  const page = await shop.visit(origin, { viewport: { width: 390, height: 600 } });
  const field = await openChat(page);
  for (let line = 1; line <= 12; line += 1) await write(page, `Message ${line}`);
  const log = page.getByRole('log');
  await log.getByText('Message 12').waitFor();
  await expect.poll(() => fromEnd(log)).toBeLessThanOrEqual(2);
  const room = () => log.evaluate(({ clientHeight }) => clientHeight);
  const before = await room();
  for (const text of ['one', 'two', 'three', 'four']) {
    await field.pressSequentially(text);
    await field.press('Shift+Enter');
  }
  await field.pressSequentially('and more');
  expect(await room()).toBeLessThan(before - 80);
  await expect.poll(() => fromEnd(log)).toBeLessThanOrEqual(2);
  await field.fill('');
  await expect.poll(() => fromEnd(log)).toBeLessThanOrEqual(2);
});

it('keeps the newest message and the whole field in view however low a keyboard leaves the window', async () => {
  const { origin } = await shop.serve();
  const page = await shop.visit(origin, { viewport: { width: 844, height: 390 } });
  const field = await openChat(page);
  for (let line = 1; line <= 12; line += 1) await write(page, `Before the keyboard ${line}`);
  const newest = page.getByRole('log').getByText('Before the keyboard 12');
  await newest.waitFor();
  const edges = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().toJSON());
  for (const height of [226, 176, 137])
    for (const draft of ['', 'A long draft '.repeat(60)]) {
      await page.setViewportSize({ width: 844, height });
      await field.fill(draft);
      const form = field.locator('..');
      await expect.poll(async () => (await edges(form)).bottom).toBeLessThan(height);
      await expect.poll(async () => (await edges(newest)).bottom).toBeLessThan((await edges(form)).top);
      expect((await edges(newest)).bottom).toBeGreaterThan(0);
    }
  // A visitor who only reads has the header and its button again.
  await page.getByRole('log').focus();
  await page.getByRole('dialog').getByRole('button', { name: 'Close chat' }).click();
});

it('follows its end when a keyboard comes in the moment in which it scrolls', async () => {
  const { origin } = await shop.serve();
  const page = await shop.visit(origin, { viewport: { width: 390, height: 844 } });
  await openChat(page);
  for (let line = 1; line <= 20; line += 1) await write(page, `At this moment ${line}`);
  const log = page.getByRole('log');
  await log.getByText('At this moment 20').waitFor();
  await expect.poll(() => fromEnd(log)).toBeLessThanOrEqual(2);
  await log.evaluate((box) => {
    const host = document.documentElement.lastElementChild;
    box.scrollTop -= 1;
    if (host instanceof HTMLElement) host.style.setProperty('--seen-height', '400px');
  });
  await expect.poll(() => log.evaluate(({ clientHeight }) => clientHeight)).toBeLessThan(400);
  await expect.poll(() => fromEnd(log)).toBeLessThanOrEqual(2);
});

it('moves nothing that is being read when a message comes, and leads to it by a button', async () => {
  const { origin } = await shop.serve();
  const page = await shop.visit(origin, { viewport: { width: 390, height: 600 } });
  await openChat(page);
  for (let line = 1; line <= 12; line += 1) await write(page, `Line ${line}`);
  const log = page.getByRole('log');
  await page.getByText('· Sent').waitFor();
  const { id } = await shop.conversationWith('Line 12');
  // Simulates a slow phone: the message is here before the browser reports the scroll.
  const scrolled = page.waitForEvent('console', (line) => line.text() === 'scrolled');
  const stuck = log.evaluate((box) => {
    box.scrollTo(0, 40);
    console.debug('scrolled');
    for (const until = performance.now() + 500; performance.now() < until; );
  });
  await scrolled;
  await shop.answer(id, 'Down here');
  await stuck;
  const toNewest = page.getByRole('button', { name: 'New messages' });
  await toNewest.waitFor();
  expect(await log.evaluate(({ scrollTop }) => scrollTop)).toBe(40);
  await toNewest.click();
  await toNewest.waitFor({ state: 'hidden' });
  await expect.poll(() => fromEnd(log)).toBeLessThanOrEqual(2);
});

it('shows when the team is back in the visitor’s own time, and asks for an email', async () => {
  const closed = { enabled: false, start: '09:00', end: '17:00' };
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
  const today = new Date().getUTCDay();
  const inTwoDays = days[(today + 1) % 7] ?? 'monday';
  const hours = { ...Object.fromEntries(days.map((day) => [day, closed])), [inTwoDays]: { ...closed, enabled: true } };
  await shop.set({ emailConfig: mailsCustomers, businessHours: { enabled: true, timezone: 'UTC', ...hours } });
  try {
    const { origin } = await shop.serve();
    const page = await shop.visit(origin, { timezoneId: 'Asia/Tokyo' });
    await openChat(page);
    // 09:00 in UTC is 18:00 in Tokyo.
    await page.getByText(/^Back .*18:00/).waitFor();
    await page.getByLabel('Leave your email').fill('grace@example.com');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('We’ll also reply to grace@example.com.').waitFor();
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    await page.route('**/api/visitor', async (route) => {
      await arrived;
      await route.continue();
    });
    await write(page, 'Write to me, please');
    await page.getByText('· Sent').waitFor();
    // The stored address is not requested again while it is being sent.
    expect(await page.getByText('We’ll also reply to grace@example.com.').count()).toBe(1);
    arrive();
    await eventually(async () => {
      const { customerEmail } = await shop.conversationWith('Write to me, please');
      return customerEmail === 'grace@example.com' ? true : undefined;
    }, 'the email to arrive');
  } finally {
    await shop.set({ emailConfig: { enabled: false }, businessHours: { enabled: false } });
  }
});

it('shows writing on the other side, a reply as it streams, and the way to a person', async () => {
  const { origin } = await shop.serve();
  const page = await shop.visit('about:blank');
  const { toVisitor, joined } = await standBetween(page);
  await page.goto(origin);
  await openChat(page);
  await write(page, 'Do you deliver to Norway?');
  await page.getByText('· Sent').waitFor();
  const { id: conversationId, ...conversation } = await shop.conversationWith('Do you deliver to Norway?');
  await joined;
  const state = {
    id: conversationId,
    status: 'active',
    isAiAssisted: true,
    representative: null,
    lastSeq: 1,
    staffDeliveredSeq: 1,
    staffReadSeq: 0,
    customerReadSeq: 1,
    customerEmail: conversation.customerEmail,
    messages: [],
  };
  toVisitor({ type: 'conversation_state', conversationId, conversation: state });
  toVisitor({ type: 'typing', conversationId, senderType: 'ai', senderId: null, senderName: null, isTyping: true });
  await page.locator('.dots').waitFor();
  const replyId = crypto.randomUUID();
  const [beginning, end] = ['Yes, within ', 'three to five days'] as const;
  toVisitor({ type: 'ai_delta', conversationId, replyId, at: 0, text: beginning });
  toVisitor({ type: 'ai_delta', conversationId, replyId, at: beginning.length, text: end });
  await page.locator('.streaming').getByText('Yes, within three to five days').waitFor();
  await page.locator('.name').getByText('AI assistant').first().waitFor();

  await page.getByRole('button', { name: 'Talk to a person' }).click();
  toVisitor({ type: 'ai_delta', conversationId, replyId, at: 30, text: '', done: true });
  await page.getByText('We’ve asked the team', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Talk to a person' }).waitFor({ state: 'detached' });
});

it('speaks the language of the page, right to left where it is read so', async () => {
  for (const [lang, placeholder, direction] of [
    ['ar', 'اكتب رسالة…', 'rtl'],
    ['pt-BR', 'Escreva uma mensagem…', 'ltr'],
    ['xx', 'Write a message…', 'ltr'],
  ] as const) {
    const { origin } = await shop.serve({
      render: () =>
        `<!doctype html><html lang="${lang}"><title>x</title><script src="${shop.stack.url}/widget.js" async></script>`,
    });
    const page = await shop.visit(origin);
    await openChat(page);
    await page.getByPlaceholder(placeholder).waitFor();
    expect(await page.locator('.panel').getAttribute('dir')).toBe(direction);
    await callParley(page, 'setLocale', 'de');
    await page.getByPlaceholder('Nachricht schreiben').waitFor();
  }
});

it('greets in the language of the page where the team has written it, and others as everybody', async () => {
  await shop.set({
    widgetConfig: { welcomeMessage: 'Hello!', welcomeMessages: { de: 'Moin! Wie können wir helfen?' } },
  });
  for (const [lang, greeting] of [
    ['de-AT', 'Moin! Wie können wir helfen?'],
    ['fr', 'Hello!'],
  ] as const) {
    const { origin } = await shop.serve({
      render: () =>
        `<!doctype html><html lang="${lang}"><title>x</title><script src="${shop.stack.url}/widget.js" async></script>`,
    });
    const page = await shop.visit(origin);
    await openChat(page);
    await page.getByText(greeting).waitFor();
    await callParley(page, 'setLocale', 'de');
    await page.getByText('Moin! Wie können wir helfen?').waitFor();
  }
});

it('throws nothing into any of these pages', () => {
  expect(shop.complaints).toEqual([]);
});
