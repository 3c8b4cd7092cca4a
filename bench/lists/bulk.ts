/**
 * 10,000 conversations changed at once and undone, by the worker: what its memory does, and how fast it goes beside one
 * call for each: `npm run bench -- lists/bulk` (`--write` puts the table into bench/results.md).
 */
import type { Batch } from '@parley/contracts/conversations/bulk';
import { startStack } from '@parley/e2e/stack';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { usage } from '../load/usage.ts';
import { circumstances, writePart } from '../page.ts';

const sizes = [1_000, 10_000, 10_000];
const alone = 300;
const password = 'correct horse battery';

const stack = await startStack();
const pool = new Pool({ connectionString: stack.database.url, max: 1 });
try {
  const ada = await stack.register({ name: 'Ada Moreau', email: 'ada@example.com', username: 'ada', password });
  const [worker] = stack.workers;
  if (!worker) throw new Error('No worker.');
  const megabytes = (): number => usage(worker).megabytes;
  await pool.query(`insert into conversations (status, is_ai_assisted, website_domain)
    select 'active', true, 'shop.example.com' from generate_series(1, 10000)`);

  /** Returns the outcome, its seconds, and the worker's peak memory in MB. */
  async function done(batch: Batch) {
    const began = performance.now();
    const first = megabytes();
    let most = first;
    for (;;) {
      const now = await stack.call<Batch>('GET', `/api/batches/${batch.id}`, { as: ada });
      most = Math.max(most, megabytes());
      if (now.finishedAt !== null) return { batch: now, seconds: (performance.now() - began) / 1000, first, most };
      await sleep(100);
    }
  }
  const state = async () =>
    (
      await pool.query<{ md5: string }>(`select md5(string_agg(concat_ws(' ', id, status, priority, snoozed_until,
        assigned_representative_id, closed_at), ',' order by id)) from conversations`)
    ).rows[0]?.md5;

  const lines: string[] = [];
  for (const size of sizes) {
    await pool.query(`update conversations set priority = case when id in
      (select id from conversations order by id limit ${size}) then 'high' else 'normal' end::conversation_priority`);
    const before = await state();
    const filter = { field: 'priority', op: 'is', value: 'high' };
    const started = await stack.call<Batch>('POST', '/api/batches', {
      as: ada,
      body: { filter, commands: [{ type: 'close' }] },
    });
    const closing = await done(started);
    const undo = await done(await stack.call<Batch>('POST', `/api/batches/${started.id}/undo`, { as: ada }));
    const isAsBefore = (await state()) === before;
    for (const [what, { batch, seconds, first, most }] of Object.entries({ closed: closing, undone: undo })) {
      const perSecond = (batch.total / seconds).toFixed(0);
      lines.push(
        `| ${batch.changed.toLocaleString('en')} ${what}${what === 'undone' ? `, all as before: ${isAsBefore ? 'yes' : '**no**'}` : ''} | ${seconds.toFixed(1)} s | ${perSecond} | ${first.toFixed(0)} MB | ${most.toFixed(0)} MB |`,
      );
    }
  }
  const { rows } = await pool.query<{ id: string }>(`select id from conversations order by id limit ${alone}`);
  const began = performance.now();
  for (const { id } of rows)
    await stack.call('PATCH', `/api/conversations/${id}`, { as: ada, body: { status: 'closed' } });
  const perSecond = alone / ((performance.now() - began) / 1000);
  const text = [
    `${circumstances()}. One worker, with the whole product beside it.`,
    '',
    '| | took | a second | worker before | worker at most |',
    '| --- | --- | --- | --- | --- |',
    ...lines,
    `| ${alone} closed by one call each | ${(alone / perSecond).toFixed(1)} s | ${perSecond.toFixed(0)} | | |`,
  ].join('\n');
  console.log(text);
  if (process.argv.includes('--write')) writePart('bulk', text);
} finally {
  await pool.end();
  await stack.stop();
}
