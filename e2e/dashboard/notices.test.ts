/** Sound and desktop notices, in a browser with fakes for loudspeaker and notices. */
import type { Representative } from '@parley/contracts/entities';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ada, ben, type Dashboard, openDashboard } from './dashboard.ts';

let dashboard: Dashboard;

beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard?.stop());

interface Heard {
  notes: number;
  notices: string[];
  asked: number;
}

/** In every page of the browser profile, before its own scripts. */
async function standIn(context: BrowserContext, answer: 'granted' | 'denied'): Promise<void> {
  await context.addInitScript((permission) => {
    const heard: Heard = { notes: 0, notices: [], asked: 0 };
    Reflect.set(window, 'heard', heard);
    const line = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {}, value: 0 };
    const node = (): object => ({ connect: (to: object) => to, gain: line, frequency: line, start() {}, stop() {} });
    class SilentContext {
      state = 'running';
      currentTime = 0;
      destination = {};
      createGain = node;
      createOscillator() {
        heard.notes += 1;
        return node();
      }
    }
    class Notice extends EventTarget {
      static get permission() {
        return localStorage.getItem('test.permission') ?? 'default';
      }
      static requestPermission() {
        heard.asked += 1;
        localStorage.setItem('test.permission', permission);
        return Promise.resolve(permission);
      }
      constructor(title: string, options: NotificationOptions) {
        super();
        heard.notices.push(`${title}: ${options.body}`);
      }
      close() {}
    }
    Reflect.set(window, 'AudioContext', SilentContext);
    Reflect.set(window, 'Notification', Notice);
    // Nobody looks at any of these tabs.
    document.hasFocus = () => false;
  }, answer);
}

const heardIn = (page: Page): Promise<Heard> => page.evaluate(() => Reflect.get(window, 'heard') as Heard);

const sum = (values: number[]): number => values.reduce((total, each) => total + each, 0);

/** A customer asks for a person, which causes notices. The demo has no model, so a question is enough. */
async function ask(text: string): Promise<void> {
  const visitor = await dashboard.visitor('kim@example.com');
  await visitor.write(text);
}

async function openTabs(context: BrowserContext, first: Page): Promise<Page[]> {
  const tabs = [first, await context.newPage(), await context.newPage()];
  for (const tab of tabs) {
    await tab.goto(`${dashboard.stack.url}/conversations`);
    await tab.getByRole('list', { name: 'Conversations' }).waitFor();
  }
  return tabs;
}

it('plays the sound in one of several tabs, and in another when that one is closed', async () => {
  const first = await dashboard.signIn();
  const context = first.context();
  await standIn(context, 'granted');
  const tabs = await openTabs(context, first);
  await ask('Is anybody there? A person, please.');
  for (const tab of tabs) await tab.getByText('Is anybody there?').first().waitFor();
  const notes = async (of: Page[]) => (await Promise.all(of.map(heardIn))).map((each) => each.notes);
  await expect.poll(async () => sum(await notes(tabs))).toBeGreaterThan(0);
  const played = await notes(tabs);
  expect(played.filter((count) => count > 0)).toHaveLength(1);
  // Nobody was asked for anything, and nothing was shown.
  for (const tab of tabs) expect(await heardIn(tab)).toMatchObject({ asked: 0, notices: [] });

  const leader = tabs[played.findIndex((count) => count > 0)];
  const others = tabs.filter((tab) => tab !== leader);
  await leader?.close();
  await ask('And now? A person, please.');
  await expect.poll(async () => sum(await notes(others))).toBeGreaterThan(0);
  expect((await notes(others)).filter((count) => count > 0)).toHaveLength(1);
  await context.close();
});

it('plays in one tab what came while the tab that led was on its way out', async () => {
  const leaving = await dashboard.signIn();
  const context = leaving.context();
  await standIn(context, 'granted');
  await leaving.goto(`${dashboard.stack.url}/robots.txt`);
  await leaving.evaluate(
    () =>
      new Promise<void>((resolve) => {
        void navigator.locks.request('parley.leading-tab', () => {
          resolve();
          return new Promise(() => undefined);
        });
      }),
  );
  const tabs = await openTabs(context, await context.newPage());
  await ask('Who hears this? A person, please.');
  for (const tab of tabs) await tab.getByText('Who hears this?').first().waitFor();
  const notes = async () => (await Promise.all(tabs.map(heardIn))).map((each) => each.notes);
  expect(sum(await notes())).toBe(0);
  await leaving.close();
  await expect.poll(async () => sum(await notes())).toBeGreaterThan(0);
  expect((await notes()).filter((count) => count > 0)).toHaveLength(1);
  await context.close();
});

it('stays silent where the sound is switched off', async () => {
  const page = await dashboard.signIn();
  await standIn(page.context(), 'granted');
  await page.goto(`${dashboard.stack.url}/settings?tab=notifications`);
  const settings = `${dashboard.stack.url}/api/notifications/settings`;
  await page.getByText('Sound notifications').click();
  await expect.poll(async () => (await page.request.get(settings)).json()).toMatchObject({ sound: false });
  await page.goto(`${dashboard.stack.url}/conversations`);
  await page.getByRole('list', { name: 'Conversations' }).waitFor();
  await ask('Quietly: a person, please.');
  const entry = page.getByRole('listitem').filter({ hasText: 'kim@example.com' }).first();
  // The hand-off is the last of the news.
  await entry.getByText(/^waiting /).waitFor();
  expect((await heardIn(page)).notes).toBe(0);
  await page.request.patch(settings, { data: { sound: true } });
  await page.context().close();
});

it('asks for desktop notices only when their switch is used, and shows one per piece of news', async () => {
  const first = await dashboard.signIn();
  const context = first.context();
  await standIn(context, 'granted');
  for (const path of ['/', '/conversations', '/settings?tab=notifications']) {
    await first.goto(dashboard.stack.url + path);
    await first.getByRole('heading').first().waitFor();
    expect((await heardIn(first)).asked).toBe(0);
  }
  const toggle = first.getByRole('checkbox', { name: 'Desktop notifications' });
  expect(await toggle.isChecked()).toBe(false);
  await first.getByText('Desktop notifications').first().click();
  await expect.poll(() => toggle.isChecked()).toBe(true);
  expect((await heardIn(first)).asked).toBe(1);
  const tabs = await openTabs(context, first);
  await ask('Ring the bell. A person, please.');
  const notices = async () => (await Promise.all(tabs.map(heardIn))).map((each) => each.notices.length);
  await expect.poll(async () => sum(await notices())).toBeGreaterThan(0);
  expect((await notices()).filter((count) => count > 0)).toHaveLength(1);
  for (const tab of tabs) expect((await heardIn(tab)).asked).toBe(0);
  await context.close();
});

it('rings, and shows a notice, for the one who is given a conversation or mentioned, and for nobody else', async () => {
  const [page, colleague] = [await dashboard.signIn(), await dashboard.signIn(ben)];
  for (const each of [page, colleague]) {
    await standIn(each.context(), 'granted');
    await each.goto(`${dashboard.stack.url}/settings?tab=notifications`);
    await each.getByText('Desktop notifications').first().click();
    await expect.poll(() => each.getByRole('checkbox', { name: 'Desktop notifications' }).isChecked()).toBe(true);
    await each.goto(`${dashboard.stack.url}/conversations`);
    await each.getByRole('list', { name: 'Conversations' }).waitFor();
  }
  // A new message rings on both: from then on each receives live events.
  const arrived = await dashboard.arrive('Heard by everybody');

  const read = async <T>(path: string) => (await page.request.get(dashboard.stack.url + path)).json() as Promise<T>;
  const team = await read<Representative[]>('/api/representatives');
  const bensId = team.find(({ email }) => email === ben.email)?.id ?? '';
  await expect.poll(async () => (await heardIn(colleague)).notices.join()).toContain('Heard by everybody');
  const { notes } = await heardIn(colleague);
  const assigned = await page.request.patch(`${dashboard.stack.url}/api/conversations/${arrived}`, {
    data: { assignedRepresentativeId: bensId },
  });
  expect(assigned.ok()).toBe(true);
  const noticesHeard = async () => (await heardIn(colleague)).notices.join();
  await expect.poll(noticesHeard).toContain(`${ada.name} assigned you `);
  expect((await heardIn(colleague)).notes).toBeGreaterThan(notes);
  await page.request.post(`${dashboard.stack.url}/api/conversations/${arrived}/notes`, {
    data: { content: 'Ben, do you know this one?', mentions: [bensId] },
  });
  await expect.poll(noticesHeard).toContain(`${ada.name} mentioned you: Ben, do you know this one?`);
  expect((await heardIn(page)).notices.join()).not.toMatch(/assigned you|mentioned you/);
  for (const each of [page, colleague]) await each.context().close();
});

it('leaves the switch off where the browser refuses, and that is reported', async () => {
  const page = await dashboard.signIn();
  await standIn(page.context(), 'denied');
  await page.goto(`${dashboard.stack.url}/settings?tab=notifications`);
  await page.getByText('Desktop notifications').first().click();
  await page
    .locator('[data-toast-region]')
    .getByText(/blocks notifications/)
    .waitFor();
  const toggle = page.getByRole('checkbox', { name: 'Desktop notifications' });
  await expect.poll(() => toggle.isChecked()).toBe(false);
  await page.context().close();
});

it('never makes a page complain', () => {
  expect(dashboard.complaints).toEqual([]);
});
