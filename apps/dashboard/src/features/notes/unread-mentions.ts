import { listMentions, readMentions } from '@parley/contracts/routes/notes';
import { useEffect } from 'react';
import { call } from '../../api/call.ts';
import { useRead } from '../../api/read.ts';

/** How many mentions this person has not seen, 100 at most. */
export function useUnreadMentions(): number {
  return useRead(listMentions, { query: { unread: true, limit: 100 } }).data?.length ?? 0;
}

/** Takes the mentions in a conversation as seen while it is shown. */
export function useMentionsSeen(conversationId: string): void {
  const { data } = useRead(listMentions, { query: { unread: true, limit: 100 } });
  const isMentioned = data?.some((mention) => mention.conversationId === conversationId) ?? false;
  useEffect(() => {
    if (!isMentioned) return;
    // One that could not be taken as seen is so the next time.
    void call(readMentions, { params: { id: conversationId } }).catch(() => undefined);
  }, [isMentioned, conversationId]);
}
