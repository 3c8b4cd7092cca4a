/** A visitor and a representative talk, over bad networks and in several tabs. */
import type { Conversation, VisitorProfile } from '@parley/contracts/entities';
import type { Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callParley, eventually, launcher, openChat, openShop, say, type Shop, standBetween } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(async () => {
  await shop?.stop();
});

/** A visitor with a talk under way that somebody has taken over. */
async function talking(first: string): Promise<{ page: Page; id: string; origin: string }> {
  const { origin } = await shop.serve();
  const page = await shop.visit(origin);
  await openChat(page);
  await say(page, first);
  const { id } = await shop.conversationWith(first);
  await shop.takeOver(id);
  return { page, id, origin };
}

const contents = async (id: string) => (await shop.messagesOf(id)).map(({ content }) => content);

it('shows who answers, what was answered, and that it was seen', async () => {
  const { page, id } = await talking('Is the blue grinder in stock?');
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

it('brings the history back after a reload, with what came meanwhile as unread', async () => {
  const { page, id } = await talking('I will be right back');
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

/** Cuts a page off and lets it back: calls fail, the open socket breaks, new ones are refused. */
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
  };
}

it('sends what was written offline exactly once and in order, even after a reload', async () => {
  const { origin } = await shop.serve();
  const page = await shop.visit('about:blank');
  const tunnel = await tunnelFor(page);
  await page.goto(origin);
  await openChat(page);
  await say(page, 'Before the tunnel');
  const { id } = await shop.conversationWith('Before the tunnel');
  await page.getByText('· Sent').waitFor();

  await tunnel(true);
  await page.getByText('You’re offline', { exact: false }).waitFor();
  await say(page, 'In the tunnel, one');
  await say(page, 'In the tunnel, two');
  await page.getByText('Waiting to send…').first().waitFor();
  expect(await contents(id)).toEqual(['Before the tunnel']);
  await tunnel(false);
  await eventually(async () => ((await contents(id)).length === 3 ? true : undefined), 'both messages', 30_000);

  // Cut off again, and the page is closed before the network comes back.
  await tunnel(true);
  await page.getByText('You’re offline', { exact: false }).waitFor();
  await say(page, 'In the tunnel, three');
  const context = page.context();
  await page.close();
  await context.setOffline(false);
  const again = await context.newPage();
  await again.goto(origin);
  await eventually(async () => ((await contents(id)).length === 4 ? true : undefined), 'the third message', 30_000);
  await openChat(again);
  await again.getByText('In the tunnel, three').waitFor();
  expect(await contents(id)).toEqual([
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
  await say(page, 'My very first words');
  await page.getByText('Waiting to send…').waitFor();
  await page.context().setOffline(false);
  const { id } = await shop.conversationWith('My very first words');
  expect(await contents(id)).toEqual(['My very first words']);
});

it('shares one socket between tabs, and hands it on when its tab goes', async () => {
  const { page: first, id, origin } = await talking('From the first tab');
  const sockets = new Set<Page>();
  const second = await first.context().newPage();
  const third = await first.context().newPage();
  for (const tab of [second, third]) {
    tab.on('websocket', (socket) => {
      sockets.add(tab);
      socket.on('close', () => sockets.delete(tab));
    });
    await tab.goto(origin);
    await openChat(tab);
    await tab.getByText('From the first tab').waitFor();
  }
  await say(second, 'From the second tab');
  await first.getByText('From the second tab').waitFor();
  await third.getByText('From the second tab').waitFor();
  await shop.answer(id, 'To all of them');
  for (const tab of [first, second, third]) await tab.getByText('To all of them').waitFor();
  expect(sockets.size).toBe(0);

  await first.close();
  await eventually(async () => (sockets.size === 1 ? true : undefined), 'another tab to take over');
  await shop.answer(id, 'Still with you');
  for (const tab of [second, third]) await tab.getByText('Still with you').waitFor();
  await say(third, 'From the third tab');
  await second.getByText('From the third tab').waitFor();
  expect(sockets.size).toBe(1);
  expect(await contents(id)).toEqual([
    'From the first tab',
    'From the second tab',
    'To all of them',
    'Still with you',
    'From the third tab',
  ]);
});

/** As when another tab is brought to the front, or this one again. */
const setVisible = (tab: Page, isVisible: boolean): Promise<void> =>
  tab.evaluate((visible) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: !visible });
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: visible ? 'visible' : 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isVisible);

it('counts the visitor as present exactly while one of the tabs is looked at, whichever has the socket', async () => {
  const { page: owner, id, origin } = await talking('I have many tabs');
  const isPresent = async () => {
    const { isOnline } = await shop.stack.call<VisitorProfile>('GET', `/api/conversations/${id}/visitor`, {
      as: shop.admin,
    });
    return isOnline;
  };
  const becomes = (wanted: boolean) =>
    eventually(async () => ((await isPresent()) === wanted ? true : undefined), wanted ? 'presence' : 'absence');
  const openTab = async (isVisible: boolean): Promise<Page> => {
    const tab = await owner.context().newPage();
    if (!isVisible)
      await tab.addInitScript(() => {
        Object.defineProperty(document, 'hidden', { configurable: true, value: true });
        Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
      });
    await tab.goto(origin);
    await openChat(tab);
    await tab.getByText('I have many tabs').waitFor();
    return tab;
  };
  /** Longer than the server waits before it believes that somebody is away. */
  const staysPresent = async () => {
    for (const until = Date.now() + 4_500; Date.now() < until; ) {
      expect(await isPresent()).toBe(true);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };

  await becomes(true);
  const second = await openTab(true);
  await setVisible(owner, false);
  const inTheBack = await openTab(false);
  await staysPresent();

  await second.close();
  await becomes(false);
  await setVisible(inTheBack, true);
  await becomes(true);
  await setVisible(owner, true);
  await setVisible(inTheBack, false);
  await staysPresent();
  await setVisible(owner, false);
  await becomes(false);
});

/** Counts the sounds that a tab makes, without asking it: browsers take a question from outside for its being used. */
async function listenTo(tab: Page): Promise<() => number> {
  let sounds = 0;
  tab.on('console', (message) => {
    if (message.text() === 'a sound') sounds += 1;
  });
  await tab.addInitScript(() => {
    window.AudioContext = class extends AudioContext {
      override createOscillator(): OscillatorNode {
        console.debug('a sound');
        return super.createOscillator();
      }
    };
  });
  return () => sounds;
}

it('sounds once for all tabs, never before the visitor has used the page, never for what is looked at', async () => {
  const { page: talked, id } = await talking('I listen');
  // New ones: over a reload browsers may remember that a tab was used.
  const [first, second] = [await talked.context().newPage(), await talked.context().newPage()];
  const [inFirst, inSecond] = [await listenTo(first), await listenTo(second)];
  const sounds = () => inFirst() + inSecond();
  const unread = async (count: number) => {
    for (const tab of [first, second]) await tab.locator('.unread').getByText(String(count), { exact: true }).waitFor();
  };
  for (const tab of [first, second]) await tab.goto(talked.url());
  await talked.close();
  await shop.answer(id, 'Before anything was touched');
  // Looking into a tab would be the first use of it: not before a sound would have come.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  await unread(1);
  expect(sounds()).toBe(0);

  for (const tab of [first, second]) await tab.mouse.click(300, 300);
  await shop.answer(id, 'Now you hear me');
  await unread(2);
  await eventually(async () => sounds() > 0 || undefined, 'a sound');
  // Until the next one may sound.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect(sounds()).toBe(1);

  await openChat(first);
  await shop.answer(id, 'You are looking at me');
  await first.getByText('You are looking at me').waitFor();
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect(sounds()).toBe(1);
});

it('comes back by itself when the gateway is restarted', async () => {
  const { page, id } = await talking('Before the restart');
  const [gateway] = shop.stack.realtimes;
  if (!gateway) throw new Error('no gateway');
  // A stopped process keeps its port, so it can be continued in place: the connection hangs, then is cut.
  gateway.process.kill('SIGSTOP');
  await say(page, 'While it hangs');
  // The socket gives no answer for 5 seconds: the message goes over HTTP, with the same id.
  await eventually(async () => ((await contents(id)).length === 2 ? true : undefined), 'the message over HTTP');
  gateway.process.kill('SIGCONT');
  await shop.answer(id, 'Here again');
  await page.getByText('Here again').waitFor();
  expect(await contents(id)).toEqual(['Before the restart', 'While it hangs', 'Here again']);
});

it('shows what changed while the visitor was cut off', async () => {
  const { origin } = await shop.serve();
  const page = await shop.visit('about:blank');
  const tunnel = await tunnelFor(page);
  await page.goto(origin);
  await openChat(page);
  await say(page, 'Into the tunnel');
  const { id } = await shop.conversationWith('Into the tunnel');
  await page.getByText('· Sent').waitFor();
  await tunnel(true);
  await page.getByText('You’re offline', { exact: false }).waitFor();
  await shop.takeOver(id);
  await tunnel(false);
  await page.locator('h2').getByText('Ada Moreau').waitFor();
  await tunnel(true);
  await page.getByText('You’re offline', { exact: false }).waitFor();
  await shop.close(id);
  await tunnel(false);
  await page.getByText('This conversation is closed', { exact: false }).waitFor();
  expect(await page.locator('h2').textContent()).toBe('Ada Moreau');
});

it('makes one conversation of the first messages that two tabs wrote offline', async () => {
  const { origin } = await shop.serve();
  const first = await shop.visit(origin);
  const second = await first.context().newPage();
  await second.goto(origin);
  for (const tab of [first, second]) await openChat(tab);
  await first.context().setOffline(true);
  await say(first, 'Written in one tab');
  await say(second, 'Written in the other');
  for (const tab of [first, second]) await tab.getByText('Waiting to send…').first().waitFor();
  await first.context().setOffline(false);
  for (const tab of [first, second]) {
    await tab.getByText('Written in one tab').waitFor();
    await tab.getByText('Written in the other').waitFor();
    await tab.getByText('Waiting to send…').first().waitFor({ state: 'detached' });
  }
  const { id } = await eventually(async () => {
    const list = await shop.stack.call<Conversation[]>('GET', '/api/conversations', { as: shop.admin });
    return list.find(({ lastSeq, lastMessage }) => lastSeq === 2 && lastMessage?.content.startsWith('Written in'));
  }, 'one conversation');
  expect((await contents(id)).toSorted()).toEqual(['Written in one tab', 'Written in the other']);
});

it('takes the socket from a tab that its browser put to sleep', async () => {
  const { page: first, id, origin } = await talking('From a tab that falls asleep');
  const second = await first.context().newPage();
  await second.goto(origin);
  await openChat(second);
  await second.getByText('From a tab that falls asleep').waitFor();
  const asleep = await first.context().newCDPSession(first);
  await asleep.send('Page.setWebLifecycleState', { state: 'frozen' });
  const third = await first.context().newPage();
  await third.goto(origin);
  await openChat(third);
  await third.getByText('From a tab that falls asleep').waitFor();
  await shop.answer(id, 'To whoever is awake');
  await third.getByText('To whoever is awake').waitFor();
  await asleep.send('Page.setWebLifecycleState', { state: 'active' });
  await shop.answer(id, 'Good morning');
  for (const tab of [first, second, third]) await tab.getByText('Good morning').waitFor();
  expect(await contents(id)).toHaveLength(3);
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
  await say(page, 'From a browser that forbids everything');
  const { id } = await shop.conversationWith('From a browser that forbids everything');
  await shop.answer(id, 'We hear you');
  await page.getByText('We hear you').waitFor();
});

it('starts anew when the visitor was erased', async () => {
  const { page, id } = await talking('Please forget me');
  const email = 'forget@example.com';
  await callParley(page, 'identify', { email });
  await eventually(async () => {
    const { customerEmail } = await shop.stack.call<Conversation>('GET', `/api/conversations/${id}`, {
      as: shop.admin,
    });
    return customerEmail === email ? true : undefined;
  }, 'the email');
  await shop.stack.call('POST', '/api/privacy/erase', { as: shop.admin, body: { email } });
  await page.getByText('Please forget me').waitFor({ state: 'detached' });
  // The conversation may be told to be gone a moment before the visitor is.
  await page.waitForFunction(() => localStorage.length === 0);
  await say(page, 'Hello, I am new here');
  const { id: another } = await shop.conversationWith('Hello, I am new here');
  expect(another).not.toBe(id);
  await shop.answer(another, 'Welcome');
  await page.getByText('Welcome', { exact: true }).waitFor();
});

it('makes addresses clickable and nothing else', async () => {
  const { page, id } = await talking('Where do I find it?');
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

it('says when the team is back in the visitor’s own time, and asks for an email', async () => {
  const closed = { enabled: false, start: '09:00', end: '17:00' };
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
  const today = new Date().getUTCDay();
  const inTwoDays = days[(today + 1) % 7] ?? 'monday';
  const hours = { ...Object.fromEntries(days.map((day) => [day, closed])), [inTwoDays]: { ...closed, enabled: true } };
  await shop.set({ businessHours: { enabled: true, timezone: 'UTC', ...hours } });
  try {
    const { origin } = await shop.serve();
    const page = await shop.visit(origin, { timezoneId: 'Asia/Tokyo' });
    await openChat(page);
    // 09:00 in UTC is 18:00 in Tokyo.
    await page.getByText(/^Back .*18:00/).waitFor();
    await page.getByLabel('Leave your email').fill('grace@example.com');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Answers will also reach you at grace@example.com.').waitFor();
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    await say(page, 'Write to me, please');
    await eventually(async () => {
      const { customerEmail } = await shop.conversationWith('Write to me, please');
      return customerEmail === 'grace@example.com' ? true : undefined;
    }, 'the email to arrive');
  } finally {
    await shop.set({ businessHours: { enabled: false } });
  }
});

it('shows writing on the other side, a reply as it streams, and the way to a person', async () => {
  const { origin } = await shop.serve();
  const page = await shop.visit('about:blank');
  const { toVisitor, joined } = await standBetween(page);
  await page.goto(origin);
  await openChat(page);
  await say(page, 'Do you deliver to Norway?');
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

it('throws nothing into any of these pages', () => {
  expect(shop.complaints).toEqual([]);
});
