/** Moves what was just written into the index of search. */
import { indexWritten } from '@parley/db/maintenance/search';
import type { Context } from '../context.ts';

const rowsAtOnce = 500;
/** A run ends before the next begins. */
const runMs = 4_000;

/** Puts what was written since the last run into the index of search. Returns how many rows; they are found all the while. */
export async function completeSearch({ db }: Pick<Context, 'db'>): Promise<number> {
  const end = Date.now() + runMs;
  let added = 0;
  for (let indexed = rowsAtOnce; indexed === rowsAtOnce && Date.now() < end; added += indexed)
    indexed = await indexWritten(db, rowsAtOnce);
  return added;
}
