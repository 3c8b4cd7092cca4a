import type { Activity } from '@parley/contracts/conversations/activities';
import type { Conversation } from '@parley/contracts/entities';
import { markRead } from '@parley/contracts/routes/reads';
import type { SignedInUser } from '@parley/contracts/users/sign-in';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { mayUndo } from '../../auth/rights.ts';
import { ownership } from '../../i18n/en/ownership.ts';
import { listed } from '../../i18n/language.ts';
import { activityWords, type Change, isChange } from '../../live/activity-words.ts';
import { useUndo } from '../../live/undo.ts';
import { toast } from '../../ui/toast/toasts.ts';

/**
 * Shows what a reply changed besides being sent: the assignment to its author, and its macro's actions; with one undo
 * for all of it. It depends on the cached conversation, however that changed: users who have not joined yet receive no
 * activities and read them.
 */
export function useDoneByReply(
  { id, lastSeq }: Pick<Conversation, 'id' | 'lastSeq'>,
  activities: readonly Activity[],
  me: SignedInUser,
): void {
  const { offer, offerAll } = useUndo();
  // Replies from before the conversation was opened are not reported.
  const [openedAt] = useState(lastSeq);
  const shownFor = useRef(0);
  const seq = activities.reduce((newest, activity) => Math.max(newest, replyOf(activity, me.id)), openedAt);
  const isDoneBy = (activity: Activity): activity is Change => isChange(activity) && replyOf(activity, me.id) === seq;
  const done = seq > openedAt ? activities.filter(isDoneBy) : [];
  const newest = done.at(-1)?.activityNo ?? 0;
  const notify = useEffectEvent(() => {
    if (newest <= shownFor.current) return;
    shownFor.current = newest;
    if (document.visibilityState !== 'visible') return;
    if (done.every(({ kind }) => kind === 'taken_over'))
      toast({
        title: ownership('tookOver'),
        description: ownership('tookOverHint'),
        ...(done.every((activity) => mayUndo(me, activity)) && offer({ id }, newest, ownership('undone'))),
      });
    else
      toast({
        title: ownership(done.some(({ after }) => after.status === 'closed') ? 'sentAndClosed' : 'sentAndDone'),
        description: listed(done.map((activity) => activityWords(activity))),
        ...offerAll(
          { id },
          done.filter((activity) => mayUndo(me, activity)),
        ),
      });
  });
  useEffect(() => notify(), [newest]);
}

/** Returns the seq of the user's reply that caused the activity; 0 if there is none. */
const replyOf = ({ cause, undoOf }: Activity, me: string): number =>
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
