/** Tracks whether a visitor is on the page: a living gateway node has a socket of theirs that is not marked as away. */
import { keys } from '@parley/service/redis';
import type { Context } from '../context.ts';
import { changePresence, readPresence } from './nodes.ts';

type PresenceContext = Pick<Context, 'redis' | 'prefix'>;

const presenceKey = (context: PresenceContext, visitorId: string): string =>
  keys(context.prefix).key('visitor', visitorId);

/** Change of a visitor's presence: on the page, or gone or on another tab. */
export interface VisitorPresence {
  visitorId: string;
  isHere: boolean;
}

/** Applies changes of visitors' presence on `node`, in this order. */
export async function markVisitors(
  context: PresenceContext,
  node: string,
  visitors: readonly VisitorPresence[],
): Promise<void> {
  await changePresence(
    context,
    visitors.map(({ visitorId, isHere }) => ({
      key: presenceKey(context, visitorId),
      node,
      member: visitorId,
      detail: isHere ? '' : undefined,
    })),
  );
}

/** Returns whether a visitor is on the page, through any gateway. */
export async function isVisitorOnline(context: PresenceContext, visitorId: string): Promise<boolean> {
  return (await readPresence(context, presenceKey(context, visitorId))).length > 0;
}
