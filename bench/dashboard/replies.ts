/**
 * How long the picker of canned replies takes to open with 2,000 of them, beside the same picker with 20 and beside a key
 * that opens nothing, on a machine four times slower: `npm run bench -- dashboard/replies` (`--write` puts the table into
 * bench/results.md).
 */
import type { Conversation } from '@parley/contracts/entities';
import { generate } from '@parley/db/generate';
import { sentences } from '@parley/db/generate/sentences';
import { launchBrowser } from '@parley/e2e/browser';
import { startStack } from '@parley/e2e/stack';
import type { Page } from 'playwright-core';
import { circumstances, writePart } from '../page.ts';
import { slowDown } from '../slow-phone.ts';

const password = 'correct horse battery';
const rounds = 25;
const many = 2_000;
const few = 20;

/** Milliseconds from a key in the composer to the frame that shows what it does. */
async function keyToFrame(page: Page, key: '/' | 'x'): Promise<number> {
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.fill('');
  await field.focus();
  await page.evaluate(() => {
    const area = document.activeElement;
    area?.addEventListener(
      'keydown',
      () => {
        const from = performance.now();
        const look = () => {
          const isShown = area instanceof HTMLTextAreaElement && area.value !== '';
          if (!isShown || (area.value === '/' && !document.querySelector('[role=listbox] [role=option]'))) {
            requestAnimationFrame(look);
            return;
          }
          // Drawn content has been handed over when the next frame begins.
          requestAnimationFrame(() => Reflect.set(window, 'benchTook', performance.now() - from));
        };
        requestAnimationFrame(look);
      },
      { once: true, capture: true },
    );
    Reflect.deleteProperty(window, 'benchTook');
  });
  await page.keyboard.press(key);
  const took = await page.waitForFunction(() => Reflect.get(window, 'benchTook'));
  return Number(await took.jsonValue());
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const texts = sentences();
const csv = (from: number, to: number): string =>
  [
    'shortcut,text',
    ...Array.from({ length: to - from }, (_, index) => `reply-${from + index},"${texts[from + index]?.text ?? ''}"`),
  ].join('\n');

const [stack, browser] = await Promise.all([startStack({ workers: 0 }), launchBrowser()]);
try {
  const ada = await stack.register({ name: 'Ada Moreau', email: 'ada@example.com', username: 'ada', password });
  await generate(stack.database.url, { conversations: 50, messages: 500 });
  const listed = await stack.call<Conversation[]>('GET', '/api/conversations?limit=50', { as: ada });
  const open = listed.find(({ status }) => status !== 'closed');
  const add = (from: number, to: number) =>
    stack.call('POST', '/api/canned-replies/import', {
      as: ada,
      body: { format: 'csv', content: csv(from, to), isShared: true },
    });

  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.request.post(`${stack.url}/api/login`, { data: { email: 'ada@example.com', password } });
  const cdp = await page.context().newCDPSession(page);
  const measure = async () => {
    await page.goto(`${stack.url}/conversations?selected=${open?.id}`);
    await keyToFrame(page, '/');
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
    const took = { picker: new Array<number>(), key: new Array<number>() };
    for (let round = 0; round < rounds; round += 1) {
      took.picker.push(await keyToFrame(page, '/'));
      took.key.push(await keyToFrame(page, 'x'));
    }
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    return took;
  };
  await add(0, few);
  const withFew = await measure();
  await add(few, many);
  const withMany = await measure();

  const [picker, small, key] = [withMany.picker, withFew.picker, [...withMany.key, ...withFew.key]].map(median);
  const ms = (value: number | undefined): string => `${(value ?? 0).toFixed(0)} ms`;
  const ratio = (of: number | undefined): string => `${((picker ?? 0) / (of ?? 1)).toFixed(2)} ×`;
  const text = [
    `${circumstances()}. Chromium at ${slowDown}× CPU slow-down; median of ${rounds} openings each, key to frame.`,
    '',
    '| | measured | the picker with 2,000 takes |',
    '| --- | --- | --- |',
    `| picker of canned replies opens, ${many.toLocaleString('en')} replies (goal: 50 ms) | ${ms(picker)} | |`,
    `| the same, ${few} replies | ${ms(small)} | ${ratio(small)} |`,
    `| a key that opens nothing | ${ms(key)} | ${ratio(key)} |`,
  ].join('\n');
  console.log(text);
  if (process.argv.includes('--write')) writePart('replies', text);
} finally {
  await browser.close();
  await stack.stop();
}
