/**
 * Measures what facts cost the posting of messages: `npm run bench -- reports/posting` (`--write` puts the finding into
 * bench/results.md). Blocks of messages with facts and without them alternate. The cost is processor time of the poster,
 * of the task that computes facts and of Postgres, without what they use when nobody writes.
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

const pairs = Number(process.env['BENCH_PAIRS'] ?? 12);
const messages = Number(process.env['BENCH_MESSAGES'] ?? 1_000);
const customers = 200;
const writers = 8;
/** As the worker does. */
const factsEveryMs = 2_000;

const context = await createTestContext();
const { db } = context;
const website = await insertWebsite(db, { domain: 'shop.example.com', name: 'Shop' });
if (!website) throw new Error('no website');
const visitors = await Promise.all(
  Array.from({ length: customers }, async () => (await insertVisitor(db, { websiteId: website.id })).id),
);

/** Posts a block of messages and returns the microseconds of processor time of each. */
async function block(hasFacts: boolean): Promise<number> {
  const action = sql.raw(hasFacts ? 'enable' : 'disable');
  await sql`alter table conversations ${action} trigger conversations_begin_facts,
    ${action} trigger conversations_change_facts`.execute(db);
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
  const running = hasFacts ? task() : Promise.resolve();
  await Promise.all(Array.from({ length: writers }, writer));
  stop.abort();
  await running;
  return ((secondsOfAll() - before) * 1e6) / messages;
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

// Also begins the conversations.
await block(true);
const found: { without: number; withFacts: number }[] = [];
for (let pair = 0; pair < pairs; pair += 1) {
  // Each goes first as often as the other.
  const isFirst = pair % 2 === 0;
  const first = await block(isFirst);
  const second = await block(!isFirst);
  found.push(isFirst ? { withFacts: first, without: second } : { withFacts: second, without: first });
}
await context.close();

const without = median(found.map((each) => each.without));
const more = median(found.map((each) => each.withFacts / each.without - 1));
const text = `${circumstances()}

${pairs} pairs of ${messages} messages of ${customers} customers. A message takes ${without.toFixed(0)} µs of processor time without facts, and with them ${(more * 100).toFixed(1)} % more (median of the pairs).
`;
console.log(text);
if (process.argv.includes('--write')) writePart('reports-posting', text);
