/** Simulations over the log in the database: who may start them, what they replay, and what they compare. */
import type { SimulationDraft } from '@parley/contracts/routing/simulation';
import { weekdays } from '@parley/contracts/settings/settings';
import type { SlaPolicyDraft } from '@parley/contracts/sla/sla';
import { createConversation } from '@parley/db/conversations/find-or-create';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { StaffCaller } from '../src/callers.ts';
import { runSimulation } from '../src/routing/simulation/run.ts';
import { readSimulation, startSimulation } from '../src/routing/simulation/simulations.ts';
import { createColleague, createTestContext, type TestContext } from '../src/testing.ts';
import { addShift, deleteShift, updateShift } from '../src/users/shifts.ts';
import { addTeam } from '../src/users/teams.ts';

let context: TestContext;
let ada: StaffCaller;
let ben: StaffCaller;
let cleo: StaffCaller;
let teamId: string;
const minute = 60_000;
const end = new Date(Math.floor(Date.now() / minute) * minute);
const ago = (minutes: number): Date => new Date(end.getTime() - minutes * minute);

/** A conversation of the past: the customer writes, and is answered after `waited` minutes. */
async function past(team: string, minutes: number, waited: number, by: StaffCaller): Promise<void> {
  const { db } = context;
  const id = await createConversation(db, {
    websiteId: null,
    websiteDomain: null,
    visitorId: null,
    customerEmail: null,
    customerName: 'Jane',
    status: 'active',
    isAiAssisted: false,
    teamId: team,
    assignedRepresentativeId: by.user.id,
  });
  const [asked, answered] = [ago(minutes), ago(minutes - waited)];
  await sql`update conversations set status = 'closed', created_at = ${asked}, last_activity_at = ${answered} where id = ${id}`.execute(
    db,
  );
  await sql`insert into messages (conversation_id, seq, sender_type, sender_id, content, customer_message_count, created_at)
    values (${id}, 1, 'customer', null, 'Hello', 1, ${asked}), (${id}, 2, 'representative', ${by.user.id}, 'Hi', 1, ${answered})`.execute(
    db,
  );
  await sql`insert into answers (conversation_id, seq, sender_type, sender_id, customer_messages, waited_seconds, answered_at)
    values (${id}, 2, 'representative', ${by.user.id}, 1, ${waited * 60}, ${answered})`.execute(db);
}

beforeAll(async () => {
  context = await createTestContext();
  [ada, ben, cleo] = [
    await createColleague(context, 'Ada', 'admin'),
    await createColleague(context, 'Ben'),
    await createColleague(context, 'Cleo'),
  ];
  const memberIds = [ben.user.id, cleo.user.id];
  const team = await addTeam(context, ada, {
    name: 'Shop',
    memberIds,
    leadIds: [ben.user.id],
    routing: { mode: 'round_robin' },
  });
  teamId = team.id;
  // Four customers come at once every half hour, and each response takes four minutes.
  for (let round = 0; round < 10; round += 1)
    for (let place = 0; place < 4; place += 1)
      await past(teamId, 600 - 30 * round, 4 * (1 + (place >> 1)), place % 2 ? ben : cleo);
});
afterAll(() => context.close());

/** Starts a simulation, runs it as the worker does, and returns what its caller reads. */
async function simulated(caller: StaffCaller, trial: SimulationDraft['trial'], days = 1) {
  const { id } = await startSimulation(context, caller, { days, trial });
  expect(await runSimulation(context, id, new AbortController().signal)).toBe(true);
  return readSimulation(context, caller, id);
}

const policy: SlaPolicyDraft = {
  name: 'Five minutes',
  filter: { all: [] },
  firstResponseMinutes: 5,
  nextResponseMinutes: null,
  resolutionMinutes: null,
  schedule: 'always',
  scheduleId: null,
  pausesWhileWaiting: true,
  countsAssistant: false,
};

it('two more people make the waits of the last day shorter, and each person’s share of the work smaller', async () => {
  const { state, progress, result } = await simulated(ada, { teamId, extraPeople: 2 });
  expect([state, progress]).toEqual(['done', 1]);
  if (!result) throw new Error('no result');
  const { past: was, before, after } = result;
  expect(result.conversations).toBe(40);
  expect([was.first.responses, was.first.p50, was.first.p90]).toEqual([40, 240, 480]);
  expect(before.first.responses).toBe(40);
  expect(before.first.p90).toBe(480);
  expect(after.first.p90).toBe(240);
  expect(before.people.map(({ name, responses }) => [name, responses])).toEqual([
    ['Ben', 20],
    ['Cleo', 20],
  ]);
  expect(after.people.map(({ userId, responses }) => [userId, responses])).toEqual([
    [ben.user.id, 10],
    [cleo.user.id, 10],
    [null, 10],
    [null, 10],
  ]);
  expect(result.gaps).toEqual(['presence']);
});

it('without one of the members the other one does all of it, and the first waits longer', async () => {
  const { result } = await simulated(ada, { teamId, withoutIds: [cleo.user.id], routing: { mode: 'balanced' } });
  // Ben leaves after his last message of that day.
  expect(result?.after.people.map(({ name, responses }) => [name, responses])).toEqual([['Ben', 37]]);
  expect(result?.after.stillWaiting).toBe(3);
  expect(result?.after.first.p90).toBe(960);
});

it('people can be tried out as at work by their shifts, and those without as they were', async () => {
  const inThreeDays = weekdays[(end.getUTCDay() + 2) % 7] ?? 'monday';
  const times = { start: '00:00', end: '23:59', timezone: 'UTC', from: end.toISOString().slice(0, 10), until: null };
  const shift = await addShift(context, ada, cleo.user.id, { ...times, weekdays: [inThreeDays] });
  const byShifts = async () => (await simulated(ada, { teamId, capacity: 20, byShifts: true })).result?.after.people;
  expect((await byShifts())?.map(({ name, responses }) => [name, responses])).toEqual([['Ben', 40]]);
  await updateShift(context, ada, { id: cleo.user.id, shiftId: shift.id }, { weekdays: [...weekdays] });
  const [ben20, cleo20] = (await byShifts()) ?? [];
  expect([ben20?.responses, cleo20?.responses]).toEqual([20, 20]);
  // She has the whole day for them, and is less busy than he is.
  expect(cleo20?.busy).toBeLessThan(ben20?.busy ?? 0);
  await deleteShift(context, ada, { id: cleo.user.id, shiftId: shift.id });
});

it('another SLA policy is compared with the past itself, and changes nothing', async () => {
  const { result } = await simulated(ada, { policy });
  expect(result?.before.sla).toEqual([]);
  expect(result?.after.sla).toEqual([{ kind: 'first_response', due: 40, kept: 20 }]);
  expect(result?.after.first).toEqual(result?.past.first);
  expect(await context.db.selectFrom('slaPolicies').select('id').execute()).toEqual([]);
});

it('a lead may try out the routing of their team alone, and only the user who started a simulation reads it', async () => {
  const { id, result } = await simulated(ben, { teamId, capacity: 1 });
  expect(result?.conversations).toBe(40);
  await expect(startSimulation(context, cleo, { days: 7, trial: { teamId } })).rejects.toMatchObject({
    code: 'forbidden',
  });
  await expect(readSimulation(context, ada, id)).rejects.toMatchObject({ code: 'not_found' });
  await context.db.updateTable('teamMembers').set({ isLead: false }).where('userId', '=', ben.user.id).execute();
  await expect(readSimulation(context, ben, id)).rejects.toMatchObject({ code: 'forbidden' });
  await context.db.updateTable('teamMembers').set({ isLead: true }).where('userId', '=', ben.user.id).execute();
});

it('too little in the days is refused with the number, and a policy that couldn’t be saved with its reason', async () => {
  const add = vi.spyOn(context.queues, 'add');
  const other = await addTeam(context, ada, { name: 'Sales', memberIds: [] });
  add.mockClear();
  await expect(startSimulation(context, ada, { days: 7, trial: { teamId: other.id } })).rejects.toMatchObject({
    code: 'conflict',
    localized: { code: 'simulation_too_little', values: { count: 0, min: 20 } },
  });
  await expect(
    startSimulation(context, ada, { days: 7, trial: { policy: { ...policy, firstResponseMinutes: null } } }),
  ).rejects.toMatchObject({ code: 'invalid' });
  await expect(startSimulation(context, ada, { days: 7, trial: { teamId: ada.user.id } })).rejects.toMatchObject({
    code: 'not_found',
  });
  expect(add).not.toHaveBeenCalled();
  add.mockRestore();
});

it('a simulation waits for a worker, and fails with a reason once its user is deactivated', async () => {
  const { id } = await startSimulation(context, ada, { days: 1, trial: { teamId } });
  expect((await readSimulation(context, ada, id)).state).toBe('waiting');
  await context.db.updateTable('users').set({ isActive: false }).where('id', '=', ada.user.id).execute();
  await runSimulation(context, id, new AbortController().signal);
  await context.db.updateTable('users').set({ isActive: true }).where('id', '=', ada.user.id).execute();
  expect(await readSimulation(context, ada, id)).toMatchObject({
    state: 'failed',
    reason: 'The simulation stopped with an error. Start it again.',
    reasonLocalized: { code: 'simulation_failed' },
    result: null,
  });
});
