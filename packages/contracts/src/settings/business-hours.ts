/** Whether the team is in, and when it is back. Used by the visitor configuration and by mail wording. */
import { type Settings, type Weekday, weekdays } from './settings.ts';

export interface TeamHours {
  isOpen: boolean;
  /** The next opening as an ISO instant; null while open, or when no day of the week is enabled. */
  backAt: string | null;
}

/** Whether a name is a time zone of IANA's database, as this program's version has it. */
export function isTimeZone(name: string): boolean {
  try {
    // An offset such as +02:00 would be accepted too, but it has no daylight saving time.
    return /^[A-Za-z]/.test(new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone);
  } catch {
    return false;
  }
}

/** Returns the wall clock time in `timeZone` at `instant`. */
export function wallClock(instant: Date, timeZone: string): { weekday: Weekday; minutes: number; date: string } {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'long',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((p) => p.type === type)?.value ?? '';
  const weekday = weekdays.find((day) => day === part('weekday').toLowerCase()) ?? 'monday';
  return {
    weekday,
    minutes: Number(part('hour')) * 60 + Number(part('minute')),
    date: `${part('year')}-${part('month')}-${part('day')}`,
  };
}

const minutesOf = (time: string): number => {
  const [hours = '0', minutes = '0'] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
};

const minutesOfDay = 24 * 60;
/** The last minute in a time field counts as the end of the day: nobody closes for one minute at midnight. */
const endOf = (time: string): number => (time === '23:59' ? minutesOfDay : minutesOf(time));

/** Returns the instant of `date` and `time` in `timeZone`; a time skipped by daylight saving moves forward. */
export function instantOf(date: string, time: string, timeZone: string): Date {
  const asUtc = Date.parse(`${date}T${time}:00Z`);
  let guess = asUtc;
  // Twice: the first correction may itself cross a change of the clocks.
  for (let round = 0; round < 2; round++) {
    const shown = wallClock(new Date(guess), timeZone);
    const shownUtc = Date.parse(`${shown.date}T00:00:00Z`) + shown.minutes * 60_000;
    guess += asUtc - shownUtc;
  }
  return new Date(guess);
}

/**
 * The team's state at `now`. Disabled business hours mean always open. A day that ends at or before its start runs over
 * midnight into the next day.
 */
export function teamHours(hours: Settings['businessHours'], now = new Date()): TeamHours {
  if (!hours.enabled) return { isOpen: true, backAt: null };
  const clock = wallClock(now, hours.timezone);
  const dayIndex = weekdays.indexOf(clock.weekday);
  const day = (offset: number) => hours[weekdays[(dayIndex + offset + 7) % 7] ?? 'monday'];
  const today = day(0);
  const start = minutesOf(today.start);
  const end = endOf(today.end);
  const overnight = end <= start;
  if (today.enabled && clock.minutes >= start && (overnight || clock.minutes < end))
    return { isOpen: true, backAt: null };
  const yesterday = day(-1);
  const yesterdayEnd = minutesOf(yesterday.end);
  if (yesterday.enabled && yesterdayEnd <= minutesOf(yesterday.start) && clock.minutes < yesterdayEnd)
    return { isOpen: true, backAt: null };

  for (let offset = 0; offset <= 7; offset++) {
    const candidate = day(offset);
    if (!candidate.enabled) continue;
    const date = new Date(Date.parse(`${clock.date}T12:00:00Z`) + offset * 86_400_000).toISOString().slice(0, 10);
    const opens = instantOf(date, candidate.start, hours.timezone);
    if (opens > now) return { isOpen: false, backAt: opens.toISOString() };
  }
  return { isOpen: false, backAt: null };
}
