/** Two workers assign the conversations of one team while they are killed at random. */
import { appear } from '@parley/core/testing';
import { publishAvailabilities } from '@parley/core/presence/availability';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type InstallationUnderTest, startInstallationUnderTest } from './installation-under-test.ts';
import { until } from './installation.ts';

const people = 4;
const capacity = 8;
const conversations = 40;

let installation: InstallationUnderTest;
beforeAll(async () => {
  installation = await startInstallationUnderTest();
});
afterAll(() => installation?.close());

test('each conversation is assigned once, and nobody more than they can take, although workers are killed', async () => {
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
  await appear(context, ...userIds);
  await publishAvailabilities(context);
  let [, second] = [await installation.startOne(), await installation.startOne()];
  for (let opened = 0; opened < conversations; opened += 1) {
    await installation.opens(`Hello, this is number ${opened}`);
    if (opened % 10 === 9) {
      await second.stop('SIGKILL');
      second = await installation.startOne();
    }
  }
  const assigned = async () =>
    (
      await sql<{ count: number }>`select count(*) from conversations
        where assigned_representative_id is not null group by assigned_representative_id`.execute(db)
    ).rows.map(({ count }) => count);
  await until(
    async () => (await assigned()).reduce((sum, count) => sum + count, 0) === people * capacity,
    'assignments',
  );
  expect(await assigned()).toEqual(Array.from({ length: people }, () => capacity));
  const { rows } = await sql<{ conversationId: string; count: number }>`select conversation_id, count(*)
    from activities where kind = 'assigned' group by conversation_id having count(*) > 1`.execute(db);
  expect(rows).toEqual([]);
});
