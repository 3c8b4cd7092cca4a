/** Draws the samples of scorecards: of the conversations that were closed in the week before, once a week. */
import { samplePerWeekMax } from '@parley/contracts/reviews/limits';
import { dateAt, dayMs, startOfDay } from '@parley/contracts/schedules/time-zones';
import { filterSql } from '@parley/db/conversations/filter';
import { insertSample, markSampled, takeUnsampled } from '@parley/db/reviews/scorecards';
import type { Context } from '../context.ts';
import { announceReviews } from './scorecards.ts';

const dateBefore = (date: string, days: number): string =>
  new Date(Date.parse(date) - days * dayMs).toISOString().slice(0, 10);

/** Returns the first days of this week and of the one before, in a time zone. */
function weeksAt(timeZone: string, now: Date): { week: string; former: string } {
  const today = dateAt(timeZone, now);
  const week = dateBefore(today, (new Date(today).getUTCDay() + 6) % 7);
  return { week, former: dateBefore(week, 7) };
}

/** Adds the reviews of samples that are due, and returns their number. */
export async function sampleReviews(context: Context): Promise<number> {
  const { timezone } = (await context.settings.read()).businessHours;
  const { week, former } = weeksAt(timezone, new Date());
  let count = 0;
  for (;;) {
    const added = await context.db.transaction().execute(async (transaction) => {
      const scorecard = await takeUnsampled(transaction, former);
      if (!scorecard) return undefined;
      await markSampled(transaction, scorecard.id, former);
      return insertSample(transaction, scorecard, {
        start: startOfDay(timezone, former),
        end: startOfDay(timezone, week),
        fits: filterSql(scorecard.filter, { me: '', now: Date.now() }),
        limit: samplePerWeekMax,
      });
    });
    if (added === undefined) break;
    count += added;
  }
  if (count > 0) await announceReviews(context);
  return count;
}
