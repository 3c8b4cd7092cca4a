/** Reads the statistics of the home page: docs/product.md#home. */
import { statisticsDays, trendDays } from '@parley/contracts/conversations/limits';
import type { Overview } from '@parley/contracts/routes/overview';
import {
  countDue,
  countDueSoon,
  type FirstAnswerStatistics,
  readConversationsBegun,
  readFirstAnswers,
  readLoad,
  readWaiting,
  readPeriods,
} from '@parley/db/stats/overview';
import { countPromises } from '@parley/db/sla/promises';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { scopeSql } from '../permissions/scope.ts';
import { refuseWithout } from '../permissions/permissions.ts';
import { dayFrom, dayMs, expectTimeZone } from './days.ts';

const minuteMs = 60_000;

/**
 * Returns the waiting conversations, those due today, the times of first answers, the times when conversations begin,
 * the trend of the week, and the load per representative. Covers the last 30 days of `timeZone`, including today, and
 * the conversations that the caller may see. The filters of `contracts/conversations/overview-lists` list what is
 * counted.
 *
 * @throws Problem `invalid` for an unknown time zone
 */
export async function readOverview(
  context: Pick<Context, 'db' | 'reads' | 'settings'>,
  caller: StaffCaller,
  timeZone = 'UTC',
): Promise<Overview> {
  await refuseWithout(context, caller, 'reports.read');
  expectTimeZone(timeZone);
  const within = await scopeSql(context, caller);
  const now = new Date();
  const days = lastDays(timeZone, now);
  const starts = days.map(({ start }) => start);
  const since = starts[0] ?? new Date();
  const week = lastWeeks(now);
  const dayEnd = dayFrom(timeZone, now, 1).start;
  const [waiting, dueSoon, promises, dueToday, firstAnswers, begun, weeks, load] = await context.reads.run((db) =>
    Promise.all([
      readWaiting(db, within),
      countDueSoon(db, within),
      countPromises(db, week.start, within),
      countDue(db, dayEnd, within),
      readFirstAnswers(db, starts, within),
      readConversationsBegun(db, since, within),
      readPeriods(db, week, within),
      readLoad(db, within),
    ]),
  );
  const statistics = (answeredBy: FirstAnswerStatistics['answeredBy']) => {
    const own = firstAnswers.filter((each) => each.answeredBy === answeredBy);
    const at = (position: number | null) => timesOf(own.find(({ day }) => day === position));
    return { ...at(null), days: days.map(({ day }, index) => ({ day, ...at(index + 1) })) };
  };
  return {
    waiting,
    dueSoon,
    promises,
    dueToday: { count: dueToday, dayEnd: dayEnd.toISOString() },
    week: { start: week.start.toISOString(), previousStart: week.previousStart.toISOString(), ...weeks },
    firstAnswer: { anybody: statistics('anybody'), representative: statistics('representative') },
    byHour: byHour(begun, timeZone),
    load,
  };
}

/** The days up to now as dates of the zone, with when each began there, the oldest first. */
function lastDays(timeZone: string, now: Date): { day: string; start: Date }[] {
  return Array.from({ length: statisticsDays }, (_, index) => dayFrom(timeZone, now, index - statisticsDays + 1));
}

/** Returns the beginnings of the last 7 days and of the 7 before, on whole minutes, so that links to them rarely change. */
function lastWeeks(now: Date): { start: Date; previousStart: Date } {
  const minute = Math.floor(now.getTime() / minuteMs) * minuteMs;
  return {
    start: new Date(minute - trendDays * dayMs),
    previousStart: new Date(minute - 2 * trendDays * dayMs),
  };
}

function timesOf(statistics: FirstAnswerStatistics | undefined) {
  const [medianSeconds = null, p90Seconds = null] = statistics?.quantiles ?? [];
  return { count: statistics?.count ?? 0, medianSeconds, p90Seconds };
}

function byHour(begun: readonly { at: Date; count: number }[], timeZone: string): number[] {
  const hours = Array.from({ length: 24 }, () => 0);
  const hourAt = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' });
  for (const { at, count } of begun) {
    const hour = Number(hourAt.format(at));
    hours[hour] = (hours[hour] ?? 0) + count;
  }
  return hours;
}
