/** Days of a time zone, by which statistics are counted. */
import { localize } from '@parley/contracts/i18n/server-texts';
import { fieldProblem } from '@parley/contracts/problems';
import { dateAt, startOfDay } from '@parley/contracts/schedules/time-zones';

export const dayMs = 86_400_000;

/** @throws Problem `invalid` for an unknown time zone */
export function expectTimeZone(timeZone: string): void {
  try {
    Intl.DateTimeFormat('en', { timeZone });
  } catch (cause) {
    throw fieldProblem('invalid', 'timeZone', localize('no_such_zone'), cause);
  }
}

/** Returns when a day begins in the time zone: today's with 0 `days`, tomorrow's with 1, yesterday's with -1. */
export function startOfDayFrom(timeZone: string, now: Date, days: number): Date {
  const date = new Date(Date.parse(dateAt(timeZone, now)) + days * dayMs).toISOString().slice(0, 10);
  return startOfDay(timeZone, date);
}
