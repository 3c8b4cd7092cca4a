/** How long closed conversations are kept. */
import type { Settings } from '@parley/contracts/settings/settings';
import { countClosedBefore } from '@parley/db/conversations/delete';
import type { Context } from '../context.ts';
import type { StaffCaller } from '../callers.ts';
import { refuseWithout } from '../permissions/permissions.ts';

type Retention = Settings['dataConfig']['retention'];

const days: Record<Retention, number | null> = { '30d': 30, '90d': 90, '1y': 365, never: null };

/** Returns the time before which closed conversations are deleted; null where they are kept for ever. */
export function retentionCutoff(retention: Retention): Date | null {
  const kept = days[retention];
  return kept === null ? null : new Date(Date.now() - kept * 24 * 3600 * 1000);
}

/** Counts the conversations that a retention would delete now, by the rule of the job that deletes them. */
export async function countPastRetention(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  retention: Retention,
): Promise<number> {
  await refuseWithout(context, caller, 'settings.retention');
  const before = retentionCutoff(retention);
  return before === null ? 0 : countClosedBefore(context.db, before);
}
