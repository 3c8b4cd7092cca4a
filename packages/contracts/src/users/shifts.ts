/** Shifts of users: the times at which they work, weekly. */
import * as Type from 'typebox';
import { dayMs, instantAt, localTime } from '../schedules/time-zones.ts';
import { DateText, rangeMinutes, ScheduleTimeZone, weekdayOf } from '../schedules/schedule.ts';
import { Id, Nullable, OneOf, Timestamp } from '../schema.ts';
import { Time, weekdays } from '../settings/settings.ts';

export const shiftFields = {
  weekdays: Type.Array(OneOf(weekdays), { minItems: 1, maxItems: weekdays.length, uniqueItems: true }),
  start: Time,
  /** At or before the start: on the next day. `23:59` is midnight. */
  end: Time,
  timezone: ScheduleTimeZone,
  /** First day. */
  from: DateText,
  /** Last day, included; null for a shift that goes on. */
  until: Nullable(DateText),
};

export const ShiftTimes = Type.Object(shiftFields);
export type ShiftTimes = Type.Static<typeof ShiftTimes>;

/** Weekly time at which a user works. Outside their shifts, a user counts as offline. */
export const Shift = Type.Object({ id: Id, userId: Id, ...shiftFields, updatedAt: Timestamp }, { $id: 'Shift' });
export type Shift = Type.Static<typeof Shift>;

/** From `from` to before `until`, in Unix milliseconds. */
export interface ShiftSpan {
  from: number;
  until: number;
}

const minuteMs = 60_000;

/** Returns the times of a shift that end after `from` and begin before `until`, ascending. */
export function shiftSpans(shift: ShiftTimes, { from, until }: ShiftSpan): ShiftSpan[] {
  const { timezone } = shift;
  const dayOf = (instant: number): number => Math.floor(localTime(timezone, instant) / dayMs);
  const [start, end] = rangeMinutes(shift);
  const first = Math.max(dayOf(from) - 2, Date.parse(shift.from) / dayMs);
  const last = Math.min(dayOf(until), shift.until === null ? Infinity : Date.parse(shift.until) / dayMs);
  const spans: ShiftSpan[] = [];
  for (let day = first; day <= last; day++) {
    if (!shift.weekdays.includes(weekdayOf(day))) continue;
    const span = {
      from: instantAt(timezone, day * dayMs + start * minuteMs),
      until: instantAt(timezone, day * dayMs + end * minuteMs),
    };
    if (span.from < span.until && span.until > from && span.from < until) spans.push(span);
  }
  return spans;
}

/** Returns when the first day of a shift begins, and when its last time ends; null for a shift that goes on. */
export function shiftBounds(shift: ShiftTimes): { startsAt: Date; endsAt: Date | null } {
  const startsAt = instantAt(shift.timezone, Date.parse(shift.from));
  if (shift.until === null) return { startsAt: new Date(startsAt), endsAt: null };
  const endOfLast = instantAt(shift.timezone, Date.parse(shift.until) + dayMs);
  const last = shiftSpans(shift, { from: endOfLast - 8 * dayMs, until: endOfLast }).at(-1);
  return { startsAt: new Date(startsAt), endsAt: new Date(Math.max(endOfLast, last?.until ?? 0)) };
}
