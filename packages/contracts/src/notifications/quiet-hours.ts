/** Quiet hours, on the clock of their time zone. */
import { isOpenAt, nextOpening } from '../schedules/working-time.ts';
import type { ScheduleWeek, TimeRange, WorkingHours } from '../schedules/schedule.ts';
import { weekdays } from '../settings/settings.ts';
import type { QuietHours } from './notification.ts';

const midnight = '00:00';
const dayMs = 86_400_000;

/** Returns the times of a day outside the quiet ones. */
function loudRanges({ start, end }: Pick<QuietHours, 'start' | 'end'>): TimeRange[] {
  if (start === end) return [{ start: midnight, end: midnight }];
  if (start > end) return [{ start: end, end: start }];
  const before = start === midnight ? [] : [{ start: midnight, end: start }];
  return [...before, ...(end === midnight ? [] : [{ start: end, end: midnight }])];
}

function hoursOutside(quiet: QuietHours): WorkingHours {
  const ranges = loudRanges(quiet);
  const week = Object.fromEntries(
    weekdays.map((day) => [day, quiet.wholeDays.includes(day) ? [] : ranges]),
  ) as ScheduleWeek;
  return { timezone: quiet.timeZone, week, exceptions: [], holidays: [] };
}

/** Returns when the quiet hours of `now` end; null outside of them. Where every day is quiet, a day later. */
export function quietUntil(quiet: QuietHours | null, now: Date): Date | null {
  if (quiet === null) return null;
  const hours = hoursOutside(quiet);
  if (isOpenAt(hours, now)) return null;
  return nextOpening(hours, now) ?? new Date(now.getTime() + dayMs);
}
