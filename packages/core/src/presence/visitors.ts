/** Whether a visitor is on the page: some living gateway node holds a socket of theirs that has not gone away. */
import { keys } from '@parley/service/redis';
import type { Context } from '../context.ts';
import { changePresence, readPresence } from './nodes.ts';

type PresenceContext = Pick<Context, 'redis' | 'prefix'>;

const presenceKey = (context: PresenceContext, visitorId: string): string =>
  keys(context.prefix).key('visitor', visitorId);

/** A visitor who looks at the page, or has gone or looks elsewhere. */
export interface VisitorPresence {
  visitorId: string;
  isHere: boolean;
}

/** What has become of visitors on `node`, in this order. */
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

export async function isVisitorOnline(context: PresenceContext, visitorId: string): Promise<boolean> {
  return (await readPresence(context, presenceKey(context, visitorId))).length > 0;
}
