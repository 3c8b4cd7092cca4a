/** The metrics of the overview. */
import type { Stats } from '@parley/contracts/entities';
import { readStats as readStatsInDb } from '@parley/db/stats/stats';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { scopeSql } from '../permissions/scope.ts';
import { refuseWithout } from '../permissions/permissions.ts';

/**
 * Returns measured values only: null without a measured answer. Limited to conversations that the caller may
 * see.
 */
export async function readStats(
  context: Pick<Context, 'db' | 'reads' | 'settings'>,
  caller: StaffCaller,
): Promise<Stats> {
  await refuseWithout(context, caller, 'reports.read');
  const within = await scopeSql(context, caller);
  return context.reads.run((db) => readStatsInDb(db, within));
}
