/** Days and times in the visitor's own language and time zone. */

const dayNumber = (date: Date): number => Math.floor((date.getTime() - date.getTimezoneOffset() * 60_000) / 86_400_000);

/** `10:42` or `10:42 AM`. */
export const timeOf = (iso: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }).format(new Date(iso));

/** `today`, `yesterday`, `tomorrow`, the weekday within six days, or the date. */
export function dayOf(iso: string, locale: string, now = new Date()): string {
  const date = new Date(iso);
  const away = dayNumber(date) - dayNumber(now);
  if (Math.abs(away) < 2) return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(away, 'day');
  return new Intl.DateTimeFormat(locale, Math.abs(away) < 7 ? { weekday: 'long' } : { dateStyle: 'medium' }).format(
    date,
  );
}

/** Whether two instants fall on the same day for the visitor. */
export const sameDay = (one: string, other: string): boolean => dayNumber(new Date(one)) === dayNumber(new Date(other));

/** A moment to come, as in `tomorrow 9:00 AM`. */
export const momentOf = (iso: string, locale: string, now = new Date()): string =>
  `${dayOf(iso, locale, now)} ${timeOf(iso, locale)}`;
