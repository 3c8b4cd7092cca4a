/**
 * Measures the cost of a call in a growing installation, and of a message with a growing team and more gateways: `npm
 * run bench -- growth` (`--write` puts the tables into bench/results.md). BENCH_MESSAGES=100000 for no more messages
 * than that; ten million need some 20 GB of disk.
 */
import { startStack } from '@parley/e2e/stack';
import { databaseOf } from '../api/databases.ts';
import { type Case, cases, measure, median, type Target } from '../api/measure.ts';
import { environment, start } from '../api/server.ts';
import { signedIn } from '../api/sessions.ts';
import { assembleTeam, noMeasurements, visit } from '../load/traffic.ts';
import { circumstances, writePart } from '../page.ts';
import { processorSeconds, secondsOfOurs } from '../processor-time.ts';

const sizes = [10_000, 100_000, 1_000_000, 10_000_000].filter(
  (messages) => messages <= Number(process.env['BENCH_MESSAGES'] ?? Number.POSITIVE_INFINITY),
);
const messagesPerConversation = 10;
const rounds = 5;
const seconds = 2;
const teams = [1, 10, 30];
const gateways = [1, 4];
/** A visitor stays for some seconds: so many are there at once as come in these. */
const visitsPerSecond = 5;
const visitSeconds = 10;
const messagesPerVisit = 6;

interface Cost {
  p50: number;
  /** Processor time of the API and of Postgres, in microseconds. */
  api: number;
  postgres: number;
}

const words: Record<Case, string> = {
  list: 'list of 50',
  open: 'open one, with its newest messages',
  post: 'post a message',
  search: 'search for a common word',
};

/** All sizes take turns within each round. */
async function costsBySize(): Promise<Map<Case, Cost[]>> {
  const installations = [];
  for (const messages of sizes) {
    const database = await databaseOf({ conversations: messages / messagesPerConversation, messages });
    const env = environment(database.url);
    const server = await start('apps/api/src/main.ts', env);
    const rows = await database.db
      .selectFrom('conversations')
      .select('id')
      .where('status', '<>', 'closed')
      .limit(64)
      .execute();
    const target: Target = {
      ...server,
      cookies: await signedIn(database.db, env, 16),
      conversations: rows.map(({ id }) => id),
    };
    installations.push({ database, server, target });
  }
  const found = new Map<Case, Cost[]>();
  for (const kind of cases) {
    const measurements: Cost[][] = sizes.map(() => []);
    for (let round = 0; round <= rounds; round += 1) {
      for (const [index, { target }] of installations.entries()) {
        const before = secondsOfOurs('postgres');
        const { p50, calls, microsecondsPerCall } = await measure(kind, target, seconds);
        const postgres = ((secondsOfOurs('postgres') - before) * 1e6) / calls;
        // The first round warms up.
        if (round > 0) measurements[index]?.push({ p50, api: microsecondsPerCall, postgres });
      }
    }
    found.set(
      kind,
      measurements.map((each) => ({
        p50: median(each.map(({ p50 }) => p50)),
        api: median(each.map(({ api }) => api)),
        postgres: median(each.map(({ postgres }) => postgres)),
      })),
    );
  }
  for (const { server, database } of installations) {
    await server.stop();
    await database.drop();
  }
  return found;
}

/** Milliseconds of processor time that a stored message costs, all programs together. */
async function costOfMessage(representativesAtWork: number, realtimes: number): Promise<number> {
  const stack = await startStack({ realtimes });
  try {
    const team = await assembleTeam(stack, representativesAtWork);
    const services = [...stack.apis, ...stack.realtimes, ...stack.workers, stack.front];
    const used = (): number =>
      services.reduce((sum, { process: { pid } }) => sum + processorSeconds(pid), 0) +
      secondsOfOurs('postgres') +
      secondsOfOurs('redis-server');
    const measurements = noMeasurements();
    let visitors = 0;
    const visits = async (duration: number): Promise<void> => {
      const all: Promise<void>[] = [];
      for (const end = performance.now() + duration * 1000; performance.now() < end; ) {
        all.push(visit(stack, team, visitors++, measurements));
        await new Promise((resolve) => setTimeout(resolve, 1000 / visitsPerSecond));
      }
      await Promise.all(all);
    };
    await visits(2);
    const [before, finishedBefore] = [used(), measurements.finished];
    await visits(visitSeconds);
    const messages = (measurements.finished - finishedBefore) * messagesPerVisit;
    if (measurements.failures.length > 0) throw new Error(measurements.failures[0]);
    team.close();
    return ((used() - before) * 1000) / messages;
  } finally {
    await stack.stop();
  }
}

const bySize = await costsBySize();
const bySizeRows = [...bySize].map(
  ([kind, costs]) =>
    `| ${words[kind]} | ${costs.map(({ api, postgres, p50 }) => `${Math.round(api)} + ${Math.round(postgres)} µs, ${p50} ms`).join(' | ')} |`,
);
const byTeam: string[] = [];
for (const count of teams) {
  const cells: string[] = [];
  for (const realtimes of gateways) cells.push((await costOfMessage(count, realtimes)).toFixed(1));
  byTeam.push(`| ${count} | ${cells.join(' | ')} |`);
}
const text = [
  `${circumstances()}. Processor time of the API + of Postgres a call, and the median answer with 16 asking at once; medians of ${rounds} rounds, the sizes taking turns.`,
  '',
  `| messages | ${sizes.map((size) => size.toLocaleString('en')).join(' | ')} |`,
  `| --- | ${sizes.map(() => '---').join(' | ')} |`,
  ...bySizeRows,
  '',
  `Processor time of a message that a visitor sends or gets, its share of the visit included (session, socket, list, notices), of all programs with Postgres and Redis, in ms; ${visitsPerSecond} visits a second.`,
  '',
  `| representatives with the list open | ${gateways.map((count) => `${count} ${count === 1 ? 'gateway' : 'gateways'}`).join(' | ')} |`,
  `| --- | ${gateways.map(() => '---').join(' | ')} |`,
  ...byTeam,
].join('\n');
console.log(text);
if (process.argv.includes('--write')) writePart('growth', text);
process.exit();
