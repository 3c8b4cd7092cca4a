/** Saved reports: who sees and changes them, and what is refused. The worker's tests have the mails. */
import { nextMailAt, mailPeriod, type ReportSchedule, type ReportSelection } from '@parley/contracts/reports/saved';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StaffCaller } from '../src/callers.ts';
import { eraseVisitor } from '../src/data/privacy.ts';
import { addSavedReport, deleteSavedReport, listSavedReports, updateSavedReport } from '../src/stats/saved-reports.ts';
import { createColleague, createTestContext, type TestContext, withExternalServices } from '../src/testing.ts';

let context: TestContext;
let ada: StaffCaller;
let ben: StaffCaller;
let cleo: StaffCaller;

beforeAll(async () => {
  context = await createTestContext();
  [ada, ben, cleo] = await Promise.all([
    createColleague(context, 'Ada Byron', 'admin'),
    createColleague(context, 'Ben Cole'),
    createColleague(context, 'Cleo Diaz'),
  ]);
});
afterAll(() => context.close());

const selection: ReportSelection = {
  range: 'last_week',
  isCompared: true,
  isInWorkingTime: false,
  hasAverages: false,
  filter: { field: 'channel', op: 'is', value: 'email' },
  slice: 'channel',
  attribute: null,
  shown: 'opened',
};
const weekly = (...recipients: string[]): ReportSchedule => ({
  every: 'week',
  weekday: 1,
  day: 1,
  hour: 8,
  timeZone: 'Europe/Vienna',
  recipients,
  hasCsv: false,
  isPaused: false,
});
const names = async (caller: StaffCaller) => (await listSavedReports(context, caller)).map(({ name }) => name);
const draft = (name: string) => ({ name, report: 'conversations', selection }) as const;

describe('a saved report', () => {
  it('is seen by its owner alone until it is shared with all', async () => {
    const own = await addSavedReport(context, ben, draft('Mails'));
    expect(await names(ben)).toEqual(['Mails']);
    expect(await names(cleo)).toEqual([]);
    await expect(updateSavedReport(context, cleo, own.id, { name: 'Mine' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await updateSavedReport(context, ben, own.id, { audience: 'all' });
    expect(await names(cleo)).toEqual(['Mails']);
    await expect(updateSavedReport(context, cleo, own.id, { name: 'Mine' })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(updateSavedReport(context, ada, own.id, { audience: 'me' })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await updateSavedReport(context, ada, own.id, { name: 'All mails' });
    await deleteSavedReport(context, ben, own.id);
    expect(await names(cleo)).toEqual([]);
  });

  it('refuses filters, ranges, zones and recipients that are none, and stores nothing', async () => {
    const stranger = '01960d2c-5f3a-7c41-9a53-2f6d1c0b7e11';
    const faults = [
      { selection: { ...selection, filter: { field: 'moon', op: 'is', value: 'x' } as never } },
      { selection: { ...selection, range: { from: '2026-12-01', to: '2026-11-01' } } },
      { selection: { ...selection, range: { from: '2006-12-01', to: '2026-11-01' } } },
      { selection: { ...selection, slice: 'attribute' } },
      { schedule: { ...weekly(ben.user.id), timeZone: 'Moon/Sea' } },
      { schedule: weekly(stranger) },
      { schedule: weekly(ben.user.id), selection: { ...selection, range: { from: '2026-11-01', to: '2026-11-02' } } },
    ] as const;
    for (const fault of faults)
      await expect(addSavedReport(context, ben, { ...draft('Broken'), ...fault })).rejects.toMatchObject({
        code: 'invalid',
      });
    expect(await names(ben)).toEqual([]);
  });

  it('changed by two at once names the first one’s value to the second', async () => {
    const { id } = await addSavedReport(context, ben, draft('Weekly'));
    await updateSavedReport(context, ben, id, { name: 'Every week', expected: { name: 'Weekly' } });
    await expect(
      updateSavedReport(context, ben, id, { name: 'Weeks', expected: { name: 'Weekly' } }),
    ).rejects.toMatchObject({ code: 'conflict' });
    await deleteSavedReport(context, ben, id);
  });

  it('that is mailed is in the audit log with its recipients and without texts of its filter', async () => {
    const schedule = weekly(cleo.user.id);
    const filter = { field: 'customer', op: 'contains', value: 'jane@example.com' } as const;
    const { id } = await addSavedReport(context, ben, {
      ...draft('Of jane@example.com'),
      selection: { ...selection, filter },
      schedule,
    });
    const logged = () => context.db.selectFrom('auditLog').select('details').where('subjectId', '=', id).execute();
    expect(await logged()).toMatchObject([{ details: { name: 'Of …', schedule, filter: { ...filter, value: '…' } } }]);
    await addSavedReport(context, ben, draft('For me alone'));
    const actions = await context.db
      .selectFrom('auditLog')
      .select('action')
      .where('action', '=', 'report.saved')
      .execute();
    expect(actions).toHaveLength(1);
  });

  it('loses the address of an erased customer', async () => {
    const filter = { field: 'customer', op: 'contains', value: 'kim@example.com' } as const;
    const { id } = await addSavedReport(context, ben, {
      ...draft('Kim'),
      selection: { ...selection, filter: { all: [filter] } },
    });
    await insertVisitor(context.db, { websiteId: null, email: 'kim@example.com' });
    await eraseVisitor(withExternalServices(context), ada, 'kim@example.com');
    const erased = (await listSavedReports(context, ben)).find((each) => each.id === id);
    expect(erased?.selection).toEqual({ ...selection, filter: { all: [{ ...filter, value: '[erased]' }] } });
  });

  it('ends with its owner, and its mails with their recipients', async () => {
    const [owner, reader] = await Promise.all([
      createColleague(context, 'Dora Eck'),
      createColleague(context, 'Emil Fuchs'),
    ]);
    const { id } = await addSavedReport(context, owner, {
      ...draft('Shared'),
      audience: 'all',
      schedule: weekly(reader.user.id),
    });
    const shared = async () => (await listSavedReports(context, ada)).find((each) => each.id === id);
    await context.db.deleteFrom('users').where('id', '=', reader.user.id).execute();
    expect((await shared())?.schedule).toBeNull();
    await context.db.deleteFrom('users').where('id', '=', owner.user.id).execute();
    expect(await shared()).toBeUndefined();
  });
});

describe('the time of the next mail', () => {
  const at = (schedule: Partial<ReportSchedule>, after: string) =>
    nextMailAt({ ...weekly('x'), ...schedule }, new Date(after)).toISOString();

  it('is the hour of the weekday in its time zone, before and after the clock changes', () => {
    expect(at({}, '2026-11-30T06:59:00Z')).toBe('2026-11-30T07:00:00.000Z');
    expect(at({}, '2026-11-30T07:00:00Z')).toBe('2026-12-07T07:00:00.000Z');
    expect(at({}, '2026-10-20T00:00:00Z')).toBe('2026-10-26T07:00:00.000Z');
    expect(at({}, '2026-10-12T00:00:00Z')).toBe('2026-10-12T06:00:00.000Z');
  });

  it('is the moment of the change where the clock skips the hour, and the first of two where it repeats it', () => {
    const daily = { every: 'day', hour: 2 } as const;
    expect(at(daily, '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:00:00.000Z');
    expect(at(daily, '2026-10-24T12:00:00Z')).toBe('2026-10-25T00:00:00.000Z');
    expect(at(daily, '2026-10-25T00:00:00Z')).toBe('2026-10-26T01:00:00.000Z');
  });

  it('is the last day of a month that is too short', () => {
    const monthly = { every: 'month', day: 31 } as const;
    expect(at(monthly, '2026-02-01T12:00:00Z')).toBe('2026-02-28T07:00:00.000Z');
    expect(at(monthly, '2026-02-28T12:00:00Z')).toBe('2026-03-31T06:00:00.000Z');
  });

  it('belongs to one day, week or month, of which nobody gets two mails', () => {
    const sunday = new Date('2026-11-29T23:30:00Z');
    expect(mailPeriod(weekly('x'), sunday)).toBe('week of 2026-11-30');
    expect(mailPeriod({ ...weekly('x'), timeZone: 'UTC' }, sunday)).toBe('week of 2026-11-23');
    expect(mailPeriod({ ...weekly('x'), every: 'month' }, sunday)).toBe('2026-11');
  });
});
