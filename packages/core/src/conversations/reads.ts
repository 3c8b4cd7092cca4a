/** Tracks read positions per user, independent of colleagues. */
import type { Conversation } from '@parley/contracts/entities';
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { findConversation } from '@parley/db/conversations/read';
import { markUnreadBy } from '@parley/db/reads/mark';
import { readUnreadCount } from '@parley/db/reads/unread';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { markRead, publishUnread } from './receipts.ts';
import { assertMay } from '../permissions/permissions.ts';

/**
 * The caller has read everything up to `seq`, or all of it. The customer sees it as seen, colleagues go on having it
 * unread.
 *
 * @throws Problem `not_found`
 */
export async function markReadByCaller(
  context: Context,
  caller: StaffCaller,
  conversationId: string,
  seq?: number,
): Promise<void> {
  await assertMay(context, caller, 'conversations.read', { conversationId });
  const { user } = caller;
  const conversation = await findConversation(context.db, conversationId);
  if (!conversation) throw unknownConversation();
  const until = Math.min(seq ?? conversation.lastSeq, conversation.lastSeq);
  await markRead(context, conversationId, { side: 'staff', userId: user.id }, until);
}

/** Unread for the caller, on every device of theirs, until they read it again. @throws Problem `not_found` */
export async function markUnreadByCaller(context: Context, caller: StaffCaller, conversationId: string): Promise<void> {
  await assertMay(context, caller, 'conversations.read', { conversationId });
  const { user } = caller;
  if (await markUnreadBy(context.db, conversationId, user.id)) await publishUnread(context, conversationId);
  else if (!(await findConversation(context.db, conversationId))) throw unknownConversation();
}

/** Returns the conversation with the caller's unread messages. */
export async function asReadBy(
  { db }: Pick<Context, 'db'>,
  { user }: StaffCaller,
  conversation: Conversation,
): Promise<Conversation> {
  return { ...conversation, unreadCount: await readUnreadCount(db, conversation.id, user.id) };
}

const unknownConversation = (): Problem => new Problem('not_found', localize('no_such_conversation'));
