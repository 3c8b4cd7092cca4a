/** Search gets what is written, and what was written before it had an index of its own. */
import { setTimeout as pause } from 'node:timers/promises';
import { backfillSearch, indexWritten } from '@parley/db/upkeep/search';
import type { Context } from '../context.ts';

const writtenAtOnce = 500;
const olderAtOnce = 100;
/** One run ends before the next begins. */
const runMs = 4_000;

/**
 * Puts what was written since the last time into the index of search. Then, for a few seconds and as long as any are
 * missing, it adds older conversations, resting as long as it works so that nobody waits. Answers how many rows and
 * conversations; they are found all the while.
 */
export async function completeSearch({ db }: Pick<Context, 'db'>): Promise<number> {
  const end = Date.now() + runMs;
  let added = 0;
  for (let indexed = writtenAtOnce; indexed === writtenAtOnce && Date.now() < end; added += indexed)
    indexed = await indexWritten(db, writtenAtOnce);
  while (Date.now() < end) {
    const began = performance.now();
    const { conversations, finished } = await backfillSearch(db, olderAtOnce);
    added += conversations;
    if (finished) break;
    await pause(performance.now() - began);
  }
  return added;
}
