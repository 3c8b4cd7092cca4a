/** Asking axe what is wrong with a page on which the widget is. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Returns axe's objections as texts; for pages that aren't ours by the rules of WCAG alone. */
export async function objections(page: Page, isOurs = false): Promise<string[]> {
  // Once on each page: what it has run before, axe runs in half the time.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (allRules) => {
    const run: typeof axe.run = Reflect.get(Reflect.get(window, 'axe'), 'run');
    const { violations } = await run(document, {
      resultTypes: ['violations'],
      ...(!allRules && { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }),
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }, isOurs);
}
