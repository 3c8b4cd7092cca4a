import type { Conversation } from '@parley/contracts/entities';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useMe } from '../auth/auth.tsx';
import { showUnreadInTitle } from '../ui/page.tsx';
import { conversationList } from './conversation-cache.ts';

/** Whether a conversation with unread messages asks for this person: not the assistant's, nor somebody else's. */
export const asksFor = (conversation: Conversation, me: string): boolean =>
  conversation.unreadCount > 0 &&
  !conversation.isAiAssisted &&
  (conversation.assignedRepresentativeId === null || conversation.assignedRepresentativeId === me);

/** How many conversations wait to be read by this person; also shown in the browser's tab. */
export function useUnreadCount(): number {
  const { id } = useMe();
  const { data = 0 } = useQuery({
    ...conversationList({}),
    select: ({ items }) => items.filter((item) => asksFor(item, id)).length,
  });
  useEffect(() => showUnreadInTitle(data), [data]);
  return data;
}
