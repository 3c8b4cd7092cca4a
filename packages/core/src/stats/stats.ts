/** The figures of the overview. */
import type { Stats } from '@parley/contracts/entities';
import { readStats as readStatsInDb } from '@parley/db/stats/stats';
import type { Context } from '../context.ts';

/** Measured, never made up: what has no measured answer yet is null. */
export async function readStats(context: Pick<Context, 'reads'>): Promise<Stats> {
  return context.reads.run(readStatsInDb);
}
