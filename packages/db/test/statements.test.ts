import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { prepared, statement, together } from '../src/prepared.ts';
import { aDatabase } from './support/rows.ts';

const db = await aDatabase();

const doubled = statement<{ value: number }, { doubledValue: number }>(
  ({ value }) => sql`select ${value}::integer * 2 as doubled_value`,
);
const upTo = statement<{ count: number }, { n: number; at: Date | null }>(
  ({ count }) => sql`select n, case when n > 1 then now() end as at from generate_series(1, ${count}::integer) n`,
);

test('several calls are answered in their order, each by itself', async () => {
  for (let time = 0; time < 3; time += 1) {
    const [[double], rows, none] = await together<[{ doubledValue: number }, { n: number }, { n: number }]>(db, [
      doubled.call(db, { value: 21 + time }),
      upTo.call(db, { count: 3 }),
      upTo.call(db, { count: 0 }),
    ]);
    expect(double).toEqual({ doubledValue: 42 + 2 * time });
    expect(rows).toEqual([
      { n: 1, at: null },
      { n: 2, at: expect.any(Date) },
      { n: 3, at: expect.any(Date) },
    ]);
    expect(none).toEqual([]);
  }
});

test('statements in a transaction are answered alike', async () => {
  const answers = await db
    .transaction()
    .execute((transaction) =>
      together<[{ doubledValue: number }, { n: number }]>(transaction, [
        doubled.call(transaction, { value: 4 }),
        upTo.call(transaction, { count: 1 }),
      ]),
    );
  expect(answers).toEqual([[{ doubledValue: 8 }], [{ n: 1, at: null }]]);
});

test('a statement that failed at first, or that answers no rows, runs again on the same connection', async () => {
  const divided = statement<{ by: number }, { quotient: number }>(
    ({ by }) => sql`select 12 / ${by}::integer as quotient`,
  );
  const emptied = statement<{ id: number }, never>(
    ({ id }) => sql`delete from totals where slot = ${id}::integer + 1000`,
  );
  await db.connection().execute(async (connection) => {
    await expect(divided(connection, { by: 0 })).rejects.toThrow(/division by zero/);
    for (const by of [3, 4, 6]) expect(await divided(connection, { by })).toEqual([{ quotient: 12 / by }]);
    for (let time = 0; time < 3; time += 1) expect(await emptied(connection, { id: time })).toEqual([]);
    // A value that can't be parsed fails before the first answer.
    const number = statement<{ text: string }, { n: number }>(({ text }) => sql`select ${text}::integer as n`);
    await expect(number(connection, { text: 'none' })).rejects.toThrow(/invalid input syntax/);
    expect(await number(connection, { text: '5' })).toEqual([{ n: 5 }]);
  });
});

test('all statements are refused when one of several fails, and the connection goes on', async () => {
  const failing = statement<{ by: number }, { n: number }>(({ by }) => sql`select 1 / ${by}::integer as n`);
  await expect(
    together<[{ n: number }, { doubledValue: number }]>(db, [
      failing.call(db, { by: 0 }),
      doubled.call(db, { value: 1 }),
    ]),
  ).rejects.toThrow(/division by zero/);
  expect(await doubled(db, { value: 1 })).toEqual([{ doubledValue: 2 }]);
});

test('a value that cannot be sent refuses its call alone', async () => {
  const circular: unknown[] = [];
  const cycle = { toPostgres: (): unknown => cycle };
  circular.push(cycle);
  const given = statement<{ value: unknown }, { value: string }>(({ value }) => sql`select ${value}::text as value`);
  await expect(given(db, { value: cycle })).rejects.toThrow(/circular/);
  expect(await given(db, { value: 'plain' })).toEqual([{ value: 'plain' }]);
});

test('a statement with columns that have been changed since is refused, not misread', async () => {
  await sql`create table if not exists changing (value integer)`.execute(db);
  try {
    await sql`insert into changing values (7)`.execute(db);
    const value = statement<object, { value: unknown }>(() => sql`select value from changing`);
    await db.connection().execute(async (connection) => {
      expect(await value(connection, {})).toEqual([{ value: 7 }]);
      expect(await value(connection, {})).toEqual([{ value: 7 }]);
      await sql`alter table changing alter value type text`.execute(connection);
      await expect(value(connection, {})).rejects.toThrow(/cached plan must not change result type/);
    });
  } finally {
    await sql`drop table changing`.execute(db);
  }
});

test('changed rows are counted, and several statements may be in one text', async () => {
  const { numAffectedRows } = await sql`update totals set messages = messages where slot < 3`.execute(db);
  expect(numAffectedRows).toBe(3n);
  await sql`select 1; select 2`.execute(db);
  expect(await prepared(db, sql<{ one: number }>`select 1 as one`)).toEqual([{ one: 1 }]);
});
