/** Shifts of users: their times on the clock of a zone, and what availability makes of them. */
import { dayMs } from '@parley/contracts/schedules/time-zones';
import { type Weekday, weekdays } from '@parley/contracts/settings/settings';
import { shiftBounds, shiftSpans, type ShiftTimes } from '@parley/contracts/users/shifts';
import { availability } from '@parley/db/users/availability';
import { extendShifts } from '@parley/db/users/shifts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { StaffCaller } from '../src/callers.ts';
import { conversationsDocument } from '../src/data/export.ts';
import { appear, createColleague, createTestContext, type TestContext } from '../src/testing.ts';
import { addShift, deleteShift, listShifts, updateShift } from '../src/users/shifts.ts';
import { listRepresentatives } from '../src/users/users.ts';

let context: TestContext;
let ada: StaffCaller;
let ben: StaffCaller;

beforeAll(async () => {
  context = await createTestContext();
  ada = await createColleague(context, 'Ada', 'admin');
  ben = await createColleague(context, 'Ben');
});
beforeEach(async () => {
  await context.db.deleteFrom('shifts').execute();
  await context.db.updateTable('users').set({ status: 'online' }).execute();
  await appear(context, ben.user.id);
});
afterAll(() => context.close());

const always: ShiftTimes = {
  weekdays: [...weekdays],
  start: '00:00',
  end: '23:59',
  timezone: 'UTC',
  from: '2026-01-01',
  until: null,
};
const dateIn = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
const weekdayIn = (days: number): Weekday =>
  weekdays[(new Date(Date.now() + days * dayMs).getUTCDay() + 6) % 7] ?? 'monday';

const isoOf = (times: ShiftTimes, from: string, until: string): string[] =>
  shiftSpans(times, { from: Date.parse(from), until: Date.parse(until) }).map(
    (span) => `${new Date(span.from).toISOString().slice(0, 16)} ${new Date(span.until).toISOString().slice(0, 16)}`,
  );

async function availabilityOf({ user }: StaffCaller): Promise<string> {
  const row = await context.db
    .selectFrom('users')
    .select(availability.as('availability'))
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  return row.availability;
}

it('a shift keeps to the clock of its zone when that changes, and to its first and last day', () => {
  const early: ShiftTimes = {
    ...always,
    weekdays: ['saturday', 'sunday', 'monday'],
    start: '09:00',
    end: '17:00',
    timezone: 'Europe/Berlin',
    from: '2026-03-28',
    until: '2026-03-29',
  };
  expect(isoOf(early, '2026-03-01', '2026-04-30')).toEqual([
    '2026-03-28T08:00 2026-03-28T16:00',
    '2026-03-29T07:00 2026-03-29T15:00',
  ]);
  expect(shiftBounds(early).endsAt?.toISOString()).toBe('2026-03-29T22:00:00.000Z');
});

it('a shift over midnight belongs to the day on which it begins', () => {
  const night: ShiftTimes = { ...always, weekdays: ['friday'], start: '22:00', end: '06:00', until: '2026-12-04' };
  expect(isoOf(night, '2026-12-05T05:00:00Z', '2026-12-20')).toEqual(['2026-12-04T22:00 2026-12-05T06:00']);
  expect(shiftBounds(night).endsAt?.toISOString()).toBe('2026-12-05T06:00:00.000Z');
});

it('outside their shifts users are offline, and colleagues see when the next one begins', async () => {
  const tomorrow = { ...always, weekdays: [weekdayIn(1)], start: '09:00', end: '17:00' };
  const shift = await addShift(context, ben, ben.user.id, tomorrow);
  expect(await availabilityOf(ben)).toBe('offline');
  const seen = (await listRepresentatives(context, ada)).find(({ id }) => id === ben.user.id);
  expect([seen?.availability, seen?.shift?.until]).toEqual(['offline', null]);
  expect(Date.parse(seen?.shift?.next ?? '')).toBe(Date.parse(`${dateIn(1)}T09:00:00Z`));
  await updateShift(context, ada, { id: ben.user.id, shiftId: shift.id }, always);
  expect(await availabilityOf(ben)).toBe('online');
  const later = (await listRepresentatives(context, ada)).find(({ id }) => id === ben.user.id);
  expect(Date.parse(later?.shift?.until ?? '')).toBe(Date.parse(`${dateIn(1)}T00:00:00Z`));
  await deleteShift(context, ben, { id: ben.user.id, shiftId: shift.id });
  expect(await listShifts(context)).toEqual([]);
  expect((await listRepresentatives(context, ada)).find(({ id }) => id === ben.user.id)?.shift).toBeNull();
});

it('a shift that begins next week, or has ended, makes nobody offline today', async () => {
  await addShift(context, ben, ben.user.id, { ...always, from: dateIn(7) });
  expect(await availabilityOf(ben)).toBe('online');
  await addShift(context, ben, ben.user.id, {
    ...always,
    weekdays: [weekdayIn(1)],
    from: dateIn(-7),
    until: dateIn(1),
  });
  expect(await availabilityOf(ben)).toBe('offline');
  await sql`update shifts set starts_at = starts_at - interval '30 days', ends_at = ends_at - interval '30 days'`.execute(
    context.db,
  );
  await sql`update shifts set starts_at = now() + interval '7 days' where ends_at is null`.execute(context.db);
  expect(await availabilityOf(ben)).toBe('online');
});

it('the times of the next weeks are stored before the last ones have passed', async () => {
  const { id } = await addShift(context, ben, ben.user.id, always);
  expect(await extendShifts(context.db)).toBe(0);
  await sql`update shifts set timed_until = timed_until - interval '31 days'`.execute(context.db);
  await context.db.deleteFrom('shiftTimes').where('shiftId', '=', id).execute();
  expect(await availabilityOf(ben)).toBe('offline');
  expect(await extendShifts(context.db)).toBe(1);
  expect(await extendShifts(context.db)).toBe(0);
  expect(await availabilityOf(ben)).toBe('online');
});

it('a shift with an unknown zone, a date that doesn’t exist, no day or an end before its start is refused by field', async () => {
  const refused = async (change: Partial<ShiftTimes>) =>
    addShift(context, ben, ben.user.id, { ...always, ...change }).catch(
      ({ code, errors }: { code: string; errors: { path: string }[] }) => `${code} ${errors[0]?.path}`,
    );
  expect(await refused({ timezone: 'Mars/Olympus' })).toBe('invalid timezone');
  expect(await refused({ from: '2026-02-30' })).toBe('invalid from');
  expect(await refused({ until: '2026-13-01' })).toBe('invalid until');
  expect(await refused({ from: dateIn(3), until: dateIn(2) })).toBe('invalid until');
  expect(await refused({ until: dateIn(-2) })).toBe('invalid until');
  expect(await refused({ weekdays: [weekdayIn(3)], from: dateIn(1), until: dateIn(2) })).toBe('invalid weekdays');
  expect(await listShifts(context)).toEqual([]);
  const shift = await addShift(context, ben, ben.user.id, always);
  await expect(
    updateShift(context, ben, { id: ben.user.id, shiftId: shift.id }, { timezone: 'Mars/Olympus' }),
  ).rejects.toMatchObject({ code: 'invalid' });
  expect((await listShifts(context))[0]?.timezone).toBe('UTC');
});

it('only those who may set the status of others change their shifts, and an export contains all', async () => {
  await expect(addShift(context, ben, ada.user.id, always)).rejects.toMatchObject({ code: 'forbidden' });
  const { id } = await addShift(context, ada, ben.user.id, always);
  await expect(updateShift(context, ada, { id: ada.user.id, shiftId: id }, { end: '12:00' })).rejects.toMatchObject({
    code: 'not_found',
  });
  let text = '';
  for await (const part of conversationsDocument(context, ada)) text += part;
  expect((JSON.parse(text) as { shifts: object[] }).shifts).toMatchObject([{ id, userName: 'Ben', start: '00:00' }]);
});
