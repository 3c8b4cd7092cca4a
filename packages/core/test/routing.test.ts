/** Assigning a team's conversations in the database: once, within capacity, with the reason, and back again. */
import type { RoutingChange } from '@parley/contracts/routing/routing';
import { englishOf } from '@parley/contracts/i18n/server-texts';
import { createConversation } from '@parley/db/conversations/find-or-create';
import { activitiesAfter } from '@parley/db/activities/read';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { StaffCaller } from '../src/callers.ts';
import { transition } from '../src/conversations/transition.ts';
import { listNotifications } from '../src/notifications/own.ts';
import { publishAvailabilities } from '../src/presence/availability.ts';
import { previewRouting } from '../src/routing/preview.ts';
import { returnLeft, routeAfter, routeTeam } from '../src/routing/route.ts';
import { appear, createColleague, createTestContext, type TestContext } from '../src/testing.ts';
import { updateUserRouting } from '../src/users/routing.ts';
import { addTeam, updateTeam } from '../src/users/teams.ts';

let context: TestContext;
let ada: StaffCaller;
let ben: StaffCaller;
let cleo: StaffCaller;
let teamId: string;

beforeAll(async () => {
  context = await createTestContext();
  [ada, ben, cleo] = [
    await createColleague(context, 'Ada', 'admin'),
    await createColleague(context, 'Ben'),
    await createColleague(context, 'Cleo'),
  ];
  await context.db.updateTable('users').set({ status: 'online' }).execute();
});
afterAll(() => context.close());
let made = 0;
beforeEach(async () => {
  await context.db.deleteFrom('conversations').execute();
  await context.db.deleteFrom('availabilities').execute();
  await context.db.updateTable('users').set({ capacity: 10, languages: [], skills: [] }).execute();
  made += 1;
  const team = await addTeam(context, ada, {
    name: `Shop ${made}`,
    memberIds: [ada.user.id, ben.user.id],
    leadIds: [ada.user.id],
    routing: { mode: 'balanced' },
  });
  teamId = team.id;
});

const waits = (more: object = {}): Promise<string> =>
  createConversation(context.db, {
    websiteId: null,
    websiteDomain: null,
    visitorId: null,
    customerEmail: null,
    customerName: 'Jane',
    status: 'waiting',
    isAiAssisted: false,
    teamId,
    ...more,
  });

const activitiesOf = (id: string) => activitiesAfter(context.db, id, 0, 50);

const assigneeOf = async (id: string): Promise<string | null> =>
  (
    await context.db
      .selectFrom('conversations')
      .select('assignedRepresentativeId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).assignedRepresentativeId;

const routing = (change: RoutingChange) => updateTeam(context, ada, teamId, { routing: change });
const byHand = (assignee: StaffCaller | null) =>
  [{ type: 'assign', representativeId: assignee?.user.id ?? null }] as const;
const by = (caller: StaffCaller) => ({ cause: { by: 'representative', userId: caller.user.id } }) as const;

it('a waiting conversation goes to the available member with the most room, and its activity says why', async () => {
  await appear(context, ada.user.id, ben.user.id);
  await publishAvailabilities(context);
  await waits({ assignedRepresentativeId: ada.user.id });
  const id = await waits();
  expect(await routeTeam(context, teamId)).toBe(1);
  expect(await assigneeOf(id)).toBe(ben.user.id);
  const [activity] = await activitiesOf(id);
  expect(activity?.cause).toEqual({ by: 'rule', rule: 'routing' });
  expect(englishOf(activity?.after.reason ?? '')).toBe('0 of 10 open, idle for 0 min');
  const unread = await context.db.selectFrom('reads').select('userId').where('conversationId', '=', id).execute();
  expect(unread).toEqual([{ userId: ben.user.id }]);
});

it('nothing is assigned by hand-run teams, to members who are away or full, or of the assistant, snoozed or closed', async () => {
  await appear(context, ben.user.id);
  const later = new Date(Date.now() + 3_600_000);
  const others = [
    await waits({ isAiAssisted: true, status: 'active' }),
    await waits({ status: 'closed' }),
    await waits({ status: 'active' }),
  ];
  const snoozed = await waits();
  await context.db.updateTable('conversations').set({ snoozedUntil: later }).where('id', '=', snoozed).execute();
  expect(await routeTeam(context, teamId)).toBe(0);
  await updateUserRouting(context, ada, ben.user.id, { capacity: 1 });
  const ids = [await waits(), await waits()];
  expect(await routeTeam(context, teamId)).toBe(1);
  expect((await Promise.all(ids.map(assigneeOf))).filter(Boolean)).toEqual([ben.user.id]);
  expect(await Promise.all([...others, snoozed].map(assigneeOf))).toEqual([null, null, null, null]);
  await routing({ mode: 'manual' });
  await appear(context, ada.user.id);
  expect(await routeTeam(context, teamId)).toBe(0);
});

it('several workers assign each conversation once, and nobody more than they can take, in teams that share members', async () => {
  const other = await addTeam(context, ada, {
    name: `Sales ${made}`,
    memberIds: [ben.user.id, cleo.user.id],
    routing: { mode: 'round_robin' },
  });
  await appear(context, ada.user.id, ben.user.id, cleo.user.id);
  await context.db.updateTable('users').set({ capacity: 5 }).execute();
  const ids = await Promise.all(Array.from({ length: 24 }, (_, index) => waits(index % 2 ? { teamId: other.id } : {})));
  const teams = Array.from({ length: 8 }, (_, index) => (index % 2 ? other.id : teamId));
  // Contexts of their own: one process makes one run for a team.
  const counts = await Promise.all(teams.map((id) => routeTeam({ ...context }, id)));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(15);
  const { rows } = await sql<{ name: string; count: number }>`select name, count(*) from conversations
    join users on users.id = assigned_representative_id group by name order by name`.execute(context.db);
  expect(rows).toEqual(['Ada', 'Ben', 'Cleo'].map((name) => ({ name, count: 5 })));
  const activities = (await Promise.all(ids.map((id) => activitiesOf(id)))).flat();
  expect(activities.filter(({ kind }) => kind === 'assigned')).toHaveLength(15);
});

it('a member who becomes available or frees up is assigned what waits', async () => {
  const add = vi.spyOn(context.queues, 'add');
  const id = await waits();
  await routeTeam(context, teamId);
  expect(await assigneeOf(id)).toBeNull();
  await appear(context, ben.user.id);
  await publishAvailabilities(context, [ben.user.id]);
  expect(add).toHaveBeenCalledWith('routing', { teamId }, undefined);
  add.mockRestore();
  await updateUserRouting(context, ada, ben.user.id, { capacity: 1 });
  await routeTeam(context, teamId);
  const second = await waits();
  await routeTeam(context, teamId);
  expect(await assigneeOf(second)).toBeNull();
  const closed = await transition(context, id, [{ type: 'close' }], by(ben));
  if (closed.outcome !== 'done') throw new Error(closed.outcome);
  await routeAfter(context, { conversationId: id, activityNo: closed.activity.activityNo });
  expect(await assigneeOf(second)).toBe(ben.user.id);
});

it('a conversation that its assignee gave up goes to another member, and never back to them', async () => {
  await appear(context, ben.user.id);
  const id = await waits();
  await routeTeam(context, teamId);
  const left = await transition(context, id, byHand(null), by(ben));
  if (left.outcome !== 'done') throw new Error(left.outcome);
  await routeAfter(context, { conversationId: id, activityNo: left.activity.activityNo });
  expect(await assigneeOf(id)).toBeNull();
  await appear(context, ada.user.id);
  await routeTeam(context, teamId);
  expect(await assigneeOf(id)).toBe(ada.user.id);
});

it('unanswered while its assignee is offline, it returns to the queue twice, then goes to the lead', async () => {
  const id = await waits();
  const old = new Date(Date.now() - 11 * 60_000);
  const leave = async () => {
    await transition(context, id, byHand(ben), by(ada));
    await sql`update conversations set unanswered_count = 1, unanswered_since = ${old} where id = ${id}`.execute(
      context.db,
    );
    await sql`insert into availabilities (user_id, since) values (${ben.user.id}, ${old})
      on conflict (user_id) do update set since = ${old}`.execute(context.db);
  };
  await leave();
  expect(await returnLeft(context)).toBe(1);
  expect(await assigneeOf(id)).toBeNull();
  expect(await returnLeft(context)).toBe(0);
  await leave();
  await returnLeft(context);
  expect(await assigneeOf(id)).toBeNull();
  await leave();
  await returnLeft(context);
  expect(await assigneeOf(id)).toBe(ada.user.id);
  // The lead keeps it.
  await sql`update availabilities set since = ${old}`.execute(context.db);
  expect(await returnLeft(context)).toBe(0);
});

it('an assignee who is online keeps what they have not answered', async () => {
  await appear(context, ben.user.id);
  await publishAvailabilities(context);
  const id = await waits({ assignedRepresentativeId: ben.user.id });
  await sql`update conversations set unanswered_count = 1, unanswered_since = now() - interval '1 hour'`.execute(
    context.db,
  );
  expect(await returnLeft(context)).toBe(0);
  expect(await assigneeOf(id)).toBe(ben.user.id);
});

it('filtered conversations come first, then the priority, then the longest wait', async () => {
  await routing({ first: { field: 'customer', op: 'contains', value: 'Vera' } });
  await updateUserRouting(context, ada, ben.user.id, { capacity: 1 });
  const plain = await waits();
  const urgent = await waits();
  await context.db.updateTable('conversations').set({ priority: 'urgent' }).where('id', '=', urgent).execute();
  const vip = await waits({ customerName: 'Vera' });
  await appear(context, ben.user.id);
  await routeTeam(context, teamId);
  expect(await assigneeOf(vip)).toBe(ben.user.id);
  await updateUserRouting(context, ada, ben.user.id, { capacity: 2 });
  await routeTeam(context, teamId);
  expect(await assigneeOf(urgent)).toBe(ben.user.id);
  expect(await assigneeOf(plain)).toBeNull();
});

it('the leads are notified once when many wait, and again after fewer did', async () => {
  await routing({ alertAtWaiting: 2 });
  const ofTeam = async () => (await listNotifications(context, ada, { limit: 10 })).notifications;
  const ids = [await waits(), await waits()];
  await routeTeam(context, teamId);
  await routeTeam(context, teamId);
  expect(await ofTeam()).toMatchObject([
    { kind: 'team_waiting', subjectId: teamId, count: 1, details: { waiting: 2 } },
  ]);
  await transition(context, ids[0] ?? '', [{ type: 'close' }], by(ada));
  await routeTeam(context, teamId);
  await waits();
  await routeTeam(context, teamId);
  expect(await ofTeam()).toMatchObject([{ kind: 'team_waiting', count: 2, details: { waiting: 2 } }]);
});

it('leads see who has how much and who is next, other members nothing', async () => {
  await appear(context, ben.user.id);
  await waits();
  const seen = await previewRouting(context, ada, teamId);
  expect(seen).toMatchObject({ waiting: 1, next: { userId: ben.user.id }, nobody: null });
  expect(seen.members.map(({ name, capacity }) => [name, capacity])).toEqual([
    ['Ada', 10],
    ['Ben', 10],
  ]);
  expect(await previewRouting(context, ada, teamId, { mode: 'manual' })).toMatchObject({
    next: null,
    nobody: 'manual',
  });
  await expect(previewRouting(context, ben, teamId)).rejects.toMatchObject({ code: 'forbidden' });
  await updateTeam(context, ada, teamId, { leadIds: [ben.user.id] });
  expect(await previewRouting(context, ben, teamId)).toMatchObject({ waiting: 1 });
});

it('a change of the members keeps the leads among them', async () => {
  const team = await updateTeam(context, ada, teamId, { memberIds: [ada.user.id, cleo.user.id] });
  expect(team.leadIds).toEqual([ada.user.id]);
});

it('a filter that can’t be read is refused and nothing changes', async () => {
  const broken = { field: 'unknown', op: 'is', value: 1 } as never;
  await expect(routing({ mode: 'round_robin', first: broken })).rejects.toMatchObject({ code: 'invalid' });
  expect((await previewRouting(context, ada, teamId)).nobody).not.toBe('manual');
});
