/** The end of every change of a conversation: announce it, or say why it did not happen. */
import type { Conversation } from '@parley/contracts/entities';
import { Problem } from '@parley/contracts/problems';
import type { Changed } from '@parley/db/conversations/change';
import { findConversation } from '@parley/db/conversations/read';
import type { Context } from '../context.ts';
import { dispatch } from '../events/dispatch.ts';

/**
 * Announces a change and answers the conversation.
 *
 * @throws Problem `not_found`, or `conversation_closed` when the change needs an open one.
 */
export async function announceChange(
  context: Context,
  conversationId: string,
  changed: Changed | undefined,
): Promise<Conversation> {
  if (!changed) {
    const present = await findConversation(context.db, conversationId);
    if (!present) throw new Problem('not_found', 'There is no such conversation.');
    throw new Problem('conversation_closed', 'This conversation is closed.');
  }
  await dispatch(context, changed.event, changed);
  return changed.conversation;
}
