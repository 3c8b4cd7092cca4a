/**
 * The real routing of a team of 30, by two workers at once: 5,000 conversations with `npm run test:storm`, fewer with
 * `npm test`. ROUTED_CONVERSATIONS names another number.
 */
import { createConversation } from '@parley/db/conversations/find-or-create';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { transition } from '../src/conversations/transition.ts';
import { routeTeam } from '../src/routing/route.ts';
import { randomNumbers } from '../src/routing/simulation/model.ts';
import { appear, createColleague, createTestContext, type TestContext } from '../src/testing.ts';
import { addTeam } from '../src/users/teams.ts';

const conversations = Number(process.env['ROUTED_CONVERSATIONS'] ?? 120);
const people = 30;
const perStep = Math.ceil(conversations / 12);

let context: TestContext;
let teamId: string;
let memberIds: string[];

beforeAll(async () => {
  context = await createTestContext();
  const admin = await createColleague(context, 'Admin', 'admin');
  const members = [];
  for (let index = 0; index < people; index += 1) members.push(await createColleague(context, `P${index}`));
  memberIds = members.map(({ user }) => user.id);
  teamId = (await addTeam(context, admin, { name: 'Shop', memberIds, routing: { mode: 'balanced' } })).id;
});
afterAll(() => context.close());
beforeEach(async () => {
  await context.db.deleteFrom('conversations').execute();
  await context.db.deleteFrom('availabilities').execute();
});

async function open(count: number): Promise<void> {
  const left = Array.from({ length: count }, () => 0).values();
  const writer = async (): Promise<void> => {
    for (const _ of left)
      await createConversation(context.db, {
        websiteId: null,
        websiteDomain: null,
        visitorId: null,
        customerEmail: null,
        customerName: 'Jane',
        status: 'waiting',
        isAiAssisted: false,
        teamId,
      });
  };
  await Promise.all(Array.from({ length: 4 }, writer));
}

/** Two processes route the team, each with several jobs at once. */
const route = async (): Promise<void> => {
  const workers = [{ ...context }, { ...context }];
  await Promise.all([...workers, ...workers].map((worker) => routeTeam(worker, teamId)));
};

const setCapacity = (capacity: number) =>
  context.db.updateTable('users').set({ status: 'online', capacity }).where('id', 'in', memberIds).execute();

interface Owned {
  id: string;
  assignee: string;
}
const owned = async (): Promise<Owned[]> =>
  (
    await sql<Owned>`select id, assigned_representative_id as assignee from conversations
      where assigned_representative_id is not null and status <> 'closed' order by id`.execute(context.db)
  ).rows;

/** Returns the conversations that were assigned more than once. */
const assignedTwice = async () =>
  (
    await sql`select conversation_id from activities where kind = 'assigned'
      group by conversation_id having count(*) > 1`.execute(context.db)
  ).rows;

it('equal members get the same number of conversations, give or take one, and each conversation has one of them', async () => {
  await setCapacity(Math.ceil(conversations / people) + 1);
  for (let opened = 0; opened < conversations; opened += perStep) {
    await appear(context, ...memberIds);
    await open(Math.min(perStep, conversations - opened));
    await route();
    const counts = memberIds.map(() => 0);
    for (const { assignee } of await owned())
      counts[memberIds.indexOf(assignee)] = (counts[memberIds.indexOf(assignee)] ?? 0) + 1;
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  }
  expect(await owned()).toHaveLength(conversations);
  expect(await assignedTwice()).toEqual([]);
}, 600_000);

it('nobody is above capacity, or assigned a conversation while away, although people come and go', async () => {
  const random = randomNumbers(3);
  const capacity = Math.max(2, Math.floor(conversations / people / 2));
  await setCapacity(capacity);
  let before: Owned[] = [];
  for (let opened = 0; opened < conversations; opened += perStep) {
    const present = memberIds.filter(() => random() < 0.6);
    await context.db.deleteFrom('availabilities').execute();
    await appear(context, ...present);
    await open(Math.min(perStep, conversations - opened));
    for (const { id } of before.filter(() => random() < 0.3))
      await transition(context, id, [{ type: 'close' }], { cause: { by: 'rule', rule: 'idle' } });
    const kept = new Set((await owned()).map(({ id }) => id));
    await route();
    before = await owned();
    const given = before.filter(({ id }) => !kept.has(id));
    expect(given.filter(({ assignee }) => !present.includes(assignee))).toEqual([]);
    const loads = Map.groupBy(before, ({ assignee }) => assignee);
    expect(Math.max(0, ...[...loads.values()].map(({ length }) => length))).toBeLessThanOrEqual(capacity);
    // Nobody waits while a member who is there has room.
    const room = present.reduce((sum, id) => sum + capacity - (loads.get(id)?.length ?? 0), 0);
    const { rows } = await sql<{ count: number }>`select count(*) from conversations
      where assigned_representative_id is null and status <> 'closed'`.execute(context.db);
    expect(Math.min(room, rows[0]?.count ?? 0)).toBe(0);
  }
  expect(await assignedTwice()).toEqual([]);
}, 600_000);
