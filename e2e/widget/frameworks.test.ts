/** The widget beside what frameworks, site builders and dialogs do to a page. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { launcher, openChat, openShop, write, type Shop } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.stop());

/** React 18.2 as a page's own script brings it. */
const react = async () => {
  const places = {
    'umd/react.production.min.js': import.meta.resolve('react-18.2/package.json'),
    'umd/react-dom.production.min.js': import.meta.resolve('react-dom-18.2/package.json'),
  };
  return Promise.all(Object.entries(places).map(([file, url]) => readFile(new URL(file, url), 'utf8')));
};

it('stays when React 18 hydrates the whole document, and the document is kept', async () => {
  const script = `${shop.stack.url}/widget.js`;
  const host = await shop.serve({
    render: () =>
      `<!doctype html><html lang="en"><head><title>Shop</title><script src="${script}" async=""></script></head><body><main><h1>Shoes</h1><textarea></textarea></main></body></html>`,
  });
  const page = await shop.visit('about:blank');
  for (const content of await react()) await page.addInitScript({ content });
  await page.goto(host.origin);
  await launcher(page).waitFor();
  await page.locator('textarea').fill('typed before hydration');
  const outcome = await page.evaluate(async (src) => {
    interface React18 {
      createElement: (this: void, type: unknown, props?: object | null, ...children: unknown[]) => unknown;
      useEffect: (this: void, effect: () => void) => void;
    }
    interface ReactDom18 {
      hydrateRoot(container: Document, element: unknown, options: object): void;
    }
    const { React, ReactDOM } = window as unknown as { React: React18; ReactDOM: ReactDom18 };
    const { createElement: draw, useEffect } = React;
    const before = document.documentElement;
    const errors: string[] = [];
    await new Promise<void>((hydrated) => {
      function Shoes() {
        useEffect(hydrated);
        return draw('main', null, draw('h1', null, 'Shoes'), draw('textarea'));
      }
      const head = draw('head', null, draw('title', null, 'Shop'), draw('script', { src, async: true }));
      ReactDOM.hydrateRoot(document, draw('html', { lang: 'en' }, head, draw('body', null, draw(Shoes))), {
        onRecoverableError: (error: Error) => errors.push(error.message),
      });
    });
    return { errors, isKept: before === document.documentElement, typed: document.querySelector('textarea')?.value };
  }, script);
  expect(outcome).toEqual({ errors: [], isKept: true, typed: 'typed before hydration' });
  await openChat(page);
  expect(await launcher(page).count()).toBe(1);
});

it('comes back with its draft when a page replaces its document or its body', async () => {
  const { origin } = await shop.serve();
  const page = await shop.visit(origin);
  await launcher(page).waitFor();
  const replaceDocument = () => {
    const other = document.documentElement.cloneNode(true);
    // The launcher's element is a copy without its shadow.
    other.lastChild?.lastChild?.remove();
    document.replaceChild(other, document.documentElement);
  };
  await page.evaluate(replaceDocument);
  await launcher(page).waitFor({ state: 'detached' });
  const field = await openChat(page);
  await field.fill('A draft');
  for (let time = 0; time < 10; time += 1) {
    await page.evaluate(() => document.body.replaceWith(document.createElement('body')));
    expect([await launcher(page).count(), await field.inputValue()]).toEqual([1, 'A draft']);
  }
});

it('is fixed to the window on a page with a body that is not', async () => {
  const { origin } = await shop.serve({ head: '<style>body { transform: translateY(300px); height: 10px }</style>' });
  const page = await shop.visit(origin);
  await launcher(page).waitFor();
  const box = await launcher(page).boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(800 - 20);
});

it('can be written into while a dialog of the page keeps the focus', async () => {
  const { origin } = await shop.serve({
    body: '<div role="dialog" aria-modal="true"><input id="card"></div>',
  });
  const page = await shop.visit(origin);
  await page.evaluate(() => {
    const card = document.querySelector<HTMLInputElement>('#card');
    document.addEventListener('focusin', ({ target }) => {
      if (target !== card) card?.focus();
    });
    card?.focus();
  });
  await openChat(page);
  await page.locator('.panel textarea').focus();
  await write(page, 'Written beside a dialog');
  await shop.conversationWith('Written beside a dialog');
  expect(await page.locator('#card').inputValue()).toBe('');
});

interface Builder {
  name: string;
  render: (script: string) => string;
  /** Does what the builder's own scripts do while the visitor is there. */
  act?: (page: Page) => Promise<unknown>;
}

const builders: Builder[] = [
  {
    // Dawn: a small root font, empty boxes that are hidden, a header above all, sections that are drawn again.
    name: 'Shopify',
    render: (script) => `<!doctype html><html class="js" lang="en"><head><title>Shop</title><style>
      *, *::before, *::after { box-sizing: inherit } html { font-size: 62.5%; height: 100% }
      body { display: grid; grid-template-rows: auto 1fr auto; grid-template-columns: 100%; min-height: 100%; margin: 0; letter-spacing: .06rem }
      a:empty, div:empty, section:empty, p:empty { display: none } .overflow-hidden { overflow: hidden }
      sticky-header { position: sticky; top: 0; z-index: 2147483647; display: block; height: 60px }
      button { appearance: none; min-width: calc(12rem + 2px); min-height: calc(4.5rem + 2px) }
      </style><script>window.Shopify = { shop: 'shop.myshopify.com' }</script><script async src="${script}"></script></head>
      <body><sticky-header></sticky-header><main id="MainContent"><section>Shoes</section></main></body></html>`,
    act: (page) =>
      page.evaluate(() => {
        document.body.classList.add('overflow-hidden');
        document.querySelector('#MainContent')?.replaceChildren(document.createElement('section'));
      }),
  },
  {
    // A version behind the address, an optimiser that waits for the first touch, the bar of the signed-in author, emoji
    // that are made pictures.
    name: 'WordPress',
    render: (script) => `<!doctype html><html lang="en-US"><head><title>Blog</title>
      <style>html { margin-top: 32px !important } #wpadminbar { position: fixed; inset: 0 0 auto; height: 32px; z-index: 99999 }
      img.emoji { width: 1em } .entry-content button, input[type=submit], textarea { border-radius: 0; padding: 2em; text-transform: uppercase }</style>
      <script type="rocketlazyloadscript" data-rocket-src="${script}?ver=6.7.1" defer></script>
      <script>addEventListener('mousemove', () => {
        const late = document.querySelector('[data-rocket-src]');
        if (!late) return;
        const now = document.createElement('script');
        now.src = late.dataset.rocketSrc;
        late.replaceWith(now);
      }, { once: true });
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes) for (const node of addedNodes) if (node.innerHTML) node.innerHTML = node.innerHTML.replaceAll('👋', '<img class="emoji" alt="">');
      }).observe(document, { childList: true, subtree: true });</script></head>
      <body class="entry-content"><div id="wpadminbar"></div><p>Hello 👋</p></body></html>`,
    act: (page) => page.mouse.move(300, 300),
  },
  {
    // Interactions that transform the page, the badge in the corner, scrolling that is made smooth.
    name: 'Webflow',
    render: (script) => `<!doctype html><html class="w-mod-js w-mod-ix" lang="en"><head><title>Studio</title><style>
      html.lenis { height: auto; scroll-behavior: auto } .lenis.lenis-smooth [data-lenis-prevent] { overscroll-behavior: contain }
      .page-wrapper { will-change: transform; transform: translate3d(0, 40px, 0); height: 3000px }
      .w-webflow-badge { position: fixed !important; inset: auto 12px 12px auto; z-index: 2147483647 !important; width: 20px; height: 4px }
      div { perspective: 100px }</style></head><body><div class="page-wrapper">Studio</div><a class="w-webflow-badge"></a>
      <script>document.documentElement.classList.add('lenis', 'lenis-smooth');
      addEventListener('wheel', (event) => event.preventDefault(), { passive: false });</script>
      <script src="${script}"></script></body></html>`,
  },
  {
    // Code that is injected when the page is drawn, a container of its own that scrolls, pages that replace each other.
    name: 'Wix',
    render: (script) => `<!doctype html><html lang="en"><head><title>Site</title><style>
      html, body { margin: 0; height: 100%; overflow: hidden } #SITE_CONTAINER { height: 100%; overflow: auto; zoom: 1.1 }
      #SITE_CONTAINER * { pointer-events: auto } body > div:not(#SITE_CONTAINER) { display: none; position: absolute }</style></head>
      <body><div id="SITE_CONTAINER"><div id="site-root">Home</div></div><script>setTimeout(() => {
        const code = document.createElement('script');
        code.async = true;
        code.src = '${script}';
        document.body.append(code);
      })</script></body></html>`,
    act: (page) =>
      page.evaluate(() => {
        history.pushState({}, '', '/about');
        const root = document.createElement('div');
        root.id = 'SITE_CONTAINER';
        document.body.replaceChildren(root);
      }),
  },
];

it.each(builders)('keeps its place and talks on a page shaped like those of $name', async ({ name, render, act }) => {
  const { origin } = await shop.serve({ render: () => render(`${shop.stack.url}/widget.js`) });
  const page = await shop.visit(origin);
  await act?.(page);
  await launcher(page).waitFor();
  const { x = 0, y = 0, width, height } = (await launcher(page).boundingBox()) ?? {};
  const seen = page.viewportSize();
  expect([x + (width ?? 0), y + (height ?? 0), width, height]).toEqual([
    (seen?.width ?? 0) - 20,
    (seen?.height ?? 0) - 20,
    56,
    56,
  ]);
  await openChat(page);
  const words = `Hello from ${name} 👋`;
  await write(page, words);
  const { id } = await shop.conversationWith(words);
  await shop.takeOver(id);
  await shop.answer(id, `${'A long answer. '.repeat(200)} The end`);
  await page.getByText('The end').waitFor();
  // The wheel scrolls the messages, whatever the page does with it.
  const log = page.getByRole('log');
  const before = await log.evaluate((box) => box.scrollTop);
  expect(before).toBeGreaterThan(100);
  await log.hover();
  await page.mouse.wheel(0, -200);
  await expect.poll(() => log.evaluate((box) => box.scrollTop)).toBeLessThan(before);
});

it('throws nothing into any of these pages', () => {
  expect(shop.complaints).toEqual([]);
});
