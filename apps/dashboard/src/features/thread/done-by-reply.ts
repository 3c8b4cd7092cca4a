import type { Act } from '@parley/contracts/acts';
import type { Conversation } from '@parley/contracts/entities';
import { markRead } from '@parley/contracts/routes/reads';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { ownership } from '../../i18n/en/ownership.ts';
import { listed } from '../../i18n/language.ts';
import { actWords, type Change, isChange } from '../../live/act-words.ts';
import { useUndo } from '../../live/undo.ts';
import { toast } from '../../ui/toast/toasts.ts';

/**
 * Says what a reply did besides being sent: that the conversation is one's own by it, and what its macro did; with one
 * undo of all of it. It goes by what is known of the conversation, however that came to be known: who has not joined yet is told of no act, and reads it.
 */
export function useDoneByReply(
  { id, lastSeq }: Pick<Conversation, 'id' | 'lastSeq'>,
  acts: readonly Act[],
  me: string,
): void {
  const { offer, offerAll } = useUndo();
  // What was written before it was opened is no news.
  const [openedAt] = useState(lastSeq);
  const saidOf = useRef(0);
  const seq = acts.reduce((newest, act) => Math.max(newest, replyOf(act, me)), openedAt);
  const isDoneBy = (act: Act): act is Change => isChange(act) && replyOf(act, me) === seq;
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
        ...offer({ id }, newest, ownership('undone')),
      });
    else
      toast({
        title: ownership(done.some(({ after }) => after.status === 'closed') ? 'sentAndClosed' : 'sentAndDone'),
        description: listed(done.map((act) => actWords(act))),
        ...offerAll({ id }, done),
      });
  });
  useEffect(() => tell(), [newest]);
}

/** The reply of this person that did it; 0 where none did. */
const replyOf = ({ cause, undoOf }: Act, me: string): number =>
  undoOf === null && cause.by === 'representative' && cause.userId === me ? (cause.messageSeq ?? 0) : 0;

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
