/** axe on every screen and in the states that look different, light and dark, wide and narrow. WCAG 2.2 AA. */
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

/** What axe finds on a settled page. */
async function findings(page: Page): Promise<Finding[]> {
  await settled(page);
  return findingsNow(page);
}

type ColorScheme = 'light' | 'dark';

/** What axe finds on the page as it is in each colour scheme, by what is said of it; nothing where it finds nothing. */
async function findingsIn(
  colorSchemes: readonly ColorScheme[],
  page: Page,
  what: string,
  find: (page: Page) => Promise<Finding[]> = findings,
): Promise<Record<string, Finding[]>> {
  const found: Record<string, Finding[]> = {};
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme });
    await page.waitForFunction((name) => document.documentElement.classList.contains(name), colorScheme);
    const here = await find(page);
    if (here.length) found[`${what}, ${colorScheme}`] = here;
  }
  return found;
}

/**
 * The page as it is read from right to left, in Arabic. That draws the screen anew, so what has been opened stays in the
 * language it was opened in, and is mirrored alone.
 */
async function mirror(page: Page, isOpened: boolean): Promise<void> {
  await page.evaluate((opened) => {
    if (opened) document.documentElement.setAttribute('dir', 'rtl');
    else {
      localStorage.setItem('parley.language', 'ar');
      window.dispatchEvent(new StorageEvent('storage', { key: 'parley.language' }));
    }
  }, isOpened);
  await page.waitForFunction(() => document.documentElement.dir === 'rtl');
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
async function findingsNow(page: Page): Promise<Finding[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  return page.evaluate(async () => {
    const run: unknown = Reflect.get(window, 'axe').run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
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
  });
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
  { name: 'settings: security', path: '/settings?tab=security', ready: 'Coming Soon' },
  { name: 'settings: data', path: '/settings?tab=data', ready: 'Audit log' },
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

const variants = [
  { name: 'light and dark', colorSchemes: ['light', 'dark'], viewport: { width: 1440, height: 900 }, isMirrored: true },
  { name: 'on a phone', colorSchemes: ['light'], viewport: { width: 390, height: 844 }, isMirrored: true },
  { name: 'at 200 % zoom', colorSchemes: ['dark'], viewport: { width: 720, height: 450 }, isMirrored: false },
] as const;

describe.each(variants)('$name', ({ colorSchemes, viewport, isMirrored }) => {
  it('axe finds nothing on the sign-in page', async () => {
    const page = await desk.open({ viewport });
    await page.goto(`${desk.stack.url}/auth`);
    await page.getByRole('button', { name: 'Login' }).waitFor();
    expect(await findingsIn(colorSchemes, page, 'login')).toEqual({});
    await page.getByRole('tab', { name: 'Register' }).click();
    await page.getByLabel('Full name').waitFor();
    expect(await findingsIn(colorSchemes, page, 'register')).toEqual({});
    await page.context().close();
  });

  it('axe finds nothing behind the guard, in either direction of writing', async () => {
    const page = await desk.signIn(ada, { viewport });
    const found: Record<string, Finding[]> = {};
    for (const { name, path, ready, prepare } of screens) {
      await page.goto(desk.stack.url + path);
      await page.getByText(ready).first().waitFor({ state: 'attached' });
      await prepare?.(page);
      Object.assign(found, await findingsIn(colorSchemes, page, name));
      Object.assign(found, await tooWide(page, name));
      if (!isMirrored) continue;
      const mirrored = `${name}, from right to left`;
      await mirror(page, prepare !== undefined);
      Object.assign(found, await findingsIn([colorSchemes[0]], page, mirrored), await tooWide(page, mirrored));
      await page.evaluate(() => localStorage.removeItem('parley.language'));
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
      Object.assign(found, await findingsIn(['light', 'dark'], page, path, findingsNow));
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
      Object.assign(found, await findingsIn(['light', 'dark'], page, path));
    }
    expect(found).toEqual({});
    await page.context().close();
  });
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
