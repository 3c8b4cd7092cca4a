/** How long customers usually wait for a representative, as the widget shows it. */
import { medianFirstAnswer } from '@parley/db/stats/overview';
import type { Database } from '@parley/db/database';
import type { Context } from '../context.ts';

const days = 30;
/** Fewer answers promise nothing. */
const leastAnswers = 10;
/** A longer wait is nothing to show. */
const longestSeconds = 24 * 60 * 60;
/** It changes slowly, and every page of every website asks for it. */
const keptMs = 10 * 60_000;

const known = new WeakMap<Database, { seconds: Promise<number | null>; until: number }>();

/** Returns the median of the last 30 days in seconds, up to ten minutes old; undefined without enough answers. */
export async function usualReplySeconds({ db }: Pick<Context, 'db'>): Promise<number | undefined> {
  let found = known.get(db);
  if (!found || found.until < Date.now()) {
    const since = new Date(Date.now() - days * 24 * 60 * 60_000);
    const seconds = medianFirstAnswer(db, since, leastAnswers);
    found = { seconds, until: Date.now() + keptMs };
    known.set(db, found);
    seconds.catch(() => known.delete(db));
  }
  const seconds = await found.seconds;
  return seconds === null || seconds > longestSeconds ? undefined : Math.ceil(seconds);
}
