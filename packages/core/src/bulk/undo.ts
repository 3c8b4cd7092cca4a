/** Undoes activities, unless later changes build on them. */
import type { Activity } from '@parley/contracts/conversations/activities';
import type { Batch } from '@parley/contracts/conversations/bulk';
import type { Conversation } from '@parley/contracts/entities';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { permissionsToUndo } from '@parley/contracts/conversations/undo';
import { findActivity } from '@parley/db/activities/read';
import { findBatch } from '@parley/db/bulk/batches';
import { mergeOf, NotUndone, undoMerge as undoMergeInDb } from '@parley/db/conversations/merge';
import { findConversation } from '@parley/db/conversations/read';
import { undoActivity as undoInDb } from '@parley/db/conversations/undo';
import { splitOf } from '@parley/db/conversations/split';
import { findUser } from '@parley/db/users/users';
import { undoBatch } from './start.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { dispatch } from '../events/dispatch.ts';
import { refuseWithout, assertMay } from '../permissions/permissions.ts';
import { assertInScope } from '../permissions/scope.ts';
import { mergeRefusal } from '../conversations/merge.ts';
import { asReadBy } from '../conversations/reads.ts';
import { undoSplit } from '../conversations/split.ts';
import { byHand } from '../conversations/transition.ts';
import { isUndoRefused, undoRefusal } from '../conversations/undo-refusal.ts';

/**
 * Undoes an activity, which may be an undo. One that belongs to a batch of the caller's is undone with all of it,
 * unless `scope` is `activity`; the batch that does so is returned then. Undoing it twice changes nothing.
 *
 * @throws Problem `not_found`; `forbidden` for a colleague's batch; `conflict` for an activity that can't be undone,
 * and if a later change builds on it, with that change as `inTheWay`
 */
export async function undoActivity(
  context: Context,
  caller: StaffCaller,
  {
    conversationId,
    activityNo,
    scope,
  }: { conversationId: string; activityNo: number; scope?: 'activity' | 'batch' | undefined },
): Promise<Batch | { conversation: Conversation; activity: Activity }> {
  await assertMay(context, caller, 'conversations.update', { conversationId });
  const activity =
    (await findConversation(context.db, conversationId)) &&
    (await findActivity(context.db, conversationId, activityNo));
  if (!activity) throw unknown();
  await refuseUndoing(context, caller, activity);
  const batch =
    activity.batchId === null || scope === 'activity' ? undefined : await findBatch(context.db, activity.batchId);
  // A batch of one conversation is undone at once.
  if (batch && batch.total > 1) {
    if (batch.actorId !== caller.user.id) throw await anothers(context, batch);
    return undoBatch(context, caller, batch.id);
  }
  if (mergeOf(activity)) return undoMerge(context, caller, activity);
  const split = splitOf(activity);
  if (split) return undoSplitOf(context, caller, split);
  const result = await undoInDb(context.db, conversationId, activityNo, { cause: byHand(caller) });
  if (result.outcome === 'not_found') throw unknown();
  if (isUndoRefused(result)) throw undoRefusal(result);
  if (result.outcome === 'done') await dispatch(context, result.event, result);
  const conversation =
    result.outcome === 'done' ? result.conversation : await findConversation(context.db, conversationId);
  if (!conversation) throw unknown();
  return { conversation: await asReadBy(context, caller, conversation), activity: result.activity };
}

/**
 * Undoes several activities of a conversation in one transaction, such as all that a macro did: in the given order, and
 * all of them or none. Those that are undone already stay so.
 *
 * @throws Problem as `undoActivity`, and `invalid` for a merge or a batch of several conversations among them
 */
export async function undoActivities(
  context: Context,
  caller: StaffCaller,
  { conversationId, activityNo, others }: { conversationId: string; activityNo: number; others: readonly number[] },
): Promise<{ conversation: Conversation; activity: Activity; others: Activity[] }> {
  await assertMay(context, caller, 'conversations.update', { conversationId });
  const numbers = [...new Set([activityNo, ...others])];
  for (const number of numbers) {
    const activity = await findActivity(context.db, conversationId, number);
    if (!activity) throw unknown();
    await refuseUndoing(context, caller, activity);
    const batch = activity.batchId === null ? undefined : await findBatch(context.db, activity.batchId);
    if (mergeOf(activity) || splitOf(activity) || (batch && batch.total > 1)) {
      throw fieldProblem('invalid', 'others', 'A merge, a split or a batch is undone by itself.');
    }
  }
  const results = await context.db
    .transaction()
    .execute(async (db) => {
      const done = [];
      for (const number of numbers) {
        const result = await undoInDb(db, conversationId, number, { cause: byHand(caller) });
        if (result.outcome !== 'done' && result.outcome !== 'undone_before') throw new NotUndone(result);
        done.push(result);
      }
      return done;
    })
    .catch((error: unknown) => {
      if (!(error instanceof NotUndone)) throw error;
      throw isUndoRefused(error.result) ? undoRefusal(error.result) : unknown();
    });
  for (const result of results) if (result.outcome === 'done') await dispatch(context, result.event, result);
  const conversation = await findConversation(context.db, conversationId);
  const [first, ...rest] = results;
  if (!conversation || !first) throw unknown();
  return {
    conversation: await asReadBy(context, caller, conversation),
    activity: first.activity,
    others: rest.map(({ activity }) => activity),
  };
}

/** In both conversations, or in neither. */
async function undoMerge(
  context: Context,
  caller: StaffCaller,
  { conversationId, activityNo }: Activity,
): Promise<{ conversation: Conversation; activity: Activity }> {
  const result = await context.db
    .transaction()
    .execute((db) => undoMergeInDb(db, { conversationId, activityNo }, byHand(caller)))
    .catch((error: unknown) => {
      if (error instanceof NotUndone) return error.result;
      throw error;
    });
  if (result.outcome === 'done') {
    await Promise.all(result.both.map((each) => dispatch(context, each.event, each)));
    const [{ conversation, activity }] = result.both;
    return { conversation: await asReadBy(context, caller, conversation), activity };
  }
  if (result.outcome === 'undone_before') {
    const conversation = await findConversation(context.db, conversationId);
    if (!conversation) throw unknown();
    return { conversation: await asReadBy(context, caller, conversation), activity: result.activity };
  }
  if (result.outcome === 'not_found') throw unknown();
  throw isUndoRefused(result) ? undoRefusal(result) : mergeRefusal(result);
}

/** Returns the conversation that has its messages back. */
async function undoSplitOf(
  context: Context,
  caller: StaffCaller,
  split: NonNullable<ReturnType<typeof splitOf>>,
): Promise<{ conversation: Conversation; activity: Activity }> {
  const result = await undoSplit(context, caller, split);
  if (result.outcome === 'not_found') throw unknown();
  if (isUndoRefused(result)) throw undoRefusal(result);
  const conversation =
    result.outcome === 'done' ? result.from.conversation : await findConversation(context.db, split.fromId);
  if (!conversation) throw unknown();
  const activity = result.outcome === 'done' ? result.from.activity : result.activity;
  return { conversation: await asReadBy(context, caller, conversation), activity };
}

/**
 * Requires the rights to make the undo's changes by hand, in every conversation that it changes.
 *
 * @throws Problem `forbidden`, `not_found` for a conversation outside the caller's scope
 */
async function refuseUndoing(context: Context, caller: StaffCaller, activity: Activity): Promise<void> {
  const pair = mergeOf(activity) ?? splitOf(activity);
  for (const permission of permissionsToUndo(activity)) await refuseWithout(context, caller, permission);
  await assertInScope(context, caller, pair ? [pair.fromId, pair.intoId] : [activity.conversationId]);
}

const unknown = (): Problem => new Problem('not_found', localize('no_such_activity'));

async function anothers({ db }: Pick<Context, 'db'>, { actorId, total }: Batch): Promise<Problem> {
  const name = (await findUser(db, actorId))?.name ?? 'Someone';
  return new Problem('forbidden', localize('batch_of_another', { name, count: total }));
}
