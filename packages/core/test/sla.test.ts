/** SLA policies: which conversations they apply to, when these are due, and that the team is told once. */
import { randomUUID } from 'node:crypto';
import type { Filter } from '@parley/contracts/filter/filter';
import type { ServerFrame } from '@parley/contracts/frames';
import { liveChannels, unpackBroadcast } from '@parley/contracts/live';
import type { SlaPolicyDraft } from '@parley/contracts/sla/sla';
import { weekdays } from '@parley/contracts/settings/settings';
import type { ScheduleWeek } from '@parley/contracts/schedules/schedule';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite } from '@parley/db/websites/websites';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { StaffCaller, VisitorCaller } from '../src/callers.ts';
import { readActivities } from '../src/conversations/activities.ts';
import { listConversations } from '../src/conversations/list.ts';
import { getConversation } from '../src/conversations/read.ts';
import { updateConversation } from '../src/conversations/update.ts';
import { postMessage } from '../src/messages/post.ts';
import { addSchedule, updateSchedule } from '../src/settings/schedules.ts';
import { listSlaPolicies } from '../src/sla/active-policies.ts';
import { runClocks } from '../src/sla/clocks.ts';
import {
  addSlaPolicy,
  deleteSlaPolicy,
  orderSlaPolicies,
  previewSlaPolicy,
  updateSlaPolicy,
} from '../src/sla/policies.ts';
import { createColleague, createTestContext, type TestContext, overseer } from '../src/testing.ts';
import { addTeam } from '../src/users/teams.ts';

let context: TestContext;
let websiteId: string;
let admin: StaffCaller;
let ben: StaffCaller;
const heard: ServerFrame[] = [];

beforeAll(async () => {
  context = await createTestContext();
  websiteId = (await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop' }))?.id ?? '';
  [admin, ben] = await Promise.all([
    createColleague(context, 'Ada Byron', 'admin'),
    createColleague(context, 'Ben Cole'),
  ]);
  await context.publisher.subscribe(liveChannels.inbox, (packed) => {
    const broadcast = unpackBroadcast(packed);
    if (broadcast) heard.push(JSON.parse(broadcast.text) as ServerFrame);
  });
});
afterAll(() => context.close());
afterEach(async () => {
  await context.db.deleteFrom('slaPolicies').execute();
  await context.db.updateTable('conversations').set({ status: 'closed' }).execute();
  await runClocks(context);
});

const everything: Filter = { all: [] };
const draft = (change: Partial<SlaPolicyDraft> = {}): SlaPolicyDraft => ({
  name: `Policy ${randomUUID().slice(0, 8)}`,
  filter: everything,
  firstResponseMinutes: 60,
  nextResponseMinutes: null,
  resolutionMinutes: null,
  schedule: 'always',
  scheduleId: null,
  pausesWhileWaiting: true,
  countsAssistant: false,
  ...change,
});
const add = (change: Partial<SlaPolicyDraft> = {}) => addSlaPolicy(context, admin, draft(change));

async function opens(): Promise<{ id: string; writes: (content?: string) => Promise<unknown> }> {
  const { id: visitorId } = await insertVisitor(context.db, { websiteId, email: null });
  const visitor: VisitorCaller = { kind: 'visitor', visitorId, websiteId };
  const writes = (content = 'Hello') =>
    postMessage(context, visitor, 'newest', { content, clientMessageId: randomUUID() });
  const { message } = await postMessage(context, visitor, 'newest', {
    content: 'Hello',
    clientMessageId: randomUUID(),
  });
  return { id: message.conversationId, writes };
}

const answers = (id: string) =>
  postMessage(context, ben, { conversationId: id }, { content: 'Hi', clientMessageId: randomUUID() });
const read = (id: string) => getConversation(context, overseer, id);
const noticesOf = async (id: string) =>
  (await readActivities(context, overseer, id, { limit: 100 })).filter(({ kind }) => kind.startsWith('sla_'));
const minutesUntil = (text: string | undefined): number => Math.round((Date.parse(text ?? '') - Date.now()) / 60_000);

/** Lets time pass for a conversation: what its clocks start from was earlier. */
async function passes(id: string, minutes: number): Promise<void> {
  const earlier = (column: string) => sql`${sql.ref(column)} = ${sql.ref(column)} - make_interval(mins => ${minutes})`;
  const columns = ['created_at', 'waiting_since', 'unanswered_since'].map(earlier);
  await sql`update conversations set ${sql.join(columns)} where id = ${id}`.execute(context.db);
  await sql`update messages set ${earlier('created_at')} where conversation_id = ${id}`.execute(context.db);
  await sql`update answers set ${earlier('answered_at')} where conversation_id = ${id}`.execute(context.db);
  await sql`update sla_clocks set ${earlier('started_at')} where conversation_id = ${id}`.execute(context.db);
  await sql`update conversations set sla_stale = true where id = ${id}`.execute(context.db);
}

describe('an SLA policy', () => {
  it('gives a conversation the time by which it must be answered, and a reply takes it away', async () => {
    const policy = await add();
    const { id } = await opens();
    await runClocks(context);
    const due = await read(id);
    expect(due).toMatchObject({ slaPolicyId: policy.id, dueKind: 'first_response' });
    expect(minutesUntil(due.dueAt)).toBe(60);
    expect(minutesUntil(due.dueSoonAt)).toBe(45);
    await answers(id);
    await runClocks(context);
    expect(await read(id)).not.toHaveProperty('dueAt');
    await expect.poll(() => heard.findLast((frame) => frame.type === 'conversation_updated')).toBeDefined();
  });

  it('applies where it is the first one that fits, and another one when the conversation changes', async () => {
    const urgent = await add({
      filter: { field: 'priority', op: 'is', value: 'urgent' },
      firstResponseMinutes: 10,
    });
    const rest = await add();
    const { id } = await opens();
    await runClocks(context);
    expect(await read(id)).toMatchObject({ slaPolicyId: rest.id });
    await updateConversation(context, ben, id, { priority: 'urgent' });
    await runClocks(context);
    const changed = await read(id);
    expect(changed).toMatchObject({ slaPolicyId: urgent.id });
    expect(minutesUntil(changed.dueAt)).toBe(10);
    await orderSlaPolicies(context, admin, [rest.id, urgent.id]);
    await runClocks(context);
    expect(await read(id)).toMatchObject({ slaPolicyId: rest.id });
    await deleteSlaPolicy(context, admin, rest.id);
    await runClocks(context);
    expect(await read(id)).toMatchObject({ slaPolicyId: urgent.id });
  });

  it('counts working time alone, and is computed again when its schedule changes', async () => {
    const never = Object.fromEntries(weekdays.map((day) => [day, []])) as unknown as ScheduleWeek;
    const always = Object.fromEntries(
      weekdays.map((day) => [day, [{ start: '00:00', end: '00:00' }]]),
    ) as unknown as ScheduleWeek;
    const { id: scheduleId } = await addSchedule(context, admin, { name: 'Shop', timezone: 'UTC', week: always });
    await add({ schedule: 'schedule', scheduleId });
    const { id } = await opens();
    await runClocks(context);
    expect(minutesUntil((await read(id)).dueAt)).toBe(60);
    const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 10);
    await updateSchedule(context, admin, scheduleId, {
      week: never,
      exceptions: [{ name: 'Sale', from: tomorrow, until: tomorrow, ranges: [{ start: '09:00', end: '17:00' }] }],
    });
    await runClocks(context);
    expect((await read(id)).dueAt).toBe(`${tomorrow}T10:00:00.000Z`);
  });

  it('lets the time to the close stand still while the team waits for the customer', async () => {
    await add({ firstResponseMinutes: null, resolutionMinutes: 100 });
    const { id, writes } = await opens();
    await passes(id, 30);
    await runClocks(context);
    expect(await read(id)).toMatchObject({ dueKind: 'resolution' });
    expect(minutesUntil((await read(id)).dueAt)).toBe(70);
    await answers(id);
    await runClocks(context);
    expect(await read(id)).not.toHaveProperty('dueAt');
    await passes(id, 1_000);
    await writes('Thank you, but no');
    await runClocks(context);
    expect(minutesUntil((await read(id)).dueAt)).toBe(70);
    await updateConversation(context, ben, id, { status: 'closed' });
    await runClocks(context);
    expect(await read(id)).not.toHaveProperty('dueAt');
  });

  it('gives the next message a clock of its own', async () => {
    await add({ nextResponseMinutes: 20 });
    const { id, writes } = await opens();
    await answers(id);
    await writes('One more thing');
    await runClocks(context);
    expect(await read(id)).toMatchObject({ dueKind: 'next_response' });
    expect(minutesUntil((await read(id)).dueAt)).toBe(20);
  });
});

describe('what is due', () => {
  it('warns after three quarters and tells of the breach, each once, however many workers look', async () => {
    const policy = await add();
    const { id } = await opens();
    await passes(id, 50);
    await Promise.all(Array.from({ length: 5 }, () => runClocks(context)));
    expect(await noticesOf(id)).toMatchObject([
      {
        kind: 'sla_warned',
        cause: { by: 'rule', rule: 'sla' },
        after: { due: { kind: 'first_response', policy: policy.name } },
      },
    ]);
    expect(await read(id)).not.toHaveProperty('breachedAt');
    await passes(id, 20);
    await Promise.all(Array.from({ length: 5 }, () => runClocks(context)));
    await runClocks(context);
    expect((await noticesOf(id)).map(({ kind }) => kind)).toEqual(['sla_warned', 'sla_breached']);
    expect(await read(id)).toHaveProperty('breachedAt');
  });

  it('is not told of when an answer came in between', async () => {
    await add();
    const { id } = await opens();
    await runClocks(context);
    await passes(id, 90);
    await answers(id);
    await runClocks(context);
    expect(await noticesOf(id)).toEqual([]);
  });

  it('is told of by the next worker when one dies at any statement, nothing twice and nothing lost', async () => {
    await add();
    const ids = await Promise.all(Array.from({ length: 12 }, async () => (await opens()).id));
    for (const id of ids) await passes(id, 90);
    // Each connection that runs the clocks is cut again and again.
    const cut = async () => {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and query like '%sla%'`.execute(context.db);
    };
    for (let round = 0; round < 8; round++) {
      await Promise.allSettled([runClocks(context), runClocks(context), cut()]);
    }
    // Cut connections are in the pool until they are used.
    await expect
      .poll(() =>
        runClocks(context).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    for (const id of ids) expect((await noticesOf(id)).map(({ kind }) => kind)).toEqual(['sla_breached']);
  });

  it('comes first in the order by due time, and is found by filters', async () => {
    const policy = await add();
    const [late, early] = [await opens(), await opens()];
    await passes(early.id, 55);
    await runClocks(context);
    const list = async (request: object) =>
      (await listConversations(context, overseer, { limit: 50, ...request })).conversations.map(({ id }) => id);
    expect((await list({ sort: 'due' })).slice(0, 2)).toEqual([early.id, late.id]);
    const first = await listConversations(context, overseer, { limit: 1, sort: 'due' });
    const second = await listConversations(context, overseer, {
      limit: 1,
      sort: 'due',
      cursor: first.cursor ?? undefined,
    });
    expect(second.conversations.map(({ id }) => id)).toEqual([late.id]);
    const filter = (condition: object) => list({ filter: JSON.stringify(condition) });
    expect(await filter({ field: 'sla', op: 'is', value: policy.id })).toHaveLength(
      (await list({ filter: JSON.stringify({ field: 'dueAt', op: 'known', value: true }) })).length,
    );
    expect(
      await filter({ field: 'dueAt', op: 'before', value: new Date(Date.now() + 10 * 60_000).toISOString() }),
    ).toEqual([early.id]);
  });
});

describe('a policy that makes no sense', () => {
  const refusal = (change: Partial<SlaPolicyDraft>) => add(change).catch((error: unknown) => error);

  it.each([
    ['no target', { firstResponseMinutes: null }, 'invalid'],
    ['a filter by unread', { filter: { field: 'unread', op: 'is', value: true } }, 'invalid'],
    ['a filter by “me”', { filter: { field: 'assignee', op: 'is', value: 'me' } }, 'invalid'],
    ['a schedule that is none', { schedule: 'schedule', scheduleId: randomUUID() }, 'invalid'],
    ['a filter that is none', { filter: { field: 'mood', op: 'is', value: 'cross' } as unknown as Filter }, 'invalid'],
  ] as const)('with %s is refused', async (_, change, code) => {
    expect(await refusal(change as Partial<SlaPolicyDraft>)).toMatchObject({ code });
    expect(await listSlaPolicies(context)).toEqual([]);
  });

  it('for a team without people is refused by the name of the team', async () => {
    const team = await addTeam(context, admin, { name: 'Night', memberIds: [], websiteIds: [] });
    expect(await refusal({ filter: { field: 'team', op: 'is', value: team.id } })).toMatchObject({
      code: 'conflict',
      words: { code: 'sla_without_people', values: { team: 'Night' } },
    });
  });

  it('with a name that is taken is refused, and a change leaves all as it was', async () => {
    const [one, other] = [await add({ name: 'VIP' }), await add()];
    await expect(add({ name: 'vip' })).rejects.toMatchObject({ code: 'conflict' });
    await expect(updateSlaPolicy(context, admin, other.id, { firstResponseMinutes: null })).rejects.toMatchObject({
      code: 'invalid',
    });
    await expect(orderSlaPolicies(context, admin, [one.id])).rejects.toMatchObject({ code: 'conflict' });
    expect((await listSlaPolicies(context)).map(({ id }) => id)).toEqual([one.id, other.id]);
  });
});

it('the preview counts open conversations that a policy would apply to, and those overdue at once', async () => {
  const [fresh, old] = [await opens(), await opens()];
  for (const { id } of [fresh, old]) await updateConversation(context, ben, id, { priority: 'low' });
  const filter: Filter = { field: 'priority', op: 'is', value: 'low' };
  await passes(old.id, 90);
  const policy = draft({ filter });
  expect(await previewSlaPolicy(context, admin, { policy })).toEqual({ open: 2, overdue: 1, isPartial: false });
  const before = await add({ filter });
  expect(await previewSlaPolicy(context, admin, { policy })).toEqual({ open: 0, overdue: 0, isPartial: false });
  expect(await previewSlaPolicy(context, admin, { policy, id: before.id })).toMatchObject({ open: 2 });
});
