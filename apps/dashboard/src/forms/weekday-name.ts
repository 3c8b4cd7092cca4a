import { type Weekday, weekdays } from '@parley/contracts/settings/settings';
import { locale } from '../i18n/language.ts';

/** Returns the name of a day of the week. */
export function weekdayName(day: Weekday): string {
  const monday = Date.UTC(2024, 0, 1);
  const format = new Intl.DateTimeFormat(locale(), { weekday: 'long', timeZone: 'UTC' });
  return format.format(monday + weekdays.indexOf(day) * 86_400_000);
}
