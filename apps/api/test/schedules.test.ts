import { builtInRoleIds } from '@parley/contracts/permissions/permissions';
import type { Schedule, ScheduleWeek, TimeRange } from '@parley/contracts/schedules/schedule';
import { defaultScheduleId } from '@parley/contracts/schedules/schedule';
import { weekdays } from '@parley/contracts/settings/settings';
import { refreshHolidays } from '@parley/core/settings/schedules';
import { withExternalServices } from '@parley/core/testing';
import { type Endpoint, startEndpoint } from '@parley/testing/http';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi, type TestUser } from './support/api.ts';

let api: TestApi;
let admin: TestUser;
let representative: TestUser;
let calendars: Endpoint;
beforeAll(async () => {
  api = await startApi({ ALLOW_PRIVATE_WEBHOOKS: 'true' });
  admin = await api.signIn('admin', 'Ada');
  representative = await api.signInAs(builtInRoleIds.light);
  calendars = await startEndpoint();
});
afterAll(async () => {
  await calendars.close();
  await api.close();
});

const week = (...ranges: TimeRange[]): ScheduleWeek =>
  Object.fromEntries(weekdays.map((day) => [day, ranges])) as ScheduleWeek;
const never = week();
const always = week({ start: '00:00', end: '00:00' });
const list = async (): Promise<Schedule[]> => (await api.call('GET', '/api/schedules', { as: representative })).json();
const add = (name: string, change: object = {}) =>
  api.call('POST', '/api/schedules', { as: admin, body: { name, timezone: 'Europe/Berlin', week: never, ...change } });
const update = (id: string, body: object, as = admin) => api.call('PATCH', `/api/schedules/${id}`, { as, body });
const holidays = (id: string, body: object | null) =>
  api.call('PUT', `/api/schedules/${id}/holidays`, { as: admin, body });

const year = new Date().getUTCFullYear();
const calendar = (...events: string[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...events.map((event) => `BEGIN:VEVENT\n${event}\nEND:VEVENT`),
    'END:VCALENDAR',
  ].join('\r\n');
const christmas = 'DTSTART;VALUE=DATE:20101225\nDTEND;VALUE=DATE:20101227\nRRULE:FREQ=YEARLY\nSUMMARY:Christmas';

describe('the default schedule', () => {
  it('has the week of business hours, and stores only exceptions itself', async () => {
    await api.call('POST', '/api/settings', {
      as: admin,
      body: { businessHours: { enabled: true, timezone: 'Europe/Paris' } },
    });
    const [first] = await list();
    expect(first).toMatchObject({
      id: defaultScheduleId,
      isDefault: true,
      isAlwaysOpen: false,
      timezone: 'Europe/Paris',
      week: { monday: [{ start: '09:00', end: '17:00' }], sunday: [] },
    });
    expect((await update(defaultScheduleId, { week: never })).json()).toMatchObject({
      code: 'conflict',
      localized: { code: 'default_schedule_week' },
    });
    const closing = { name: 'Works outing', from: '2026-12-24', until: '2026-12-24', ranges: [] };
    expect((await update(defaultScheduleId, { exceptions: [closing] })).json()).toMatchObject({
      exceptions: [closing],
    });
    await api.call('POST', '/api/settings', { as: admin, body: { businessHours: { enabled: false } } });
    expect((await list())[0]).toMatchObject({ isAlwaysOpen: true, exceptions: [closing] });
  });

  it('can’t be deleted', async () => {
    const answer = await api.call('DELETE', `/api/schedules/${defaultScheduleId}`, { as: admin });
    expect(answer.statusCode).toBe(409);
  });
});

describe('schedules', () => {
  it('are listed for everybody and changed with the right to the settings alone', async () => {
    const { id } = (await add('Night shift')).json();
    expect((await list()).map(({ name }) => name)).toContain('Night shift');
    expect((await update(id, { name: 'Day shift' }, representative)).statusCode).toBe(403);
    expect((await add('night SHIFT')).json()).toMatchObject({ code: 'conflict', errors: [{ path: 'name' }] });
    const entries = await api.context.db
      .selectFrom('auditLog')
      .select(['action', 'details'])
      .where('subjectId', '=', id)
      .execute();
    expect(entries).toMatchObject([{ action: 'schedule.added', details: { name: 'Night shift' } }]);
  });

  it('the second of two people who change the same field gets the values of the first', async () => {
    const { id } = (await add('Contended')).json();
    await update(id, { timezone: 'Asia/Tokyo' });
    const answer = await update(id, { timezone: 'Asia/Seoul', expected: { timezone: 'Europe/Berlin' } });
    expect(answer.json()).toMatchObject({ code: 'conflict', errors: [{ path: 'timezone' }] });
  });

  const exception = (date: string) => ({ name: '', from: date, until: date, ranges: [] });
  const overlapping = [
    { start: '09:00', end: '12:00' },
    { start: '11:00', end: '13:00' },
  ];
  it.each<[string, object, string]>([
    ['an unknown time zone', { timezone: 'Europe/Nowhere' }, 'timezone'],
    ['an offset as time zone', { timezone: '+02:00' }, 'timezone'],
    ['overlapping ranges', { week: { ...never, monday: overlapping } }, 'week.monday'],
    ['a date that doesn’t exist', { exceptions: [exception('2026-02-30')] }, 'exceptions.0.from'],
    ['1,000 exceptions', { exceptions: Array.from({ length: 1_000 }, () => exception('2026-01-01')) }, 'exceptions'],
  ])('with %s are refused, naming the field', async (_, change, path) => {
    const before = await list();
    const answer = await add('Faulty', change);
    expect(answer.json()).toMatchObject({ code: 'invalid', errors: [{ path }] });
    expect(await list()).toEqual(before);
  });
});

describe('a website', () => {
  const backAt = async (origin: string) =>
    (await api.call('GET', '/api/visitor/config', { headers: { origin } })).json().team.backAt;

  it('follows its own schedule, then that of its team, then business hours', async () => {
    const domain = 'hours.example.com';
    const website = (await api.call('POST', '/api/websites', { as: admin, body: { domain } })).json();
    const opensOn = async (name: string, date: string) =>
      (
        await add(name, { exceptions: [{ name, from: date, until: date, ranges: [{ start: '10:00', end: '12:00' }] }] })
      ).json().id as string;
    const [ofTeam, own] = [await opensOn('Team', `${year + 1}-03-01`), await opensOn('Own', `${year + 1}-02-01`)];
    expect(await backAt(`https://${domain}`)).toBeNull();
    await api.call('POST', '/api/teams', {
      as: admin,
      body: { name: 'Shop', websiteIds: [website.id], scheduleId: ofTeam },
    });
    expect(await backAt(`https://${domain}`)).toBe(`${year + 1}-03-01T09:00:00.000Z`);
    await api.call('PATCH', `/api/websites/${website.id}`, { as: admin, body: { scheduleId: own } });
    expect(await backAt(`https://${domain}`)).toBe(`${year + 1}-02-01T09:00:00.000Z`);
    await api.call('DELETE', `/api/schedules/${own}`, { as: admin });
    expect(await backAt(`https://${domain}`)).toBe(`${year + 1}-03-01T09:00:00.000Z`);
    const unknown = await api.call('PATCH', `/api/websites/${website.id}`, { as: admin, body: { scheduleId: own } });
    expect(unknown.json()).toMatchObject({ code: 'invalid', errors: [{ path: 'scheduleId' }] });
  });
});

describe('public holidays', () => {
  it('are the all-day events of an uploaded file, of recurring ones each year', async () => {
    const { id } = (await add('With holidays', { week: always })).json();
    const meeting = `DTSTART:${year}0301T090000Z\nSUMMARY:Meeting`;
    const cancelled = `DTSTART;VALUE=DATE:${year}0401\nSTATUS:CANCELLED\nSUMMARY:Off`;
    const answer = await holidays(id, { calendar: calendar(christmas, meeting, cancelled) });
    const { holidays: stored, holidayCalendar }: Schedule = answer.json();
    expect(stored.filter(({ date }) => date.startsWith(`${year}`))).toEqual([
      { date: `${year}-12-25`, name: 'Christmas' },
      { date: `${year}-12-26`, name: 'Christmas' },
    ]);
    expect(holidayCalendar).toMatchObject({ host: null, failure: null });
    expect((await holidays(id, null)).json()).toMatchObject({ holidays: [], holidayCalendar: { readAt: null } });
  });

  it('are read from an address again each day; a failure is shown and the earlier ones stay', async () => {
    const { id } = (await add('From an address')).json();
    calendars.usually = { status: 200, body: calendar(christmas) };
    const url = `${calendars.url}/secret-token.ics`;
    const added = await holidays(id, { url });
    expect(added.body).not.toContain('secret-token');
    expect(added.json()).toMatchObject({ holidayCalendar: { host: new URL(url).host, failure: null } });
    const context = withExternalServices(api.context);
    const due = () => sql`update schedules set holidays_due_at = now() where id = ${id}::uuid`.execute(api.context.db);
    const now = async () => (await list()).find((each) => each.id === id);
    calendars.usually = { status: 500 };
    await due();
    expect(await refreshHolidays(context)).toBe(1);
    expect(await now()).toMatchObject({
      holidays: added.json().holidays,
      holidayCalendar: { failure: expect.any(String) },
    });
    expect(await refreshHolidays(context)).toBe(0);
    calendars.usually = { status: 200, body: calendar(`DTSTART;VALUE=DATE:${year}0501\nSUMMARY:May Day`) };
    await due();
    await refreshHolidays(context);
    expect(await now()).toMatchObject({
      holidays: [{ date: `${year}-05-01`, name: 'May Day' }],
      holidayCalendar: { failure: null },
    });
    await context.external.outbound.close();
  });

  it.each([
    ['no calendar', 'Hello', 'calendar_unreadable'],
    ['no all-day event', calendar('DTSTART:20260301T090000Z\nSUMMARY:Meeting'), 'calendar_empty'],
    ['more events than are read', calendar(...Array.from({ length: 10_000 }, () => 'SUMMARY:x')), 'calendar_too_large'],
  ])('with %s are refused', async (_, text, code) => {
    expect((await holidays(defaultScheduleId, { calendar: text })).json()).toMatchObject({ localized: { code } });
  });

  it('from hostile files and servers cost at most a second, and change nothing', async () => {
    const endless = [
      'SECONDLY',
      'DAILY',
      'YEARLY;BYMONTH=1;BYDAY=7MO',
      'YEARLY;INTERVAL=99999',
      'YEARLY;COUNT=99999999',
    ].map((rule) => `DTSTART;VALUE=DATE:19000101\nRRULE:FREQ=${rule}\nSUMMARY:Endless`);
    const many = Array.from({ length: 400 }, () => endless).flat();
    const before = await list();
    const begun = performance.now();
    expect((await holidays(defaultScheduleId, { calendar: calendar(...many) })).json()).toMatchObject({
      localized: { code: 'calendar_too_large' },
    });
    expect(performance.now() - begun).toBeLessThan(5_000);
    calendars.usually = { status: 200, body: Buffer.alloc(50 * 1024 * 1024, 'x') };
    expect((await holidays(defaultScheduleId, { url: calendars.url })).json()).toMatchObject({
      code: 'other_side_failed',
    });
    expect((await holidays(defaultScheduleId, { url: 'http://user:pass@calendar.example/' })).statusCode).toBe(422);
    expect(await list()).toEqual(before);
  });
});
