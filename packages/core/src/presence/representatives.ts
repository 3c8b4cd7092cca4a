/** Which representatives have a dashboard open, and whether one of them is available. */
import { availableOf } from '@parley/db/users/users';
import { keys } from '@parley/service/redis';
import type { Context } from '../context.ts';
import { changePresence, readPresence } from './nodes.ts';

type PresenceContext = Pick<Context, 'redis' | 'prefix'>;

const connectedKey = (context: PresenceContext): string => keys(context.prefix).key('connected-staff');

/** `node` has a socket of the representative. */
export async function markConnected(context: PresenceContext, userId: string, node: string): Promise<void> {
  await changePresence(context, [{ key: connectedKey(context), node, member: userId, detail: '' }]);
}

/** `node` has no socket of the representative any more. */
export async function markDisconnected(context: PresenceContext, userId: string, node: string): Promise<void> {
  await changePresence(context, [{ key: connectedKey(context), node, member: userId, detail: undefined }]);
}

/** The ids of all representatives with a dashboard open anywhere, whatever availability they have set. */
export async function connectedRepresentatives(context: PresenceContext): Promise<Set<string>> {
  return new Set((await readPresence(context, connectedKey(context))).map(({ member }) => member));
}

/** Returns some of the representatives with an open dashboard who are neither away nor offline by choice. */
export async function availableRepresentatives(
  context: PresenceContext & Pick<Context, 'db'>,
  limit: number,
): Promise<{ name: string; profileImageUrl: string | null }[]> {
  const connected = await connectedRepresentatives(context);
  return connected.size === 0 ? [] : availableOf(context.db, [...connected], limit);
}
