import { mentionsPerPageMax } from '@parley/contracts/conversations/limits';
import { listMentions, readMentions } from '@parley/contracts/routes/notes';
import { useEffect } from 'react';
import { call } from '../../api/call.ts';
import { useRead } from '../../api/read.ts';

const useUnread = () => useRead(listMentions, { query: { unread: true, limit: mentionsPerPageMax } }).data;

/** Returns the number of mentions that the user has not seen, `mentionsPerPageMax` at most. */
export const useUnreadMentions = (): number => useUnread()?.length ?? 0;

/** Marks the mentions in a conversation as seen while it is shown. */
export function useMentionsSeen(conversationId: string): void {
  const isMentioned = useUnread()?.some((mention) => mention.conversationId === conversationId) ?? false;
  useEffect(() => {
    if (!isMentioned) return;
    // A mention that could not be marked as seen is marked the next time.
    void call(readMentions, { params: { id: conversationId } }).catch(() => undefined);
  }, [isMentioned, conversationId]);
}
