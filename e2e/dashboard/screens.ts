/**
 * Takes pictures of every screen, wide and narrow, light and dark, and of the widget in the sample shop, into
 * .local/screens. Those that docs/screens has, because the README or a page shows them, are replaced there too.
 * On the demo organisation of a fresh stack, or of a running product when PARLEY_URL is set, to which some content is added:
 *
 *   npm run screens -- [parts of the names, with commas between]
 *
 * Rehearsals, the copilot and a thousand rows need what only a fresh stack has: its model, its worker, its database.
 * SCREENS_FOLDER for another folder, SCREENS_LANGUAGE for another language of the browser's (then only of the screens that
 * an address alone leads to), SCREENS_SIZES for others, such as 1280x720.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { seedDemo } from '@parley/core/demo/seed';
import { createDatabase } from '@parley/db/database';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../browser.ts';
import { freePort, root, startService } from '../process.ts';
import { generate } from '@parley/db/generate';
import sharp from 'sharp';
import { startParcelServer } from '@parley/testing/mcp';
import { startModelServer } from '@parley/testing/openai';
import { type Stack, startStack } from '../stack.ts';
import { settled } from './axe.ts';
import { addContent, addLongConversation, addRehearsal } from './screens-content.ts';
import { type Screen, screens as listed } from './screens-list.ts';
import { picturedModel } from './screens-model.ts';

const folder = process.env.SCREENS_FOLDER ?? path.join(root, '.local/screens');
const shownFolder = path.join(root, 'docs/screens');

const screens = listed.filter(({ only }) => only !== 'axe');

const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const colourSchemes = ['light', 'dark'] as const;
const language = process.env.SCREENS_LANGUAGE;
const sizes: Record<string, { width: number; height: number }> = process.env.SCREENS_SIZES
  ? Object.fromEntries(
      process.env.SCREENS_SIZES.split(',').map((size) => {
        const [width = 0, height = 0] = size.split('x').map(Number);
        return [size, { width, height }];
      }),
    )
  : { wide, phone };

const user = { email: 'ada@parley.example', password: 'parley-demo' };

async function signIn(page: Page, url: string, locale?: string): Promise<void> {
  if (language || locale) {
    await page.request.post(`${url}/api/login`, { data: user });
    await page.goto(url);
    await page.waitForFunction(() => localStorage.getItem('parley.font') !== null);
    return;
  }
  await page.goto(`${url}/auth`);
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password').fill(user.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('heading', { name: 'System Overview' }).waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  // The next screens are drawn in the font.
  await page.waitForFunction(() => localStorage.getItem('parley.font') !== null);
}

/** Waits until nothing is on its way: data, pictures, fonts, movements. */
async function settle(page: Page): Promise<void> {
  // Nothing is pointed at.
  await page.mouse.move(0, 0);
  await page.waitForLoadState('networkidle');
  await settled(page);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
  });
}

/** A page with nothing on it compresses to less than this; the emptiest of ours, the 404, to twice as much. */
const blankBytes = 9_000;

/** Takes the picture, once more when nothing was painted yet; a blank one is an error, and not kept. */
async function picture(page: Page, name: string, isStill = false): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    if (!isStill) await settle(page);
    const png = await page.screenshot();
    if (png.length >= blankBytes) {
      // A palette large enough for a screen: a third of the bytes, without a visible difference.
      const small = await sharp(png).png({ palette: true, quality: 95, effort: 7 }).toBuffer();
      writeFileSync(path.join(folder, `${name}.png`), small);
      const shown = path.join(shownFolder, `${name}.png`);
      if (!process.env.SCREENS_FOLDER && existsSync(shown)) writeFileSync(shown, small);
      console.log(`${name} ${Math.round(small.length / 1000)} kB`);
      return;
    }
    if (attempt === 3) throw new Error(`${name} is blank: ${png.length} bytes`);
  }
}

/** Failed pictures don't keep the others from being taken. */
const failed: string[] = [];

/** Requests of the screens, except presence and rights. */
const reads = /\/api\/(conversations|stats|overview|representatives|settings|websites|deliveries|views)/;

async function withoutReads(page: Page, how: 'pending' | 'failing'): Promise<void> {
  const body = JSON.stringify({ detail: 'The database is away.' });
  await page.route(reads, (route) =>
    how === 'pending' ? undefined : route.fulfill({ status: 503, contentType: 'application/problem+json', body }),
  );
}

async function takeOne(page: Page, url: string, screen: Screen, name: string): Promise<void> {
  if (screen.reads) await withoutReads(page, screen.reads);
  try {
    await page.goto(url + screen.path);
    if (screen.ready && !language) await page.getByText(screen.ready).filter({ visible: true }).first().waitFor();
    if (screen.reads === 'pending') {
      await page.locator('[aria-busy=true], output[aria-label^=Loading], .chakra-skeleton').first().waitFor();
      await page.evaluate(() => document.fonts.ready);
    } else await settle(page);
    await screen.prepare?.(page);
    await picture(page, name, screen.reads === 'pending');
  } catch (error) {
    failed.push(name);
    console.error(`${name}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
  }
  if (screen.reads) await page.unrouteAll({ behavior: 'ignoreErrors' });
}

async function take(
  browser: Browser,
  url: string,
  some: readonly Screen[],
  isWanted: (name: string) => boolean,
): Promise<void> {
  for (const [size, viewport] of Object.entries(sizes)) {
    for (const colorScheme of colourSchemes) {
      const pages = new Map<string, Page>();
      for (const screen of some) {
        const name = `${screen.name}-${size}-${colorScheme}`;
        if (!isWanted(name) || (language && (screen.prepare || screen.isPublic || screen.locale))) continue;
        const locale = screen.locale ?? language ?? 'en-GB';
        const isSignedOut = screen.signedOut === true || screen.isPublic === true;
        const known = pages.get(`${locale} ${isSignedOut}`);
        const page =
          known ??
          (await (await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce', locale })).newPage());
        if (!known && !isSignedOut) await signIn(page, url, screen.locale);
        // Drawn in the font too, which a first visit only fetches.
        if (!known && screen.signedOut) {
          await page.goto(`${url}/auth`);
          await page.waitForFunction(() => localStorage.getItem('parley.font') !== null);
        }
        pages.set(`${locale} ${isSignedOut}`, page);
        await takeOne(page, url, screen, name);
      }
      for (const page of pages.values()) await page.context().close();
    }
  }
}

/** Produces answers that need a worker and a model: rehearsals, summaries, and further parts of the copilot. */
async function takeAnswers(stack: Stack, browser: Browser, parcels: string): Promise<void> {
  const context = await browser.newContext();
  await context.request.post(`${stack.url}/api/login`, { data: user });
  const worker = await startService('worker', 'apps/worker', await freePort(), stack.env);
  try {
    await addRehearsal(context.request, stack.url);
    await addLongConversation(context.request, stack.url, parcels);
    await take(browser, stack.url, those('model'), isWanted);
  } finally {
    await worker.stop();
    await context.close();
  }
}

const shopTalk = [
  ['visitor', 'Hi! Which plant survives a bathroom that faces north?'],
  ['team', 'Hello, Ada here. A calathea: it loves the damp and asks for little light.'],
  ['visitor', 'Lovely. Is it safe with a curious cat?'],
  ['team', 'It is. Calatheas are among the few our own cat may chew. Should I put a small one aside for you?'],
  ['visitor', 'Yes please, the one with the striped leaves.'],
] as const;

/** The sample shop with the widget open in the middle of a conversation. */
async function takeShop(browser: Browser, url: string, isWanted: (name: string) => boolean): Promise<void> {
  const pictures = [
    { name: 'shop-widget-wide-light', viewport: wide, colorScheme: 'light' },
    { name: 'shop-widget-wide-dark', viewport: wide, colorScheme: 'dark' },
    { name: 'shop-widget-phone-light', viewport: phone, colorScheme: 'light' },
    { name: 'shop-widget-phone-dark', viewport: phone, colorScheme: 'dark' },
  ] as const;
  const dashboard = await browser.newContext({ viewport: wide });
  const staff = await dashboard.newPage();
  for (const { name, viewport, colorScheme } of pictures) {
    if (!isWanted(name)) continue;
    if (staff.url() === 'about:blank') await signIn(staff, url);
    const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce', locale: 'en-GB' });
    const page = await context.newPage();
    await page.goto(`${url}/demo`);
    await page.locator('button.launcher').click();
    const field = page.locator('.panel[open] textarea');
    for (const [index, [who, words]] of shopTalk.entries()) {
      if (who === 'visitor') {
        await field.fill(words);
        await field.press('Enter');
      } else {
        await staff.getByRole('textbox', { name: 'Message' }).fill(words);
        await staff.getByRole('textbox', { name: 'Message' }).press('Enter');
      }
      if (index === 0) {
        await staff.goto(`${url}/conversations`);
        await staff.getByRole('list', { name: 'Conversations' }).getByText(words).first().click();
        await staff.getByRole('button', { name: 'Take Over' }).click();
        await staff.getByText('Manual Mode').waitFor();
      }
      await Promise.all([
        page.getByRole('log').getByText(words).waitFor(),
        staff.getByRole('log').getByText(words).waitFor(),
      ]);
    }
    await picture(page, name);
    await page.getByRole('button', { name: 'Help', exact: true }).click();
    await page.getByRole('searchbox').waitFor();
    await page.getByRole('button', { name: /^Plants that are safe/ }).waitFor();
    await picture(page, name.replace('shop-widget', 'shop-help'));
    await context.close();
  }
  await dashboard.close();
}

mkdirSync(folder, { recursive: true });
const parts = (process.argv[2] ?? '').split(',');
const isWanted = (name: string): boolean => parts.some((part) => name.includes(part));
const running = process.env.PARLEY_URL;
const [model, parcels] = await Promise.all([startModelServer(picturedModel), startParcelServer()]);
// Without a worker nothing happens in the demo between one picture and the next.
const stack = running
  ? undefined
  : await startStack({ workers: 0, env: { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'test' } });
const url = running ?? stack?.url ?? '';
const browser = await launchBrowser();
const sizesAndColours = Object.keys(sizes).flatMap((size) => colourSchemes.map((colours) => `${size}-${colours}`));
const those = (needs: Screen['needs']) =>
  screens.filter(
    (screen) => screen.needs === needs && sizesAndColours.some((each) => isWanted(`${screen.name}-${each}`)),
  );
try {
  if (stack) {
    const database = createDatabase(stack.database.url, { max: 1 });
    await seedDemo(database, url);
    await database.destroy();
  }
  const context = await browser.newContext();
  await context.request.post(`${url}/api/login`, { data: user });
  await addContent(context.request, url);
  await context.close();
  await take(browser, url, those(undefined), isWanted);
  if (!language && !process.env.SCREENS_SIZES) await takeShop(browser, url, isWanted);
  if (stack && those('model').length > 0) await takeAnswers(stack, browser, parcels.url);
  if (stack && those('thousands').length > 0) {
    await generate(stack.database.url, { conversations: 3_000, messages: 9_000 });
    await take(browser, url, those('thousands'), isWanted);
  }
} finally {
  await browser.close();
  await stack?.stop();
  await Promise.all([model.close(), parcels.close()]);
}
if (failed.length > 0) throw new Error(`Not taken: ${failed.join(', ')}`);
