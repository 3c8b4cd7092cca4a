import type { Act } from '@parley/contracts/acts';
import type { Conversation } from '@parley/contracts/entities';
import { markRead } from '@parley/contracts/routes/reads';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { ownership } from '../../i18n/en/ownership.ts';
import { useUndo } from '../../live/undo.ts';
import { toast } from '../../ui/toast/toasts.ts';

/**
 * Says that a reply made the conversation one's own, where it is looked at, and takes it back on request. It goes by what
 * is known of the conversation, however that came to be known: who has not joined yet is told of no act, and reads it.
 */
export function useTakenOver(
  { id, lastSeq }: Pick<Conversation, 'id' | 'lastSeq'>,
  acts: readonly Act[],
  me: string,
): void {
  const { offer } = useUndo();
  // What was written before it was opened is no news.
  const [openedAt] = useState(lastSeq);
  const saidOf = useRef(0);
  const takenOver = acts.findLast((act) => isByReply(act, me, openedAt))?.actNo ?? 0;
  useEffect(() => {
    if (takenOver <= saidOf.current) return;
    saidOf.current = takenOver;
    if (document.visibilityState !== 'visible') return;
    toast({
      title: ownership('tookOver'),
      description: ownership('tookOverHint'),
      ...offer({ id }, takenOver, ownership('undone')),
    });
  }, [id, takenOver, offer]);
}

const isByReply = ({ kind, cause }: Act, me: string, after: number): boolean =>
  kind === 'taken_over' && cause.by === 'representative' && cause.userId === me && (cause.messageSeq ?? 0) > after;

/** Who opens what they have marked unread has it read again; what they see of it is told as it is seen. */
export function useMarkTakenAway({ id, unreadCount }: Pick<Conversation, 'id' | 'unreadCount'>): void {
  const isUnread = useRef(unreadCount > 0);
  useEffect(() => {
    if (!isUnread.current) return;
    isUnread.current = false;
    // One that could not be taken away is the next time.
    void call(markRead, { params: { id }, body: { seq: 0 } }).catch(() => undefined);
  }, [id]);
}
