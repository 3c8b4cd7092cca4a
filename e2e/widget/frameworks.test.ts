/** The widget beside what frameworks and dialogs do to a page. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
