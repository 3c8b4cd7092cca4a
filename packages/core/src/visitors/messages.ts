/** A visitor reads their own conversation. */
import type { Message } from '@parley/contracts/entities';
import { currentConversationId } from '@parley/db/conversations/find-or-create';
import type { VisitorCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import type { MessagesPage } from '../events/continued.ts';
import { readOn } from '../events/continued.ts';

/** A page of messages, oldest first, as in `readMessages`; nothing before the first message. */
export async function readVisitorMessages(
  context: Pick<Context, 'db'>,
  caller: VisitorCaller,
  { before, after, limit }: MessagesPage,
): Promise<Message[]> {
  const id = await currentConversationId(context.db, caller.visitorId);
  if (!id) return [];
  return readOn(context, id, { before, after, limit });
}
