/** A visitor reads their own conversations. */
import type { Message } from '@parley/contracts/entities';
import type { VisitorCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { ownConversationId } from '../conversations/own.ts';
import type { MessagesPage } from '../events/continued.ts';
import { readOn } from '../events/continued.ts';

/**
 * Returns a page of messages of the named or the newest conversation, oldest first, as in `readMessages`; nothing before
 * the first message. @throws Problem `not_found`
 */
export async function readVisitorMessages(
  context: Pick<Context, 'db'>,
  caller: VisitorCaller,
  { conversationId, before, after, limit }: MessagesPage & { conversationId?: string | undefined },
): Promise<Message[]> {
  const id = await ownConversationId(context, caller.visitorId, conversationId);
  if (!id) return [];
  return readOn(context, id, { before, after, limit });
}
