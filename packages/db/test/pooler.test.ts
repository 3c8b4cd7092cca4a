/** Behind a real PgBouncer in transaction mode, which `npm run test:pooler` starts. Left out elsewhere. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createDatabase } from '../src/database.ts';
import { statement } from '../src/prepared.ts';

test('prepared statements run on whichever connection a transaction gets, and a refused time limit is reported once', async () => {
  const reports: string[] = [];
  const db = createDatabase(process.env['POOLER_URL'] ?? '', {
    max: 2,
    onConnectionError: ({ message }) => reports.push(message),
  });
  const increment = statement<{ of: number }, { n: number }>((given) => sql`select ${given.of}::int + 1 as n`);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, of) =>
      of % 2 === 0
        ? increment(db, { of })
        : db.transaction().execute(async (transaction) => increment(transaction, { of })),
    ),
  );
  await db.destroy();
  expect(answers.map(([row]) => row?.n)).toEqual(answers.map((_, of) => of + 1));
  expect(reports).toEqual(['A pooler refuses statement_timeout: set it for the role']);
});
