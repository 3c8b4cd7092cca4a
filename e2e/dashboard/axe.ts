/** Asking axe what is wrong with a page, in each of its looks. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { until } from '../process.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface Finding {
  id: string;
  targets: string[];
}

/** Waits until nothing is on its way and nothing moves, in two frames running: an answer may start a movement. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const isBusy = () =>
      document.querySelector('[aria-busy=true], output[aria-label^=Loading], .chakra-skeleton') !== null ||
      // Animations that follow a scroll position never end.
      document
        .getAnimations()
        .some(({ playState, timeline }) => playState === 'running' && timeline === document.timeline);
    for (let still = 0; still < 2; still = isBusy() ? 0 : still + 1)
      await new Promise((drawn) => requestAnimationFrame(drawn));
  });
}

/** The rules of axe that what is said and in which order decide nothing about, but colours and sizes. */
const rulesOfLooks = ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable'];
const allRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

type ColorScheme = 'light' | 'dark';

export interface Look {
  colorScheme: ColorScheme;
  /** Whether the tree was checked in other colours: then only what depends on the look is. */
  onlyLooks?: boolean;
}

export const light: Look = { colorScheme: 'light' };
export const inDarkAsWell: readonly Look[] = [light, { colorScheme: 'dark', onlyLooks: true }];

/** Returns axe's findings on the settled page for each look, by description; empty where there are none. */
export async function findingsIn(
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

export async function speak(page: Page, language: 'ar' | null): Promise<void> {
  await page.evaluate((chosen) => {
    if (chosen) localStorage.setItem('parley.language', chosen);
    else localStorage.removeItem('parley.language');
    window.dispatchEvent(new StorageEvent('storage', { key: 'parley.language' }));
  }, language);
  await page.waitForFunction((dir) => document.documentElement.dir === dir, language ? 'rtl' : 'ltr');
}

/**
 * Mirrors the page, as read from right to left in Arabic. That redraws the screen, so opened layers keep their language
 * and are only mirrored.
 */
export async function mirror(page: Page, isOpened: boolean): Promise<void> {
  if (isOpened) await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  else await speak(page, 'ar');
}

/** Returns by how much the page is larger than the window, as a finding: only parts of a screen scroll, never all of it. */
export async function tooLarge(page: Page, what: string): Promise<Record<string, Finding[]>> {
  const [wide, high] = await page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return [scrollWidth - window.innerWidth, scrollHeight - window.innerHeight] as const;
  });
  return wide > 0 || high > 0 ? { [`${what}, too large`]: [{ id: `${wide} × ${high} px`, targets: [] }] } : {};
}

/** Returns axe's findings by rule, with the elements. */
export async function findings(page: Page, onlyLooks: boolean): Promise<Finding[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const runOnly = onlyLooks ? { type: 'rule', values: rulesOfLooks } : { type: 'tag', values: allRules };
  return page.evaluate(async (only) => {
    const run: unknown = Reflect.get(window, 'axe').run(document, {
      runOnly: only,
      // Passing elements are not described: that takes axe longer than finding them.
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

/** Leaves a screen on which something has been opened, and whatever direction that was turned to. */
export async function putAway(page: Page): Promise<void> {
  const open = page.locator('[role=dialog], [role=alertdialog], [role=menu]').filter({ visible: true });
  const isClosed = async () => {
    if ((await open.count()) === 0) return true;
    await page.keyboard.press('Escape');
    return false;
  };
  await until(isClosed, 'what is open to close');
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'ltr'));
  // Any other screen: what was opened beside the last one goes with it.
  await goTo(page, '/nowhere');
}

/** Goes from screen to screen through links: on a reloaded page axe is twice as slow. */
export async function goTo(page: Page, path: string): Promise<void> {
  const isThere = await page.evaluateHandle((to) => {
    const screen = () => {
      const panel = [...document.querySelectorAll('[role=tabpanel]')].find((each) => each.checkVisibility());
      const tab = document.querySelector('[role=tab][aria-selected=true]');
      return [document.title.replace(/^\(\d+\) /, ''), tab?.textContent, panel?.ariaLabel].join(' ');
    };
    const before = screen();
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
    return () => screen() !== before;
  }, path);
  await page.waitForFunction((changed) => changed(), isThere);
}
