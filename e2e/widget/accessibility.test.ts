/** Nobody is left out: axe in every state, light and dark; all by keyboard. Keeps a picture of each state. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../process.ts';
import { objections } from './axe.ts';
import { callParley, launcher, mailsCustomers, openChat, openShop, write, type Shop, standBetween } from './shop.ts';

const pictures = path.join(root, '.local/e2e/widget');
let shop: Shop;
beforeAll(async () => {
  mkdirSync(pictures, { recursive: true });
  shop = await openShop();
});
afterAll(async () => {
  await shop?.stop();
});

/** Waits until nothing in the widget moves, and asks axe. */
async function barriers(page: Page): Promise<string[]> {
  await page.waitForFunction(() => {
    const animations = document.documentElement.lastElementChild?.shadowRoot?.getAnimations() ?? [];
    return animations.every(
      ({ effect, playState }) => playState === 'finished' || effect?.getTiming().iterations === Infinity,
    );
  });
  return objections(page);
}

const state = (conversationId: string, changed: object) => ({
  type: 'conversation_state',
  conversationId,
  conversation: {
    id: conversationId,
    status: 'active',
    isAiAssisted: false,
    representative: null,
    lastSeq: 1,
    staffDeliveredSeq: 1,
    staffReadSeq: 1,
    customerReadSeq: 1,
    customerEmail: null,
    messages: [],
    ...changed,
  },
});

describe.each([
  ['light', 'desktop', { colorScheme: 'light' }],
  ['dark', 'desktop', { colorScheme: 'dark' }],
  ['light', 'phone', { colorScheme: 'light', viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }],
  ['dark', 'phone', { colorScheme: 'dark', viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }],
] as const satisfies [string, string, BrowserContextOptions][])('%s, on a %s', (scheme, device, context) => {
  it('has no barrier in any state', async () => {
    const host = await shop.serve({ body: '<main><h1>A customer’s website</h1></main>' });
    const page = await shop.visit('about:blank', context);
    const { toVisitor, cut, joined } = await standBetween(page);
    const found: Record<string, string[]> = {};
    const check = async (name: string) => {
      const wrong = await barriers(page);
      if (wrong.length) found[name] = wrong;
      await page.screenshot({ path: path.join(pictures, `${name}-${device}-${scheme}.png`) });
    };

    await page.goto(host.origin);
    await launcher(page).waitFor();
    await check('launcher');
    await openChat(page);
    await check('greeting');

    const first = `Do you deliver to Norway? (${scheme}, ${device})`;
    await write(page, first);
    await page.getByText('· Sent').waitFor();
    const { id } = await shop.conversationWith(first);
    await joined;
    toVisitor(state(id, { isAiAssisted: true }));
    toVisitor({
      type: 'typing',
      conversationId: id,
      senderType: 'ai',
      senderId: null,
      senderName: null,
      isTyping: true,
    });
    await page.locator('.dots').waitFor();
    await check('typing');
    toVisitor({
      type: 'ai_delta',
      conversationId: id,
      replyId: crypto.randomUUID(),
      at: 0,
      text: 'Yes, we deliver to Norway within',
    });
    await page.locator('.streaming').waitFor();
    await check('streaming');
    await page.getByRole('button', { name: 'Talk to a person' }).click();
    await page.getByText('We’ve asked the team', { exact: false }).waitFor();
    await check('hand-off');

    await shop.takeOver(id);
    await page.getByText('Ada Moreau is here to help').waitFor();
    await shop.answer(id, 'Hello, Ada here. All about shipping: https://shop.example/shipping');
    await page.getByText('Hello, Ada here.', { exact: false }).waitFor();
    await check('answered');
    await shop.close(id);
    await page.getByText('This conversation is closed', { exact: false }).waitFor();
    await check('closed');

    await page.context().setOffline(true);
    await cut();
    await page.getByText('You’re offline', { exact: false }).waitFor();
    await write(page, 'Are you still there?');
    await page.getByText('Waiting to send…').waitFor();
    await check('offline');
    await page.context().setOffline(false);
    await page.getByText('Waiting to send…').waitFor({ state: 'detached' });
    // It opens the conversation again.
    await shop.conversationWith('Are you still there?');
    await page.getByRole('button', { name: 'Close chat' }).first().click();
    await shop.answer(id, 'I am');
    await page.locator('.unread').waitFor();
    await check('unread');
    await openChat(page);
    await page.locator('.since').waitFor();
    await check('new-messages');
    expect(found).toEqual({});
  });

  it('has no barrier while the team is away', async () => {
    const day = { enabled: false, start: '09:00', end: '17:00' };
    const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
    const tomorrow = days[new Date().getUTCDay() % 7] ?? 'monday';
    await shop.set({
      widgetConfig: { primaryColor: '#ffd60a' },
      emailConfig: mailsCustomers,
      businessHours: {
        enabled: true,
        timezone: 'UTC',
        ...Object.fromEntries(days.map((name) => [name, { ...day, enabled: name === tomorrow }])),
      },
    });
    try {
      const host = await shop.serve({ body: '<main><h1>A customer’s website</h1></main>' });
      const page = await shop.visit(host.origin, context);
      await openChat(page);
      await page.getByLabel('Leave your email').waitFor();
      expect(await barriers(page)).toEqual([]);
      await page.screenshot({ path: path.join(pictures, `away-${device}-${scheme}.png`) });
      await page.getByLabel('Leave your email').fill('kundin@web');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Please enter a full address').waitFor();
      expect(await barriers(page)).toEqual([]);
      await page.screenshot({ path: path.join(pictures, `wrong-address-${device}-${scheme}.png`) });
      await page.getByLabel('Leave your email').fill('kundin@web.de');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Change' }).waitFor();
      expect(await barriers(page)).toEqual([]);
      await page.screenshot({ path: path.join(pictures, `address-given-${device}-${scheme}.png`) });
      await page.locator('.panel textarea').fill('x'.repeat(10_001));
      await page.locator('.panel textarea').press('Enter');
      await page.getByText('1 character too long').waitFor();
      expect(await barriers(page)).toEqual([]);
      await page.screenshot({ path: path.join(pictures, `too-long-${device}-${scheme}.png`) });
    } finally {
      await shop.set({
        widgetConfig: { primaryColor: '#af1f31' },
        emailConfig: { enabled: false },
        businessHours: { enabled: false },
      });
    }
  });
});

describe('the help view, and files that wait', () => {
  const texts = {
    en: {
      title: 'Returning a grinder',
      content: 'Send it back within **30 days**.\n\n| What | When |\n| --- | --- |\n| Money | 5 days |',
    },
    ar: {
      title: 'إرجاع المطحنة',
      content: 'أعدها خلال **30 يومًا**.\n\n| ماذا | متى |\n| --- | --- |\n| المال | 5 أيام |',
    },
  };
  beforeAll(async () => {
    const as = shop.admin;
    const { id } = await shop.stack.call<{ id: string }>('POST', '/api/help/articles', {
      as,
      body: { locale: 'en', ...texts.en },
    });
    const article = `/api/help/articles/${id}`;
    await shop.stack.call('PATCH', article, { as, body: { onSite: true, audience: 'public' } });
    await shop.stack.call('PUT', `${article}/translations/ar`, { as, body: { ...texts.ar, basedOn: 0 } });
    for (const locale of ['en', 'ar'])
      await shop.stack.call('POST', `${article}/translations/${locale}/decision`, {
        as,
        body: { decision: 'publish' },
      });
  });

  it.each([
    ['en', 'light', 'desktop'],
    ['en', 'dark', 'phone'],
    ['ar', 'light', 'phone'],
    ['ar', 'dark', 'desktop'],
  ] as const)('have no barrier: in %s, %s, on a %s', async (locale, colorScheme, device) => {
    const host = await shop.serve({ body: '<main><h1>A customer’s website</h1></main>' });
    const phone = device === 'phone' && { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
    const page = await shop.visit(host.origin, { locale, colorScheme, ...phone });
    const found: Record<string, string[]> = {};
    const check = async (name: string) => {
      const wrong = await barriers(page);
      if (wrong.length) found[name] = wrong;
      await page.screenshot({ path: path.join(pictures, `${name}-${locale}-${device}-${colorScheme}.png`) });
    };
    await launcher(page).waitFor();
    await callParley(page, 'setLocale', locale);
    await openChat(page);
    await page.locator('.panel input[type=file]').setInputFiles([
      { name: 'offer.txt', mimeType: 'text/plain', buffer: Buffer.from('18.00') },
      { name: 'huge.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(11 * 1024 * 1024) },
    ]);
    await page.locator('.files .wrong').waitFor();
    await page.locator('.files progress').waitFor({ state: 'detached' });
    await check('files');
    await page.locator('.panel header button.icon').first().click();
    const row = page.locator('.help-list .row');
    await row.first().waitFor();
    await check('help');
    await row.first().click();
    await page.locator('.help-page article h3').waitFor();
    expect(await page.locator('.help-page article').getAttribute('lang')).toBe(locale);
    await check('help-article');
    await page.locator('.help-page .judge button').last().click();
    await page.locator('.help-page .judge button').first().waitFor({ state: 'detached' });
    await check('help-judged');
    expect(found).toEqual({});
  });
});

describe('what a website adds', () => {
  const text = (words: string) => ({ text: words });
  const returnForm = {
    name: 'Return',
    title: text('Before we start'),
    fields: [
      { id: 'name', kind: 'text', label: text('Your name'), isRequired: true },
      {
        id: 'topic',
        kind: 'choice',
        label: text('What is it about?'),
        isRequired: true,
        options: [
          { id: 'order', label: text('An order') },
          { id: 'other', label: text('Something else') },
        ],
      },
      { id: 'files', kind: 'file', label: text('A picture'), isRequired: false },
      { id: 'ok', kind: 'consent', label: text('I agree'), isRequired: true, url: 'https://shop.example/privacy' },
    ],
  };
  let formId: string;
  let banner: { id: string };
  let message: { id: string };
  const look = { launcherShape: 'text', launcherNames: { en: 'Chat with us' }, offsetX: 40, offsetY: 60 };
  beforeAll(async () => {
    const as = shop.admin;
    ({ id: formId } = await shop.stack.call<{ id: string }>('POST', '/api/forms', { as, body: returnForm }));
    const texts = { websiteIds: [], variants: [] };
    banner = await shop.stack.call<{ id: string }>('POST', '/api/banners', {
      as,
      body: {
        ...texts,
        name: 'Strike',
        text: 'Parcels take two days longer.',
        link: 'https://shop.example/strike',
        isDismissible: true,
        isAtLauncher: true,
        from: new Date(0).toISOString(),
        until: null,
        tagId: null,
      },
    });
    message = await shop.stack.call<{ id: string }>('POST', '/api/proactive-messages', {
      as,
      body: { ...texts, name: 'Hello', isOn: true, userId: as.user.id, conditions: {}, text: 'May I help?' },
    });
  });
  afterAll(async () => {
    const as = shop.admin;
    await shop.stack.call('DELETE', `/api/banners/${banner.id}`, { as });
    await shop.stack.call('DELETE', `/api/proactive-messages/${message.id}`, { as });
    await websiteIs({ look: {}, forms: nobodyAsks });
  });
  const websiteIs = (body: object) =>
    shop.stack.call('PATCH', `/api/websites/${shop.website.id}`, { as: shop.admin, body });
  const nobodyAsks = { before: null, away: null, handOff: null };

  it.each([
    ['light', 'desktop'],
    ['dark', 'phone'],
  ] as const)('has no barrier, keeps to the corner and follows its end: %s, on a %s', async (theme, device) => {
    await websiteIs({ forms: { ...nobodyAsks, before: formId }, look: { ...look, theme, position: 'bottom-left' } });
    const host = await shop.serve({ body: '<main><h1>A customer’s website</h1></main>' });
    const phone = device === 'phone' && { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
    // The website's own colours count, not those of the visitor's system.
    const page = await shop.visit(host.origin, { colorScheme: theme === 'dark' ? 'light' : 'dark', ...phone });
    const found: Record<string, string[]> = {};
    const check = async (name: string) => {
      const wrong = await barriers(page);
      if (wrong.length) found[name] = wrong;
      await page.screenshot({ path: path.join(pictures, `${name}-${device}-${theme}.png`) });
    };

    await page.getByRole('button', { name: /May I help/ }).waitFor();
    await check('outreach');
    const button = await launcher(page).boundingBox();
    expect(button?.width).toBeGreaterThan(120);
    const card = await page.locator('.outreach').boundingBox();
    expect([card?.x, button?.x]).toEqual([40, 40]);
    expect((card?.y ?? 0) + (card?.height ?? 0)).toBeLessThan(button?.y ?? 0);
    await page.getByRole('button', { name: /May I help/ }).click();
    const form = page.locator('.panel .form');
    const next = form.locator('.save');
    await form.getByLabel('Your name').waitFor();
    expect(await next.evaluate((element) => getComputedStyle(element).height)).toBe('38px');
    await next.click();
    await page.getByText('Please answer this question.').waitFor();
    await check('form-wrong');
    await form.getByLabel('Your name').fill('Grace');
    await next.click();
    await form.getByLabel('An order').check();
    await check('form-choice');
    await next.click();
    await form.getByLabel('A picture').waitFor();
    await check('form-file');
    await next.click();
    await form.getByLabel('I agree').check();
    await check('form-consent');
    const completed = page.evaluate(
      () => new Promise((resolve) => Reflect.get(window, 'Parley').on('form_completed', resolve)),
    );
    await next.click();
    expect(await completed).toEqual({ formId, title: 'Before we start' });
    const said = 'Your name: Grace\nWhat is it about? An order\nI agree: Yes';
    const { id } = await shop.conversationWith(said);
    await websiteIs({ forms: nobodyAsks });

    await shop.takeOver(id);
    const send = (content: string, blocks: object) =>
      shop.stack.call('POST', '/api/messages', { as: shop.admin, body: { conversationId: id, content, blocks } });
    await send('Which one?', {
      buttons: [
        { id: 'a', label: 'The first' },
        { id: 'b', label: 'The second' },
        { id: 'more', label: 'All of them', url: 'https://shop.example/all' },
      ],
    });
    await page.getByRole('button', { name: 'The first' }).waitFor();
    await check('buttons');
    await page.getByRole('button', { name: 'The first' }).click();
    await page.locator('.blocks .button:disabled').first().waitFor();
    await check('pressed');
    await send('Look:', {
      cards: [
        { title: 'Calathea', text: 'Likes shade', buttons: [{ id: 'c', label: 'I take it' }] },
        { title: 'Monstera', buttons: [{ id: 'd', label: 'Rather this one' }] },
      ],
    });
    await page.locator('.cards li').first().waitFor();
    await check('cards');
    await send('One more thing', { formId });
    await page.locator('.blocks .form').waitFor();
    // The newest message is in view although its form is drawn after it.
    const fromEnd = () => page.getByRole('log').evaluate((log) => log.scrollHeight - log.scrollTop - log.clientHeight);
    await expect.poll(fromEnd).toBeLessThanOrEqual(2);
    await check('form-in-thread');
    expect(found).toEqual({});
  });
});

it('is used by keyboard alone, and gives the focus back', async () => {
  const host = await shop.serve({ body: '<main><h1>Shop</h1><button>Buy</button></main>' });
  const page = await shop.visit(host.origin);
  await launcher(page).waitFor();
  await page.getByRole('button', { name: 'Buy' }).focus();
  await page.keyboard.press('Tab');
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement?.shadowRoot?.activeElement ?? document.activeElement;
      return element?.getAttribute('aria-label') ?? (element?.textContent || element?.getAttribute('title'));
    });
  expect(await focused()).toBe('Open chat');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Northwind Coffee' }).waitFor();
  expect(await focused()).toBe('Message');
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('only');
  await page.keyboard.press('Enter');
  await shop.conversationWith('By keyboard\nonly');
  await page.keyboard.press('Shift+Tab');
  expect(await focused()).toBe('Emoji');
  await page.keyboard.press('Shift+Tab');
  expect(await focused()).toBe('Attach files');
  // The buttons at the message come in between once they are loaded.
  for (let step = 0; step < 4 && (await focused()) !== 'Conversation'; step += 1) {
    await page.keyboard.press('Shift+Tab');
  }
  expect(await focused()).toBe('Conversation');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await focused()).toBe('Open chat');
});

it('keeps the focus inside while it covers a phone, and announces new messages politely', async () => {
  const host = await shop.serve({ body: '<main><h1>Shop</h1><button>Buy</button></main>' });
  const page = await shop.visit(host.origin, { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  await openChat(page);
  const isInside = () => page.evaluate(() => Boolean(document.activeElement?.shadowRoot));
  const inside: boolean[] = [];
  for (let step = 0; step < 12; step++) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).not.toBe('Buy');
    inside.push(await isInside());
  }
  // Between its last and its first element the focus is at the browser's own controls.
  expect(inside.filter(Boolean).length).toBeGreaterThan(8);
  const log = page.getByRole('log');
  expect(await log.count()).toBe(1);
});

it('leaves the field to the one who writes when the window’s size changes', async () => {
  const host = await shop.serve();
  const page = await shop.visit(host.origin, { viewport: { width: 900, height: 700 } });
  const field = await openChat(page);
  await page.keyboard.type('Half a sen');
  for (const height of [380, 700]) {
    await page.setViewportSize({ width: 900, height });
    await expect.poll(() => field.evaluate((element) => element.closest(':modal') !== null)).toBe(height === 380);
    await page.keyboard.type('tence');
  }
  expect(await field.inputValue()).toBe('Half a sentencetence');
});

it('keeps the keyboard in the chat when the pressed button has gone', async () => {
  const host = await shop.serve();
  const page = await shop.visit('about:blank');
  const { toVisitor, joined } = await standBetween(page);
  await page.goto(host.origin);
  await openChat(page);
  await write(page, 'Anyone there?');
  const { id } = await shop.conversationWith('Anyone there?');
  await joined;
  toVisitor(state(id, { isAiAssisted: true }));
  await page.getByRole('button', { name: 'Talk to a person' }).press('Enter');
  await page.getByRole('button', { name: 'Talk to a person' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
});

it('is still for the one who prefers reduced motion', async () => {
  const host = await shop.serve();
  const page = await shop.visit(host.origin, { reducedMotion: 'reduce' });
  await openChat(page);
  const moving = await page.evaluate(
    () => document.documentElement.lastElementChild?.shadowRoot?.getAnimations().length,
  );
  expect(moving).toBe(0);
});
