/** Adds new rows to the search index. */
import { indexWritten } from '@parley/db/maintenance/search';
import type { Context } from '../context.ts';

const rowsAtOnce = 500;
/** A run ends before the next begins. */
const runMs = 4_000;

/**
 * Adds the rows written since the last run to the search index. Returns their number; they can be found before that
 * too.
 */
export async function completeSearch({ db }: Pick<Context, 'db'>): Promise<number> {
  const end = Date.now() + runMs;
  let added = 0;
  for (let indexed = rowsAtOnce; indexed === rowsAtOnce && Date.now() < end; added += indexed)
    indexed = await indexWritten(db, rowsAtOnce);
  return added;
}
