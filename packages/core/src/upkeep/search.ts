/** Search gets what was written before it had an index of its own. */
import { setTimeout as pause } from 'node:timers/promises';
import { backfillSearch } from '@parley/db/upkeep/search';
import type { Context } from '../context.ts';

const batchSize = 100;
/** One run ends before the next begins. */
const runMs = 8_000;

/**
 * Adds older conversations to search for a few seconds, as long as any are missing, resting as long as it works so that
 * nobody waits. Answers how many; they are found all the while.
 */
export async function completeSearch({ db }: Pick<Context, 'db'>): Promise<number> {
  const end = Date.now() + runMs;
  let added = 0;
  while (Date.now() < end) {
    const began = performance.now();
    const { conversations, finished } = await backfillSearch(db, batchSize);
    added += conversations;
    if (finished) break;
    await pause(performance.now() - began);
  }
  return added;
}
