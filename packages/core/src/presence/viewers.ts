/** Tracks which users view a conversation or draft a reply, and whether its visitor is online. */
import type { ServerFrameOf } from '@parley/contracts/frames';
import { findConversation } from '@parley/db/conversations/read';
import { findVisitor } from '@parley/db/visitors/visitors';
import { keys } from '@parley/service/redis';
import type { Context } from '../context.ts';
import { broadcastToConversation, broadcastToInbox } from '../live/broadcast.ts';
import { changePresence, readPresence } from './nodes.ts';
import { isVisitorOnline } from './visitors.ts';

type Viewer = ServerFrameOf<'presence'>['viewers'][number];

const viewersKey = (context: Pick<Context, 'prefix'>, conversationId: string): string =>
  keys(context.prefix).key('viewers', conversationId);

/** Everything that is open anywhere, so that a list asks once for all of its rows. */
const openKey = (context: Pick<Context, 'prefix'>): string => keys(context.prefix).key('viewed');

/** On `node` the representative has the conversation open, and is drafting or not. */
export async function markViewing(
  context: Pick<Context, 'redis' | 'prefix'>,
  conversationId: string,
  node: string,
  viewer: Viewer,
): Promise<void> {
  await changeViewing(context, conversationId, { node, userId: viewer.userId, detail: JSON.stringify(viewer) });
}

/** On `node` the representative has the conversation open no more. */
export async function markViewingEnded(
  context: Pick<Context, 'redis' | 'prefix'>,
  conversationId: string,
  node: string,
  userId: string,
): Promise<void> {
  await changeViewing(context, conversationId, { node, userId, detail: undefined });
}

async function changeViewing(
  context: Pick<Context, 'redis' | 'prefix'>,
  conversationId: string,
  { node, userId, detail }: { node: string; userId: string; detail: string | undefined },
): Promise<void> {
  await changePresence(context, [
    { key: viewersKey(context, conversationId), node, member: userId, detail },
    { key: openKey(context), node, member: `${conversationId}/${userId}`, detail },
  ]);
}

/** Returns the users who view the conversation, each once; drafting in any tab counts. */
async function viewersOf(context: Pick<Context, 'redis' | 'prefix'>, conversationId: string): Promise<Viewer[]> {
  return eachOnce(await readPresence(context, viewersKey(context, conversationId)));
}

function eachOnce(holdings: readonly { detail: string }[]): Viewer[] {
  const viewers = new Map<string, Viewer>();
  for (const { detail } of holdings) {
    const viewer = JSON.parse(detail) as Viewer;
    const isDrafting = viewer.isDrafting || viewers.get(viewer.userId)?.isDrafting === true;
    viewers.set(viewer.userId, { ...viewer, isDrafting });
  }
  return [...viewers.values()];
}

/** Returns the viewers of each of these conversations; those without any are left out. */
export async function viewersByConversation(
  context: Pick<Context, 'redis' | 'prefix'>,
  conversationIds: readonly string[],
): Promise<Map<string, Viewer[]>> {
  const wanted = new Set(conversationIds);
  const conversationOf = ({ member }: { member: string }): string => member.split('/')[0] ?? '';
  const open = (await readPresence(context, openKey(context))).filter((each) => wanted.has(conversationOf(each)));
  return new Map([...Map.groupBy(open, conversationOf)].map(([id, holdings]) => [id, eachOnce(holdings)]));
}

/** Publishes a conversation's viewers to users who see it in a list. */
export async function publishViewers(
  context: Pick<Context, 'redis' | 'prefix' | 'publisher'>,
  conversationId: string,
): Promise<void> {
  await broadcastToInbox(context, {
    type: 'viewers',
    conversationId,
    viewers: await viewersOf(context, conversationId),
  });
}

/**
 * Publishes the present state of these conversations to all their staff. Redis is queried once for all of them, with
 * nothing more for those without viewers, which are nearly all.
 */
export async function publishPresence(
  context: Pick<Context, 'db' | 'redis' | 'prefix' | 'publisher'>,
  conversationIds: readonly string[],
): Promise<void> {
  const viewed = await viewersByConversation(context, conversationIds);
  await Promise.all(
    [...viewed].map(async ([conversationId, viewers]) => {
      const visitor = await visitorPresence(context, conversationId);
      const frame: ServerFrameOf<'presence'> = { type: 'presence', conversationId, visitor, viewers };
      await broadcastToConversation(context, conversationId, frame, { audience: 'staff' });
    }),
  );
}

async function visitorPresence(
  context: Pick<Context, 'db' | 'redis' | 'prefix'>,
  conversationId: string,
): Promise<ServerFrameOf<'presence'>['visitor']> {
  const conversation = await findConversation(context.db, conversationId);
  const visitor = conversation?.visitorId && (await findVisitor(context.db, conversation.visitorId));
  if (!visitor) return { isOnline: false, since: null, pageUrl: null, pageTitle: null };
  const isOnline = await isVisitorOnline(context, visitor.id);
  const { lastSeenAt, pageUrl, pageTitle } = visitor;
  return { isOnline, since: isOnline ? null : (lastSeenAt?.toISOString() ?? null), pageUrl, pageTitle };
}
