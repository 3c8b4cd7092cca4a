/** Undo and redo: from a toast, the thread, or by key. */
import type { Conversation } from '@parley/contracts/entities';
import { getBatch, undoBatch } from '@parley/contracts/routes/bulk';
import { undoActivity } from '@parley/contracts/routes/conversations';
import type { Activity } from '@parley/contracts/conversations/activities';
import type { Batch } from '@parley/contracts/conversations/bulk';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../api/call.ts';
import { CallError } from '../api/call-error.ts';
import { keyOf } from '../api/read.ts';
import { useMe } from '../auth/auth.tsx';
import { undoWords } from '../i18n/en/undo.ts';
import { listed } from '../i18n/language.ts';
import { toast, type ToastAction } from '../ui/toast/toasts.ts';
import { knownActivities, rememberActivity } from './activities-cache.ts';
import { activityWords } from './activity-words.ts';
import { rememberConversation } from './conversation-cache.ts';
import { type Done, forgetDone, lastDone, lastUndone, noteRedone, noteUndone } from './done.ts';
import { refusedWords } from './refused-words.ts';
import { showBatch } from './shown-batch.ts';
import { refreshStatistics } from './statistics.ts';
import { undone } from './undone.ts';

export type Undoing = Done & {
  /** `activity` leaves the rest of its batch as it is. */
  scope?: 'activity';
  /** Whether it is an undo that is undone. */
  isRedo?: boolean;
  /** Title of the toast, if it is not the default for an undo. */
  title?: string;
};

/** Keys are quicker than answers: each waits for the one before, and uses its result. */
let before: Promise<unknown> = Promise.resolve();

function inTurn(run: () => Promise<void>): void {
  before = before.then(run);
}

/** Returns functions that undo activities, batches and undos; a toast shows the result or the conflict. */
export function useUndo() {
  const client = useQueryClient();
  const me = useMe();
  return useMemo(() => undoer(client, me.id), [client, me.id]);
}

function undoer(client: QueryClient, me: string) {
  function undo(undoing: Undoing): void {
    inTurn(() => undoNow(undoing));
  }

  /** Which activity is the last is known only when earlier requests are done. */
  function undoLast(conversationId: string | null): void {
    inTurn(async () => {
      const last = lastDone(conversationId);
      if (last) await undoNow(last);
      else toast({ title: undoWords('nothing') });
    });
  }

  function redoLast(conversationId: string | null): void {
    inTurn(async () => {
      const last = lastUndone(conversationId);
      if (last) await undoNow({ ...last, isRedo: true });
      else toast({ title: undoWords('nothingToRedo') });
    });
  }

  async function undoNow(undoing: Undoing): Promise<void> {
    try {
      if ('batchId' in undoing) toastBatch(await call(undoBatch, { params: { id: undoing.batchId } }), undoing);
      else await undoOne(undoing);
    } catch (error) {
      if (error instanceof CallError && error.status === 404) forgetDone(entryOf(undoing));
      toast({ title: undoWords('notUndone'), description: refusedWords(error), variant: 'destructive' });
    }
  }

  async function undoOne(undoing: Extract<Undoing, { activityNo: number }>): Promise<void> {
    const { conversationId, activityNo, others = [], scope, isRedo = false, title } = undoing;
    const answer = await call(undoActivity, {
      params: { id: conversationId, activityNo },
      query: { ...(scope && { scope }), ...(others.length > 0 && { others: others.join() }) },
    });
    if (!('activity' in answer)) return toastBatch(answer, undoing);
    rememberConversation(client, answer.conversation, me);
    const undos = [answer.activity, ...(answer.others ?? [])];
    for (const activity of undos) rememberActivity(client, activity);
    const what = undos.flatMap((activity) => {
      const change = undone(knownActivities(client, conversationId), activity)?.what;
      return change ? [activityWords(change)] : [];
    });
    refreshStatistics(client);
    // Done again in the order in which it was done first.
    const [last = activityNo, ...rest] = undos.map((activity) => activity.activityNo).toReversed();
    const by = { conversationId, activityNo: last, ...(rest.length > 0 && { others: rest }) };
    note(undoing, by);
    toast({
      title: title ?? undoWords(isRedo ? 'redone' : 'undone'),
      ...(what.length > 0 && !title && { description: listed(what) }),
      action: actionFor({ ...by, isRedo: !isRedo }),
    });
  }

  function toastBatch(batch: Batch, undoing: Undoing): void {
    client.setQueryData<Batch>(keyOf(getBatch, { params: { id: batch.id } }), (known) => known ?? batch);
    note(undoing, { batchId: batch.id });
    showBatch(batch.id);
    toast({ title: undoWords(undoing.isRedo ? 'redoingAll' : 'undoingAll', { count: batch.total }) });
  }

  const note = (undoing: Undoing, by: Done): void => (undoing.isRedo ? noteRedone : noteUndone)(entryOf(undoing), by);

  /** Action in a toast about an activity. */
  const actionFor = (undoing: Undoing): ToastAction => ({
    label: undoWords(undoing.isRedo ? 'redo' : 'undo'),
    keys: undoing.isRedo ? 'Shift+Z' : 'z',
    run: () => undo(undoing),
  });

  return {
    undo,
    /** Undoes the user's last activity in a conversation, or on many, in this tab. */
    undoLast,
    /** Redoes the user's last undo there. */
    redoLast,
    /** The undo of what a call did, for its toast; none where it was so already. */
    offer: ({ id }: Pick<Conversation, 'id'>, activityNo: number | null, title?: string): { action?: ToastAction } =>
      activityNo === null ? {} : { action: actionFor({ conversationId: id, activityNo, ...(title && { title }) }) },
    /** The undo of all that one reply did, its activities in their order. */
    offerAll: ({ id }: Pick<Conversation, 'id'>, activities: readonly Activity[]): { action?: ToastAction } => {
      const [last, ...others] = activities.map(({ activityNo }) => activityNo).toReversed();
      return last === undefined ? {} : { action: actionFor({ conversationId: id, activityNo: last, others }) };
    },
  };
}

const entryOf = (undoing: Undoing): Done =>
  'batchId' in undoing
    ? { batchId: undoing.batchId }
    : { conversationId: undoing.conversationId, activityNo: undoing.activityNo };
