/** Times to come back at, from the team's schedule; an installation without business hours begins its day at nine. */
import type { WorkingHours } from '@parley/contracts/schedules/schedule';
import { dateAt, dayMs, instantAt, localTime, startOfDay } from '@parley/contracts/schedules/time-zones';
import { isOpenAt, nextOpening } from '@parley/contracts/schedules/working-time';

export interface Preset {
  id: 'laterToday' | 'tomorrow' | 'nextDay' | 'nextWeek';
  at: Date;
}

const hourMs = 3600_000;
const laterHours = 3;
/** Start of a day on which the team works around the clock, and of all if it has no hours. */
const morning = '09:00';
/** Days that are searched for an opening. */
const searchedDays = 31;

const nineToSix = [{ start: morning, end: '18:00' }];
/** Used if the team has no business hours. */
const everyDay = {
  monday: nineToSix,
  tuesday: nineToSix,
  wednesday: nineToSix,
  thursday: nineToSix,
  friday: nineToSix,
  saturday: nineToSix,
  sunday: nineToSix,
};

/** The date so many days after another, both as `2026-11-22`. */
const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);

/** Returns when the team begins on a date; undefined if it doesn't. */
function beginningOn(hours: WorkingHours, date: string): Date | undefined {
  const { timezone } = hours;
  const opening = nextOpening(hours, new Date(startOfDay(timezone, date).getTime() - 1));
  if (opening && dateAt(timezone, opening) === date) return opening;
  const begun = new Date(instantAt(timezone, Date.parse(`${date}T${morning}Z`)));
  return isOpenAt(hours, begun) ? begun : undefined;
}

/**
 * Returns the presets at `now` for a user in `timeZone`: the team's next openings, sorted by time. The days and the
 * clock of its schedule count, and the times are shown in the reader's time zone. Null is a team without hours.
 */
export function presetsAt(now: Date, schedule: WorkingHours | null, timeZone: string): Preset[] {
  const hours = schedule ?? { timezone: timeZone, week: everyDay, exceptions: [], holidays: [] };
  const today = dateAt(hours.timezone, now);
  const tomorrow = daysAfter(today, 1);
  const beginningFrom = (first: string): { date: string; at: Date } | undefined => {
    for (let offset = 0; offset < searchedDays; offset++) {
      const date = daysAfter(first, offset);
      const at = beginningOn(hours, date);
      if (at) return { date, at };
    }
    return undefined;
  };
  const inHours = new Date(Math.ceil((now.getTime() + laterHours * hourMs) / hourMs) * hourMs);
  const later = isOpenAt(hours, inHours) ? inHours : nextOpening(hours, inHours);
  const next = beginningFrom(tomorrow);
  const week = beginningFrom(nextMonday(localTime(hours.timezone, now.getTime())));
  const presets: Preset[] = [];
  if (later && dateAt(hours.timezone, later) === today) presets.push({ id: 'laterToday', at: later });
  if (next) presets.push({ id: next.date === tomorrow ? 'tomorrow' : 'nextDay', at: next.at });
  if (week && week.at.getTime() !== next?.at.getTime()) presets.push({ id: 'nextWeek', at: week.at });
  return presets;
}

function nextMonday(local: number): string {
  const weekday = (new Date(local).getUTCDay() + 6) % 7;
  return new Date(local + (7 - weekday) * dayMs).toISOString().slice(0, 10);
}
