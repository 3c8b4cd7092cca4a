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

/** Returns a day of the time zone with its beginning there: today with 0 `days`, tomorrow with 1, yesterday with -1. */
export function dayFrom(timeZone: string, now: Date, days: number): { day: string; start: Date } {
  const day = new Date(Date.parse(dateAt(timeZone, now)) + days * dayMs).toISOString().slice(0, 10);
  return { day, start: startOfDay(timeZone, day) };
}
