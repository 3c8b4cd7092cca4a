import type { Act } from '@parley/contracts/conversations/acts';
import type { Conversation } from '@parley/contracts/entities';
import { markRead } from '@parley/contracts/routes/reads';
import type { SignedInUser } from '@parley/contracts/people/sign-in';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { mayUndo } from '../../auth/rights.ts';
import { ownership } from '../../i18n/en/ownership.ts';
import { listed } from '../../i18n/language.ts';
import { actWords, type Change, isChange } from '../../live/act-words.ts';
import { useUndo } from '../../live/undo.ts';
import { toast } from '../../ui/toast/toasts.ts';

/**
 * Shows what a reply changed besides being sent: the assignment to its author, and its macro's actions; with one undo
 * for all of it. It depends on the cached conversation, however that changed: users who have not joined yet receive no
 * activities and read them.
 */
export function useDoneByReply(
  { id, lastSeq }: Pick<Conversation, 'id' | 'lastSeq'>,
  acts: readonly Act[],
  me: SignedInUser,
): void {
  const { offer, offerAll } = useUndo();
  // Replies from before the conversation was opened are not reported.
  const [openedAt] = useState(lastSeq);
  const saidOf = useRef(0);
  const seq = acts.reduce((newest, act) => Math.max(newest, replyOf(act, me.id)), openedAt);
  const isDoneBy = (act: Act): act is Change => isChange(act) && replyOf(act, me.id) === seq;
  const done = seq > openedAt ? acts.filter(isDoneBy) : [];
  const newest = done.at(-1)?.actNo ?? 0;
  const tell = useEffectEvent(() => {
    if (newest <= saidOf.current) return;
    saidOf.current = newest;
    if (document.visibilityState !== 'visible') return;
    if (done.every(({ kind }) => kind === 'taken_over'))
      toast({
        title: ownership('tookOver'),
        description: ownership('tookOverHint'),
        ...(done.every((act) => mayUndo(me, act)) && offer({ id }, newest, ownership('undone'))),
      });
    else
      toast({
        title: ownership(done.some(({ after }) => after.status === 'closed') ? 'sentAndClosed' : 'sentAndDone'),
        description: listed(done.map((act) => actWords(act))),
        ...offerAll(
          { id },
          done.filter((act) => mayUndo(me, act)),
        ),
      });
  });
  useEffect(() => tell(), [newest]);
}

/** Returns the seq of the user's reply that caused the activity; 0 if there is none. */
const replyOf = ({ cause, undoOf }: Act, me: string): number =>
  undoOf === null && cause.by === 'representative' && cause.userId === me ? (cause.messageSeq ?? 0) : 0;

/**
 * Marks a conversation as read again when it is opened after it was marked unread; messages are reported as read when
 * they are seen.
 */
export function useMarkTakenAway({ id, unreadCount }: Pick<Conversation, 'id' | 'unreadCount'>): void {
  const isUnread = useRef(unreadCount > 0);
  useEffect(() => {
    if (!isUnread.current) return;
    isUnread.current = false;
    // A mark that could not be removed is removed the next time.
    void call(markRead, { params: { id }, body: { seq: 0 } }).catch(() => undefined);
  }, [id]);
}
