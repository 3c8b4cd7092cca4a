/** Times in the viewer's zone and language. */
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' });
const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short' });
const dayMonth = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const dayMonthYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
const longDay = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' });
const longDayYear = new Intl.DateTimeFormat(undefined, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The full date and time, for a tooltip. */
export const exactTime = (iso: string): string => exact.format(new Date(iso));

/** `14:05`. */
export const clockTime = (iso: string): string => time.format(new Date(iso));

const dayNumber = (at: Date): number => Math.floor((at.getTime() - at.getTimezoneOffset() * minute) / day);

/** The local day as a number, for grouping. */
export const localDay = (iso: string): number => dayNumber(new Date(iso));

/** `now`, `4m`, `3h`, `Tue`, `12 Mar`, `12 Mar 2024`: short enough for a list. */
export function shortTime(iso: string, now: number): string {
  const at = new Date(iso);
  const age = now - at.getTime();
  if (age < minute) return 'now';
  if (age < hour) return `${Math.floor(age / minute)}m`;
  if (age < 12 * hour) return `${Math.floor(age / hour)}h`;
  const days = dayNumber(new Date(now)) - dayNumber(at);
  if (days === 0) return time.format(at);
  if (days < 7) return weekday.format(at);
  return (at.getFullYear() === new Date(now).getFullYear() ? dayMonth : dayMonthYear).format(at);
}

/** `just now`, `4 minutes ago`, `3 hours ago`, `2 days ago`, then the date. */
export function relativeTime(iso: string, now: number): string {
  const age = now - Date.parse(iso);
  const words = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`;
  if (age < minute) return 'just now';
  if (age < hour) return words(Math.floor(age / minute), 'minute');
  if (age < day) return words(Math.floor(age / hour), 'hour');
  if (age < 7 * day) return words(Math.floor(age / day), 'day');
  return dayMonthYear.format(new Date(iso));
}

/** How long somebody waits: `<1m`, `7m`, `2h 05m`, `3d`. */
export function waitingFor(since: string, now: number): string {
  const waited = Math.max(0, now - Date.parse(since));
  if (waited < minute) return '<1m';
  if (waited < hour) return `${Math.floor(waited / minute)}m`;
  if (waited < day)
    return `${Math.floor(waited / hour)}h ${String(Math.floor((waited % hour) / minute)).padStart(2, '0')}m`;
  return `${Math.floor(waited / day)}d`;
}

/** `Today`, `Yesterday`, or the day in words. */
export function dayName(iso: string, now: number): string {
  const at = new Date(iso);
  const days = dayNumber(new Date(now)) - dayNumber(at);
  if (days === 0) return 'Today';
  if (days === 1) return 'Yesterday';
  return (at.getFullYear() === new Date(now).getFullYear() ? longDay : longDayYear).format(at);
}

/** `42 s`, `1.2m`, `3.4h`: the mean response time of the overview. */
export function shortDuration(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)}s`;
  if (seconds < 3600) return `${(seconds / 60).toFixed(1)}m`;
  return `${(seconds / 3600).toFixed(1)}h`;
}

/** The date in the viewer's zone as `YYYY-MM-DD`, for file names. */
export function dateStamp(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * minute).toISOString().slice(0, 10);
}
