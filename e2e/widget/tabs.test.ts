/** Several tabs of a visitor: one socket, one presence, one sound. */
import type { Conversation, VisitorProfile } from '@parley/contracts/entities';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, openChat, openShop, write, type Shop } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(async () => {
  await shop?.stop();
});

it('shares one socket between tabs, and hands it on when its tab goes', async () => {
  const { page: first, id, origin } = await shop.talking('From the first tab');
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
  await write(second, 'From the second tab');
  await first.getByText('From the second tab').waitFor();
  await third.getByText('From the second tab').waitFor();
  await shop.answer(id, 'To all of them');
  for (const tab of [first, second, third]) await tab.getByText('To all of them').waitFor();
  expect(sockets.size).toBe(0);

  await first.close();
  await eventually(async () => (sockets.size === 1 ? true : undefined), 'another tab to take over');
  await shop.answer(id, 'Still with you');
  for (const tab of [second, third]) await tab.getByText('Still with you').waitFor();
  await write(third, 'From the third tab');
  await second.getByText('From the third tab').waitFor();
  expect(sockets.size).toBe(1);
  expect(await shop.contentsOf(id)).toEqual([
    'From the first tab',
    'From the second tab',
    'To all of them',
    'Still with you',
    'From the third tab',
  ]);
});

/** Simulates bringing this or another tab to the front. */
const setVisible = (tab: Page, isVisible: boolean): Promise<void> =>
  tab.evaluate((visible) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: !visible });
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: visible ? 'visible' : 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isVisible);

it('counts the visitor as present exactly while one of the tabs is looked at, whichever has the socket', async () => {
  const { page: owner, id, origin } = await shop.talking('I have many tabs');
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
  /** Waits longer than the server does before a visitor counts as away. */
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
  const { page: talked, id } = await shop.talking('I listen');
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

it('makes one conversation of the first messages that two tabs wrote offline', async () => {
  const { origin } = await shop.serve();
  const first = await shop.visit(origin);
  const second = await first.context().newPage();
  await second.goto(origin);
  for (const tab of [first, second]) await openChat(tab);
  await first.context().setOffline(true);
  await write(first, 'Written in one tab');
  await write(second, 'Written in the other');
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
  expect((await shop.contentsOf(id)).toSorted()).toEqual(['Written in one tab', 'Written in the other']);
});

it('takes the socket from a tab that its browser put to sleep', async () => {
  const { page: first, id, origin } = await shop.talking('From a tab that falls asleep');
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
  await shop.answer(id, 'To the visible tab');
  await third.getByText('To the visible tab').waitFor();
  await asleep.send('Page.setWebLifecycleState', { state: 'active' });
  await shop.answer(id, 'Good morning');
  for (const tab of [first, second, third]) await tab.getByText('Good morning').waitFor();
  expect(await shop.contentsOf(id)).toHaveLength(3);
});

it('throws nothing into any of these pages', () => {
  expect(shop.complaints).toEqual([]);
});
