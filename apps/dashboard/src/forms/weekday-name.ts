import { type Weekday, weekdays } from '@parley/contracts/settings/settings';
import { locale } from '../i18n/language.ts';

/** Returns the name of a day of the week. */
export function weekdayName(day: Weekday, length: 'long' | 'short' = 'long'): string {
  const monday = Date.UTC(2024, 0, 1);
  const format = new Intl.DateTimeFormat(locale(), { weekday: length, timeZone: 'UTC' });
  return format.format(monday + weekdays.indexOf(day) * 86_400_000);
}
