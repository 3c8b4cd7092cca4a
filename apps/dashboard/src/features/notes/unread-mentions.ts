import { mentionsPerPageMax } from '@parley/contracts/limits';
import { listMentions, readMentions } from '@parley/contracts/routes/notes';
import { useEffect } from 'react';
import { call } from '../../api/call.ts';
import { useRead } from '../../api/read.ts';

const useUnread = () => useRead(listMentions, { query: { unread: true, limit: mentionsPerPageMax } }).data;

/** How many mentions this person has not seen, `mentionsPerPageMax` at most. */
export const useUnreadMentions = (): number => useUnread()?.length ?? 0;

/** Takes the mentions in a conversation as seen while it is shown. */
export function useMentionsSeen(conversationId: string): void {
  const isMentioned = useUnread()?.some((mention) => mention.conversationId === conversationId) ?? false;
  useEffect(() => {
    if (!isMentioned) return;
    // One that could not be taken as seen is so the next time.
    void call(readMentions, { params: { id: conversationId } }).catch(() => undefined);
  }, [isMentioned, conversationId]);
}
