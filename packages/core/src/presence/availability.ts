/** Publishes who becomes available, busy or offline. */
import { automaticTeamsOf } from '@parley/db/routing/routing';
import { storeAvailabilities } from '@parley/db/users/availability';
import type { Context } from '../context.ts';
import { publishChange } from '../live/publish-change.ts';
import { addOrLeave } from '../queues.ts';

/**
 * Publishes the availability of these users, or of all, where it has changed. Time alone changes it too (an absence
 * begins, a connection ends), so the worker calls this every few seconds. Returns the number of changes.
 */
export async function publishAvailabilities(
  context: Pick<Context, 'db' | 'publisher' | 'queues' | 'log'>,
  userIds?: readonly string[],
): Promise<number> {
  const changed = await storeAvailabilities(context.db, userIds);
  const ready = changed.flatMap((each) => (each.availability === 'online' ? [each.userId] : []));
  for (const each of changed) await publishChange(context, { frame: { type: 'availability_updated', ...each } });
  await routeFor(context, ready);
  return changed.length;
}

/** Has the teams of users who may take something now assign what waits. */
export async function routeFor(
  context: Pick<Context, 'db' | 'queues' | 'log'>,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  for (const teamId of await automaticTeamsOf(context.db, userIds)) await addOrLeave(context, 'routing', { teamId });
}
