/**
 * axe on every screen and in the states that look different, light and dark, wide and narrow, from left and from right.
 * WCAG 2.2 AA. All its rules are asked once of each tree: wide, on a phone, and in a language from right to left. Other
 * colours, and the phone's tree in a larger window, are asked only what they can change.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ParcelServer, startParcelServer } from '@parley/testing/mcp';
import { type ModelServer, startModelServer } from '@parley/testing/openai';
import {
  type Finding,
  findings,
  findingsIn,
  goTo,
  inDarkAsWell,
  light,
  type Look,
  mirror,
  putAway,
  settled,
  speak,
  tooLarge,
} from './axe.ts';
import { ada, type Dashboard, hasFocus, openDashboard } from './dashboard.ts';
import { addContent, addLongConversation, addRehearsal } from './screens-content.ts';
import { screens } from './screens-list.ts';
import { picturedModel } from './screens-model.ts';

let dashboard: Dashboard;
let model: ModelServer;
let parcels: ParcelServer;

beforeAll(async () => {
  [model, parcels] = await Promise.all([startModelServer(picturedModel), startParcelServer()]);
  dashboard = await openDashboard({ env: { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'test' } });
  const page = await dashboard.signIn();
  await addContent(page.request, dashboard.stack.url);
  await addRehearsal(page.request, dashboard.stack.url);
  await addLongConversation(page.request, dashboard.stack.url, parcels.url);
  await page.context().close();
});
afterAll(async () => {
  await dashboard?.stop();
  await Promise.all([model?.close(), parcels?.close()]);
});

const variants: readonly {
  name: string;
  looks: readonly Look[];
  viewport: { width: number; height: number };
  /** Looks that axe checks from right to left; if empty, only the width is checked; null to use those above. */
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

/** Screens without an open layer come first: between those nothing has to be closed. */
const seen = screens.filter(({ only }) => only !== 'pictures');
const inOrder = [...seen.filter(({ prepare }) => !prepare), ...seen.filter(({ prepare }) => prepare)];

/** Returns a screen's title without the unread count, which changes. */
const withoutCount = (title: string): string => title.replace(/^\(\d+\) /, '');

describe.each(variants)('$name', ({ looks, viewport, mirrored }) => {
  it('axe finds nothing on the sign-in page', async () => {
    const page = await dashboard.open({ viewport });
    await page.goto(`${dashboard.stack.url}/auth`);
    await page.getByRole('button', { name: 'Login' }).waitFor();
    expect(await findingsIn(looks, page, 'login')).toEqual({});
    await page.getByRole('tab', { name: 'Register' }).click();
    await page.getByLabel('Full name').waitFor();
    expect(await findingsIn(looks, page, 'register')).toEqual({});
    await page.context().close();
  });

  it('axe finds nothing behind the guard, in either direction of writing', async () => {
    const page = await dashboard.signIn(ada, { viewport });
    const found: Record<string, Finding[]> = {};
    let isOpened = false;
    for (const [index, { name, path, ready, prepare, isOnPhone }] of inOrder.entries()) {
      // Looks the same as on a phone, at the same font size.
      if (isOnPhone && !mirrored) continue;
      if (isOpened) await putAway(page);
      isOpened = prepare !== undefined;
      if (index === 0) await page.goto(dashboard.stack.url + path);
      else await goTo(page, path);
      await page.getByText(ready).first().waitFor({ state: 'attached' });
      await prepare?.(page);
      Object.assign(found, await findingsIn(looks, page, name), await tooLarge(page, name));
      if (!mirrored) continue;
      const fromRight = `${name}, from right to left`;
      const title = withoutCount(await page.title());
      await mirror(page, isOpened);
      await settled(page);
      Object.assign(found, await findingsIn(mirrored, page, fromRight), await tooLarge(page, fromRight));
      if (isOpened) continue;
      await speak(page, null);
      await expect.poll(async () => withoutCount(await page.title()), { timeout: 60_000 }).toBe(title);
    }
    expect(found).toEqual({});
    await page.context().close();
  }, 900_000);
});

describe('texts for screen readers', () => {
  const places = [
    '/',
    '/conversations?selected=none',
    '/contacts',
    '/knowledge',
    '/knowledge?tab=sources',
    '/knowledge?tab=answers',
    '/knowledge?tab=todo',
    '/knowledge?tab=rehearsals',
    '/reports/conversations',
    '/reports/response',
    '/widget',
    '/representatives',
    '/representatives?tab=teams',
    '/representatives?tab=roles',
    '/integrations',
    '/integrations?tab=actions',
    '/settings?tab=hours',
    '/settings?tab=tags',
    '/settings?tab=attributes',
    '/settings?tab=replies',
    '/settings?tab=sso',
    '/settings?tab=api-keys',
    '/settings?tab=data',
  ];
  /** From a screen that shares nothing with it, not even tabs. */
  const open = async (page: Page, path: string): Promise<void> => {
    if (page.url() === 'about:blank') await page.goto(dashboard.stack.url + path);
    else {
      await goTo(page, '/nowhere');
      await goTo(page, path);
    }
  };
  /** All that is read but who is there, and what they may. */
  const reads = /\/api\/(?!user$|login|drafts|reads|uploads)/;

  it('shows axe nothing while it loads, light and dark', async () => {
    const page = await dashboard.signIn();
    const found: Record<string, Finding[]> = {};
    await page.route(reads, () => undefined);
    for (const path of places) {
      await open(page, path);
      await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
      await page.locator('[aria-busy=true], output[aria-label^=Loading], .chakra-skeleton').first().waitFor();
      Object.assign(found, await findingsIn(inDarkAsWell, page, path, async () => undefined));
    }
    expect(found).toEqual({});
    await page.context().close();
  });

  it('passes axe when it fails, and explains the failure, light and dark', async () => {
    const page = await dashboard.signIn();
    const found: Record<string, Finding[]> = {};
    const detail = 'The database is away.';
    await page.route(reads, (route) =>
      route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify({ detail }) }),
    );
    for (const path of places) {
      await open(page, path);
      await page.getByText('Couldn’t load this').first().waitFor();
      await page.getByText(detail).first().waitFor();
      Object.assign(found, await findingsIn(inDarkAsWell, page, path));
    }
    expect(found).toEqual({});
    await page.context().close();
  });
});

describe('the help centre', () => {
  it.each(['/help/en', '/help/ar'])('shows axe nothing in its lists and articles, light and dark: %s', async (path) => {
    const page = await dashboard.open();
    const found: Record<string, Finding[]> = {};
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(dashboard.stack.url + path);
      const here = await findings(page, false);
      if (here.length) found[`list, ${colorScheme}`] = here;
      await page.getByRole('main').getByRole('link').first().click();
      await page.getByRole('heading', { level: 1 }).waitFor();
      const there = await findings(page, false);
      if (there.length) found[`article, ${colorScheme}`] = there;
    }
    expect(found).toEqual({});
    await page.context().close();
  });
});

it('axe finds nothing in what the copilot shows, light and dark', async () => {
  const page = await dashboard.signIn();
  const found: Record<string, Finding[]> = {};
  await page.goto(`${dashboard.stack.url}/conversations`);
  await page.getByRole('list', { name: 'Conversations' }).getByText('neighbour').click();
  const copilot = page.getByRole('region', { name: 'Copilot' });
  await copilot.getByText('Wants the parcel').waitFor();
  await copilot.getByRole('button', { name: 'Suggest tags' }).click();
  await copilot.getByRole('button', { name: 'Add tag Delivery' }).waitFor();
  Object.assign(found, await findingsIn(inDarkAsWell, page, 'summary and tags'));
  await page.keyboard.press('q');
  const dialog = page.getByRole('dialog', { name: 'Search knowledge' });
  await dialog.getByRole('textbox', { name: 'Question' }).fill('What does delivery cost?');
  await page.keyboard.press('Enter');
  await dialog.getByText('Delivery costs €4.90').first().waitFor();
  Object.assign(found, await findingsIn(inDarkAsWell, page, 'answer'));
  await page.keyboard.press('Escape');
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.fill('Your parcel is going to leave the depot tonight I think.');
  await field.press('Control+j');
  const panel = page.getByRole('region', { name: 'Rewrite' });
  await expect.poll(() => hasFocus(panel)).toBe(true);
  await page.keyboard.press('1');
  await panel.locator('ins').first().waitFor();
  Object.assign(found, await findingsIn(inDarkAsWell, page, 'rewriting'));
  expect(found).toEqual({});
  await page.context().close();
});

/** Layers opened by keys, which are the same in every language: beside the list, and in a conversation. */
const openedByKeys = { list: ['?', 'Control+k', 'g m', 'g v', 'f f'], thread: ['a', 'Shift+A', 'l', '!', 'h'] };

it('axe finds nothing in dialogs and menus that were opened in Arabic', async () => {
  const page = await dashboard.signIn(ada, { locale: 'ar', reducedMotion: 'reduce' });
  const found: Record<string, Finding[]> = {};
  const over = page.locator('[role=dialog], [role=menu]').filter({ visible: true });
  await page.goto(`${dashboard.stack.url}/conversations?filter=waiting`);
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
  const page = await dashboard.signIn(ada, { reducedMotion: 'reduce' });
  await page.goto(`${dashboard.stack.url}/conversations`);
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
  const visitor = await dashboard.visitor();
  await visitor.write('First words');
  const page = await dashboard.signIn();
  await page.goto(`${dashboard.stack.url}/conversations?selected=${await visitor.conversationId()}`);
  await page.getByRole('log').getByText('First words').waitFor();
  const announcer = page.locator('[data-announcer]');
  expect(await announcer.getAttribute('aria-live')).toBe('polite');
  expect(await announcer.textContent()).toBe('');
  await visitor.write('More words');
  await expect.poll(() => announcer.textContent()).toBe('Customer: More words');
});
