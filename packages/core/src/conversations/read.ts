/** Reading conversations. */
import type { Conversation, Message } from '@parley/contracts/entities';
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { findConversation, readConversation } from '@parley/db/conversations/read';
import { messagesAfter, messagesBefore } from '@parley/db/messages/read';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import type { MessagesPage } from '../events/continued.ts';
import { assertMay } from '../permissions/permissions.ts';

/**
 * Returns a conversation with its newest 50 messages, oldest first, and the caller's unread messages.
 *
 * @throws Problem `forbidden`, `not_found`
 */
export async function getConversation(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  conversationId: string,
): Promise<Conversation> {
  await assertMay(context, caller, 'conversations.read', { conversationId });
  const conversation = await readConversation(context.db, conversationId, { readerId: caller.user.id });
  if (!conversation) throw new Problem('not_found', localize('no_such_conversation'));
  return conversation;
}

/**
 * Returns a page of messages, oldest first: just after `after`, else just before `before`, else the newest.
 *
 * @throws Problem `forbidden`, `not_found`
 */
export async function readMessages(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  conversationId: string,
  { before, after, limit }: MessagesPage,
): Promise<Message[]> {
  await assertMay(context, caller, 'conversations.read', { conversationId });
  if (!(await findConversation(context.db, conversationId))) {
    throw new Problem('not_found', localize('no_such_conversation'));
  }
  return after === undefined
    ? messagesBefore(context.db, conversationId, before ?? null, limit)
    : messagesAfter(context.db, conversationId, after, limit);
}
