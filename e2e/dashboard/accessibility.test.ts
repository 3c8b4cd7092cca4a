/**
 * axe on every screen and in the states that look different, light and dark, wide and narrow, from left and from right.
 * WCAG 2.2 AA. All its rules are asked once of each tree: wide, on a phone, and in a language from right to left. Other
 * colours, and the phone's tree in a larger window, are asked only what they can change.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ada, type Desk, openDesk } from './desk.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk?.stop());

interface Finding {
  id: string;
  targets: string[];
}

/** Waits until nothing is on its way and nothing moves, in two frames running: an answer may start a movement. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const isBusy = () =>
      document.querySelector('[aria-busy=true], output[aria-label^=Loading], .chakra-skeleton') !== null ||
      document.getAnimations().some(({ playState }) => playState === 'running');
    for (let still = 0; still < 2; still = isBusy() ? 0 : still + 1)
      await new Promise((drawn) => requestAnimationFrame(drawn));
  });
}

/** The rules of axe that what is said and in which order decide nothing about, but colours and sizes. */
const rulesOfLooks = ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable'];
const allRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

type ColorScheme = 'light' | 'dark';

interface Look {
  colorScheme: ColorScheme;
  /** Of a tree that has been looked at in other colours: only what its looks decide. */
  onlyLooks?: boolean;
}

const light: Look = { colorScheme: 'light' };
const inDarkAsWell: readonly Look[] = [light, { colorScheme: 'dark', onlyLooks: true }];

/** What axe finds on the page, settled, in each look, by what is said of it; nothing where it finds nothing. */
async function findingsIn(
  looks: readonly Look[],
  page: Page,
  what: string,
  settle: (page: Page) => Promise<void> = settled,
): Promise<Record<string, Finding[]>> {
  const found: Record<string, Finding[]> = {};
  for (const { colorScheme, onlyLooks = false } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.waitForFunction((name) => document.documentElement.classList.contains(name), colorScheme);
    await settle(page);
    const here = await findings(page, onlyLooks);
    if (here.length) found[`${what}, ${colorScheme}`] = here;
  }
  return found;
}

async function speak(page: Page, language: 'ar' | null): Promise<void> {
  await page.evaluate((chosen) => {
    if (chosen) localStorage.setItem('parley.language', chosen);
    else localStorage.removeItem('parley.language');
    window.dispatchEvent(new StorageEvent('storage', { key: 'parley.language' }));
  }, language);
  await page.waitForFunction((dir) => document.documentElement.dir === dir, language ? 'rtl' : 'ltr');
}

/**
 * The page as it is read from right to left, in Arabic. That draws the screen anew, so what has been opened stays in the
 * language it was opened in, and is mirrored alone.
 */
async function mirror(page: Page, isOpened: boolean): Promise<void> {
  if (isOpened) await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  else await speak(page, 'ar');
}

/** How much wider than the window the page is, as a finding. */
async function tooWide(page: Page, what: string): Promise<Record<string, Finding[]>> {
  const { scrollWidth, innerWidth } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    innerWidth: window.innerWidth,
  }));
  return scrollWidth > innerWidth ? { [`${what}, too wide`]: [{ id: `${scrollWidth} px`, targets: [] }] } : {};
}

/** What axe finds, by rule, with the elements. */
async function findings(page: Page, onlyLooks: boolean): Promise<Finding[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const runOnly = onlyLooks ? { type: 'rule', values: rulesOfLooks } : { type: 'tag', values: allRules };
  return page.evaluate(async (only) => {
    const run: unknown = Reflect.get(window, 'axe').run(document, {
      runOnly: only,
      // What is found to be good is not described: that takes axe longer than finding it.
      resultTypes: ['violations'],
    });
    const { violations } = (await run) as {
      violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
    };
    return violations.map(({ id, nodes }) => ({
      id,
      targets: nodes
        .slice(0, 4)
        .map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary.slice(0, 200)}`),
    }));
  }, runOnly);
}

/** Goes from screen to screen as its links do, without loading everything anew. */
async function goTo(page: Page, path: string): Promise<void> {
  const isThere = await page.evaluateHandle((to) => {
    const screen = () =>
      `${document.title.replace(/^\(\d+\) /, '')} ${document.querySelector('[role=tab][aria-selected=true]')?.textContent}`;
    const before = screen();
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
    return () => screen() !== before;
  }, path);
  await page.waitForFunction((changed) => changed(), isThere);
}

const screens: readonly { name: string; path: string; ready: string; prepare?: (page: Page) => Promise<void> }[] = [
  { name: 'overview', path: '/', ready: 'Database Schema' },
  { name: 'conversation list', path: '/conversations', ready: 'localhost' },
  {
    name: 'conversation',
    path: '/conversations',
    ready: 'localhost',
    prepare: async (page) => {
      await page.getByRole('list', { name: 'Conversations' }).getByRole('link').nth(1).click();
      await page.getByRole('log').getByText('Customer', { exact: true }).first().waitFor();
    },
  },
  {
    name: 'delete dialog',
    path: '/conversations',
    ready: 'localhost',
    prepare: async (page) => {
      const bin = page.getByRole('button', { name: /^Delete conversation/ }).first();
      // Behind a menu where there is little room.
      if (await bin.count()) await bin.click();
      else {
        await page
          .getByRole('button', { name: /^Actions for/ })
          .first()
          .click();
        await page.getByRole('menuitem', { name: 'Delete conversation' }).click();
      }
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'assign menu',
    path: '/conversations?filter=waiting',
    ready: 'localhost',
    prepare: async (page) => {
      await page.getByRole('list', { name: 'Conversations' }).getByRole('link').first().click();
      await page.getByRole('button', { name: 'Assign to...' }).click();
      await page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    name: 'manual mode with a draft',
    path: '/conversations?filter=mine',
    ready: 'localhost',
    prepare: async (page) => {
      await page.getByRole('list', { name: 'Conversations' }).getByRole('link').first().click();
      await page.getByRole('textbox', { name: 'Message' }).fill('Good morning');
      await page.getByRole('button', { name: 'Refresh' }).waitFor();
    },
  },
  {
    name: 'nothing found',
    path: '/conversations',
    ready: 'localhost',
    prepare: async (page) => {
      await page.getByRole('searchbox').fill('xyzzy');
      await page.getByText('Nothing found').waitFor();
    },
  },
  { name: 'widget', path: '/widget', ready: 'Quick stats' },
  {
    name: 'page rules',
    path: '/widget',
    ready: 'on every page',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Page rules/ }).click();
      await page.getByLabel('Allowed pages').waitFor();
    },
  },
  {
    name: 'invite dialog and toast',
    path: '/representatives',
    ready: 'Dev Raman',
    prepare: async (page) => {
      await page.getByLabel('Status of Dev Raman').selectOption('offline');
      await page.getByText('Status updated').waitFor();
      await page.getByRole('button', { name: 'Invite' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'representatives', path: '/representatives', ready: 'Dev Raman' },
  { name: 'integrations: email', path: '/integrations', ready: 'Enable Email' },
  { name: 'integrations: AI', path: '/integrations?tab=ai', ready: 'Enable AI Assistant' },
  { name: 'settings: profile', path: '/settings', ready: 'Current password' },
  { name: 'settings: hours', path: '/settings?tab=hours', ready: 'Monday' },
  { name: 'settings: notifications', path: '/settings?tab=notifications', ready: 'Desktop notifications' },
  { name: 'settings: security', path: '/settings?tab=security', ready: 'Who has a second factor' },
  { name: 'settings: data', path: '/settings?tab=data', ready: 'Privacy' },
  { name: 'settings: API keys', path: '/settings?tab=api-keys', ready: 'Add service key' },
  { name: 'settings: audit', path: '/settings?tab=audit', ready: 'Export CSV' },
  { name: 'not found', path: '/nowhere', ready: '404 Page Not Found' },
  {
    name: 'command bar',
    path: '/',
    ready: 'Database Schema',
    prepare: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'keys',
    path: '/',
    ready: 'Database Schema',
    prepare: async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'user menu',
    path: '/',
    ready: 'Database Schema',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Account of/ }).click();
      await page.getByRole('menuitem', { name: 'Log out' }).waitFor();
    },
  },
];

const variants: readonly {
  name: string;
  looks: readonly Look[];
  viewport: { width: number; height: number };
  /** What axe is asked from right to left; without it, only whether the screen is too wide; null where it is as above. */
  mirrored: readonly Look[] | null;
}[] = [
  { name: 'light and dark', looks: inDarkAsWell, viewport: { width: 1440, height: 900 }, mirrored: [light] },
  { name: 'on a phone', looks: [light], viewport: { width: 390, height: 844 }, mirrored: [] },
  {
    // Below 768 px it is the phone's tree.
    name: 'at 200 % zoom',
    looks: [{ colorScheme: 'dark', onlyLooks: true }],
    viewport: { width: 720, height: 450 },
    mirrored: null,
  },
];

/** What has nothing open comes first: from one of those to the next, nothing has to be closed. */
const inOrder = [...screens.filter(({ prepare }) => !prepare), ...screens.filter(({ prepare }) => prepare)];

/** A screen's title without how much is unread, which changes meanwhile. */
const withoutCount = (title: string): string => title.replace(/^\(\d+\) /, '');

describe.each(variants)('$name', ({ looks, viewport, mirrored }) => {
  it('axe finds nothing on the sign-in page', async () => {
    const page = await desk.open({ viewport });
    await page.goto(`${desk.stack.url}/auth`);
    await page.getByRole('button', { name: 'Login' }).waitFor();
    expect(await findingsIn(looks, page, 'login')).toEqual({});
    await page.getByRole('tab', { name: 'Register' }).click();
    await page.getByLabel('Full name').waitFor();
    expect(await findingsIn(looks, page, 'register')).toEqual({});
    await page.context().close();
  });

  it('axe finds nothing behind the guard, in either direction of writing', async () => {
    const page = await desk.signIn(ada, { viewport });
    const found: Record<string, Finding[]> = {};
    for (const [index, { name, path, ready, prepare }] of inOrder.entries()) {
      if (prepare || index === 0) await page.goto(desk.stack.url + path);
      else await goTo(page, path);
      await page.getByText(ready).first().waitFor({ state: 'attached' });
      await prepare?.(page);
      Object.assign(found, await findingsIn(looks, page, name), await tooWide(page, name));
      if (!mirrored) continue;
      const fromRight = `${name}, from right to left`;
      const title = withoutCount(await page.title());
      await mirror(page, prepare !== undefined);
      await settled(page);
      Object.assign(found, await findingsIn(mirrored, page, fromRight), await tooWide(page, fromRight));
      if (prepare) continue;
      await speak(page, null);
      await expect.poll(async () => withoutCount(await page.title()), { timeout: 60_000 }).toBe(title);
    }
    expect(found).toEqual({});
    await page.context().close();
  }, 900_000);
});

describe('what is read', () => {
  const places = [
    '/',
    '/conversations?selected=none',
    '/widget',
    '/representatives',
    '/integrations',
    '/settings?tab=data',
  ];
  const reads = /\/api\/(conversations|stats|representatives|settings|websites|deliveries|audit)/;

  it('shows axe nothing while it loads, light and dark', async () => {
    const page = await desk.signIn();
    const found: Record<string, Finding[]> = {};
    await page.route(reads, () => undefined);
    for (const path of places) {
      await page.goto(desk.stack.url + path);
      await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
      await page.locator('[aria-busy=true], output[aria-label^=Loading], .chakra-skeleton').first().waitFor();
      Object.assign(found, await findingsIn(inDarkAsWell, page, path, async () => undefined));
    }
    expect(found).toEqual({});
    await page.context().close();
  });

  it('shows axe nothing when it fails, and says so in words, light and dark', async () => {
    const page = await desk.signIn();
    const found: Record<string, Finding[]> = {};
    const detail = 'The database is away.';
    await page.route(reads, (route) =>
      route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify({ detail }) }),
    );
    for (const path of places) {
      await page.goto(desk.stack.url + path);
      await page.getByText('This could not be loaded').first().waitFor();
      await page.getByText(detail).first().waitFor();
      Object.assign(found, await findingsIn(inDarkAsWell, page, path));
    }
    expect(found).toEqual({});
    await page.context().close();
  });
});

/** What is opened by keys, which are the same in every language: beside the list, and in a conversation. */
const openedByKeys = { list: ['?', 'Control+k', 'g m', 'g v', 'f f'], thread: ['a', 'Shift+A', 'l', '!', 'h'] };

it('axe finds nothing in dialogs and menus that were opened in Arabic', async () => {
  const page = await desk.signIn(ada, { locale: 'ar', reducedMotion: 'reduce' });
  const found: Record<string, Finding[]> = {};
  const over = page.locator('[role=dialog], [role=menu]').filter({ visible: true });
  await page.goto(`${desk.stack.url}/conversations?filter=waiting`);
  await page.waitForFunction(() => document.documentElement.dir === 'rtl');
  const first = page.locator('main ul a').first();
  await first.waitFor();
  for (const [where, keys] of Object.entries(openedByKeys)) {
    if (where === 'thread') {
      await first.click();
      await page.locator('[role=log] [data-sender]').first().waitFor();
    }
    await settled(page);
    for (const key of keys) {
      for (const part of key.split(' ')) await page.keyboard.press(part);
      await over.first().waitFor();
      Object.assign(found, await findingsIn([light], page, `${where} ${key}`));
      await page.keyboard.press('Escape');
      await over.first().waitFor({ state: 'hidden' });
    }
  }
  expect(found).toEqual({});
  await page.context().close();
});

it('moves and fades nothing for who asked for less motion', async () => {
  const page = await desk.signIn(ada, { reducedMotion: 'reduce' });
  await page.goto(`${desk.stack.url}/conversations`);
  await page.getByRole('list', { name: 'Conversations' }).getByRole('link').first().click();
  await page.getByRole('button', { name: 'Assign to...' }).waitFor();
  const moving = await page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) => {
        const { transitionProperty, transitionDuration, animationDuration } = getComputedStyle(element);
        const lasts = (duration: string) => duration.split(', ').some((each) => Number.parseFloat(each) > 0.001);
        return (transitionProperty !== 'none' && lasts(transitionDuration)) || lasts(animationDuration);
      })
      .map(({ tagName, className }) => `${tagName} ${className}`),
  );
  expect(moving).toEqual([]);
});

it('announces what the customer writes, politely', async () => {
  const visitor = await desk.visitor();
  await visitor.say('First words');
  const page = await desk.signIn();
  await page.goto(`${desk.stack.url}/conversations?selected=${await visitor.conversationId()}`);
  await page.getByRole('log').getByText('First words').waitFor();
  const announcer = page.locator('[data-announcer]');
  expect(await announcer.getAttribute('aria-live')).toBe('polite');
  expect(await announcer.textContent()).toBe('');
  await visitor.say('More words');
  await expect.poll(() => announcer.textContent()).toBe('Customer: More words');
});
