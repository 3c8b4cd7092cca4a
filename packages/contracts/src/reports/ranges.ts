/** Ranges of days that a report covers, by name or from day to day. */
import { dayMs } from '../schedules/time-zones.ts';

export interface DayRange {
  /** First day, `2026-11-02`. */
  from: string;
  /** Last day. */
  to: string;
}

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);
const firstOfMonth = (date: string): string => `${date.slice(0, 8)}01`;
/** Returns the Monday of the week. */
export const monday = (date: string): string => addDays(date, -((new Date(date).getUTCDay() + 6) % 7));
/** Returns the day after the same day a year before. */
function yearBefore(date: string): string {
  const at = new Date(date);
  at.setUTCFullYear(at.getUTCFullYear() - 1);
  return addDays(at.toISOString().slice(0, 10), 1);
}

const ranges = {
  today: (today) => ({ from: today, to: today }),
  yesterday: (today) => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  this_week: (today) => ({ from: monday(today), to: today }),
  last_week: (today) => ({ from: addDays(monday(today), -7), to: addDays(monday(today), -1) }),
  this_month: (today) => ({ from: firstOfMonth(today), to: today }),
  last_month: (today) => {
    const to = addDays(firstOfMonth(today), -1);
    return { from: firstOfMonth(to), to };
  },
  last_7_days: (today) => ({ from: addDays(today, -6), to: today }),
  last_30_days: (today) => ({ from: addDays(today, -29), to: today }),
  last_90_days: (today) => ({ from: addDays(today, -89), to: today }),
  last_12_months: (today) => ({ from: yearBefore(today), to: today }),
} as const satisfies Record<string, (today: string) => DayRange>;

export type RangeName = keyof typeof ranges;

/** In the order of the menu. */
export const rangeNames = [
  'today',
  'yesterday',
  'this_week',
  'last_week',
  'this_month',
  'last_month',
  'last_7_days',
  'last_30_days',
  'last_90_days',
  'last_12_months',
] as const satisfies readonly RangeName[];

export const usualRange: RangeName = 'last_30_days';

/** Returns the days of a named range, up to today where it isn't over. */
export const daysOf = (name: RangeName, today: string): DayRange => ranges[name](today);

const isDate = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** Returns the range that an address names; null if it has none that can be read. */
export function customRange(from: string | null, to: string | null): DayRange | null {
  return isDate(from) && isDate(to) && from <= to ? { from, to } : null;
}
