/**
 * Measures what facts cost the posting of messages: `npm run bench -- reports/posting` (`--write` puts the finding into
 * bench/results.md). Blocks of messages alternate: without facts, with the marks that posting makes, and with the task that
 * computes the facts of marked conversations too. The cost is processor time of poster, task and Postgres.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { postMessage } from '@parley/core/messages/post';
import { updateFacts } from '@parley/core/stats/facts';
import { createTestContext } from '@parley/core/testing';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite } from '@parley/db/websites/websites';
import { sql } from 'kysely';
import { circumstances, writePart } from '../page.ts';
import { secondsOfAll } from '../processor-time.ts';

const roundsMost = Number(process.env['BENCH_ROUNDS'] ?? 12);
const messages = Number(process.env['BENCH_MESSAGES'] ?? 1_000);
const customers = 200;
const writers = 8;
/** The worker's interval. */
const factsEveryMs = 3_000;

const context = await createTestContext();
const { db } = context;
const website = await insertWebsite(db, { domain: 'shop.example.com', name: 'Shop' });
if (!website) throw new Error('no website');
const visitors = await Promise.all(
  Array.from({ length: customers }, async () => (await insertVisitor(db, { websiteId: website.id })).id),
);

const modes = ['without', 'marks', 'facts'] as const;
type Mode = (typeof modes)[number];

/** Posts a block of messages and returns the microseconds of processor time of each. */
async function block(mode: Mode): Promise<number> {
  const action = sql.raw(mode === 'without' ? 'disable' : 'enable');
  await sql`alter table conversations ${action} trigger conversations_begin_facts,
    ${action} trigger conversations_change_facts`.execute(db);
  await db.deleteFrom('factMarks').execute();
  const before = secondsOfAll();
  let left = messages;
  const writer = async (): Promise<void> => {
    while (left-- > 0) {
      const visitorId = visitors[left % customers] ?? '';
      const sender = { kind: 'visitor', visitorId, websiteId: website?.id ?? '' } as const;
      await postMessage(context, sender, 'newest', { content: 'Hello', clientMessageId: randomUUID() });
    }
  };
  const stop = new AbortController();
  const task = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      await pause(factsEveryMs, undefined, { signal: stop.signal }).catch(() => undefined);
      await updateFacts(context);
    }
  };
  const running = mode === 'facts' ? task() : Promise.resolve();
  await Promise.all(Array.from({ length: writers }, writer));
  stop.abort();
  await running;
  return ((secondsOfAll() - before) * 1e6) / messages;
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

// Also begins the conversations.
await block('facts');
const rounds: Record<Mode, number>[] = [];
for (let round = 0; round < roundsMost; round += 1) {
  const costs = { without: 0, marks: 0, facts: 0 };
  // Each goes first as often as the others.
  for (let turn = 0; turn < modes.length; turn += 1) {
    const mode = modes[(round + turn) % modes.length] ?? 'without';
    costs[mode] = await block(mode);
  }
  rounds.push(costs);
}
await context.close();

const without = median(rounds.map((each) => each.without));
const moreOf = (mode: Mode): string => (median(rounds.map((each) => each[mode] / each.without - 1)) * 100).toFixed(1);
const text = `${circumstances()}

${roundsMost} rounds of ${messages} messages of ${customers} customers. A message takes ${without.toFixed(0)} µs of processor time without facts, ${moreOf('marks')} % more with marks, and ${moreOf('facts')} % more with the task that computes facts (medians of the rounds).
`;
console.log(text);
if (process.argv.includes('--write')) writePart('reports-posting', text);
