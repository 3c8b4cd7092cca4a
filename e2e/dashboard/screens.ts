/**
 * Pictures of every screen, wide and narrow, light and dark, and of the widget in the sample shop, into docs/screens/.
 * On the demo organisation of a fresh stack, or of a running product when PARLEY_URL is set:
 *
 *   node e2e/dashboard/screens.ts [a part of the names]
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { seedDemo } from '@parley/core/demo/seed';
import { createDatabase } from '@parley/db/database';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../browser.ts';
import { root } from '../process.ts';
import { startStack } from '../stack.ts';

interface Screen {
  name: string;
  path: string;
  /** Words that are there when the screen is. */
  ready: string;
  /** What is done before the picture is taken. */
  prepare?: (page: Page) => Promise<void>;
  signedOut?: boolean;
}

/** Of the demo's conversations, one in which everybody has spoken. */
const shown = 'kofi.dubois@example.com';

const selectOne = async (page: Page): Promise<void> => {
  await page.getByRole('list', { name: 'Conversations' }).getByRole('link').filter({ hasText: shown }).click();
  await page.getByRole('log').getByText('Representative', { exact: true }).first().waitFor();
};

const screens: readonly Screen[] = [
  { name: 'sign-in', path: '/auth', ready: 'Email', signedOut: true },
  { name: 'overview', path: '/', ready: 'Database Schema' },
  { name: 'conversations', path: '/conversations', ready: 'localhost', prepare: selectOne },
  { name: 'conversations-list', path: '/conversations', ready: 'localhost' },
  { name: 'contacts', path: '/contacts', ready: 'Everybody who has written' },
  {
    name: 'contact',
    path: '/contacts?q=kofi+dubois',
    ready: shown,
    prepare: async (page) => {
      await page.getByRole('link').filter({ hasText: shown }).last().click();
      await page.getByRole('heading', { name: 'Kofi Dubois' }).waitFor();
    },
  },
  { name: 'widget', path: '/widget', ready: 'Quick stats' },
  { name: 'representatives', path: '/representatives', ready: 'Dev Raman' },
  { name: 'integrations', path: '/integrations', ready: 'Enable Email' },
  { name: 'integrations-slack', path: '/integrations?tab=slack', ready: 'Enable Slack' },
  { name: 'integrations-boards', path: '/integrations?tab=tigon', ready: 'Enable Boards' },
  { name: 'integrations-trello', path: '/integrations?tab=trello', ready: 'Enable Trello' },
  { name: 'integrations-ai', path: '/integrations?tab=ai', ready: 'Enable AI Assistant' },
  { name: 'settings', path: '/settings', ready: 'Current password' },
  { name: 'settings-hours', path: '/settings?tab=hours', ready: 'Monday' },
  { name: 'settings-notifications', path: '/settings?tab=notifications', ready: 'Test sound' },
  { name: 'settings-security', path: '/settings?tab=security', ready: 'Who has a second factor' },
  { name: 'settings-tags', path: '/settings?tab=tags', ready: 'Tags' },
  { name: 'settings-replies', path: '/settings?tab=replies', ready: 'Canned Replies' },
  { name: 'settings-data', path: '/settings?tab=data', ready: 'Privacy' },
  { name: 'settings-api-keys', path: '/settings?tab=api-keys', ready: 'Add service key' },
  { name: 'settings-audit', path: '/settings?tab=audit', ready: 'Export CSV' },
  { name: 'not-found', path: '/nowhere', ready: '404 Page Not Found' },
  {
    name: 'command-bar',
    path: '/',
    ready: 'Database Schema',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Search and commands' }).click();
      await page.getByRole('combobox').fill('go');
      await page.getByRole('option').filter({ hasText: 'localhost' }).first().waitFor();
    },
  },
  {
    name: 'keys',
    path: '/conversations',
    ready: 'localhost',
    prepare: async (page) => {
      await page.getByText('All', { exact: true }).waitFor();
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
];

const sizes = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
const colourSchemes = ['light', 'dark'] as const;
const folder = path.join(root, 'docs/screens');
const person = { email: 'ada@parley.example', password: 'parley-demo' };

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/auth`);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('heading', { name: 'System Overview' }).waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  // What comes next is drawn in the font.
  await page.waitForFunction(() => localStorage.getItem('parley.font') !== null);
}

/** Waits until nothing is on its way: data, pictures, fonts, movements. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => document.querySelector('.chakra-skeleton, [aria-busy=true]') === null);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {})));
  });
}

/** A page with nothing on it compresses to less than this; the emptiest of ours, the 404, to twice as much. */
const blankBytes = 9_000;

/** Takes the picture, once more when nothing was painted yet; a blank one is an error, and not kept. */
async function picture(page: Page, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await settle(page);
    const png = await page.screenshot();
    if (png.length >= blankBytes) {
      writeFileSync(path.join(folder, `${name}.png`), png);
      console.log(`${name} ${Math.round(png.length / 1000)} kB`);
      return;
    }
    if (attempt === 3) throw new Error(`${name} is blank: ${png.length} bytes`);
  }
}

async function take(browser: Browser, url: string, wanted: string): Promise<void> {
  for (const [size, viewport] of Object.entries(sizes)) {
    for (const colorScheme of colourSchemes) {
      const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce', locale: 'en-GB' });
      const page = await context.newPage();
      let signedIn = false;
      for (const screen of screens) {
        const name = `${screen.name}-${size}-${colorScheme}`;
        if (!name.includes(wanted)) continue;
        if (!screen.signedOut && !signedIn) {
          await signIn(page, url);
          signedIn = true;
        }
        await page.goto(url + screen.path);
        await page.getByText(screen.ready).filter({ visible: true }).first().waitFor();
        await settle(page);
        await screen.prepare?.(page);
        await picture(page, name);
      }
      await context.close();
    }
  }
}

const shopTalk = [
  ['visitor', 'Hi! Which plant survives a bathroom that faces north?'],
  ['team', 'Hello, Ada here. A calathea: it loves the damp and asks for little light.'],
  ['visitor', 'Lovely. Is it safe with a curious cat?'],
  ['team', 'It is. Calatheas are among the few our own cat may chew. Shall I put a small one aside for you?'],
  ['visitor', 'Yes please, the one with the striped leaves.'],
] as const;

/** The sample shop with the widget open in the middle of a conversation. */
async function takeShop(browser: Browser, url: string, wanted: string): Promise<void> {
  const pictures = [
    { name: 'shop-widget-wide-light', viewport: sizes.wide, colorScheme: 'light' },
    { name: 'shop-widget-wide-dark', viewport: sizes.wide, colorScheme: 'dark' },
    { name: 'shop-widget-phone-light', viewport: sizes.phone, colorScheme: 'light' },
    { name: 'shop-widget-phone-dark', viewport: sizes.phone, colorScheme: 'dark' },
  ] as const;
  const desk = await browser.newContext({ viewport: sizes.wide });
  const staff = await desk.newPage();
  for (const { name, viewport, colorScheme } of pictures) {
    if (!name.includes(wanted)) continue;
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
    await context.close();
  }
  await desk.close();
}

mkdirSync(folder, { recursive: true });
const wanted = process.argv[2] ?? '';
const running = process.env.PARLEY_URL;
// Without a worker nothing happens in the demo between one picture and the next.
const stack = running ? undefined : await startStack({ workers: 0 });
const url = running ?? stack?.url ?? '';
const browser = await launchBrowser();
try {
  if (stack) {
    const database = createDatabase(stack.database.url, { max: 1 });
    await seedDemo(database, url);
    await database.destroy();
  }
  await take(browser, url, wanted);
  await takeShop(browser, url, wanted);
} finally {
  await browser.close();
  await stack?.stop();
}
