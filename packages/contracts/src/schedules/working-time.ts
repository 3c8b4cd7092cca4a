/** Computes with the working times of a schedule, exactly across changes of the clocks. Pure, without input or output. */
import { type Weekday, weekdays } from '../settings/settings.ts';
import { rangeMinutes, type TimeRange, weekdayOf, type WorkingHours } from './schedule.ts';
import { dayMs, instantAt, localTime } from './time-zones.ts';

/** Ranges of one day in milliseconds since it began, ascending. */
type DayRanges = readonly (readonly [start: number, end: number])[];

interface Compiled {
  timezone: string;
  week: Readonly<Record<Weekday, DayRanges>>;
  /** By the number of the day since 1970. */
  exceptions: ReadonlyMap<number, DayRanges>;
  /** Last day that has a range; infinite if weekdays have some. */
  lastDay: number;
}

/** Time from `open` to before `close`, in Unix milliseconds. */
interface Interval {
  open: number;
  close: number;
}

const minuteMs = 60_000;
/** Nothing is found later than this: a schedule may be closed for good. */
const horizonDays = 100 * 366;
/** A team that is open for this long is open around the clock. */
const openAlwaysMs = 400 * dayMs;

const compiled = new WeakMap<WorkingHours, Compiled>();

const rangesOf = (ranges: WorkingHours['exceptions'][number]['ranges']): DayRanges =>
  ranges
    .map(rangeMinutes)
    .map(([start, end]) => [start * minuteMs, end * minuteMs] as const)
    .toSorted(([one], [other]) => one - other);

const dayNumber = (date: string): number => Math.floor(Date.parse(date) / dayMs);

function compile(hours: WorkingHours): Compiled {
  const known = compiled.get(hours);
  if (known) return known;
  const exceptions = new Map<number, DayRanges>(hours.holidays.map(({ date }) => [dayNumber(date), []]));
  for (const { from, until, ranges } of hours.exceptions) {
    const own = rangesOf(ranges);
    for (let day = dayNumber(from); day <= dayNumber(until); day++) exceptions.set(day, own);
  }
  const week = Object.fromEntries(weekdays.map((day) => [day, rangesOf(hours.week[day])])) as Compiled['week'];
  let lastDay = Number.POSITIVE_INFINITY;
  if (weekdays.every((day) => week[day].length === 0)) {
    lastDay = Number.NEGATIVE_INFINITY;
    for (const [day, ranges] of exceptions) if (ranges.length > 0) lastDay = Math.max(lastDay, day);
  }
  const made = { timezone: hours.timezone, week, exceptions, lastDay };
  compiled.set(hours, made);
  return made;
}

/**
 * Yields the working times that end after `from`, ascending and without overlap. A range belongs to the day on which it
 * begins: the night before a holiday ends in the morning of the holiday.
 */
function* intervalsFrom(hours: WorkingHours, from: number): Generator<Interval> {
  const { timezone, week, exceptions, lastDay } = compile(hours);
  const today = Math.floor(localTime(timezone, from) / dayMs);
  const last = Math.min(lastDay, today + horizonDays);
  let done = from;
  // A range lasts up to a day from its start, and a change of the clocks may move the date back.
  for (let day = today - 2; day <= last; day++) {
    for (const [start, end] of exceptions.get(day) ?? week[weekdayOf(day)]) {
      const open = Math.max(instantAt(timezone, day * dayMs + start), done);
      const close = instantAt(timezone, day * dayMs + end);
      if (close <= open) continue;
      done = close;
      yield { open, close };
    }
  }
}

/** Returns the working time between two instants in milliseconds; 0 if `to` isn't later. */
export function workingTime(hours: WorkingHours, from: Date, to: Date): number {
  let total = 0;
  for (const { open, close } of intervalsFrom(hours, from.getTime())) {
    if (open >= to.getTime()) break;
    total += Math.min(close, to.getTime()) - open;
  }
  return total;
}

/**
 * Returns the first instant from `from` on until which so much working time has passed, `from` itself for none; null if
 * the schedule never has as much.
 */
export function afterWorkingTime(hours: WorkingHours, from: Date, milliseconds: number): Date | null {
  if (milliseconds <= 0) return from;
  let left = milliseconds;
  for (const { open, close } of intervalsFrom(hours, from.getTime())) {
    if (left <= close - open) return new Date(open + left);
    left -= close - open;
  }
  return null;
}

export function isOpenAt(hours: WorkingHours, at: Date): boolean {
  const [first] = intervalsFrom(hours, at.getTime());
  return first !== undefined && first.open <= at.getTime();
}

/** Returns the next instant after `from` at which a closed team opens; null if there is none. */
export function nextOpening(hours: WorkingHours, from: Date): Date | null {
  let closed = from.getTime();
  for (const { open, close } of intervalsFrom(hours, from.getTime())) {
    if (open > closed) return new Date(open);
    closed = close;
    if (closed - from.getTime() > openAlwaysMs) return null;
  }
  return null;
}

/** Returns the next instant after `from` at which an open team closes; null if it never does. */
export function nextClosing(hours: WorkingHours, from: Date): Date | null {
  let opened: number | undefined;
  let closing: number | undefined;
  for (const { open, close } of intervalsFrom(hours, from.getTime())) {
    if (closing !== undefined && open > closing) return new Date(closing);
    opened ??= open;
    closing = close;
    if (closing - opened > openAlwaysMs) return null;
  }
  return closing === undefined ? null : new Date(closing);
}

/** Returns the ranges that begin on a date, and the name of the exception or holiday that has them. */
export function rangesOn(
  { week, exceptions, holidays }: WorkingHours,
  date: string,
): { name: string; ranges: readonly TimeRange[] } {
  const exception = exceptions.find(({ from, until }) => from <= date && date <= until);
  if (exception) return exception;
  const holiday = holidays.find((each) => each.date === date);
  if (holiday) return { name: holiday.name, ranges: [] };
  return { name: '', ranges: week[weekdayOf(dayNumber(date))] };
}

export interface TeamHours {
  isOpen: boolean;
  /** Next opening as an ISO instant; null while open, and if there is none. */
  backAt: string | null;
}

/** Returns whether the team works at `now`, and from when it does again. */
export function teamHours(hours: WorkingHours, now = new Date()): TeamHours {
  if (isOpenAt(hours, now)) return { isOpen: true, backAt: null };
  return { isOpen: false, backAt: nextOpening(hours, now)?.toISOString() ?? null };
}
