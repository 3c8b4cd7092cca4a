/** Working times of schedules, and the week that the Business Hours tab gives the default one. */
import { type Settings, type Weekday, weekdays } from '../settings/settings.ts';
import type { Schedule, ScheduleWeek, TimeRange, WorkingHours } from './schedule.ts';

const weekOf = (rangesOf: (day: Weekday) => TimeRange[]): ScheduleWeek =>
  Object.fromEntries(weekdays.map((day) => [day, rangesOf(day)])) as ScheduleWeek;

/** Returns the week of the business hours; of disabled ones too. */
export const businessWeek = (hours: Settings['businessHours']): ScheduleWeek =>
  weekOf((day) => {
    const { enabled, start, end } = hours[day];
    return enabled ? [{ start, end }] : [];
  });

const everyHour = weekOf(() => [{ start: '00:00', end: '00:00' }]);

/** Around the clock. */
export const everydayHours: WorkingHours = { timezone: 'UTC', week: everyHour, exceptions: [], holidays: [] };

/** Returns the working times of a schedule. One that is always open has no exceptions. */
export const workingHoursOf = (
  schedule: Pick<Schedule, 'isAlwaysOpen' | 'timezone' | 'week' | 'exceptions' | 'holidays'>,
): WorkingHours => (schedule.isAlwaysOpen ? { ...everydayHours, timezone: schedule.timezone } : schedule);
