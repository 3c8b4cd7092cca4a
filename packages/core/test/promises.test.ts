/** Promises of when a person will answer: when one is given, what becomes of it, and that it is never outside hours. */
import { randomUUID } from 'node:crypto';
import type { ScheduleWeek } from '@parley/contracts/schedules/schedule';
import { nextOpening } from '@parley/contracts/schedules/working-time';
import { weekdays } from '@parley/contracts/settings/settings';
import { storeService } from '@parley/db/sla/service-times';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite, updateWebsite } from '@parley/db/websites/websites';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { postWaitingNotice } from '../src/ai/waiting-notice.ts';
import type { StaffCaller, VisitorCaller } from '../src/callers.ts';
import { readActivities } from '../src/conversations/activities.ts';
import { getConversation } from '../src/conversations/read.ts';
import { postMessage } from '../src/messages/post.ts';
import { addSchedule, updateSchedule } from '../src/settings/schedules.ts';
import { runClocks } from '../src/sla/clocks.ts';
import { forecastForVisitors, measureService } from '../src/sla/forecast.ts';
import { readOverview } from '../src/stats/overview.ts';
import { createColleague, createTestContext, type TestContext, overseer } from '../src/testing.ts';

let context: TestContext;
let websiteId: string;
let ben: StaffCaller;
let admin: StaffCaller;
let scheduleId: string;
const always = Object.fromEntries(
  weekdays.map((day) => [day, [{ start: '00:00', end: '00:00' }]]),
) as unknown as ScheduleWeek;

beforeAll(async () => {
  context = await createTestContext();
  admin = await createColleague(context, 'Ada Byron', 'admin');
  ben = await createColleague(context, 'Ben Cole');
  ({ id: scheduleId } = await addSchedule(context, admin, { name: 'Shop', timezone: 'UTC', week: always }));
  websiteId = (await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop' }))?.id ?? '';
  await updateWebsite(context.db, websiteId, { scheduleId });
});
afterAll(() => context.close());
beforeEach(async () => {
  await service(20);
  await online(true);
  await updateWebsite(context.db, websiteId, { promisesReplies: true });
  await context.db.updateTable('conversations').set({ status: 'closed', waitingSince: null }).execute();
});

/** Nine of ten first answers came within so many minutes. */
const service = (minutes: number, answers = 50) =>
  storeService(context.db, [{ websiteId: null, answers, medianSeconds: minutes * 12, p90Seconds: minutes * 60 }]);
async function online(isOnline: boolean) {
  await context.db
    .updateTable('users')
    .set({ status: isOnline ? 'online' : 'offline' })
    .where('id', '=', ben.user.id)
    .execute();
  await sql`insert into availabilities (user_id, connected_until, input_at)
    values (${ben.user.id}, now() + interval '1 hour', now())
    on conflict (user_id) do update set connected_until = excluded.connected_until, input_at = excluded.input_at`.execute(
    context.db,
  );
}

/** A conversation that waits for a person, by a hand-off or from its first message on, and what its customer was told. */
async function waits(isHandedOff: boolean): Promise<{ id: string; told: string }> {
  const { id: visitorId } = await insertVisitor(context.db, { websiteId, email: null, locale: 'en' });
  const visitor: VisitorCaller = { kind: 'visitor', visitorId, websiteId };
  const draft = { content: 'I need a person, please', clientMessageId: randomUUID() };
  const { message } = await postMessage(context, visitor, 'newest', draft);
  const id = message.conversationId;
  await context.db.updateTable('conversations').set({ status: 'waiting' }).where('id', '=', id).execute();
  const notice = { conversationId: id, eventId: randomUUID(), isHandedOff };
  await Promise.all([postWaitingNotice(context, notice), postWaitingNotice(context, notice)]);
  await runClocks(context);
  return { id, told: (await read(id)).lastMessage?.content ?? '' };
}
const handedOff = () => waits(true);
const read = (id: string) => getConversation(context, overseer, id);
const promiseOf = (id: string) =>
  context.db.selectFrom('promises').selectAll().where('conversationId', '=', id).executeTakeFirst();
const answers = (id: string) =>
  postMessage(context, ben, { conversationId: id }, { content: 'Hi', clientMessageId: randomUUID() });
/** Lets the time of a promise pass. */
async function breaks(id: string): Promise<void> {
  await sql`update promises set given_at = given_at - interval '1 hour', due_at = due_at - interval '1 hour',
    first_due_at = first_due_at - interval '1 hour' where conversation_id = ${id}`.execute(context.db);
  await sql`update conversations set sla_stale = true where id = ${id}`.execute(context.db);
  await runClocks(context);
}

it('a customer who waits for a person is told within which time one answers, and that is due', async () => {
  const { id, told } = await handedOff();
  expect(told).toContain('within 25 minutes');
  const conversation = await read(id);
  expect(conversation).toMatchObject({ dueKind: 'promise' });
  expect(Math.round((Date.parse(conversation.dueAt ?? '') - Date.now()) / 60_000)).toBe(25);
});

it('a customer who waits from the first message on is told only the time, once, and nothing without a promise', async () => {
  const { id, told } = await waits(false);
  expect(told).toBe('You’ll get an answer within 25 minutes.');
  expect(await read(id)).toMatchObject({ dueKind: 'promise', lastSeq: 2 });
  await online(false);
  expect((await read((await waits(false)).id)).lastSeq).toBe(1);
});

it('outside working hours a promise is for after the next opening, by the people who were there lately', async () => {
  const now = new Date();
  const opensIn = (hours: number) => `${String((now.getUTCHours() + hours) % 24).padStart(2, '0')}:00`;
  const later = Object.fromEntries(
    weekdays.map((day) => [day, [{ start: opensIn(6), end: opensIn(10) }]]),
  ) as unknown as ScheduleWeek;
  await updateSchedule(context, admin, scheduleId, { week: later });
  await online(false);
  const { id, told } = await handedOff();
  expect(told).toMatch(/by \w+day/);
  const opening = nextOpening({ timezone: 'UTC', week: later, exceptions: [], holidays: [] }, now)?.getTime() ?? 0;
  expect(Date.parse((await read(id)).dueAt ?? '') - opening).toBe(25 * 60_000);
  await updateSchedule(context, admin, scheduleId, { week: always });
});

it('visitors read by when a person answers, on a step of five minutes, until the website promises nothing', async () => {
  const forecast = await forecastForVisitors(context, { id: websiteId, teamId: null });
  const minutes = ((forecast?.getTime() ?? 0) - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(24);
  expect(minutes).toBeLessThanOrEqual(30);
  expect((forecast?.getTime() ?? 1) % 300_000).toBe(0);
});

it.each([
  ['nobody is available', () => online(false)],
  ['too few answers were measured', () => service(20, 3)],
  ['the website promises nothing', () => updateWebsite(context.db, websiteId, { promisesReplies: false })],
])('nothing is promised while %s', async (_, prepare) => {
  await prepare();
  const { id, told } = await handedOff();
  expect(told).not.toMatch(/\d/);
  expect(await promiseOf(id)).toBeUndefined();
});

it('more customers than usual before this one lengthen what is promised', async () => {
  for (let count = 0; count < 6; count++) await handedOff();
  // The median is 4 minutes, and one person answers one after the other.
  expect((await handedOff()).told).toContain('within 75 minutes');
});

it('a promise is kept by a person’s answer in time', async () => {
  const { id } = await handedOff();
  await answers(id);
  await runClocks(context);
  expect(await promiseOf(id)).toMatchObject({ isKept: true });
  expect(await read(id)).not.toHaveProperty('dueAt');
});

it('a promise that breaks is renewed once by a message, the team is told, and it counts as broken', async () => {
  const { id } = await handedOff();
  await breaks(id);
  await Promise.all([runClocks(context), runClocks(context)]);
  await runClocks(context);
  const renewed = await read(id);
  expect(renewed.lastMessage?.content).toContain('It takes longer than we said');
  expect(renewed).toMatchObject({ dueKind: 'promise', lastSeq: 3 });
  expect(Date.parse(renewed.dueAt ?? '')).toBeGreaterThan(Date.now());
  const notices = (await readActivities(context, overseer, id, { limit: 50 })).filter(
    ({ kind }) => kind === 'sla_breached',
  );
  expect(notices).toMatchObject([{ after: { due: { kind: 'promise', policy: null } } }]);
  await breaks(id);
  await runClocks(context);
  expect((await read(id)).lastSeq).toBe(3);
  await answers(id);
  await runClocks(context);
  expect(await promiseOf(id)).toMatchObject({ isKept: false });
});

it('the share of kept promises is a figure of the overview', async () => {
  const { promises } = await readOverview(context, overseer);
  expect(promises.given).toBeGreaterThan(promises.kept);
  expect(promises.kept).toBeGreaterThan(0);
});

it('the recent service is measured in working time', async () => {
  for (let count = 0; count < 12; count++) {
    const { id } = await handedOff();
    await sql`update conversations set unanswered_since = now() - interval '10 minutes' where id = ${id}`.execute(
      context.db,
    );
    await answers(id);
  }
  expect(await measureService(context)).toBeGreaterThanOrEqual(12);
  const [measured] = await context.db
    .selectFrom('serviceTimes')
    .selectAll()
    .where('websiteId', '=', websiteId)
    .execute();
  expect(measured?.p90Seconds).toBeGreaterThanOrEqual(590);
});
