import type { Conversation } from '@parley/contracts/entities';
import type { ServerFrameOf } from '@parley/contracts/frames';
import { unreadCountFor } from '@parley/contracts/conversations/reads';
import { countUnread } from '@parley/contracts/routes/conversations';
import { useEffect } from 'react';
import { useRead } from '../api/read.ts';
import { showUnreadInTitle } from '../ui/page.tsx';

/**
 * Returns the conversation of a frame, which is the same for all users, with the number of messages that this user has
 * not read.
 */
export const asReadBy = (
  user: { id: string; createdAt: string },
  { conversation, unread }: Pick<ServerFrameOf<'conversation_updated'>, 'conversation' | 'unread'>,
): Conversation =>
  unread ? { ...conversation, unreadCount: unreadCountFor(unread, conversation, user) } : conversation;

/**
 * Whether a conversation with unread messages needs this user: open, not snoozed, not the assistant's and not assigned
 * to another user.
 */
export const asksFor = (conversation: Conversation, me: string): boolean =>
  conversation.unreadCount > 0 &&
  !conversation.isSpam &&
  conversation.status !== 'closed' &&
  conversation.snoozedUntil === null &&
  !conversation.isAiAssisted &&
  (conversation.assignedRepresentativeId === null || conversation.assignedRepresentativeId === me);

/** Returns the number of unread conversations of the user, loaded or not; also shown in the browser's tab. */
export function useUnreadCount(): number {
  const count = useRead(countUnread, {}).data?.conversations ?? 0;
  useEffect(() => {
    showUnreadInTitle(count);
    // Signed-out users have nothing to read.
    return () => showUnreadInTitle(0);
  }, [count]);
  return count;
}
