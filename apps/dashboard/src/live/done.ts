/** Activities of this tab, the newest last: `z` undoes them. */
import type { Activity } from '@parley/contracts/conversations/activities';
import { isUndoable } from '@parley/contracts/conversations/undo';

/**
 * Activity with the others of the same reply (`others`, in the order in which they are undone after it), or the batch
 * of many.
 */
export type Done = { conversationId: string; activityNo: number; others?: readonly number[] } | { batchId: string };

/** Number of entries kept. */
const rememberedMax = 100;

let done: readonly Done[] = [];
let undone: readonly Done[] = [];

function isSame(one: Done, other: Done): boolean {
  if ('batchId' in one || 'batchId' in other)
    return 'batchId' in one && 'batchId' in other && one.batchId === other.batchId;
  return one.conversationId === other.conversationId && one.activityNo === other.activityNo;
}
const withNewest = (list: readonly Done[], newest: Done): readonly Done[] =>
  [...list.filter((each) => !isSame(each, newest)), newest].slice(-rememberedMax);

/** Notes an activity of the user: for a batch the batch, and an undo is no entry. */
export function noteDone(activity: Activity): void {
  const { conversationId, activityNo, batchId, undoOf, cause } = activity;
  const entry = { conversationId, activityNo };
  if (!isUndoable(activity) || batchId !== null || undoOf !== null || done.some((each) => isSame(each, entry))) return;
  const seq = cause.by === 'representative' ? cause.messageSeq : undefined;
  const reply = seq === undefined ? undefined : `${conversationId} ${seq}`;
  const before = done.at(-1);
  if (reply !== undefined && reply === lastReply && before && !('batchId' in before)) {
    const { activityNo: first, others = [] } = before;
    done = withNewest(done.slice(0, -1), { ...entry, others: [first, ...others] });
  } else done = withNewest(done, entry);
  lastReply = reply;
}

/** Reply that caused the last activity. */
let lastReply: string | undefined;

export const noteBatch = (batchId: string): void => {
  done = withNewest(done, { batchId });
};

/** Notes that something was undone, by which it can be done again. */
export function noteUndone(what: Done, by: Done): void {
  done = done.filter((each) => !isSame(each, what));
  undone = withNewest(undone, by);
}

/** Notes that something undone was done again, by which it can be undone once more. */
export function noteRedone(what: Done, by: Done): void {
  undone = undone.filter((each) => !isSame(each, what));
  done = withNewest(done, by);
}

/** The newest in the open conversation, or of many. */
const newestOf = (list: readonly Done[], conversationId: string | null): Done | undefined =>
  list.findLast((each) => 'batchId' in each || each.conversationId === conversationId);

export const lastDone = (conversationId: string | null): Done | undefined => newestOf(done, conversationId);
export const lastUndone = (conversationId: string | null): Done | undefined => newestOf(undone, conversationId);

/** Forgets what cannot be undone any more. */
export const forgetDone = (what: Done): void => {
  done = done.filter((each) => !isSame(each, what));
  undone = undone.filter((each) => !isSame(each, what));
};

/** Called when the user signs out: the next one in this tab undoes nothing of theirs. */
export function forgetAllDone(): void {
  done = [];
  undone = [];
}
