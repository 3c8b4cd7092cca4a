import type { Conversation } from '@parley/contracts/entities';
import type { ServerFrame } from '@parley/contracts/frames';
import { markRead } from '@parley/contracts/routes/reads';
import { useCallback, useEffect, useRef } from 'react';
import { call } from '../../api/call.ts';
import { ownership } from '../../i18n/en/ownership.ts';
import { useFrames } from '../../live/live.tsx';
import { useUndo } from '../../live/undo.ts';
import { toast } from '../../ui/toast/toasts.ts';

/** Says that a reply made the conversation one's own, where it is looked at, and takes it back on request. */
export function useTakenOver({ id }: Pick<Conversation, 'id'>, me: string): void {
  const { offer } = useUndo();
  useFrames(
    useCallback(
      (frame: ServerFrame) => {
        if (frame.type !== 'act' || frame.conversationId !== id || document.visibilityState !== 'visible') return;
        const { kind, cause, actNo } = frame.act;
        if (kind !== 'taken_over' || cause.by !== 'representative' || cause.userId !== me || !cause.messageSeq) return;
        toast({
          title: ownership('tookOver'),
          description: ownership('tookOverHint'),
          ...offer({ id }, actNo, ownership('undone')),
        });
      },
      [id, me, offer],
    ),
  );
}

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
