import type { Page } from 'playwright-core';

/** Pictures of what a page shows, wide and on a phone, light and dark, where `PICTURES` names a folder for them. */
export async function takeScreenshots(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES;
  if (!folder) return;
  const size = page.viewportSize();
  for (const [shape, width, height] of [
    ['wide', 1440, 900],
    ['phone', 390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${folder}/${name}-${shape}-${colorScheme}.png` });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (size) await page.setViewportSize(size);
}
