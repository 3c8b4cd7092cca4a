import { randomBytes } from 'node:crypto';
import type { StaffCaller } from '@parley/core/callers';
import { listConversations, countUnread } from '@parley/core/conversations/list';
import { searchNotes } from '@parley/core/conversations/notes';
import { conversationsDocument } from '@parley/core/data/export';
import { type OpenContext, openContext } from '@parley/core/open-context';
import { readOverview } from '@parley/core/stats/overview';
import { readStats } from '@parley/core/stats/stats';
import { countFiltered } from '@parley/core/views/views';
import type { Database } from '@parley/db/database';
import { generate } from '@parley/db/generate';
import { migrate } from '@parley/db/migrate';
import { findUser } from '@parley/db/users/users';
import { baseConfig, loadConfig } from '@parley/service/config';
import { createLogger } from '@parley/service/logger';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ReplicatedPostgres, startReplicatedPostgres } from './replicated-postgres.ts';

let postgres: ReplicatedPostgres;
let replicated: OpenContext;
let alone: OpenContext;
let caller: StaffCaller;

function open(replicaUrl?: string): OpenContext {
  const config = loadConfig(baseConfig, {
    DATABASE_URL: postgres.primaryUrl,
    REDIS_URL: process.env['REDIS_URL'],
    REDIS_PREFIX: `test-${randomBytes(6).toString('hex')}`,
    APP_SECRET: randomBytes(32).toString('hex'),
  });
  return openContext({ config, name: 'test', log: createLogger({ service: 'test', level: 'silent' }), replicaUrl });
}

beforeAll(async () => {
  postgres = await startReplicatedPostgres();
  await migrate(postgres.primaryUrl);
  await generate(postgres.primaryUrl, { conversations: 300, messages: 3_000 });
  [replicated, alone] = [open(postgres.replicaUrl), open()];
  const { rows } = await sql<{ id: string }>`select id from users order by id limit 1`.execute(alone.db);
  const user = await findUser(alone.db, rows[0]?.id ?? '');
  if (!user) throw new Error('Nobody is there');
  caller = { kind: 'staff', user: { ...user, role: 'admin' }, sessionId: 'none' };
  await sql`create table written (number integer)`.execute(alone.db);
});

afterAll(async () => {
  await replicated.close();
  await alone.close();
  await postgres.close();
});

const countWritten = async (db: Database): Promise<{ count: number; isReplica: boolean }> => {
  const { rows } = await sql<{ count: number; isReplica: boolean }>`
    select count(*) as count, pg_is_in_recovery() as is_replica from written`.execute(db);
  return rows[0] ?? { count: -1, isReplica: false };
};
async function exported(context: OpenContext): Promise<string> {
  let document = '';
  for await (const piece of conversationsDocument(context, caller)) document += piece;
  return document.replace(/"exportedAt":"[^"]*"/, '');
}
const write = () => sql`insert into written values (1)`.execute(alone.db);
const untilReplicaAnswers = () =>
  vi.waitFor(async () => expect((await replicated.reads.run(countWritten)).isReplica).toBe(true), { timeout: 20_000 });

test('a read holds what was committed just before it, and the replica answers it', async () => {
  await untilReplicaAnswers();
  const { count } = await countWritten(alone.db);
  const before = replicated.reads.answered.replica;
  // A machine that has other things to do lets the replica lag behind some of them.
  for (let written = 1; written <= 200 || replicated.reads.answered.replica - before <= 100; written += 1) {
    await write();
    expect((await replicated.reads.run(countWritten)).count).toBe(count + written);
  }
});

test('lists, searches, counts, statistics and exports are the same from the replica', async () => {
  const answers = (context: OpenContext) =>
    Promise.all([
      ...([undefined, 'waiting', 'priority'] as const).map((sort) =>
        listConversations(context, caller, { limit: 50, ...(sort && { sort }) }),
      ),
      listConversations(context, caller, { limit: 50, q: 'order' }),
      listConversations(context, caller, { limit: 50, q: 'is:unread' }),
      countUnread(context, caller),
      countFiltered(context, caller, JSON.stringify({ field: 'status', op: 'is', value: 'closed' })),
      searchNotes(context, caller, { q: 'order', limit: 10 }),
      readStats(context, caller),
      readOverview(context, caller),
      exported(context),
    ]);
  await untilReplicaAnswers();
  const byPrimary = replicated.reads.answered.primary;
  expect(await answers(replicated)).toEqual(await answers(alone));
  expect(replicated.reads.answered.primary).toBe(byPrimary);
});

test('a replica that lags is not waited for, and answers again when it has caught up', async () => {
  await untilReplicaAnswers();
  await postgres.pauseReplay();
  await write();
  const { count } = await countWritten(alone.db);
  expect(await replicated.reads.run(countWritten)).toEqual({ count, isReplica: false });
  await postgres.resumeReplay();
  await untilReplicaAnswers();
});

test('a replica that is gone takes nothing with it, and is found again', async () => {
  await untilReplicaAnswers();
  await postgres.stopReplica();
  await write();
  const { count } = await countWritten(alone.db);
  expect(await replicated.reads.run(countWritten)).toEqual({ count, isReplica: false });
  await postgres.startReplica();
  await untilReplicaAnswers();
});

test('an error in the query itself is not asked twice', async () => {
  await untilReplicaAnswers();
  const asked = vi.fn<(db: Database) => Promise<unknown>>((db) =>
    sql`select 1 / (count(*) - count(*)) from written`.execute(db),
  );
  await expect(replicated.reads.run(asked)).rejects.toThrow('division by zero');
  expect(asked).toHaveBeenCalledTimes(1);
});
