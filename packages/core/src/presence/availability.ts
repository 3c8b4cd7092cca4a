/** Publishes who becomes available, busy or offline. */
import { storeAvailabilities } from '@parley/db/users/availability';
import type { Context } from '../context.ts';
import { publishChange } from '../live/publish-change.ts';

/**
 * Publishes the availability of these users, or of all, where it has changed. Time alone changes it too (an absence
 * begins, a connection ends), so the worker calls this every few seconds. Returns the number of changes.
 */
export async function publishAvailabilities(
  context: Pick<Context, 'db' | 'publisher' | 'log'>,
  userIds?: readonly string[],
): Promise<number> {
  const changed = await storeAvailabilities(context.db, userIds);
  for (const each of changed) await publishChange(context, { frame: { type: 'availability_updated', ...each } });
  return changed.length;
}
