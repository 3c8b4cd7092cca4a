/** Times in the viewer's zone and language. */
import { timeSpan, unitOfTime, wholeTime } from '@parley/contracts/text/time-span';
import { times } from '../i18n/en/times.ts';
import type { DateFormat, HourFormat } from '@parley/contracts/users/time-format';
import { locale } from '../i18n/language.ts';
import { timeFormat } from '../i18n/time-format.ts';

/** Formats by the language of the dashboard, made once for each. */
function perLanguage<Format>(create: (locale: string) => Format): () => Format {
  const made = new Map<string, Format>();
  return () => {
    const wanted = locale();
    const format = made.get(wanted) ?? create(wanted);
    made.set(wanted, format);
    return format;
  };
}

const hourCycles = { '12h': 'h12', '24h': 'h23' } as const satisfies Record<HourFormat, string>;

type DatePart = 'day' | 'month' | 'year';
const orders: Record<DateFormat, readonly DatePart[]> = {
  dmy: ['day', 'month', 'year'],
  mdy: ['month', 'day', 'year'],
  ymd: ['year', 'month', 'day'],
};
const isDatePart = ({ type }: Intl.DateTimeFormatPart): boolean =>
  type === 'day' || type === 'month' || type === 'year';

/** Returns the date of a format in the user's order, unless the language has that order. */
function inOrder(parts: readonly Intl.DateTimeFormatPart[], order: DateFormat, numbers: string[]): string {
  const wanted = orders[order].filter((type) => parts.some((part) => part.type === type));
  const isDate = parts.map(isDatePart);
  const [first, last] = [isDate.indexOf(true), isDate.lastIndexOf(true)];
  const text = (from: number, to?: number): string =>
    parts
      .slice(from, to)
      .map(({ value }) => value)
      .join('');
  const present = parts.filter(isDatePart).map(({ type }) => type);
  if (order !== 'ymd' && present.join() === wanted.join()) return text(0);
  const value = (type: DatePart): string => parts.find((part) => part.type === type)?.value ?? '';
  const [day, month, year] = [value('day'), value('month'), value('year')];
  const written = {
    dmy: [day, month, year].filter(Boolean).join(' '),
    mdy: [`${month} ${day}`, year].filter(Boolean).join(', '),
    ymd: numbers.slice(year ? 0 : 1).join('-'),
  };
  return text(0, first) + written[order] + text(last + 1);
}

/** Formats a moment in the user's language, time zone and formats. `isDay` is a date without a time zone. */
function dates(options: Intl.DateTimeFormatOptions, { isDay = false } = {}): (at: Date) => string {
  const made = new Map<string, Intl.DateTimeFormat>();
  const hasTime = options.timeStyle !== undefined || options.hour !== undefined;
  const hasDate = options.dateStyle !== undefined || options.day !== undefined;
  return (at) => {
    const { timeZone, dateFormat, hourFormat } = timeFormat();
    const key = [locale(), timeZone, hourFormat].join();
    const format =
      made.get(key) ??
      new Intl.DateTimeFormat(locale(), {
        ...options,
        ...(isDay ? { timeZone: 'UTC' } : timeZone !== null && { timeZone }),
        ...(hasTime && hourFormat !== null && { hourCycle: hourCycles[hourFormat] }),
      });
    made.set(key, format);
    if (!hasDate || dateFormat === null) return format.format(at);
    return inOrder(format.formatToParts(at), dateFormat, isDay ? at.toISOString().slice(0, 10).split('-') : ymdOf(at));
  };
}

/** Year, month and day in the user's time zone, as of a calendar. */
function ymdOf(at: Date): string[] {
  const { timeZone } = timeFormat();
  if (timeZone === null) {
    const local = new Date(at.getTime() - at.getTimezoneOffset() * minute);
    return local.toISOString().slice(0, 10).split('-');
  }
  const { year, month, day: ofMonth } = calendarIn(timeZone, at);
  return [year, month, ofMonth];
}

const calendars = new Map<string, Intl.DateTimeFormat>();

function calendarIn(timeZone: string, at: Date): { year: string; month: string; day: string } {
  const format =
    calendars.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  calendars.set(timeZone, format);
  const [year = '', month = '', ofMonth = ''] = format.format(at).split('-');
  return { year, month, day: ofMonth };
}

const exact = dates({ dateStyle: 'full', timeStyle: 'short' });
const time = dates({ timeStyle: 'short' });
const upcoming = dates({ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
const weekday = dates({ weekday: 'short' });
const dayMonth = dates({ day: 'numeric', month: 'short' });
const dayMonthYear = dates({ day: 'numeric', month: 'short', year: 'numeric' });
const longDay = dates({ weekday: 'long', day: 'numeric', month: 'long' });
const longDayYear = dates({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const relative = perLanguage((language) => new Intl.RelativeTimeFormat(language));
const relativeWords = perLanguage((language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));

/** `4m`: a number with its unit. */
function units(unit: 'second' | 'minute' | 'hour' | 'day', more: Intl.NumberFormatOptions = {}) {
  const format = perLanguage((language) => new Intl.NumberFormat(language, { ...unitOfTime(language, unit), ...more }));
  return (count: number): string => format().format(count);
}

const tenths = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
const seconds = units('second');
const minutes = units('minute');
const minutesOfHour = units('minute', { minimumIntegerDigits: 2 });
const minutesAndTenths = units('minute', tenths);
const hours = units('hour');
const hoursAndTenths = units('hour', tenths);
const days = units('day');

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The full date and time, for a tooltip. */
export const exactTime = (iso: string): string => exact(new Date(iso));

/** `Mon 23 Nov, 09:00`: when something is to come. */
export const upcomingTime = (iso: string): string => upcoming(new Date(iso));

const dateOnly = dates({ day: 'numeric', month: 'short', year: 'numeric' }, { isDay: true });

/** `23 Nov 2026`: a date without a time zone, `2026-11-23`. */
export const calendarDate = (date: string): string => dateOnly(new Date(date));

/** `23 Nov 2026`: a day that may be years away. */
export const dayOf = (iso: string): string => dayMonthYear(new Date(iso));

/** `14:05`. */
export const clockTime = (iso: string): string => time(new Date(iso));

const dayNumber = (at: Date): number => Date.parse(ymdOf(at).join('-')) / day;

const yearOf = (at: Date): string | undefined => ymdOf(at)[0];

/** The local day as a number, for grouping. */
export const localDay = (iso: string): number => dayNumber(new Date(iso));

/** `14:05`, `Tue`, `12 Mar`, `12 Mar 2027`: an end that is to come. */
export function untilDay(iso: string, now: number): string {
  const at = new Date(iso);
  const daysLeft = dayNumber(at) - dayNumber(new Date(now));
  if (daysLeft === 0) return time(at);
  if (daysLeft < 7) return weekday(at);
  return yearOf(at) === yearOf(new Date(now)) ? dayMonth(at) : dayMonthYear(at);
}

/** `now`, `4m`, `3h`, `Tue`, `12 Mar`, `12 Mar 2024`: short enough for a list. */
export function shortTime(iso: string, now: number): string {
  const at = new Date(iso);
  const age = now - at.getTime();
  if (age < minute) return relativeWords().format(0, 'second');
  if (age < hour) return minutes(Math.floor(age / minute));
  if (age < 12 * hour) return hours(Math.floor(age / hour));
  const daysAgo = dayNumber(new Date(now)) - dayNumber(at);
  if (daysAgo === 0) return time(at);
  if (daysAgo < 7) return weekday(at);
  return yearOf(at) === yearOf(new Date(now)) ? dayMonth(at) : dayMonthYear(at);
}

/**
 * Width of `shortTime` on the day itself: with that room for it, the text before it is aligned in lists. A character is
 * a little narrower than a digit.
 */
export const shortTimeWidth = (): string => {
  const longest = Math.max(...[minutes(59), hours(11), time(new Date(2026, 0, 1, 22, 58))].map(({ length }) => length));
  return `${longest * 0.9}ch`;
};

/** `just now`, `4 minutes ago`, `3 hours ago`, `2 days ago`, then the date. */
export function relativeTime(iso: string, now: number): string {
  const age = now - Date.parse(iso);
  const words = (count: number, unit: 'minute' | 'hour' | 'day') => relative().format(-count, unit);
  if (age < minute) return times('justNow');
  if (age < hour) return words(Math.floor(age / minute), 'minute');
  if (age < day) return words(Math.floor(age / hour), 'hour');
  if (age < 7 * day) return words(Math.floor(age / day), 'day');
  return dayMonthYear(new Date(iso));
}

/** Returns the waiting time: `<1m`, `7m`, `2h 05m`, `3d`. */
export function waitingFor(since: string, now: number): string {
  const waited = Math.max(0, now - Date.parse(since));
  if (waited < minute) return `<${minutes(1)}`;
  if (waited < hour) return minutes(Math.floor(waited / minute));
  if (waited < day) return `${hours(Math.floor(waited / hour))} ${minutesOfHour(Math.floor((waited % hour) / minute))}`;
  return days(Math.floor(waited / day));
}

/** Returns the urgency: long from 15 minutes, too long from an hour. */
export function waitingUrgency(since: string, now: number): 'none' | 'long' | 'too-long' {
  const waited = now - Date.parse(since);
  if (waited >= hour) return 'too-long';
  return waited >= 15 * minute ? 'long' : 'none';
}

const utcDay = dates({ weekday: 'short', day: 'numeric', month: 'short' }, { isDay: true });
/** `Mon 23 Nov`: a date of a calendar (`2026-11-23`), which has no time zone. */
export const calendarDay = (date: string): string => utcDay(new Date(date));

/** `Today`, `Yesterday`, or the day in words. */
export function dayName(iso: string, now: number): string {
  const at = new Date(iso);
  const daysAgo = dayNumber(new Date(now)) - dayNumber(at);
  if (daysAgo === 0) return times('today');
  if (daysAgo === 1) return times('yesterday');
  return yearOf(at) === yearOf(new Date(now)) ? longDay(at) : longDayYear(at);
}

/** `42s`, `1.2m`, `3.4h`: the mean response time of the overview. */
export function shortDuration(inSeconds: number): string {
  if (inSeconds < 60) return seconds(Math.round(inSeconds));
  if (inSeconds < 3600) return minutesAndTenths(inSeconds / 60);
  return hoursAndTenths(inSeconds / 3600);
}

/** `2d`, `4h`, `90m`: a number of minutes in the largest unit that it is a whole number of. */
export const targetTime = (inMinutes: number): string => wholeTime(inMinutes * 60, locale());

/** `42s`, `2m 18s`, `3h 05m`: a measured time, as in reports. */
export const measuredTime = (inSeconds: number): string => timeSpan(inSeconds, locale());

/** The date in the viewer's zone as `YYYY-MM-DD`, for file names. */
export const dateStamp = (at: Date): string => ymdOf(at).join('-');

/** A date in one of the formats that can be chosen. */
export function dateIn(dateFormat: DateFormat, at: Date): string {
  const format = new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'short', year: 'numeric' });
  return inOrder(format.formatToParts(at), dateFormat, [
    String(at.getFullYear()),
    String(at.getMonth() + 1).padStart(2, '0'),
    String(at.getDate()).padStart(2, '0'),
  ]);
}

/** A time of day in one of the formats that can be chosen. */
export const hourIn = (hourFormat: HourFormat, at: Date): string =>
  new Intl.DateTimeFormat(locale(), { timeStyle: 'short', hourCycle: hourCycles[hourFormat] }).format(at);
