/** Long, wide, many or mirrored content breaks no layout. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ada, type Dashboard, expectToast, fromEnd, openDashboard } from './dashboard.ts';

const endlessWord = 'Donaudampfschifffahrt'.repeat(30);
const endlessEmail = `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.example`;

let dashboard: Dashboard;

beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard?.stop());

/** Is the end of it what is seen where it is, not hidden or covered? */
const endIsSeen = (what: Locator): Promise<boolean> =>
  what.evaluate((element) => {
    const { bottom, left } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + 5, bottom - 2));
  });

it('keeps the cards of the overview where they are, however many colleagues are online, all within reach of keys', async () => {
  const page = await dashboard.signIn();
  const [pattern] = await (await page.request.get(`${dashboard.stack.url}/api/representatives`)).json();
  const places: (number | undefined)[] = [];
  for (const count of [0, 5, 40]) {
    const online = { ...pattern, availability: 'online', isActive: true };
    const json = Array.from({ length: count }, (_, index) => ({
      ...online,
      id: crypto.randomUUID(),
      name: `No. ${index}`,
    }));
    await page.route('**/api/representatives', (route) => route.fulfill({ json }));
    await page.goto(dashboard.stack.url);
    await page.getByText(count === 0 ? 'No one is online' : `No. ${count - 1}`, { exact: true }).waitFor();
    // The team may be known before the statistics above it.
    await expect.poll(() => page.locator('main [aria-busy=true]').count(), { timeout: 60_000 }).toBe(0);
    places.push((await page.getByRole('heading', { name: 'Integration Status' }).boundingBox())?.y);
  }
  expect(places).toEqual(places.map(() => places[0]));
  await page.getByRole('group', { name: 'Active Representatives' }).press('End');
  await expect.poll(() => endIsSeen(page.getByText('No. 39', { exact: true }))).toBe(true);
});

it('names the assignee in complete words, and by their initials where those have no room', async () => {
  const page = await dashboard.signIn();
  const id = await dashboard.arrive('Who has this one?');
  await dashboard.assignTo(page, id);
  await dashboard.openThread(page, id);
  const owner = page.locator('main header').getByTitle(`Assigned to ${ada.name}`);
  const shown = () =>
    owner.evaluate((badge) => {
      const { top, bottom, right } = badge.getBoundingClientRect();
      const [initials, words] = [...badge.children].map((part) => part.getBoundingClientRect());
      if (!initials || !words) return 'neither';
      if (initials.top < top - 1 || initials.right > right + 1) return 'cut initials';
      // On a second line, or for screen readers alone.
      if (words.top >= bottom || words.width <= 1) return 'initials';
      const areWhole = words.bottom <= bottom + 1 && words.right <= right + 1;
      return areWhole && words.right >= initials.right ? 'words' : 'cut';
    });
  const seen = new Set<string>();
  for (let width = 1900; width >= 780; width -= 40) {
    await page.setViewportSize({ width, height: 800 });
    // A window that has changed its size is laid out in the next frame.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    seen.add(await shown());
  }
  expect([...seen].toSorted()).toEqual(['initials', 'words']);
  await page.context().close();
});

it('is mirrored where the language is written from right to left: lists, menus, charts, names, what points', async () => {
  const visitor = await dashboard.visitor();
  await visitor.write('Hello');
  const page = await dashboard.signIn(ada, { locale: 'ar', viewport: { width: 1440, height: 900 } });
  await page.goto(`${dashboard.stack.url}/conversations?selected=${await visitor.conversationId()}`);
  await page.getByRole('log').getByText('Hello').waitFor();
  const middleOf = async (what: Locator) => {
    const box = await what.boundingBox();
    return (box?.x ?? 0) + (box?.width ?? 0) / 2;
  };
  const [rail = 0, row = 0, log = 0] = await Promise.all(
    [page.locator('nav'), page.locator('li a').first(), page.getByRole('log')].map(middleOf),
  );
  expect(rail).toBeGreaterThan(row);
  expect(row).toBeGreaterThan(log);
  await page.locator('header [aria-haspopup=menu]').first().click();
  const menu = page.locator('[role=menu][data-state=open]');
  await menu.waitFor();
  expect(await menu.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
  const pointing = page.locator('.lucide-panel-right').first();
  expect(await pointing.evaluate((element) => getComputedStyle(element).transform)).toContain('matrix(-1');
  const composer = page.getByRole('log').locator('xpath=following::textarea[1]');
  expect(await composer.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');

  await page.goto(dashboard.stack.url);
  const bars = page.locator('svg:has([data-busiest]) > g');
  await bars.first().waitFor({ state: 'attached' });
  expect(await middleOf(bars.first())).toBeGreaterThan(await middleOf(bars.last()));
  const name = page.locator('li bdi', { hasText: 'Ada Moreau' }).last();
  const gap = await name.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return element.getBoundingClientRect().right - range.getBoundingClientRect().right;
  });
  expect(Math.abs(gap)).toBeLessThan(1);

  const stranger = await dashboard.open({ locale: 'ar' });
  await stranger.goto(`${dashboard.stack.url}/auth`);
  const tabs = stranger.getByRole('tab');
  await tabs.last().waitFor();
  expect(await middleOf(tabs.first())).toBeGreaterThan(await middleOf(tabs.last()));
});

it('lays out from right to left what is written so', async () => {
  const visitor = await dashboard.visitor();
  await visitor.write('مرحبا، أين طلبي رقم 12345؟ لقد انتظرت أسبوعا كاملا ولم يصل بعد إلى عنواني الجديد\nشكرا');
  const page = await dashboard.signIn();
  await page.goto(`${dashboard.stack.url}/conversations?selected=${await visitor.conversationId()}`);
  const text = page.getByRole('log').getByText('مرحبا');
  await text.waitFor();
  const lines = await text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const box = element.getBoundingClientRect();
    const last = [...range.getClientRects()].at(-1);
    return {
      direction: getComputedStyle(element).direction,
      lastFromRight: Math.round(box.right - (last?.right ?? 0)),
      isLastShort: (last?.width ?? 0) < box.width / 2,
    };
  });
  expect(lines).toEqual({ direction: 'rtl', lastFromRight: 0, isLastShort: true });
  const composer = page.getByRole('textbox', { name: 'Message' });
  await composer.fill('حسنا');
  expect(await composer.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
  await composer.fill('All right');
  expect(await composer.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr');
});

it('leaves room for the newest message, what is written and its button above a phone’s keyboard', async () => {
  const page = await dashboard.signIn(ada, { viewport: { width: 390, height: 844 } });
  await page.goto(`${dashboard.stack.url}/conversations`);
  await page.getByLabel('Search conversations', { exact: true }).fill('emma.tanaka');
  const found = page.getByRole('list', { name: 'Conversations' }).getByRole('link');
  await expect.poll(() => found.count()).toBe(2);
  // With suggestions, which take their room too.
  await found.first().click();
  const suggestions = page.getByRole('region', { name: 'AI Suggested Responses' });
  await suggestions.getByRole('button', { name: 'AI Suggested Responses' }).click();
  await suggestions.getByRole('listitem').first().waitFor();
  const log = page.getByRole('log');
  const newest = log.getByText('The refund is fine');
  await newest.waitFor();
  const send = page.getByRole('button', { name: 'Send message' });
  for (const text of ['', 'A line of many.\n'.repeat(30)]) {
    await page.getByRole('textbox', { name: 'Message' }).fill(text);
    for (const viewport of [
      { width: 390, height: 460 },
      { width: 844, height: 390 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(viewport);
      await expect.poll(() => endIsSeen(newest)).toBe(true);
      await expect.poll(() => endIsSeen(send)).toBe(true);
      await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);
      expect(await page.getByRole('button', { name: 'Newest' }).count()).toBe(0);
    }
  }
});

it.each([
  { width: 1280, height: 720 },
  // Size left by a phone's keyboard.
  { width: 390, height: 460 },
])(
  'the save button of a long form is in view in $width × $height, and over no field that has the focus',
  async (viewport) => {
    const page = await dashboard.signIn(ada, { viewport });
    await page.goto(`${dashboard.stack.url}/integrations?tab=ai`);
    const form = page.getByRole('main').locator('form').first();
    const save = form.getByRole('button', { name: 'Save changes' });
    await save.waitFor();
    const fields = await form.locator('input:not([type=checkbox]), textarea, select').filter({ visible: true }).all();
    expect(fields.length).toBeGreaterThan(5);
    for (const field of fields) {
      await field.focus();
      const firstLineIsSeen = () =>
        field.evaluate((element) => {
          const { top, left } = element.getBoundingClientRect();
          return element.contains(document.elementFromPoint(left + 5, top + 24));
        });
      await expect.poll(firstLineIsSeen).toBe(true);
      expect(await endIsSeen(save)).toBe(true);
    }
    await page.context().close();
  },
);

it.each(['en-GB', 'de', 'fr', 'pl'])('leaves no tab alone in a second row, in %s', async (locale) => {
  const page = await dashboard.signIn(ada, { locale });
  await page.goto(`${dashboard.stack.url}/knowledge`);
  await page.getByRole('tab').first().waitFor();
  for (const width of [1440, 1280, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    const rows = await page.getByRole('tab').evaluateAll((tabs) => {
      const tops = tabs.map((tab) => Math.round(tab.getBoundingClientRect().top));
      return [...new Set(tops)].map((top) => tops.filter((each) => each === top).length);
    });
    expect(Math.min(...rows)).toBeGreaterThan(1);
  }
  await page.context().close();
});

it('shows toasts above the composer, and leaves its button uncovered', async () => {
  const page = await dashboard.signIn();
  const id = await dashboard.arrive('Is this assigned?');
  await dashboard.assignTo(page, id);
  await dashboard.openThread(page, id);
  await page.getByRole('region', { name: 'AI Suggested Responses' }).waitFor();
  await page.getByRole('button', { name: 'Assign to...' }).click();
  await page.getByRole('option', { name: '(You)' }).click();
  const toast = page.locator('[data-toast-region]').getByRole('status');
  await toast.waitFor();
  expect(await endIsSeen(page.getByRole('button', { name: 'Send message' }))).toBe(true);
  const below = await page.getByRole('region', { name: 'AI Suggested Responses' }).boundingBox();
  const box = await toast.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  await page.getByRole('button', { name: 'Close', exact: true }).and(page.locator('header *')).click();
  const closed = toast.filter({ hasText: 'Conversation closed' });
  await closed.waitFor();
  const note = await page.getByRole('button', { name: 'Note', exact: true }).boundingBox();
  const above = await closed.boundingBox();
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(note?.y ?? 0);
  await page.context().close();
});

it('keeps room for one suggestion while they are awaited', async () => {
  const page = await dashboard.signIn();
  const id = await dashboard.arrive('How long is the warranty?');
  await dashboard.assignTo(page, id);
  await page.route('**/ai-suggestions', () => undefined);
  await dashboard.openThread(page, id);
  const panel = page.getByRole('region', { name: 'AI Suggested Responses' });
  await panel.getByText('Generating suggestions...').waitFor();
  expect((await panel.boundingBox())?.height).toBeLessThan(80);
  await page.context().close();
});

it('keeps the end of the thread in view while suggestions take their room', async () => {
  const page = await dashboard.signIn(ada, { viewport: { width: 1280, height: 720 } });
  const visitor = await dashboard.visitor();
  await visitor.write(Array.from({ length: 40 }, (_, line) => `Line ${line}`).join('\n'));
  await dashboard.openThread(page, await visitor.conversationId());
  const log = page.getByRole('log');
  const newest = log.getByText('Line 39');
  await newest.waitFor();
  const room = () => log.evaluate(({ clientHeight }) => clientHeight);
  const before = await room();
  await page.getByRole('button', { name: 'Take Over' }).click();
  await page.getByRole('region', { name: 'AI Suggested Responses' }).waitFor();
  await expect.poll(room).toBeLessThan(before);
  await expect.poll(() => endIsSeen(newest)).toBe(true);
  await page.context().close();
});

const heightOf = async (what: Locator): Promise<number> => Math.round((await what.boundingBox())?.height ?? 0);
const widthOf = async (what: Locator): Promise<number> => Math.round((await what.boundingBox())?.width ?? 0);
const rows = (page: Page) => page.getByRole('list', { name: 'Conversations' }).getByRole('listitem');

it('leaves the room to conversations: a rail, low bars, low rows of two lines, and higher ones on request', async () => {
  const page = await dashboard.signIn();
  await page.goto(`${dashboard.stack.url}/conversations`);
  await rows(page).first().getByRole('link').click();
  await page.getByRole('log').waitFor();
  const main = page.getByRole('navigation', { name: 'Main' });
  expect(await widthOf(main)).toBeLessThanOrEqual(56);
  const tooltips = () =>
    main.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('title')).join());
  await expect
    .poll(tooltips)
    .toMatch(
      /^Dashboard,Conversations,Contacts,Visitors,Knowledge,Reports,Widget Settings,Representatives,Integrations,Settings,Set up \d\/7$/,
    );
  expect(await heightOf(page.getByRole('banner'))).toBeLessThanOrEqual(44);
  expect(await heightOf(page.getByRole('main').locator('header'))).toBeLessThanOrEqual(52);
  expect(await heightOf(rows(page).first())).toBe(44);
  await page.getByRole('button', { name: 'List options' }).click();
  await page.getByRole('menuitem', { name: 'Comfortable list' }).click();
  await expect.poll(() => heightOf(rows(page).first())).toBe(60);
  await page.reload();
  await expect.poll(() => heightOf(rows(page).first())).toBe(60);
  await page.getByRole('link', { name: 'Knowledge', exact: true }).click();
  await page.getByRole('heading', { name: 'Knowledge', level: 1 }).waitFor();
  expect(await widthOf(main)).toBeGreaterThan(150);
  await page.context().close();
});

it.each([
  { width: 1440, lies: 'beside' },
  { width: 1280, lies: 'beside' },
  { width: 1024, lies: 'beside' },
  { width: 1000, lies: 'over' },
])('shows the visitor $lies the thread in a window of $width pixels', async ({ width, lies }) => {
  const page = await dashboard.signIn(ada, { viewport: { width, height: 720 } });
  await dashboard.openThread(page, await dashboard.arrive('Where do I stand?'));
  const panel = page.getByRole('complementary', { name: 'Visitor' });
  const toggle = page.getByRole('button', { name: 'Visitor details' });
  if ((await toggle.getAttribute('aria-pressed')) === 'true') {
    await panel.waitFor();
    await page.getByRole('button', { name: 'Hide visitor' }).click();
  }
  await panel.waitFor({ state: 'detached' });
  const alone = await widthOf(page.getByRole('log'));
  await toggle.click();
  await panel.waitFor();
  const isNarrower = (await widthOf(page.getByRole('log'))) < alone;
  expect(isNarrower).toBe(lies === 'beside');
  expect(await endIsSeen(page.getByRole('button', { name: 'Send message' }))).toBe(lies === 'beside');
  await page.context().close();
});

it('tells anonymous visitors apart by a word that stays', async () => {
  const page = await dashboard.signIn();
  const names = async () => {
    const found: string[] = [];
    for (const text of ['First of two', 'Second of two', 'Third of them'])
      found.push((await rows(page).filter({ hasText: text }).locator('bdi').allTextContents()).join(' '));
    return found;
  };
  for (const text of ['First of two', 'Second of two', 'Third of them']) await dashboard.arrive(text);
  await page.goto(`${dashboard.stack.url}/conversations`);
  await rows(page).filter({ hasText: 'First of two' }).waitFor();
  await rows(page).filter({ hasText: 'Third of them' }).waitFor();
  const before = await names();
  for (const name of before) expect(name).toMatch(/^Anonymous [A-Z][a-z]+ \d\d$/);
  // All three have the same hardly ever.
  expect(new Set(before).size).toBeGreaterThan(1);
  await page.reload();
  await rows(page).filter({ hasText: 'First of two' }).waitFor();
  expect(await names()).toEqual(before);
  await page.context().close();
});

it.each([
  { reducedMotion: 'no-preference', durations: [120] },
  { reducedMotion: 'reduce', durations: [] },
] as const)(
  'rows that change places take their time, with motion $reducedMotion',
  async ({ reducedMotion, durations }) => {
    const page = await dashboard.signIn(ada, { reducedMotion });
    await page.addInitScript(() => {
      // oxlint-disable-next-line typescript/unbound-method -- called with its element
      const { animate } = Element.prototype;
      const seen = new Set<number>();
      Element.prototype.animate = function record(frames, options) {
        if (typeof options === 'object') seen.add(Number(options.duration));
        return animate.call(this, frames, options);
      };
      Reflect.set(window, 'durationsSeen', () => [...seen]);
    });
    await page.goto(`${dashboard.stack.url}/conversations`);
    await rows(page).first().waitFor();
    const words = `Makes the others move, ${reducedMotion}`;
    await dashboard.arrive(words);
    await rows(page).filter({ hasText: words }).waitFor();
    expect(await page.evaluate(() => Reflect.get(window, 'durationsSeen')())).toEqual(durations);
    await page.context().close();
  },
);

describe('the dashboard on a phone', () => {
  const options = { viewport: { width: 390, height: 844 }, hasTouch: true };

  it('at least six lines of the thread are seen above the keyboard, below a header of one row', async () => {
    const page = await dashboard.signIn(ada, options);
    const id = await dashboard.arrive('Is six lines enough?');
    await dashboard.assignTo(page, id);
    await dashboard.openThread(page, id);
    await page.getByRole('region', { name: 'AI Suggested Responses' }).waitFor();
    await page.getByRole('textbox', { name: 'Message' }).fill('It is');
    // Size left by a keyboard with its row of suggestions.
    await page.setViewportSize({ width: 390, height: 340 });
    expect(await heightOf(page.getByRole('main').locator('header'))).toBeLessThanOrEqual(52);
    for (const button of await page.getByRole('main').locator('header').getByRole('button').all())
      expect(await heightOf(button)).toBeGreaterThanOrEqual(36);
    await expect.poll(() => heightOf(page.getByRole('log'))).toBeGreaterThanOrEqual(6 * 20);
    expect(await page.getByText('Shift+Enter').isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: /^Delete conversation/ }).count()).toBe(0);
    await page.context().close();
  });

  it('a long text has the whole width of the composer, above its buttons', async () => {
    const page = await dashboard.signIn(ada, options);
    await dashboard.openThread(page, await dashboard.arrive('Is there room to write?'));
    const field = page.getByRole('textbox', { name: 'Message' });
    await field.fill('And now a text that is long enough for several lines. '.repeat(3).trim());
    expect(await widthOf(field)).toBeGreaterThan(350);
    const send = await page.getByRole('button', { name: 'Send message' }).boundingBox();
    const text = await field.boundingBox();
    expect(send?.y).toBeGreaterThanOrEqual((text?.y ?? 0) + (text?.height ?? 0));
    expect(await endIsSeen(page.getByRole('button', { name: 'Send message' }))).toBe(true);
    await page.context().close();
  });

  it('names the product and the assignee without cutting words short', async () => {
    const page = await dashboard.signIn(ada, options);
    const id = await dashboard.arrive('Who has this?');
    await dashboard.assignTo(page, id);
    await dashboard.openThread(page, id);
    await page.getByText('Assigned to').waitFor({ state: 'attached' });
    const cut = await page
      .locator('header div')
      .filter({ hasText: /^(Parley|Customer Service Platform)$|Manual Mode/ })
      .evaluateAll((parts) =>
        parts.filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.textContent),
      );
    expect(cut).toEqual([]);
    await page.context().close();
  });

  it('the end of a thread is left by nobody but who scrolls', async () => {
    const visitor = await dashboard.visitor();
    for (let count = 1; count <= 15; count += 1) await visitor.write(`Line ${count} of a thread that fills a phone`);
    const page = await dashboard.signIn(ada, options);
    await dashboard.openThread(page, await visitor.conversationId());
    const log = page.getByRole('log');
    await log.getByText('Line 15 ').waitFor();
    await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);
    const newest = page.getByRole('button', { name: 'Newest' });
    // The height changes, and in the same frame the virtualizer scrolls the thread back, as it does when a row turns
    // out to be lower than expected.
    await log.evaluate(
      (box) =>
        new Promise<void>((moved) => {
          let isFirst = true;
          const late = new ResizeObserver(() => {
            if (isFirst) isFirst = false;
            else {
              late.disconnect();
              box.scrollTop -= 300;
              moved();
            }
          });
          late.observe(box);
          const field = document.querySelector<HTMLElement>('main textarea');
          requestAnimationFrame(() => requestAnimationFrame(() => field && (field.style.minBlockSize = '150px')));
        }),
    );
    await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);
    expect(await newest.count()).toBe(0);
    await log.hover();
    await page.mouse.wheel(0, -300);
    await newest.waitFor();
    await page.context().close();
  });

  it('a row has a menu that closes and deletes', async () => {
    const page = await dashboard.signIn(ada, options);
    await dashboard.arrive('Close me by menu');
    await page.goto(`${dashboard.stack.url}/conversations?filter=all`);
    const row = rows(page).filter({ hasText: 'Close me by menu' });
    await row.getByRole('button', { name: /^Actions for Anonymous/ }).click();
    await page.getByRole('menuitem', { name: 'Close' }).click();
    await expectToast(page, 'Conversation closed');
    await row.getByText('closed', { exact: true }).waitFor();
    await row.getByRole('button', { name: /^Actions for Anonymous/ }).click();
    await page.getByRole('menuitem', { name: 'Delete conversation' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, 'Conversation deleted');
    await row.waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('a row that is drawn to the start is snoozed, and closes when it is drawn to the end', async () => {
    const page = await dashboard.signIn(ada, options);
    await dashboard.arrive('Draw me aside');
    await page.goto(`${dashboard.stack.url}/conversations?filter=all`);
    const row = rows(page).filter({ hasText: 'Draw me aside' });
    await row.waitFor();
    const finger = await page.context().newCDPSession(page);
    const draw = async (by: number) => {
      const box = await row.boundingBox();
      const point = (x: number) => [{ x: 190 + x, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }];
      await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: point(0) });
      for (const part of [0.2, 0.4, 0.6, 0.8, 1])
        await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: point(by * part) });
      await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    await draw(30);
    await draw(-140);
    const morning = page.getByRole('option', { name: /morning/ });
    await morning.waitFor();
    // Nothing was opened by that.
    expect(new URL(page.url()).searchParams.get('selected')).toBeNull();
    await page.keyboard.press('Escape');
    await morning.waitFor({ state: 'detached' });
    await draw(140);
    await expectToast(page, 'Conversation closed');
    await row.getByText('closed', { exact: true }).waitFor();
    await page.context().close();
  });
});

it('keeps within a window of 1280 by 720 what saves a long form, the preview of the widget, and every tab in German', async () => {
  const page = await dashboard.signIn(ada, { viewport: { width: 1280, height: 720 } });
  const isInWindow = async (what: Locator) => {
    const { x = -1, y = -1, width = 0, height = 0 } = (await what.boundingBox()) ?? {};
    return x >= 0 && y >= 0 && x + width <= 1280 && y + height <= 720;
  };
  await page.goto(`${dashboard.stack.url}/representatives?tab=roles`);
  await page.getByRole('button', { name: 'Add role' }).click();
  const cancel = page.getByRole('button', { name: 'Cancel' });
  await cancel.waitFor();
  expect([await isInWindow(cancel), await endIsSeen(cancel)]).toEqual([true, true]);
  await page.goto(`${dashboard.stack.url}/knowledge/new`);
  const save = page.getByRole('button', { name: 'Save article' });
  await save.waitFor();
  expect([await isInWindow(save), await endIsSeen(save)]).toEqual([true, true]);
  await page.goto(`${dashboard.stack.url}/widget`);
  const preview = page.locator('[data-widget-preview]');
  await preview.waitFor();
  expect(await isInWindow(preview)).toBe(true);
  await page.getByRole('heading', { name: 'Websites' }).evaluate((heading) => heading.scrollIntoView());
  expect(await isInWindow(preview)).toBe(true);
  await page.context().close();

  const german = await dashboard.signIn(ada, { locale: 'de-DE', viewport: { width: 1280, height: 720 } });
  await german.goto(`${dashboard.stack.url}/settings`);
  await german.getByRole('tab').last().waitFor();
  for (const tab of await german.getByRole('tab').all()) {
    await tab.scrollIntoViewIfNeeded();
    expect(await isInWindow(tab)).toBe(true);
  }
  await german.context().close();
});

it('leaves the messages 60 % of a small screen, below a header of one row and beside three long suggestions', async () => {
  const page = await dashboard.signIn(ada, { viewport: { width: 1280, height: 720 } });
  const id = await dashboard.arrive('Tell me everything');
  await dashboard.assignTo(page, id);
  const long = (start: string) => `${start} ${'and a little more of it '.repeat(60)}`;
  const json = { suggestions: ['First', 'Second', 'Third'].map(long), sources: ['Returns', null, null] };
  await page.route('**/ai-suggestions', (route) => route.fulfill({ json }));
  await dashboard.openThread(page, id);
  const suggestions = page.getByRole('region', { name: 'AI Suggested Responses' }).getByRole('listitem');
  await expect.poll(() => suggestions.count()).toBe(3);
  for (const suggestion of await suggestions.all()) expect(await heightOf(suggestion)).toBeLessThan(32);
  expect(await heightOf(page.getByRole('main').locator('header'))).toBe(44);
  expect(await heightOf(page.getByRole('log'))).toBeGreaterThanOrEqual(0.6 * 720);
  await suggestions.first().getByRole('button').click();
  expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe(long('First'));
  await page.context().close();
});

it('does not ask the document how high a message is that arrives', async () => {
  const visitor = await dashboard.visitor();
  await visitor.write('One');
  const page = await dashboard.signIn();
  await page.addInitScript(() => {
    const height = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'offsetHeight');
    let asked = 0;
    Object.defineProperty(HTMLElement.prototype, 'offsetHeight', {
      get() {
        if (this.dataset.index !== undefined) asked += 1;
        return height?.get?.call(this);
      },
    });
    Reflect.set(window, 'askedHeights', () => asked);
  });
  const asked = () => page.evaluate(() => Reflect.get(window, 'askedHeights')());
  await dashboard.openThread(page, await visitor.conversationId());
  const log = page.getByRole('log');
  await log.getByText('One', { exact: true }).waitFor();
  const before = await asked();
  for (const text of ['Two', 'A long one. '.repeat(40)]) {
    await visitor.write(text);
    await log.getByText(text.trim()).waitFor();
  }
  expect(await asked()).toBe(before);
  await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);
  await page.context().close();
});

describe.each([
  { name: 'on a phone', options: { viewport: { width: 390, height: 844 } } },
  { name: 'at 200 % zoom', options: { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 } },
  { name: 'on a wide screen', options: { viewport: { width: 1440, height: 900 } } },
])('an endless word, address and name $name', ({ options }) => {
  it('breaks nothing', async () => {
    const visitor = await dashboard.visitor(endlessEmail);
    await visitor.write(endlessWord);
    const id = await visitor.conversationId();
    const page = await dashboard.signIn(ada, options);
    const { id: me } = await (await page.request.get(`${dashboard.stack.url}/api/user`)).json();
    const change = (method: string, path: string, data: object) =>
      page.request.fetch(`${dashboard.stack.url}/api/${path}`, { method, data });
    const renamed = await change('PATCH', `users/${me}`, { name: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2) });
    expect(renamed.status()).toBe(200);
    const taken = await change('POST', `conversations/${id}/takeover`, { representativeId: me });
    expect(taken.status()).toBe(200);

    const tooWide = () =>
      page.evaluate(() => {
        const boxes = [document.documentElement, ...document.querySelectorAll('main, [role=log], aside, ul')];
        return boxes
          .filter((box) => {
            // Parts that hide or scroll their overflow on purpose don't break the page.
            const { overflowX } = getComputedStyle(box);
            return box.clientWidth > 0 && overflowX !== 'hidden' && box.scrollWidth > box.clientWidth + 1;
          })
          .map((box) => `${box.tagName} ${box.getAttribute('aria-label') ?? ''} ${box.scrollWidth}>${box.clientWidth}`);
      });
    await page.goto(`${dashboard.stack.url}/conversations?selected=${id}`);
    await page.getByRole('log').getByText(endlessWord).waitFor();
    await page.getByText('Manual Mode').waitFor();
    const found: Record<string, string[]> = { thread: await tooWide() };
    for (const control of ['Close', 'Send message']) {
      const box = await page.getByRole('button', { name: control, exact: true }).boundingBox();
      const isInView = box && box.x >= 0 && box.x + box.width <= options.viewport.width;
      found[control] = isInView ? [] : [JSON.stringify(box)];
    }
    await page.goto(`${dashboard.stack.url}/conversations?filter=all`);
    await page.getByRole('list', { name: 'Conversations' }).getByText(endlessEmail).first().waitFor();
    found['list'] = await tooWide();
    for (const path of ['/', '/representatives', '/settings']) {
      await page.goto(dashboard.stack.url + path);
      await page.getByText('Wolfeschlegel').first().waitFor({ state: 'attached' });
      found[path] = await tooWide();
    }
    expect(Object.entries(found).filter(([, wide]) => wide.length)).toEqual([]);
  });
});

it('never makes a page complain', () => {
  expect(dashboard.complaints).toEqual([]);
});
