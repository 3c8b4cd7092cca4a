import type { Conversation } from '@parley/contracts/entities';
import { countUnread } from '@parley/contracts/routes/conversations';
import { useEffect } from 'react';
import { useRead } from '../api/read.ts';
import { showUnreadInTitle } from '../ui/page.tsx';

/** Whether a conversation with unread messages asks for this person: open, not the assistant's, nor somebody else's. */
export const asksFor = (conversation: Conversation, me: string): boolean =>
  conversation.unreadCount > 0 &&
  conversation.status !== 'closed' &&
  !conversation.isAiAssisted &&
  (conversation.assignedRepresentativeId === null || conversation.assignedRepresentativeId === me);

/** How many conversations wait to be read by this person, loaded or not; also shown in the browser's tab. */
export function useUnreadCount(): number {
  const count = useRead(countUnread, {}).data?.conversations ?? 0;
  useEffect(() => {
    showUnreadInTitle(count);
    // Who has signed out has nothing to read.
    return () => showUnreadInTitle(0);
  }, [count]);
  return count;
}
