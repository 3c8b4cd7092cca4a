import type { Representative } from '@parley/contracts/entities';
import { type Weekday, weekdays } from '@parley/contracts/settings/settings';
import { weekdayName } from '../../forms/weekday-name.ts';
import { shiftWords } from '../../i18n/en/shifts.ts';
import { untilDay, upcomingTime } from '../../ui/times.ts';

type Shift = Representative['shift'];

const isLater = (time: string | null): time is string => time !== null && Date.parse(time) > Date.now();

/** Returns whether a user works by shifts and none is under way. A shift that began since it was read is one. */
export const isOffShift = (shift: Shift): boolean =>
  shift !== null && !isLater(shift.until) && (shift.next === null || isLater(shift.next));

/** "Off shift until Tue, 09:00"; undefined for users without shifts, and in one. */
export function offShiftWords(shift: Shift): string | undefined {
  if (!shift || !isOffShift(shift)) return undefined;
  return shift.next === null ? shiftWords('off') : shiftWords('next', { time: upcomingTime(shift.next) });
}

/** Adds the end of the shift under way to a user's load: "online · 3 open · until 17:00". */
export const withShiftEnd = (load: string, shift: Shift): string =>
  shift && isLater(shift.until) ? shiftWords('onUntil', { load, time: untilDay(shift.until, Date.now()) }) : load;

/** "Mon–Fri", "Mon, Wed": runs of three days and more have a dash. */
export function daysWords(days: readonly Weekday[]): string {
  const runs: Weekday[][] = [];
  for (const day of weekdays.filter((each) => days.includes(each))) {
    const last = runs.at(-1);
    if (last && weekdays.indexOf(day) === weekdays.indexOf(last.at(-1) ?? day) + 1) last.push(day);
    else runs.push([day]);
  }
  const name = (day: Weekday): string => weekdayName(day, 'short');
  return runs
    .flatMap((run) => {
      const [first = 'monday', last = first] = [run[0], run.at(-1)];
      return run.length > 2 ? [`${name(first)}–${name(last)}`] : run.map(name);
    })
    .join(', ');
}
