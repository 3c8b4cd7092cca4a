/**
 * Pictures of every screen, wide and narrow, light and dark, and of the widget in the sample shop, into docs/screens/.
 * On the demo organisation of a fresh stack, or of a running product when PARLEY_URL is set, to which some content is added:
 *
 *   node e2e/dashboard/screens.ts [parts of the names, with commas between]
 *
 * Rehearsals, the copilot and a thousand rows need what only a fresh stack has: its model, its worker, its database.
 * SCREENS_FOLDER for another folder, SCREENS_LANGUAGE for another language of the browser's (then only of the screens that
 * an address alone leads to), SCREENS_SIZES for others, such as 1280x720.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { seedDemo } from '@parley/core/demo/seed';
import { createDatabase } from '@parley/db/database';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../browser.ts';
import { freePort, root, startService } from '../process.ts';
import { generate } from '@parley/db/generate';
import sharp from 'sharp';
import { startParcelServer } from '../outside/mcp.ts';
import { startModelServer } from '../outside/openai.ts';
import { type Stack, startStack } from '../stack.ts';
import { settled } from './axe.ts';
import { addContent, addLongConversation, addRehearsal } from './screens-content.ts';
import { picturedModel } from './screens-model.ts';

interface Screen {
  name: string;
  path: string;
  /** Words that are there when the screen is. */
  ready: string;
  /** What is done before the picture is taken. */
  prepare?: (page: Page) => Promise<void>;
  signedOut?: boolean;
  /** A page for readers, which nobody signs in to. */
  isPublic?: boolean;
  /** Of the browser; then what is waited for and done goes by no words. */
  locale?: string;
  /** Only on a stack of our own. */
  needs?: 'model' | 'thousands';
  /** Reads that never come, or that fail. */
  reads?: 'pending' | 'failing';
}

/** Of the demo's conversations, one in which everybody has spoken. */
const shown = 'kofi.dubois@example.com';

const selectOne = async (page: Page): Promise<void> => {
  await page.getByRole('list', { name: 'Conversations' }).getByRole('link').filter({ hasText: shown }).click();
  await page.getByRole('log').getByText('Representative', { exact: true }).first().waitFor();
  // A draft that another picture has left.
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.fill('');
  await field.blur();
};

/** In whichever language. */
const selectByAddress = async (page: Page): Promise<void> => {
  await page.getByRole('link').filter({ hasText: shown }).last().click();
  await page.locator('[role=log] [data-sender]').first().waitFor();
  await page.locator('main textarea').fill('');
  await page.locator('main textarea').blur();
};

/** The long conversation, which the copilot can do something for. */
const selectLong = async (page: Page): Promise<void> => {
  await page.getByRole('list', { name: 'Conversations' }).getByRole('link').filter({ hasText: 'neighbour' }).click();
  await page.getByRole('log').getByText('Friday').first().waitFor();
};

const folder = process.env.SCREENS_FOLDER ?? path.join(root, 'docs/screens');

const screens: readonly Screen[] = [
  { name: 'sign-in', path: '/auth', ready: 'Email', signedOut: true },
  { name: 'overview', path: '/', ready: 'Database Schema' },
  { name: 'conversations', path: '/conversations', ready: 'localhost', prepare: selectOne },
  { name: 'conversations-list', path: '/conversations', ready: 'localhost' },
  {
    name: 'conversation-summary',
    path: '/conversations',
    ready: 'localhost',
    needs: 'model',
    prepare: async (page) => {
      await selectLong(page);
      const copilot = page.getByRole('region', { name: 'Copilot' });
      await copilot.getByRole('button', { name: 'Suggest tags' }).click();
      await copilot.getByRole('button', { name: 'Add tag Delivery' }).waitFor();
    },
  },
  {
    name: 'conversation-rewrite',
    path: '/conversations',
    ready: 'localhost',
    needs: 'model',
    prepare: async (page) => {
      await selectLong(page);
      const field = page.getByRole('textbox', { name: 'Message' });
      await field.fill('Your parcel is going to leave the depot tonight I think and reaches you on 5 May.');
      await field.press('Control+j');
      const panel = page.getByRole('region', { name: 'Rewrite' });
      await panel.waitFor();
      await panel.press('1');
      await panel.locator('ins').first().waitFor();
    },
  },
  {
    name: 'conversation-ask',
    path: '/conversations',
    ready: 'localhost',
    needs: 'model',
    prepare: async (page) => {
      await selectLong(page);
      await page.keyboard.press('q');
      const dialog = page.getByRole('dialog', { name: 'Ask the knowledge' });
      await dialog.getByRole('textbox', { name: 'Question' }).fill('What does delivery cost?');
      await page.keyboard.press('Enter');
      await dialog.getByText('Delivery costs €4.90').first().waitFor();
    },
  },
  { name: 'conversations-loading', path: '/conversations', ready: '', reads: 'pending' },
  { name: 'conversations-failed', path: '/conversations', ready: 'This could not be loaded', reads: 'failing' },
  { name: 'overview-loading', path: '/', ready: 'Database Schema', reads: 'pending' },
  { name: 'overview-failed', path: '/', ready: 'This could not be loaded', reads: 'failing' },
  { name: 'conversations-german', path: '/conversations', ready: shown, locale: 'de-DE', prepare: selectByAddress },
  { name: 'conversations-arabic', path: '/conversations', ready: shown, locale: 'ar', prepare: selectByAddress },
  { name: 'overview-arabic', path: '/', ready: shown, locale: 'ar' },
  { name: 'settings-arabic', path: '/settings', ready: '', locale: 'ar' },
  { name: 'settings-german', path: '/settings', ready: '', locale: 'de-DE' },
  {
    name: 'conversations-thousands',
    path: '/conversations',
    ready: 'localhost',
    needs: 'thousands',
    prepare: async (page) => {
      const list = page.getByRole('list', { name: 'Conversations' });
      await list.evaluate(async (rows) => {
        const box = rows.parentElement;
        for (let step = 0; box && step < 40; step += 1) {
          box.scrollTop = box.scrollHeight / 2;
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      });
    },
  },
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
  { name: 'contacts-blocked', path: '/contacts?blocked=', ready: 'Nobody is blocked' },
  {
    name: 'conversation-note',
    path: '/conversations',
    ready: 'localhost',
    prepare: async (page) => {
      await selectOne(page);
      await page.keyboard.press('o');
      await page.getByRole('textbox', { name: 'Note' }).waitFor();
    },
  },
  {
    name: 'conversation-replies',
    path: '/conversations',
    ready: 'localhost',
    prepare: async (page) => {
      await selectOne(page);
      await page.getByRole('textbox', { name: 'Message' }).press('/');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'conversation-files',
    path: '/conversations',
    ready: 'localhost',
    prepare: async (page) => {
      await selectOne(page);
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: 'Attach files' }).click(),
      ]);
      await chooser.setFiles([
        { name: 'invoice.txt', mimeType: 'text/plain', buffer: Buffer.from('Calathea, small: 18.00') },
        {
          name: 'leaf.png',
          mimeType: 'image/png',
          buffer: readFileSync(path.join(root, 'docs/screens/shop-widget-phone-light.png')),
        },
      ]);
      const strip = page.getByRole('list', { name: 'Attached files' });
      await strip.getByText('invoice.txt').waitFor();
      await strip.getByRole('progressbar').last().waitFor({ state: 'detached' });
    },
  },
  {
    name: 'scheduled-none',
    path: '/conversations',
    ready: 'localhost',
    prepare: async (page) => {
      await page.getByRole('list', { name: 'Conversations' }).getByRole('link').first().waitFor();
      await page.keyboard.press('g');
      await page.keyboard.press('l');
      await page.getByText('Nothing is scheduled').waitFor();
    },
  },
  { name: 'knowledge', path: '/knowledge', ready: 'Updated' },
  { name: 'knowledge-new', path: '/knowledge/new', ready: 'Save article' },
  {
    name: 'knowledge-article',
    path: '/knowledge',
    ready: 'Updated',
    prepare: async (page) => {
      await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
      await page.getByRole('button', { name: 'Save article' }).waitFor();
    },
  },
  { name: 'knowledge-sources', path: '/knowledge?tab=sources', ready: 'Care guide.md' },
  {
    name: 'knowledge-source-form',
    path: '/knowledge?tab=sources',
    ready: 'Care guide.md',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add website' }).click();
      await page.getByLabel('Address of the website or its sitemap').waitFor();
    },
  },
  {
    name: 'knowledge-documents',
    path: '/knowledge?tab=sources',
    ready: 'Care guide.md',
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^Show the documents/ })
        .first()
        .click();
      await page.getByRole('dialog').getByRole('listitem').first().waitFor();
    },
  },
  { name: 'knowledge-answers', path: '/knowledge?tab=answers', ready: 'Resting passages' },
  { name: 'knowledge-todo', path: '/knowledge?tab=todo', ready: 'What customers looked for' },
  { name: 'knowledge-rehearsals', path: '/knowledge?tab=rehearsals', ready: 'Finished', needs: 'model' },
  {
    name: 'knowledge-rehearsal',
    path: '/knowledge?tab=rehearsals',
    ready: 'Finished',
    needs: 'model',
    prepare: async (page) => {
      await page.getByRole('link', { name: 'Instructions' }).click();
      await page.getByText('What would change', { exact: true }).waitFor();
    },
  },
  { name: 'help-centre', path: '/help/en', ready: '', isPublic: true },
  {
    name: 'help-article',
    path: '/help/en',
    ready: '',
    isPublic: true,
    prepare: async (page) => {
      await page.getByRole('main').getByRole('link').first().click();
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  },
  { name: 'widget', path: '/widget', ready: 'Quick stats' },
  { name: 'representatives', path: '/representatives', ready: 'Dev Raman' },
  { name: 'representatives-teams', path: '/representatives?tab=teams', ready: 'Wholesale' },
  { name: 'representatives-roles', path: '/representatives?tab=roles', ready: 'Weekend help' },
  {
    name: 'representatives-role-form',
    path: '/representatives?tab=roles',
    ready: 'Weekend help',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add role' }).click();
      await page.getByText('Take over and assign').first().waitFor();
    },
  },
  {
    name: 'invite',
    path: '/representatives',
    ready: 'Dev Raman',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Invite' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'integrations', path: '/integrations', ready: 'Enable Email' },
  { name: 'integrations-slack', path: '/integrations?tab=slack', ready: 'Enable Slack' },
  { name: 'integrations-boards', path: '/integrations?tab=tigon', ready: 'Enable Boards' },
  { name: 'integrations-telegram', path: '/integrations?tab=telegram', ready: 'Enable Telegram' },
  { name: 'documentation', path: '/docs/integrations', ready: 'Integrations' },
  { name: 'integrations-trello', path: '/integrations?tab=trello', ready: 'Enable Trello' },
  { name: 'integrations-actions', path: '/integrations?tab=actions', ready: 'order_status' },
  {
    name: 'integrations-action-form',
    path: '/integrations?tab=actions',
    ready: 'order_status',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Change order_status' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'integrations-mcp',
    path: '/integrations?tab=actions',
    ready: 'Parcels',
    needs: 'model',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Tools of Parcels' }).click();
      await page.getByText('track_parcel').waitFor();
    },
  },
  { name: 'integrations-ai', path: '/integrations?tab=ai', ready: 'Enable AI Assistant' },
  { name: 'settings', path: '/settings', ready: 'Current password' },
  {
    name: 'settings-sessions',
    path: '/settings',
    ready: 'Current password',
    prepare: async (page) => {
      await page.getByText('This browser').first().waitFor();
      await page
        .getByRole('heading', { name: 'Where you are signed in' })
        .evaluate((heading) => heading.scrollIntoView({ block: 'start' }));
    },
  },
  { name: 'settings-hours', path: '/settings?tab=hours', ready: 'Monday' },
  { name: 'settings-notifications', path: '/settings?tab=notifications', ready: 'Test sound' },
  { name: 'settings-security', path: '/settings?tab=security', ready: 'Who has a second factor' },
  { name: 'settings-tags', path: '/settings?tab=tags', ready: 'Plant care' },
  { name: 'settings-replies', path: '/settings?tab=replies', ready: 'Where is my parcel' },
  { name: 'settings-attributes', path: '/settings?tab=attributes', ready: 'Order number' },
  { name: 'settings-sso', path: '/settings?tab=sso', ready: 'Add provider' },
  { name: 'settings-data', path: '/settings?tab=data', ready: 'Privacy' },
  { name: 'settings-api-keys', path: '/settings?tab=api-keys', ready: 'Order sync' },
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
const person = { email: 'ada@parley.example', password: 'parley-demo' };

async function signIn(page: Page, url: string, locale?: string): Promise<void> {
  if (language || locale) {
    await page.request.post(`${url}/api/login`, { data: person });
    await page.goto(url);
    await page.waitForFunction(() => localStorage.getItem('parley.font') !== null);
    return;
  }
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
      // Of as many colours as a screen needs: a third of the bytes, and nobody sees it.
      const small = await sharp(png).png({ palette: true, quality: 95, effort: 7 }).toBuffer();
      writeFileSync(path.join(folder, `${name}.png`), small);
      console.log(`${name} ${Math.round(small.length / 1000)} kB`);
      return;
    }
    if (attempt === 3) throw new Error(`${name} is blank: ${png.length} bytes`);
  }
}

/** One that cannot be taken keeps none of the others from being taken. */
const failed: string[] = [];

/** What the screens read, but for who is there and what they may. */
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
        pages.set(`${locale} ${isSignedOut}`, page);
        await takeOne(page, url, screen, name);
      }
      for (const page of pages.values()) await page.context().close();
    }
  }
}

/** What needs a worker and a model: rehearsals, summaries, and what else the copilot says. */
async function takeAnswers(stack: Stack, browser: Browser, parcels: string): Promise<void> {
  const context = await browser.newContext();
  await context.request.post(`${stack.url}/api/login`, { data: person });
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
  ['team', 'It is. Calatheas are among the few our own cat may chew. Shall I put a small one aside for you?'],
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
  const desk = await browser.newContext({ viewport: wide });
  const staff = await desk.newPage();
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
  await desk.close();
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
  await context.request.post(`${url}/api/login`, { data: person });
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
