/** Reads public holidays from iCalendar files, which may come from anywhere. */
import {
  holidayCalendarMaxBytes,
  holidayEventsMax,
  holidaysMax,
  scheduleNameMaxLength,
} from '@parley/contracts/schedules/limits';
import { localize } from '@parley/contracts/i18n/server-texts';
import { Problem } from '@parley/contracts/problems';
import type { Holiday } from '@parley/contracts/schedules/schedule';
import { cleanLine } from '@parley/contracts/text/clean-line';
import ICAL from 'ical.js';

/** Years before and after this one whose holidays are stored. */
const years = { before: 1, after: 3 } as const;
/** Longest event, in days. */
const eventDaysMax = 31;
/** Occurrences of a recurring event that are looked at. */
const occurrencesMax = 2_000;
/** Time for the recurrence rules of a file in milliseconds: some never find an occurrence. */
const patienceMs = 1_000;

const refusal = (cause?: unknown): Problem => new Problem('invalid', localize('calendar_unreadable'), { cause });
const tooLarge = (): Problem => new Problem('invalid', localize('calendar_too_large', { max: holidayEventsMax }));

/**
 * Returns the days of all-day events, each once, by date. Events at a time of day are left out.
 *
 * @throws Problem `invalid` for what is no iCalendar file, has no such day, or is too large
 */
export function readHolidays(calendar: string, now = new Date()): Holiday[] {
  if (Buffer.byteLength(calendar) > holidayCalendarMaxBytes) throw tooLarge();
  if (calendar.split('BEGIN:').length > 2 * holidayEventsMax) throw tooLarge();
  const year = now.getUTCFullYear();
  const [first, last] = [`${year - years.before}-01-01`, `${year + years.after}-12-31`];
  const holidays = new Map<string, string>();
  const deadline = performance.now() + patienceMs;
  for (const event of eventsOf(calendar)) {
    const name = cleanLine(event.summary ?? '').slice(0, scheduleNameMaxLength);
    for (const date of daysOf(event, last, deadline)) {
      if (date < first || date > last || holidays.has(date)) continue;
      holidays.set(date, name);
      if (holidays.size > holidaysMax) throw tooLarge();
    }
  }
  if (holidays.size === 0) throw new Problem('invalid', localize('calendar_empty'));
  return [...holidays]
    .map(([date, name]) => ({ date, name }))
    .toSorted((one, other) => (one.date < other.date ? -1 : 1));
}

/** Returns the all-day events that take place. */
function eventsOf(calendar: string): ICAL.Event[] {
  try {
    const root = new ICAL.Component(ICAL.parse(calendar));
    if (root.name !== 'vcalendar') throw refusal();
    return root
      .getAllSubcomponents('vevent')
      .filter((event) => String(event.getFirstPropertyValue('status')).toUpperCase() !== 'CANCELLED')
      .map((event) => new ICAL.Event(event))
      .filter(({ startDate }) => startDate?.isDate);
  } catch (error) {
    throw refusal(error);
  }
}

function* daysOf(event: ICAL.Event, last: string, deadline: number): Generator<string> {
  const days = Math.min(Math.max(event.duration.toSeconds() / 86_400, 1), eventDaysMax);
  for (const start of startsOf(event, last, deadline)) {
    for (let day = 0; day < days; day++) {
      const at = start.clone();
      at.adjust(day, 0, 0, 0);
      yield at.toString();
    }
  }
}

function* startsOf(event: ICAL.Event, last: string, deadline: number): Generator<ICAL.Time> {
  if (!event.isRecurring()) {
    yield event.startDate;
    return;
  }
  try {
    const occurrences = event.iterator();
    for (let count = 0; count < occurrencesMax; count++) {
      const start: ICAL.Time | undefined = occurrences.next();
      if (performance.now() > deadline) throw tooLarge();
      if (!start || start.toString() > last) return;
      yield start;
    }
  } catch (error) {
    // A rule without any occurrence makes the library give up; the other events count.
    if (error instanceof Problem) throw error;
  }
}
