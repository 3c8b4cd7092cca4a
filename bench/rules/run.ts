/**
 * Measures what a set of 50 rules costs the posting of customers' messages: `npm run bench -- rules` (`--write` puts the
 * table into bench/results.md). A worker runs the rules at the same time. Blocks of messages with and without rules
 * alternate; the cost is processor time of all processes (the poster, the worker, Postgres, Redis) until no job is left,
 * without what they use when nobody writes, so it holds on a busy machine too.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { RuleContent } from '@parley/contracts/rules/rules';
import { addRule } from '@parley/core/integrations/rules/manage';
import { publishChange } from '@parley/core/live/publish-change';
import { postMessage } from '@parley/core/messages/post';
import { createColleague, createTestContext } from '@parley/core/testing';
import { sentStatements } from '@parley/db/prepared';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite } from '@parley/db/websites/websites';
import { freePort, startService } from '@parley/e2e/process';
import { circumstances, writePart } from '../page.ts';
import { secondsOfAll } from '../processor-time.ts';

const pairs = Number(process.env['BENCH_PAIRS'] ?? 12);
const messages = Number(process.env['BENCH_MESSAGES'] ?? 500);
const rules = 50;
const writers = 8;
const customers = 200;
/** Longer than the announcement of a change takes. */
const announcedMs = 300;
const idleMs = 3_000;

/** Returns a word that is the beginning of no other one: a rule finds beginnings. */
const topicOf = (no: number): string => `topic${String(no).padStart(2, '0')}`;

/** Rules that a tenth of the messages leads to; the others have the word of no rule. */
const cases: Record<string, { words: (no: number) => string[]; actions: (no: number) => RuleContent['actions'] }> = {
  'no rule follows': { words: (no) => [`nowhere${no}`], actions: () => [{ type: 'priority', priority: 'high' }] },
  'one rule follows a tenth of them, and finds all as it wants it': {
    words: (no) => [topicOf(no)],
    actions: () => [{ type: 'priority', priority: 'normal' }],
  },
  'one rule follows a tenth of them, and most of these change the conversation': {
    words: (no) => [topicOf(no)],
    actions: (no) => [{ type: 'priority', priority: no % 2 === 0 ? 'high' : 'normal' }],
  },
};

const context = await createTestContext();
const worker = await startService('worker', 'apps/worker', await freePort(), { ...context.env, LOG_LEVEL: 'warn' });
const rows: string[] = [];
try {
  const admin = { ...(await createColleague(context, 'Ada', 'admin')), provenAt: Date.now() };
  const website = await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop' });
  if (!website) throw new Error('no website');
  const visitors = await Promise.all(
    Array.from({ length: customers }, async () => (await insertVisitor(context.db, { websiteId: website.id })).id),
  );
  let posted = 0;
  let isWarmUp = true;
  const post = async (): Promise<void> => {
    const no = posted;
    posted += 1;
    const sender = { kind: 'visitor', visitorId: visitors[no % customers] ?? '', websiteId: website.id } as const;
    // Each rule and customer in its turn, in ever other pairs.
    const topic = isWarmUp ? no : Math.floor(no / 10) + Math.floor(no / customers);
    const content = isWarmUp || no % 10 === 0 ? `About ${topicOf(topic % rules)}, please` : 'Hello, where is my order?';
    await postMessage(context, sender, 'newest', { content, clientMessageId: randomUUID() });
  };
  const settle = (): Promise<void> =>
    context.queues
      .untilIdle('rules', { atMostMs: 60_000, signal: AbortSignal.timeout(60_000) })
      .then(() => context.queues.untilIdle('events', { atMostMs: 60_000, signal: AbortSignal.timeout(60_000) }));
  /** Seconds of processor and of the clock. */
  const measured = async (work: () => Promise<unknown>): Promise<{ busy: number; took: number }> => {
    const [began, before] = [performance.now(), secondsOfAll()];
    await work();
    return { busy: secondsOfAll() - before, took: (performance.now() - began) / 1000 };
  };
  const block = () =>
    measured(async () => {
      let left = messages;
      const writer = async (): Promise<void> => {
        while (left-- > 0) await post();
      };
      await Promise.all(Array.from({ length: writers }, writer));
      await settle();
    });
  const switched = async (isOn: boolean) => {
    await context.db.updateTable('rules').set({ isOn }).execute();
    await publishChange(context, { control: { type: 'settings_changed' } });
    await pause(announcedMs);
    return block();
  };
  const median = (values: readonly number[]): number => {
    const sorted = values.toSorted((one, other) => one - other);
    return ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.ceil((sorted.length - 1) / 2)] ?? 0)) / 2;
  };
  let statements = 0;
  sentStatements.subscribe(() => (statements += 1));
  const only = process.env['BENCH_CASE'];
  for (const [name, { words, actions }] of Object.entries(cases)) {
    if (only && !name.includes(only)) continue;
    await context.db.deleteFrom('rules').execute();
    for (let no = 0; no < rules; no += 1)
      await addRule(context, admin, {
        name: `Rule ${no}`,
        isOn: true,
        stops: false,
        triggers: ['customer_message'],
        time: null,
        filter: { all: [] },
        hours: null,
        words: words(no),
        languages: [],
        actions: actions(no),
      });
    const idle = await measured(() => pause(idleMs));
    const perMessage = ({ busy, took }: Awaited<ReturnType<typeof measured>>): number =>
      ((busy - (took * idle.busy) / idle.took) * 1e6) / messages;
    // Workers run for days: their code is compiled by then.
    isWarmUp = true;
    for (let warmUp = 0; warmUp < 4; warmUp += 1) await switched(true);
    isWarmUp = false;
    const [without, withRules]: [number[], number[]] = [[], []];
    const counted = { without: 0, with: 0 };
    for (let pair = 0; pair < pairs; pair += 1) {
      statements = 0;
      without.push(perMessage(await switched(false)));
      counted.without += statements;
      statements = 0;
      withRules.push(perMessage(await switched(true)));
      counted.with += statements;
    }
    const shares = without.map((each, index) => ((withRules[index] ?? 0) / each - 1) * 100);
    const total = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0) / values.length;
    rows.push(
      `| ${name} | ${total(without).toFixed(0)} | ${total(withRules).toFixed(0)} | ${median(shares).toFixed(0)} % | ${((total(withRules) / total(without) - 1) * 100).toFixed(0)} % |`,
    );
    console.log(rows.at(-1), `statements of the poster ${counted.without}, ${counted.with}`);
  }
} finally {
  await worker.stop();
  await context.close();
}
const text = `${circumstances()}

${pairs} pairs of blocks of ${messages} messages by ${writers} writers in ${customers} conversations, each block once without and once with ${rules} rules.

| of the messages | µs of processor time a message, without rules | with | more: median of the pairs | of all |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
console.log(text);
if (process.argv.includes('--write')) writePart('rules', text);
