/** Stands in for `@parley/core/messages/post`: the same announcements, no database. */
import type { VisitorCaller } from '@parley/core/callers';
import type { Context } from '@parley/core/context';
import { broadcastToConversation, broadcastToInbox } from '@parley/core/live/broadcast';
import { framesOf } from '../frames.ts';

/** Which conversation each visitor has: read once, so that no query is measured. */
let conversations: Promise<Map<string | null, string>> | undefined;

async function readConversations({ db }: Context): Promise<Map<string | null, string>> {
  const rows = await db.selectFrom('conversations').select(['id', 'visitorId']).execute();
  return new Map(rows.map(({ id, visitorId }) => [visitorId, id]));
}

export class ConversationMoved extends Error {}

export async function postMessage(
  context: Context,
  { visitorId }: VisitorCaller,
  _target: 'newest',
  { content, clientMessageId }: { content: string; clientMessageId: string },
) {
  conversations ??= readConversations(context);
  const conversationId = (await conversations).get(visitorId) ?? '';
  const frames = framesOf({ type: 'send_message', conversationId, content, clientMessageId });
  await Promise.all([
    broadcastToConversation(context, conversationId, frames.toConversation),
    broadcastToInbox(context, frames.toInbox),
  ]);
  return { message: frames.message, duplicate: false };
}
