/** Two workers assign the conversations of one team while they are killed at random, and Redis loses everything. */
import { appear } from '@parley/core/testing';
import { publishAvailabilities } from '@parley/core/presence/availability';
import { insertSlaPolicy } from '@parley/db/sla/policies';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type InstallationUnderTest, startInstallationUnderTest } from './installation-under-test.ts';
import { until } from './installation.ts';

const people = 4;
/** A worker is killed each time so many were opened; Redis is lost the second time. */
const killedEvery = process.env['STORM'] ? 20 : 8;
const capacity = process.env['STORM'] ? 48 : 5;
/** More than the team can take; `npm run test:storm` has more of them. */
const conversations = process.env['STORM'] ? 240 : 24;

let installation: InstallationUnderTest;
beforeAll(async () => {
  installation = await startInstallationUnderTest();
});
afterAll(() => installation?.close());

/** Redis comes back empty. */
async function loseRedis(): Promise<void> {
  const { redis, env } = installation.context;
  for (const name of await redis.keys(`*${env['REDIS_PREFIX']}*`)) await redis.unlink(name);
}

test('each conversation is assigned once and its due time told once, although workers are killed and Redis is lost', async () => {
  const { context, websiteId } = installation;
  const { db } = context;
  const teamId = await installation.team('Shop');
  const users = await Promise.all(
    Array.from({ length: people }, (_, index) => installation.representative(`P${index}`)),
  );
  const userIds = users.map(({ userId }) => userId);
  await db.updateTable('websites').set({ teamId }).where('id', '=', websiteId).execute();
  await db.updateTable('users').set({ status: 'online', capacity }).where('id', 'in', userIds).execute();
  await sql`insert into team_members (team_id, user_id) select ${teamId}::uuid, unnest(${userIds}::uuid[])`.execute(db);
  await sql`update teams set routing = routing || '{"mode":"balanced"}' where id = ${teamId}::uuid`.execute(db);
  await insertSlaPolicy(db, {
    name: 'Minutes',
    filter: { all: [] },
    firstResponseMinutes: 30,
    nextResponseMinutes: null,
    resolutionMinutes: null,
    schedule: 'always',
    scheduleId: null,
    pausesWhileWaiting: true,
    countsAssistant: false,
  });
  // Killing workers takes longer than people without a connection count as available.
  const stayConnected = () => appear(context, ...userIds);
  await stayConnected();
  await publishAvailabilities(context);
  let [first, second] = [await installation.startOne(), await installation.startOne()];
  for (let opened = 0; opened < conversations; opened += 1) {
    await installation.opens(`Hello, this is number ${opened}`);
    if ((opened + 1) % killedEvery === 0) {
      await second.stop('SIGKILL');
      if (opened + 1 === 2 * killedEvery) {
        await first.stop('SIGKILL');
        await loseRedis();
        first = await installation.startOne();
      }
      second = await installation.startOne();
      await stayConnected();
    }
  }
  const assigned = async () =>
    (
      await sql<{ count: number }>`select count(*) from conversations
        where assigned_representative_id is not null group by assigned_representative_id`.execute(db)
    ).rows.map(({ count }) => count);
  await until(
    async () => {
      await stayConnected();
      return (await assigned()).reduce((sum, count) => sum + count, 0) === people * capacity;
    },
    'assignments',
    120,
  );
  expect(await assigned()).toEqual(Array.from({ length: people }, () => capacity));
  const { rows } = await sql<{ conversationId: string; count: number }>`select conversation_id, count(*)
    from activities where kind = 'assigned' group by conversation_id having count(*) > 1`.execute(db);
  expect(rows).toEqual([]);
  // An hour later, each is overdue.
  await sql`update conversations set unanswered_since = unanswered_since - interval '1 hour',
    waiting_since = waiting_since - interval '1 hour'`.execute(db);
  const told = async () =>
    (
      await sql<{ count: number }>`select count(*) from activities where kind = 'sla_breached'
        group by conversation_id`.execute(db)
    ).rows.map(({ count }) => count);
  await until(async () => (await told()).length === conversations, 'breaches', 120);
  expect(new Set(await told())).toEqual(new Set([1]));
}, 900_000);
