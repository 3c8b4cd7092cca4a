import { assert, constantFrom, integer, property } from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { businessWeek, workingHoursOf } from '../src/schedules/business-hours.ts';
import {
  faultOfExceptions,
  faultOfWeek,
  type Holiday,
  type ScheduleException,
  type ScheduleWeek,
  type TimeRange,
  type WorkingHours,
} from '../src/schedules/schedule.ts';
import { instantAt, isTimeZone, localTime } from '../src/schedules/time-zones.ts';
import {
  afterWorkingTime,
  isOpenAt,
  nextClosing,
  nextOpening,
  teamHours,
  workingTime,
} from '../src/schedules/working-time.ts';
import { defaultSettings, type Settings, weekdays } from '../src/settings/settings.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const at = (text: string) => new Date(text);

const everyDay = (...ranges: TimeRange[]): ScheduleWeek =>
  Object.fromEntries(weekdays.map((name) => [name, ranges])) as ScheduleWeek;
const nineToFive = { start: '09:00', end: '17:00' };
const schedule = (change: Partial<WorkingHours> = {}): WorkingHours => ({
  timezone: 'Europe/Berlin',
  week: { ...everyDay(nineToFive), saturday: [], sunday: [] },
  exceptions: [],
  holidays: [],
  ...change,
});
const exception = (from: string, change: Partial<ScheduleException> = {}): ScheduleException => ({
  name: '',
  from,
  until: from,
  ranges: [],
  ...change,
});

describe('the default schedule', () => {
  const ofBusiness = (businessHours: Settings['businessHours'], holidays: Holiday[] = []) =>
    workingHoursOf({
      isAlwaysOpen: !businessHours.enabled,
      timezone: businessHours.timezone,
      week: businessWeek(businessHours),
      exceptions: [],
      holidays,
    });
  const hours = (range: TimeRange) =>
    ofBusiness({
      ...defaultSettings.businessHours,
      enabled: true,
      monday: { enabled: true, ...range },
      tuesday: { enabled: true, ...range },
    });
  const christmas = [{ date: '2026-12-25', name: 'Christmas' }];

  // 2026-11-30 is a Monday.
  it.each([
    ['09:00', '23:59', '23:59:30', true],
    ['00:00', '23:59', '23:59:59', true],
    ['00:00', '00:00', '23:59:30', true],
    ['09:00', '17:00', '17:00:00', false],
    ['22:00', '06:00', '23:59:30', true],
  ])('from %s to %s at %s is open: %s', (start, end, time, isOpen) => {
    expect(teamHours(hours({ start, end }), at(`2026-11-30T${time}Z`)).isOpen).toBe(isOpen);
  });

  it('is always open while business hours are disabled, on holidays too', () => {
    const always = ofBusiness(defaultSettings.businessHours, christmas);
    expect(teamHours(always, at('2026-12-25T03:00:00Z'))).toEqual({ isOpen: true, backAt: null });
    expect(nextClosing(always, at('2026-12-25T03:00:00Z'))).toBeNull();
    expect(nextOpening(always, at('2026-12-25T03:00:00Z'))).toBeNull();
  });

  it('is closed on the holidays stored beside enabled business hours', () => {
    const closed = ofBusiness({ ...defaultSettings.businessHours, enabled: true }, christmas);
    expect(teamHours(closed, at('2026-12-25T10:00:00Z'))).toEqual({
      isOpen: false,
      backAt: '2026-12-28T09:00:00.000Z',
    });
  });
});

describe('working time', () => {
  it('counts several ranges a day, and those over midnight', () => {
    const split = schedule({ week: everyDay({ start: '09:00', end: '12:00' }, { start: '13:00', end: '17:30' }) });
    expect(workingTime(split, at('2026-11-30T00:00:00+01:00'), at('2026-12-01T00:00:00+01:00'))).toBe(7.5 * hour);
    const nights = schedule({ week: everyDay({ start: '22:00', end: '06:00' }) });
    expect(workingTime(nights, at('2026-11-30T00:00:00+01:00'), at('2026-11-30T12:00:00+01:00'))).toBe(6 * hour);
    expect(nextClosing(nights, at('2026-11-30T23:00:00+01:00'))).toEqual(at('2026-12-01T06:00:00+01:00'));
  });

  it('gives a night that begins before a holiday to the day on which it begins', () => {
    const nights = schedule({
      week: everyDay({ start: '22:00', end: '06:00' }),
      holidays: [{ date: '2026-12-25', name: 'Christmas' }],
    });
    expect(isOpenAt(nights, at('2026-12-25T05:00:00+01:00'))).toBe(true);
    expect(isOpenAt(nights, at('2026-12-25T23:00:00+01:00'))).toBe(false);
    expect(isOpenAt(nights, at('2026-12-26T05:00:00+01:00'))).toBe(false);
  });

  it('prefers an exception to the weekday and to a holiday', () => {
    const short = schedule({
      holidays: [{ date: '2026-12-24', name: 'Christmas Eve' }],
      exceptions: [
        exception('2026-12-24', { ranges: [{ start: '09:00', end: '12:00' }] }),
        exception('2026-12-28', { until: '2027-01-01' }),
      ],
    });
    expect(workingTime(short, at('2026-12-24T00:00:00Z'), at('2026-12-25T00:00:00Z'))).toBe(3 * hour);
    expect(nextOpening(short, at('2026-12-25T18:00:00Z'))).toEqual(at('2027-01-04T08:00:00Z'));
  });

  it('has 23 and 25 hours on the days of the clock changes', () => {
    const always = schedule({ week: everyDay({ start: '00:00', end: '23:59' }) });
    const dayFrom = (date: string, next: string) => workingTime(always, at(date), at(next));
    expect(dayFrom('2026-03-29T00:00:00+01:00', '2026-03-30T00:00:00+02:00')).toBe(23 * hour);
    expect(dayFrom('2026-10-25T00:00:00+02:00', '2026-10-26T00:00:00+01:00')).toBe(25 * hour);
    // From 02:00 to 03:00 the clock shows no time of the range.
    const skipped = schedule({ week: everyDay({ start: '02:00', end: '03:00' }) });
    expect(workingTime(skipped, at('2026-03-29T00:00:00+01:00'), at('2026-03-30T00:00:00+02:00'))).toBe(0);
  });

  it('never ends or opens for a schedule without any range, and computes a century at once', () => {
    const never = schedule({ week: everyDay() });
    const now = at('2026-11-30T00:00:00Z');
    expect([nextOpening(never, now), nextClosing(never, now), afterWorkingTime(never, now, 1)]).toEqual([
      null,
      null,
      null,
    ]);
    const later = schedule({
      week: everyDay(),
      exceptions: [exception('2030-01-01', { ranges: [nineToFive] })],
    });
    expect(nextOpening(later, now)).toEqual(at('2030-01-01T08:00:00Z'));
    expect(afterWorkingTime(later, now, 8 * hour)).toEqual(at('2030-01-01T16:00:00Z'));
    expect(afterWorkingTime(later, now, 8 * hour + 1)).toBeNull();
  });

  it('takes milliseconds for a year, without asking Intl again', () => {
    const split = schedule({ week: everyDay({ start: '09:00', end: '12:00' }, { start: '13:00', end: '17:30' }) });
    const year = () => workingTime(split, at('2026-01-01T00:00:00Z'), at('2027-01-01T00:00:00Z'));
    year();
    const asked = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
    const times = Array.from({ length: 50 }, () => {
      const begun = performance.now();
      year();
      return performance.now() - begun;
    });
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
    expect(Math.min(...times)).toBeLessThan(10);
  });
});

const justBefore = (instant: Date) => new Date(instant.getTime() - 1);

/** Instants in 2026 at which the clock of a zone changes. */
function changesOf(zone: string): number[] {
  const changes: number[] = [];
  const [begin, end] = [Date.UTC(2026, 0), Date.UTC(2027, 0)];
  const offset = (instant: number) => localTime(zone, instant) - instant;
  for (let from = begin; from < end; from += day) {
    if (offset(from) === offset(from + day)) continue;
    let [low, high] = [from, from + day];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (offset(middle) === offset(from)) low = middle;
      else high = middle;
    }
    changes.push(high);
  }
  return changes;
}

describe('in every time zone around its clock changes of 2026', () => {
  const zones = Intl.supportedValuesOf('timeZone');
  const ranges = [
    everyDay(nineToFive),
    everyDay({ start: '22:30', end: '02:15' }, { start: '02:45', end: '03:30' }),
    everyDay({ start: '00:00', end: '01:30' }, { start: '01:30', end: '23:59' }),
  ];

  it('local times become instants in their order, and show the same time unless it is skipped', () => {
    for (const zone of zones) {
      for (const change of changesOf(zone)) {
        const local = localTime(zone, change);
        let before = Number.NEGATIVE_INFINITY;
        for (let time = local - 3 * hour; time <= local + 3 * hour; time += 15 * minute) {
          const instant = instantAt(zone, time);
          expect(instant).toBeGreaterThanOrEqual(before);
          expect(localTime(zone, instant)).toBeGreaterThanOrEqual(time);
          expect(localTime(zone, instant - 1)).toBeLessThan(time);
          before = instant;
        }
      }
    }
  });

  it('is additive, its inverse is exact, and it never falls', () => {
    for (const zone of zones) {
      const middle = changesOf(zone)[0] ?? Date.UTC(2026, 5, 15);
      const near = integer({ min: middle - 4 * day, max: middle + 4 * day });
      assert(
        property(
          near,
          near,
          near,
          constantFrom(...ranges),
          integer({ min: 1, max: 100 * hour }),
          (one, two, three, week, amount) => {
            const hours = schedule({ timezone: zone, week });
            const [a, b, c] = [one, two, three].toSorted((x, y) => x - y).map((instant) => new Date(instant));
            if (!a || !b || !c) throw new Error('three instants');
            const [ab, bc, ac] = [workingTime(hours, a, b), workingTime(hours, b, c), workingTime(hours, a, c)];
            expect(ab + bc).toBe(ac);
            expect(ab).toBeLessThanOrEqual(b.getTime() - a.getTime());
            const due = afterWorkingTime(hours, a, amount);
            if (!due) throw new Error('a due time');
            expect(workingTime(hours, a, due)).toBe(amount);
            expect(workingTime(hours, a, new Date(due.getTime() - 1))).toBe(amount - 1);
            const state = isOpenAt(hours, b);
            expect(workingTime(hours, b, new Date(b.getTime() + 1))).toBe(state ? 1 : 0);
            // Every schedule of these opens and closes, but for the one around the clock.
            const opening = nextOpening(hours, b);
            const isBeginning = opening === null || (isOpenAt(hours, opening) && !isOpenAt(hours, justBefore(opening)));
            expect(isBeginning).toBe(true);
            expect(opening === null || state || workingTime(hours, b, opening) === 0).toBe(true);
            const closing = nextClosing(hours, b);
            const isEnd = closing === null || (!isOpenAt(hours, closing) && isOpenAt(hours, justBefore(closing)));
            expect(isEnd).toBe(true);
            expect((opening === null) === (closing === null)).toBe(true);
          },
        ),
        { numRuns: 3 },
      );
    }
  }, 60_000);
});

describe('a schedule with a fault is recognised', () => {
  it('when ranges of a day overlap, or the night before runs into a morning', () => {
    expect(faultOfWeek({ ...everyDay(), monday: [nineToFive, { start: '16:00', end: '18:00' }] })).toEqual({
      field: 'week.monday',
      fault: 'ranges_overlap',
    });
    expect(faultOfWeek({ ...everyDay(), sunday: [{ start: '22:00', end: '09:30' }], monday: [nineToFive] })).toEqual({
      field: 'week.monday',
      fault: 'ranges_overlap',
    });
    expect(faultOfWeek(everyDay({ start: '22:00', end: '09:00' }, nineToFive))).toBeUndefined();
  });

  it('when exceptions name no date, end before they start, or have a day in common', () => {
    expect(faultOfExceptions([exception('2026-02-30')])?.fault).toBe('no_such_date');
    expect(faultOfExceptions([exception('2026-12-24', { until: '2026-12-23' })])?.fault).toBe('ends_before_start');
    expect(
      faultOfExceptions([exception('2026-12-26'), exception('2026-12-24', { until: '2026-12-26' })]),
    ).toMatchObject({ fault: 'exceptions_overlap' });
    expect(faultOfExceptions([exception('2026-12-25'), exception('2026-12-24')])).toBeUndefined();
  });

  it('when its time zone is an offset or unknown', () => {
    expect(['Europe/Berlin', '+02:00', 'Europe/Nowhere'].map(isTimeZone)).toEqual([true, false, false]);
  });
});
