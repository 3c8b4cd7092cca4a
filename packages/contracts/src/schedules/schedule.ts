/** Schedules: the times at which a team works, by weekday and date, on the clock of a time zone. */
import * as Type from 'typebox';
import { LocalizedText } from '../i18n/localized-text.ts';
import { scheduleExceptionsMax, scheduleNameMaxLength, scheduleRangesPerDayMax } from './limits.ts';
import { Id, Name, Nullable, Strict, Timestamp } from '../schema.ts';
import { Time, type Weekday, weekdays } from '../settings/settings.ts';

/** Range of a day. With an end at or before its start it runs over midnight; `23:59` as an end is midnight. */
export const TimeRange = Strict({ start: Time, end: Time });
export type TimeRange = Type.Static<typeof TimeRange>;

/** Working times of a day, ascending and without overlap; none is a closed day. */
const TimeRanges = Type.Array(TimeRange, { maxItems: scheduleRangesPerDayMax });

export const ScheduleWeek = Strict(
  Object.fromEntries(weekdays.map((day) => [day, TimeRanges])) as Record<Weekday, typeof TimeRanges>,
);
export type ScheduleWeek = Type.Static<typeof ScheduleWeek>;

export const DateText = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', examples: ['2026-12-24'] });

/** Days with other times than their weekdays, closed without ranges. */
export const ScheduleException = Strict({
  name: Type.String({ maxLength: scheduleNameMaxLength, examples: ['Christmas'] }),
  from: DateText,
  /** Last day, included. */
  until: DateText,
  ranges: TimeRanges,
});
export type ScheduleException = Type.Static<typeof ScheduleException>;

/** Day on which the team doesn't work, from a calendar. */
export const Holiday = Type.Object({
  date: DateText,
  name: Type.String({ examples: ['New Year'] }),
});
export type Holiday = Type.Static<typeof Holiday>;

/** Schedule of the Business Hours tab; the same id in every installation. */
export const defaultScheduleId = '00000000-0000-7000-8000-000000000101';

/** Times of a schedule, as `working-time.ts` reads them. Exceptions win over holidays. */
export interface WorkingHours {
  timezone: string;
  week: ScheduleWeek;
  exceptions: readonly ScheduleException[];
  holidays: readonly Holiday[];
}

/** Source of the public holidays, and whether it could be read. */
export const HolidayCalendar = Type.Object({
  /** Host of the iCalendar file that is read daily; null for an uploaded file, or without one. */
  host: Nullable(Type.String({ examples: ['calendar.example.com'] })),
  /** Time of the last successful read, or of the upload. */
  readAt: Nullable(Timestamp),
  /** Reason why the last read failed, in English; the earlier holidays stay. */
  failure: Nullable(Type.String()),
  failureLocalized: Nullable(LocalizedText),
});
export type HolidayCalendar = Type.Static<typeof HolidayCalendar>;

export const ScheduleName = Name({ maxLength: scheduleNameMaxLength });
export const ScheduleTimeZone = Type.String({ minLength: 1, maxLength: 64, examples: ['Europe/Berlin'] });
export const ScheduleExceptions = Type.Array(ScheduleException, { maxItems: scheduleExceptionsMax });

export const Schedule = Type.Object(
  {
    id: Id,
    /** Empty for the default schedule. */
    name: Type.String({ examples: ['Night shift'] }),
    /** The schedule of the Business Hours tab, which has its week and time zone. */
    isDefault: Type.Boolean(),
    /** True for the default schedule while business hours are disabled. */
    isAlwaysOpen: Type.Boolean(),
    timezone: ScheduleTimeZone,
    week: ScheduleWeek,
    exceptions: ScheduleExceptions,
    holidays: Type.Array(Holiday),
    holidayCalendar: HolidayCalendar,
    updatedAt: Timestamp,
  },
  { $id: 'Schedule' },
);
export type Schedule = Type.Static<typeof Schedule>;

const minutesOfDay = 24 * 60;
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Returns start and end in minutes since the day began; the end of one that runs over midnight is beyond the day. */
export function rangeMinutes({ start, end }: TimeRange): [start: number, end: number] {
  const from = minutesOf(start);
  // Nobody closes for the one minute before midnight.
  const until = end === '23:59' ? minutesOfDay : minutesOf(end);
  return [from, until <= from ? until + minutesOfDay : until];
}

/** Returns the weekday of the day with a number since 1970-01-01, a Thursday. */
export const weekdayOf = (day: number): Weekday => weekdays[(((day + 3) % 7) + 7) % 7] ?? 'monday';

/** Whether a text is a date that exists. */
export const isDate = (text: string): boolean => {
  const at = Date.parse(text);
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(text);
};

/** Longest exception, in days. */
const exceptionDaysMax = 366;
const dayMs = 86_400_000;

/** Faults of a schedule; the field is a path such as `week.friday`. */
export interface ScheduleFault {
  field: string;
  fault: 'ranges_overlap' | 'no_such_date' | 'ends_before_start' | 'exceptions_overlap';
}

const overlaps = (ranges: readonly (readonly [number, number])[]): boolean =>
  ranges.some(([start], index) => index > 0 && start < (ranges[index - 1]?.[1] ?? 0));

const sorted = (ranges: readonly TimeRange[]): [number, number][] =>
  ranges.map(rangeMinutes).toSorted(([one], [other]) => one - other);

/** Returns the first fault of a week: ranges that overlap, also those of the night before. */
export function faultOfWeek(week: ScheduleWeek): ScheduleFault | undefined {
  for (const [index, day] of weekdays.entries()) {
    const own = sorted(week[day]);
    const before = sorted(week[weekdays[(index + 6) % 7] ?? 'sunday']).map(
      ([start, end]) => [start - minutesOfDay, end - minutesOfDay] as const,
    );
    if (overlaps([...before, ...own])) return { field: `week.${day}`, fault: 'ranges_overlap' };
  }
  return undefined;
}

/** Returns the first fault of exceptions: a date that doesn't exist, overlapping ranges, two for the same day. */
export function faultOfExceptions(exceptions: readonly ScheduleException[]): ScheduleFault | undefined {
  for (const [index, { from, until, ranges }] of exceptions.entries()) {
    const at = (field: string) => `exceptions.${index}.${field}`;
    if (!isDate(from)) return { field: at('from'), fault: 'no_such_date' };
    if (!isDate(until)) return { field: at('until'), fault: 'no_such_date' };
    const days = (Date.parse(until) - Date.parse(from)) / dayMs;
    if (days < 0 || days >= exceptionDaysMax) return { field: at('until'), fault: 'ends_before_start' };
    if (overlaps(sorted(ranges))) return { field: at('ranges'), fault: 'ranges_overlap' };
  }
  const ordered = [...exceptions.entries()].toSorted(([, one], [, other]) => (one.from < other.from ? -1 : 1));
  const clash = ordered.find(([, { from }], index) => index > 0 && from <= (ordered[index - 1]?.[1].until ?? ''));
  return clash && { field: `exceptions.${clash[0]}.from`, fault: 'exceptions_overlap' };
}

/** Returns ranges ascending, as they are stored. */
export const inOrder = (ranges: readonly TimeRange[]): TimeRange[] =>
  ranges.toSorted((one, other) => (one.start < other.start ? -1 : 1));
