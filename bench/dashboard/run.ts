/**
 * The dashboard with 10,000 conversations loaded, on a machine four times slower: `npm run bench -- dashboard`
 * (`--write` puts the table into bench/results.md). Needs DATABASE_URL and REDIS_URL, and the dashboard built.
 */
import type { Conversation } from '@parley/contracts/entities';
import { socketLimits } from '@parley/contracts/frames/limits';
import { generate } from '@parley/db/generate';
import { launchBrowser } from '@parley/e2e/browser';
import { startStack } from '@parley/e2e/stack';
import { initialScript } from './bundle.ts';
import {
  codeBytes,
  costOf,
  during,
  type Frames,
  heapBytes,
  loadWholeList,
  openConversation,
  typeAndWatch,
  typeIntoEmptyPage,
} from './measure.ts';
import { writePart } from '../page.ts';
import { slowDown } from '../slow-phone.ts';
import { section } from './report.ts';

const password = 'correct horse battery';
/** A message each second for an hour, and another conversation opened every ten seconds. */
const hour = { messages: Number(process.env['BENCH_MESSAGES'] ?? 3_600), everyOpening: 10 };
/** Time after which unused data is collected, which the hurried hour itself never reaches. */
const collectedMs = 320_000;
const log = (what: string): void => console.error(`${new Date().toISOString().slice(11, 19)} ${what}`);

const written = 'How good of you to ask. I have looked it up: it is on its way to you. ';
const middle = (rounds: Frames[]): Frames => {
  const found = rounds.toSorted((one, other) => one.dropped - other.dropped)[Math.floor(rounds.length / 2)];
  if (!found) throw new Error('Nothing measured');
  return found;
};
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

// With a worker: without suggestions, that they are being made would be drawn in every frame.
const [stack, browser] = await Promise.all([startStack(), launchBrowser()]);
try {
  const ada = await stack.register({ name: 'Ada Moreau', email: 'ada@example.com', username: 'ada', password });
  const ben = await stack.register({ name: 'Ben Okafor', email: 'ben@example.com', username: 'ben', password });
  // More than a page in each, so that no thread grows because its conversation is young.
  await generate(stack.database.url, { conversations: 10_000, messages: 1_000_000 });
  const listed = await stack.call<Conversation[]>('GET', '/api/conversations?limit=200', { as: ada });
  // Nobody writes in a closed one.
  const conversations = listed.filter(({ status }) => status !== 'closed');
  const post = (conversationId: string, content: string) =>
    stack.call('POST', '/api/messages', { as: ben, body: { conversationId, content } });

  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.request.post(`${stack.url}/api/login`, { data: { email: 'ada@example.com', password } });
  await page.goto(`${stack.url}/conversations`);
  await page.getByRole('list', { name: 'Conversations' }).waitFor();
  const loaded = await loadWholeList(page);
  log(`${loaded} conversations loaded`);
  for (let row = 0; row < 6; row += 1) await openConversation(page, row);

  const cdp = await page.context().newCDPSession(page);
  // Time of the thread, not of the clock: other work on the machine does not count.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
  const openings: number[] = [];
  for (let round = 0; round < 20; round += 1) openings.push(await openConversation(page, round % 6));

  log(`opened in ${openings.map(Math.round).join(', ')} ms`);
  const open = new URL(page.url()).searchParams.get('selected') ?? '';
  const inOpen = await costOf(cdp, page, 20, 500, (index) => post(open, `A message to read, number ${index}`));
  const inOther = await costOf(cdp, page, 20, 500, (index) =>
    post(conversations[20 + index]?.id ?? open, `A message elsewhere, number ${index}`),
  );
  log(`a message costs ${inOpen.toFixed(1)} ms, elsewhere ${inOther.toFixed(1)} ms`);
  await page.getByRole('textbox', { name: 'Message' }).focus();
  const aKey = await costOf(cdp, page, 40, 100, () => page.keyboard.press('e'));
  log(`a key costs ${aKey.toFixed(1)} ms`);
  const typing = { alone: new Array<Frames>(), amidMessages: new Array<Frames>(), inEmptyPage: new Array<Frames>() };
  for (let round = 0; round < 3; round += 1) {
    typing.inEmptyPage.push(await typeIntoEmptyPage(browser, written));
    typing.alone.push(await typeAndWatch(page, written));
    const arrives = (index: number) =>
      post(index % 4 ? (conversations[40 + index]?.id ?? open) : open, `Message ${index}`);
    typing.amidMessages.push(await during(500, arrives, () => typeAndWatch(page, written)));
  }
  log(`typing: ${JSON.stringify(typing)}`);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const heap: number[] = [];
  const simulate = async (from: number, to: number) => {
    for (let index = from; index < to; index += 1) {
      // Writes as fast as one representative may.
      await page.waitForTimeout(1_000 / socketLimits.staffSend.perSecond);
      await post(conversations[index % conversations.length]?.id ?? open, `Simulated message ${index}`);
      if (index % hour.everyOpening === 0) await openConversation(page, (index / hour.everyOpening) % 5);
    }
    await page.waitForTimeout(1_000);
    heap.push(await heapBytes(cdp));
    log(`${to} messages, heap ${heap.at(-1)}`);
  };
  /** When what is unused has been collected, after each hour. The first compiles what the second uses. */
  const heapAtRest: number[] = [];
  /** Bytes of machine code, at the same times and after the first tenth. */
  const code: number[] = [];
  for (let tenth = 0; tenth < 20; tenth += 1) {
    await simulate((tenth * hour.messages) / 10, ((tenth + 1) * hour.messages) / 10);
    if (tenth === 0) code.push(await codeBytes(cdp));
    if (tenth % 10 < 9) continue;
    await page.waitForTimeout(collectedMs);
    heapAtRest.push(await heapBytes(cdp));
    code.push(await codeBytes(cdp));
    log(`collected, heap ${heapAtRest.at(-1)}, of which machine code ${code.at(-1)}`);
  }

  const text = section({
    script: initialScript(),
    loaded,
    openMs: median(openings),
    openWorstMs: Math.max(...openings),
    inOpenMs: inOpen,
    inOtherMs: inOther,
    aKeyMs: aKey,
    typing: middle(typing.alone),
    typingAmidMessages: middle(typing.amidMessages),
    typingInEmptyPage: middle(typing.inEmptyPage),
    heap,
    heapAtRest,
    code,
    simulated: {
      messages: hour.messages,
      conversations: conversations.length,
      openings: hour.messages / hour.everyOpening,
    },
  });
  console.log(text);
  if (process.argv.includes('--write')) writePart('dashboard', text);
} finally {
  await browser.close();
  await stack.stop();
}
