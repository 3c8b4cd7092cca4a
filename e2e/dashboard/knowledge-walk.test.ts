/**
 * From adding a website to what cited it: a price is read, said, changed, what was said of it is listed, and another
 * way of answering is rehearsed over it and published.
 */
import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listen } from '@parley/testing/listen';
import { type ModelBehaviour, type ModelRequest, type ModelServer, startModelServer } from '@parley/testing/openai';
import { type Dashboard, openDashboard } from './dashboard.ts';

let dashboard: Dashboard;
let model: ModelServer;
let shop: Awaited<ReturnType<typeof openShop>>;
let staff: Page;
let visitor: Page;

/** The made-up shop's website: its pages carry the widget, one is slow and one is broken until told otherwise. */
async function openShop(widgetOrigin: string) {
  const state = { price: 49, archiveWorks: false };
  const { promise: careIsThere, resolve: letCareThrough } = Promise.withResolvers<void>();
  const about =
    'Every lamp is made by hand in our workshop by the harbour, and each of them is tested for a whole day. ';
  const page = (title: string, text: string) =>
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
    <script src="${widgetOrigin}/widget.js" async></script></head><body>
    <nav><a href="/">Start</a> <a href="/lamps">Lamps</a> <a href="/care">Care</a> <a href="/archive">Archive</a></nav>
    <main><h1>${title}</h1><p>${text}</p><p>${about.repeat(4)}</p></main></body></html>`;
  const pages: Record<string, () => string | Promise<string>> = {
    '/': () => page('Harbour Lamps', 'We sell lamps for desks and for boats.'),
    '/lamps': () => page('The Aurora lamp', `The Aurora lamp costs ${state.price} euros. It comes with a bulb.`),
    '/care': async () => {
      await careIsThere;
      return page('Care', 'Wipe the shade with a dry cloth.');
    },
  };
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://shop').pathname;
    if (path === '/archive' && !state.archiveWorks) return void response.writeHead(503).end();
    const known = path === '/archive' ? () => page('Archive', 'The Borealis lamp is sold out.') : pages[path];
    if (!known) return void response.writeHead(404).end();
    void Promise.resolve(known()).then((html) =>
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html),
    );
  });
  const listener = await listen(server);
  return { url: listener.url, close: () => listener.close(), state, letCareThrough };
}

/** Instruction of the company for prices that change. */
const leavesPrices = 'Leave prices to a colleague.';

const handsOver = (reason: string): ModelBehaviour => ({ tool: 'hand_off_to_human', arguments: { reason } });

/** Answers from the passages that it was given, as a model does: with what they say and their number. */
function answerWithPrice({ messages, tools }: ModelRequest): ModelBehaviour {
  const prompt = messages.map(({ content }) => (typeof content === 'string' ? content : '')).join('\n');
  for (const [, number, text = ''] of prompt.matchAll(/<passage number="(\d+)"[^>]*>([^]*?)<\/passage>/g)) {
    const [price] = /The Aurora lamp costs \d+ euros/.exec(text) ?? [];
    if (price)
      return prompt.includes(leavesPrices)
        ? handsOver('The customer asks for a price.')
        : { text: `${price} [${number}].` };
  }
  return tools ? handsOver('I do not know.') : { text: 'I do not know.' };
}

beforeAll(async () => {
  model = await startModelServer(answerWithPrice);
  dashboard = await openDashboard({ env: { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'test' } });
  shop = await openShop(dashboard.stack.url);
  [staff, visitor] = await Promise.all([dashboard.signIn(), dashboard.open()]);
  const { hostname } = new URL(shop.url);
  await staff.request.post(`${dashboard.stack.url}/api/websites`, {
    data: { domain: hostname, name: 'Harbour Lamps' },
  });
  await dashboard.switchAssistant(staff, true);
});
afterAll(async () => {
  await dashboard?.stop();
  await shop?.close();
  await model?.close();
});

it('reads a website, answers from it with a link, lists what cited a price that has changed, and publishes what was rehearsed over it', async () => {
  await staff.goto(`${dashboard.stack.url}/knowledge`);
  await staff.getByRole('tab', { name: 'Sources' }).click();
  await staff.getByRole('button', { name: 'Add website' }).click();
  await staff.getByLabel('Address of the website or its sitemap').fill(`${shop.url}/`);
  await staff.getByLabel('Name', { exact: true }).fill('The shop');
  await staff.getByRole('button', { name: 'Save source' }).click();

  // While it is read, how far it is stands there by itself.
  const source = staff.getByRole('listitem').filter({ hasText: 'The shop' });
  await source.getByText('Reading…').waitFor();
  await source.getByText('2 documents').waitFor();
  await source.getByText(/^\d left$/).waitFor();
  expect(await source.getByRole('button', { name: 'Refresh now' }).getAttribute('aria-disabled')).toBe('true');
  shop.letCareThrough();
  await source.getByText('3 documents').waitFor();
  await source.getByText('1 failed').waitFor();
  await source.getByText('Indexed', { exact: true }).waitFor();

  // A failed document shows why, and is read once it can be.
  await source.getByRole('button', { name: 'Show the documents of The shop' }).click();
  const documents = staff.getByRole('dialog');
  const archive = documents.getByRole('listitem').filter({ hasText: '/archive' });
  await archive.getByText(/answered 503/).waitFor();
  shop.state.archiveWorks = true;
  await archive.getByRole('button', { name: 'Try again' }).click();
  await documents.getByRole('button', { name: 'Close' }).click();
  await source.getByText('4 documents').waitFor();

  await visitor.goto(`${shop.url}/`);
  await visitor.getByRole('button', { name: /chat/i }).click();
  const writing = visitor.getByRole('textbox').first();
  await writing.fill('What does the Aurora lamp cost?');
  await writing.press('Enter');
  await visitor.getByText('The Aurora lamp costs 49 euros.').waitFor();
  const cited = visitor.getByRole('link', { name: 'The Aurora lamp' });
  expect(await cited.getAttribute('href')).toBe(`${shop.url}/lamps`);

  await staff.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Conversations' }).click();
  await staff.getByText('The Aurora lamp costs 49 euros.').first().click();
  await staff.getByRole('button', { name: 'Sources' }).click();
  const passage = staff.getByRole('log').locator('blockquote');
  await passage.getByRole('link', { name: 'The Aurora lamp' }).waitFor();
  expect(await passage.locator('mark').textContent()).toBe('The Aurora lamp costs 49 euros.');
  const talk = new URL(staff.url()).searchParams.get('selected') ?? '';

  shop.state.price = 59;
  await staff.goto(`${dashboard.stack.url}/knowledge`);
  await staff.getByRole('tab', { name: 'Answers' }).click();
  await staff.getByLabel('Which answers').selectOption({ label: 'Source has changed' });
  await staff.getByText('No answers here').waitFor();
  await staff.getByRole('tab', { name: 'Sources' }).click();
  await source.getByRole('button', { name: 'Refresh now' }).click();
  await source.getByRole('button', { name: 'Show the documents of The shop' }).click();
  const lamp = documents.getByRole('listitem').filter({ hasText: 'The Aurora lamp' });
  await lamp.getByText('Version 2').waitFor();
  await documents.getByRole('button', { name: 'Close' }).click();
  await staff.getByRole('tab', { name: 'Answers' }).click();
  await staff.getByLabel('Which answers').selectOption({ label: 'Source has changed' });
  const outdated = staff.getByRole('listitem').filter({ hasText: 'The Aurora lamp costs 49 euros.' });
  await outdated.getByText('The source has changed since').waitFor();

  await writing.fill('And what does the Aurora lamp cost today?');
  await writing.press('Enter');
  await visitor.getByText('The Aurora lamp costs 59 euros.').waitFor();

  // Another way of answering is tried over what was asked: beside what was said then, and what would be said today.
  const closed = await staff.request.patch(`${dashboard.stack.url}/api/conversations/${talk}`, {
    data: { status: 'closed' },
  });
  expect(closed.status()).toBe(200);
  await staff.goto(`${dashboard.stack.url}/integrations?tab=ai`);
  const instructions = staff.getByLabel('System prompt').first();
  const changed = `${await instructions.inputValue()} ${leavesPrices}`;
  await instructions.fill(changed);
  await staff.getByRole('button', { name: 'Rehearse' }).scrollIntoViewIfNeeded();
  await staff.getByRole('button', { name: 'Rehearse' }).click();
  const rehearsing = staff.getByRole('dialog');
  await rehearsing.getByLabel('Closed conversations').fill('20');
  await rehearsing.getByText(/^\d\d questions: up to \d+ model calls/).waitFor();
  await rehearsing.getByRole('button', { name: 'Start rehearsal' }).click();
  await staff.getByText('Finished').waitFor();
  const row = staff.getByRole('listitem').filter({ hasText: 'What does the Aurora lamp cost?' });
  await row.getByText('Now hands off', { exact: true }).waitFor();
  await row.getByText('The Aurora lamp costs 49 euros.').waitFor();
  await row.getByText('The Aurora lamp costs 59 euros.').waitFor();
  await row.getByText('The customer asks for a price.').waitFor();

  // Published, it is how the next customer is answered.
  await staff.getByRole('button', { name: 'Publish change' }).click();
  await staff.getByRole('alertdialog').getByRole('button', { name: 'Publish change' }).click();
  await staff.getByText('The change is published.').waitFor();
  await staff.goto(`${dashboard.stack.url}/integrations?tab=ai`);
  await expect.poll(() => instructions.inputValue()).toBe(changed);
  const newcomer = await dashboard.open();
  await newcomer.goto(`${shop.url}/`);
  await newcomer.getByRole('button', { name: /chat/i }).click();
  await newcomer.getByRole('textbox').first().fill('What does the Aurora lamp cost?');
  await newcomer.getByRole('textbox').first().press('Enter');
  await newcomer.getByText('I am passing you on to a colleague').first().waitFor();
  expect(dashboard.complaints).toEqual([]);
});
