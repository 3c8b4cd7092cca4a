/**
 * Measures the sweep that computes clocks and tells what is due, among 10,000 and 1,000,000 conversations:
 * `npm run bench -- sla` (`--write` puts the table into bench/results.md). The blocks and rows that Postgres touches are
 * counted, so a busy machine changes nothing. BENCH_CONVERSATIONS for other numbers.
 */
import { addSlaPolicy } from '@parley/core/sla/policies';
import { openContext } from '@parley/core/open-context';
import { runClocks } from '@parley/core/sla/clocks';
import { builtInRights } from '@parley/core/permissions/rights';
import type { StaffCaller } from '@parley/core/callers';
import { findAccount } from '@parley/db/users/users';
import { baseConfig, loadConfig } from '@parley/service/config';
import { createLogger } from '@parley/service/logger';
import { Client } from 'pg';
import { databaseOf } from '../api/databases.ts';
import { environment } from '../api/server.ts';
import { circumstances, writePart } from '../page.ts';

const amounts = (process.env['BENCH_CONVERSATIONS'] ?? '10000,1000000').split(',').map(Number);
const rounds = 10;
const changedAtOnce = 50;
const dueAtOnce = 20;

interface Touched {
  blocks: number;
  rows: number;
  ms: number;
}

const rows: string[] = [];
for (const conversations of amounts) {
  const given = process.env['BENCH_URL'];
  const database = given
    ? { url: given, drop: async () => {} }
    : await databaseOf({ conversations, messages: conversations * 5 });
  const context = openContext({
    config: loadConfig(baseConfig, environment(database.url)),
    name: 'sla',
    log: createLogger({ service: 'sla', level: 'warn' }),
    maxConnections: 1,
  });
  const { db } = context;
  const observer = new Client({ connectionString: database.url });
  await observer.connect();
  const { id } = await db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow();
  const account = await findAccount(db, id);
  if (!account) throw new Error('There is nobody to add a policy.');
  const { user } = account;
  const rights = builtInRights({ ...user, role: 'admin' });
  const caller: StaffCaller = { kind: 'staff', user, rights, sessionId: 'bench' };

  const counted = async (): Promise<Omit<Touched, 'ms'>> => {
    // A connection reports what it has touched after a while without work, or when it is told to.
    await db.selectNoFrom((eb) => eb.fn('pg_stat_force_next_flush').as('flushed')).execute();
    await db.selectNoFrom((eb) => eb.lit(1).as('one')).execute();
    const { rows: found } = await observer.query<{ blocks: string; rows: string }>(
      `select sum(heap_blks_hit + heap_blks_read + coalesce(idx_blks_hit + idx_blks_read, 0)) as blocks,
        (select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) from pg_stat_user_tables) as rows
       from pg_statio_user_tables`,
    );
    return { blocks: Number(found[0]?.blocks), rows: Number(found[0]?.rows) };
  };
  const touched = async (work: () => Promise<unknown>): Promise<Touched> => {
    const before = await counted();
    const began = performance.now();
    await work();
    const ms = performance.now() - began;
    const after = await counted();
    return { blocks: after.blocks - before.blocks, rows: after.rows - before.rows, ms };
  };
  const noted = (what: string, runs: readonly Touched[]): void => {
    const of = (part: keyof Touched): string =>
      Math.round(
        runs.map((run) => run[part]).toSorted((a, b) => a - b)[Math.floor(runs.length / 2)] ?? 0,
      ).toLocaleString('en');
    rows.push(`| ${conversations.toLocaleString('en')} | ${what} | ${of('blocks')} | ${of('rows')} | ${of('ms')} |`);
    console.log(rows.at(-1));
  };
  const repeated = async (what: string, prepare: () => Promise<unknown>): Promise<void> => {
    const runs: Touched[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await prepare();
      runs.push(await touched(() => runClocks(context)));
    }
    noted(what, runs);
  };

  // Each closed one had its clocks.
  await observer.query(`insert into sla_clocks (conversation_id, kind, started_at)
    select id, 'first_response', created_at from conversations where status = 'closed' on conflict do nothing`);
  await observer.query('vacuum analyze sla_clocks');
  await runClocks(context);
  await addSlaPolicy(
    context,
    { ...caller, provenAt: Date.now() },
    {
      name: `Minutes ${Date.now()}`,
      filter: { all: [] },
      firstResponseMinutes: 100_000,
      nextResponseMinutes: 100_000,
      resolutionMinutes: 100_000,
      schedule: 'always',
      scheduleId: null,
      pausesWhileWaiting: true,
      countsAssistant: false,
    },
  );
  noted('the walk over all open ones after a new policy', [await touched(() => runClocks(context))]);
  await observer.query('vacuum analyze conversations');
  await observer.query('vacuum analyze sla_clocks');
  await repeated('nothing has changed', async () => undefined);
  await repeated(`${changedAtOnce} conversations have changed`, () =>
    observer.query(
      `update conversations set sla_stale = true where id in (select id from conversations where status = 'active'
        and not hidden order by last_activity_at desc limit $1)`,
      [changedAtOnce],
    ),
  );
  await repeated(`${dueAtOnce} are due`, () =>
    observer.query(
      `update sla_clocks set warn_at = now(), due_at = now() where (conversation_id, kind) in (
        select conversation_id, kind from sla_clocks where due_at > now() limit $1)`,
      [dueAtOnce],
    ),
  );
  await observer.end();
  await context.close();
  await database.drop();
}

const text = `${circumstances()}

| conversations | one sweep, in which | blocks touched | rows read | ms |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
console.log(text);
if (process.argv.includes('--write')) writePart('sla', text);
