/**
 * Measures what the API costs over its own SQL, side by side in one run: `npm run bench -- api` (about twelve minutes
 * after the databases are made; `--write` puts the tables into bench/results.md). Needs DATABASE_URL and REDIS_URL of
 * servers with nothing else to do.
 */
import type { Database } from '@parley/db/database';
import { nodeOptions } from '../../scripts/lib/node-options.mjs';
import { writePart } from '../page.ts';
import { databaseOf } from './databases.ts';
import { exportMemory } from './export-memory.ts';
import { type Case, cases, type Measurement, measure, median, type Target } from './measure.ts';
import { section } from './report.ts';
import { assertSameAnswers } from './same-answers.ts';
import { bundledApi, environment, type RunningServer, start } from './server.ts';
import { signedIn } from './sessions.ts';

const rounds = 5;
const seconds = Number(process.env['BENCH_SECONDS'] ?? 5);

async function targetOf(server: RunningServer, db: Database, cookies: string[]): Promise<Target> {
  const rows = await db.selectFrom('conversations').select('id').where('status', '<>', 'closed').limit(64).execute();
  return { ...server, cookies, conversations: rows.map(({ id }) => id) };
}

/** Medians over the rounds; the servers take turns within each. */
async function compare(
  targets: Record<'bare' | 'ours', Target>,
): Promise<Record<Case, Record<'bare' | 'ours', Measurement>>> {
  const found: [Case, Record<'bare' | 'ours', Measurement>][] = [];
  for (const kind of cases) {
    const measurements: Record<'bare' | 'ours', Measurement[]> = { bare: [], ours: [] };
    for (let round = 0; round <= rounds; round++) {
      for (const side of ['bare', 'ours'] as const) {
        const measurement = await measure(kind, targets[side], round === 0 ? 2 : seconds);
        // The first one warms up.
        if (round > 0) measurements[side].push(measurement);
      }
    }
    found.push([kind, { bare: middle(measurements.bare), ours: middle(measurements.ours) }]);
  }
  return Object.fromEntries(found) as Record<Case, Record<'bare' | 'ours', Measurement>>;
}

const middle = (measurements: Measurement[]): Measurement => ({
  calls: measurements.reduce((sum, { calls }) => sum + calls, 0),
  perSecond: median(measurements.map(({ perSecond }) => perSecond)),
  p50: median(measurements.map(({ p50 }) => p50)),
  p99: median(measurements.map(({ p99 }) => p99)),
  microsecondsPerCall: median(measurements.map(({ microsecondsPerCall }) => microsecondsPerCall)),
  failed: measurements.reduce((sum, { failed }) => sum + failed, 0),
});

const medium = await databaseOf({ conversations: 100_000, messages: 1_000_000 });
const env = environment(medium.url);
// The program as its image holds it and starts it.
const bundle = bundledApi();
const options = [...nodeOptions('apps/api'), '--enable-source-maps'];
const [bare, ours] = [await start('bench/api/bare.ts', env), await start(bundle.file, env, options)];
const cookies = await signedIn(medium.db, env, 64);
const targets = { bare: await targetOf(bare, medium.db, ['']), ours: await targetOf(ours, medium.db, cookies) };
await assertSameAnswers(targets.bare, targets.ours);
const table = await compare(targets);
await bare.stop();
await ours.stop();

const exporting = await start(bundle.file, env, options);
const [admin = ''] = await signedIn(medium.db, env, 1, 'admin');
const memory = await exportMemory(exporting, admin);
await exporting.stop();
await medium.drop();

// How the cost of a call grows with the number of conversations: the two take turns.
const sizes = [10_000, 1_000_000] as const;
const installations = await Promise.all(
  sizes.map(async (conversations) => {
    const database = await databaseOf({ conversations, messages: conversations * 3 });
    const own = environment(database.url);
    const server = await start(bundle.file, own, options);
    const target = await targetOf(server, database.db, await signedIn(database.db, own, 4));
    return { database, server, target };
  }),
);
const growth: Record<'list' | 'open', number[]> = { list: [], open: [] };
for (const kind of ['list', 'open'] as const) {
  for (let round = 0; round <= rounds; round++) {
    const measurements: number[] = [];
    for (const { target } of installations)
      measurements.push((await measure(kind, target, round === 0 ? 2 : seconds)).perSecond);
    const [small = 0, large = 1] = measurements;
    if (round > 0) growth[kind].push(small / large);
  }
}
for (const { database, server } of installations) {
  await server.stop();
  await database.drop();
}

bundle.remove();
const text = section({ table, memory, growth: { list: median(growth.list), open: median(growth.open) } });
console.log(text);
if (process.argv.includes('--write')) writePart('api', text);
process.exit();
