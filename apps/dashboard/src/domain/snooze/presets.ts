/** Times to come back at, from the hours of business; an installation that keeps none begins its day at nine. */
import { instantOf, wallClock } from '@parley/contracts/settings/business-hours';
import { type Settings, weekdays } from '@parley/contracts/settings/settings';

export interface Preset {
  id: 'laterToday' | 'tomorrow' | 'nextDay' | 'nextWeek';
  at: Date;
}

const hourMs = 3600_000;
const dayMs = 24 * hourMs;
/** Used if the team has no business hours. */
const morning = '09:00';
const evening = '18:00';

const laterHours = 3;

/** The date so many days after another, both as `2026-11-22`. */
const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T12:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

const weekdayOf = (date: string) => weekdays[(new Date(`${date}T12:00:00Z`).getUTCDay() + 6) % 7] ?? 'monday';

/**
 * Returns the presets at `now` for a user in `timeZone`: the team's next openings, sorted by time. If the team has
 * business hours, its days and its clock count; they are shown in the reader's time zone.
 */
export function presetsAt(now: Date, hours: Settings['businessHours'], timeZone: string): Preset[] {
  const zone = hours.enabled ? hours.timezone : timeZone;
  const { date: today } = wallClock(now, zone);
  const day = (date: string) => {
    const kept = hours[weekdayOf(date)];
    return hours.enabled ? kept : { enabled: true, start: morning, end: evening };
  };
  /** The first opening from that date on, within a week; undefined where no day of the week is open. */
  const openingFrom = (date: string): { date: string; at: Date } | undefined => {
    for (let offset = 0; offset < 7; offset++) {
      const candidate = daysAfter(date, offset);
      const { enabled, start } = day(candidate);
      if (enabled) return { date: candidate, at: instantOf(candidate, start, zone) };
    }
    return undefined;
  };
  const { enabled, start, end } = day(today);
  const closesOn = end <= start ? daysAfter(today, 1) : today;
  const later = new Date(Math.ceil((now.getTime() + laterHours * hourMs) / hourMs) * hourMs);
  const next = openingFrom(daysAfter(today, 1));
  const week = openingFrom(daysAfter(today, 7 - weekdays.indexOf(weekdayOf(today))));
  const presets: Preset[] = [];
  if (enabled && later < instantOf(closesOn, end, zone)) presets.push({ id: 'laterToday', at: later });
  if (next) presets.push({ id: next.date === daysAfter(today, 1) ? 'tomorrow' : 'nextDay', at: next.at });
  if (week && week.at.getTime() !== next?.at.getTime()) presets.push({ id: 'nextWeek', at: week.at });
  return presets;
}

/** A time as a field for date and time has it, in the reader's own zone. */
export function asFieldValue(at: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
