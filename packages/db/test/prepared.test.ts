import { getHeapSpaceStatistics } from 'node:v8';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { prepared, preparedIfOften, statement } from '../src/prepared.ts';
import { aDatabase } from './support/rows.ts';

const db = await aDatabase();

/** Bytes of objects that have outlived collections. */
const kept = (): number =>
  getHeapSpaceStatistics()
    .filter(({ space_name: name }) => name === 'old_space' || name === 'large_object_space')
    .reduce((sum, { space_used_size: used }) => sum + used, 0);

test('rows that were read become garbage at once: memory stays flat however much is read', async () => {
  const before = kept();
  let most = before;
  for (let index = 0; index < 3000; index++) {
    const [row] = await prepared(db, sql<{ text: string }>`select repeat('x', ${50_000}::integer) as text`);
    if (row?.text.length !== 50_000) throw new Error('Not what was asked for.');
    if (index % 20 === 0) most = Math.max(most, kept());
  }
  // The result has 150 MB.
  expect(most - before).toBeLessThan(20_000_000);
});

test('a statement is planned once for each connection, with whatever values it comes', async () => {
  await db.connection().execute(async (connection) => {
    for (const value of [1, 2, 3])
      await prepared(connection, sql<{ askedForPlans: number }>`select ${value}::integer as asked_for_plans`);
    const plans = await sql`select 1 from pg_prepared_statements where statement like '%asked_for_plans'`.execute(
      connection,
    );
    expect(plans.rows).toHaveLength(1);
  });
});

test('only repeated statements are planned once when their text varies, and no more than 60', async () => {
  await db.connection().execute(async (connection) => {
    const ask = async (variant: number) =>
      preparedIfOften(connection, sql<{ n: number }>`select ${variant}::integer as ${sql.raw(`variant_${variant}`)}`);
    const planned = async () =>
      (
        await sql<{
          text: string;
        }>`select statement as text from pg_prepared_statements where statement like '%variant_%'`.execute(connection)
      ).rows.length;
    for (let variant = 0; variant < 100; variant += 1) await ask(variant);
    expect(await planned()).toBe(0);
    for (let time = 0; time < 3; time += 1) await ask(7);
    expect(await planned()).toBe(1);
    for (let time = 0; time < 3; time += 1) for (let variant = 0; variant < 100; variant += 1) await ask(variant);
    expect(await planned()).toBeGreaterThan(1);
    // Statements planned by this process: other lists have taken some of them.
    expect(await planned()).toBeLessThanOrEqual(60);
    expect(await ask(99)).toEqual([{ variant99: 99 }]);
  });
});

test('a statement with a text put together once gets the values of each call, wherever it names them', async () => {
  let built = 0;
  const sum = statement<{ left: number; right: number }, { sum: number }>(({ left, right }) => {
    built += 1;
    return sql`select ${left}::integer + ${right}::integer + ${left}::integer + ${100}::integer as sum`;
  });
  expect(await sum(db, { left: 1, right: 10 })).toEqual([{ sum: 112 }]);
  expect(await sum(db, { right: 20, left: 2 })).toEqual([{ sum: 124 }]);
  expect(built).toBe(1);
});
