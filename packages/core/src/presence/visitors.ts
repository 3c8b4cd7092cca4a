/** Whether a visitor is on the page: some living gateway node holds a socket of theirs that has not gone away. */
import { keys } from '@parley/service/redis';
import type { Context } from '../context.ts';
import { readPresence, addPresence, removePresence } from './nodes.ts';

type PresenceContext = Pick<Context, 'redis' | 'prefix'>;

const presenceKey = (context: PresenceContext, visitorId: string): string =>
  keys(context.prefix).key('visitor', visitorId);

/** `node` has a socket of the visitor, who looks at the page. */
export async function markVisitorPresent(context: PresenceContext, visitorId: string, node: string): Promise<void> {
  await addPresence(context, presenceKey(context, visitorId), { node, member: visitorId, detail: '' });
}

/** On `node` the visitor has gone, or looks elsewhere. */
export async function markVisitorGone(context: PresenceContext, visitorId: string, node: string): Promise<void> {
  await removePresence(context, presenceKey(context, visitorId), { node, member: visitorId });
}

export async function isVisitorOnline(context: PresenceContext, visitorId: string): Promise<boolean> {
  return (await readPresence(context, presenceKey(context, visitorId))).length > 0;
}
