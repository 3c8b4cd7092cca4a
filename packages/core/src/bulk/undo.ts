/** Undoes activities, unless later changes build on them. */
import type { Act } from '@parley/contracts/conversations/acts';
import type { Batch } from '@parley/contracts/conversations/bulk';
import type { Conversation } from '@parley/contracts/entities';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { say } from '@parley/contracts/sayings';
import { permissionsToUndo } from '@parley/contracts/conversations/undo';
import { findAct } from '@parley/db/acts/read';
import { findBatch } from '@parley/db/bulk/batches';
import { mergeOf, NotUndone, undoMerge as undoMergeInDb } from '@parley/db/conversations/merge';
import { findConversation } from '@parley/db/conversations/read';
import { undoAct as undoInDb } from '@parley/db/conversations/undo';
import { findUser } from '@parley/db/users/users';
import { undoBatch } from './start.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { dispatch } from '../events/dispatch.ts';
import { refuseWithout, assertMay } from '../permissions/permissions.ts';
import { assertInScope } from '../permissions/scope.ts';
import { mergeRefusal } from '../conversations/merge.ts';
import { asReadBy } from '../conversations/reads.ts';
import { byHand } from '../conversations/transition.ts';
import { isUndoRefused, undoRefusal } from '../conversations/undo-refusal.ts';

/**
 * Undoes an activity, which may be an undo. One that belongs to a batch of the caller's is undone with all of it,
 * unless `scope` is `act`; the batch that does so is returned then. Undoing it twice changes nothing.
 *
 * @throws Problem `not_found`; `forbidden` for a colleague's batch; `conflict` for an activity that can't be undone,
 * and if a later change builds on it, with that change as `inTheWay`
 */
export async function undoAct(
  context: Context,
  caller: StaffCaller,
  { conversationId, actNo, scope }: { conversationId: string; actNo: number; scope?: 'act' | 'batch' | undefined },
): Promise<Batch | { conversation: Conversation; act: Act }> {
  await assertMay(context, caller, 'conversations.update', { conversationId });
  const act =
    (await findConversation(context.db, conversationId)) && (await findAct(context.db, conversationId, actNo));
  if (!act) throw unknown();
  await refuseUndoing(context, caller, act);
  const batch = act.batchId === null || scope === 'act' ? undefined : await findBatch(context.db, act.batchId);
  // A batch of one conversation is undone at once.
  if (batch && batch.total > 1) {
    if (batch.actorId !== caller.user.id) throw await anothers(context, batch);
    return undoBatch(context, caller, batch.id);
  }
  if (mergeOf(act)) return undoMerge(context, caller, act);
  const result = await undoInDb(context.db, conversationId, actNo, { cause: byHand(caller) });
  if (result.outcome === 'not_found') throw unknown();
  if (isUndoRefused(result)) throw undoRefusal(result);
  if (result.outcome === 'done') await dispatch(context, result.event, result);
  const conversation =
    result.outcome === 'done' ? result.conversation : await findConversation(context.db, conversationId);
  if (!conversation) throw unknown();
  return { conversation: await asReadBy(context, caller, conversation), act: result.act };
}

/**
 * Undoes several activities of a conversation in one transaction, such as all that a macro did: in the given order, and
 * all of them or none. Those that are undone already stay so.
 *
 * @throws Problem as `undoAct`, and `invalid` for a merge or a batch of several conversations among them
 */
export async function undoActs(
  context: Context,
  caller: StaffCaller,
  { conversationId, actNo, others }: { conversationId: string; actNo: number; others: readonly number[] },
): Promise<{ conversation: Conversation; act: Act; others: Act[] }> {
  await assertMay(context, caller, 'conversations.update', { conversationId });
  const numbers = [...new Set([actNo, ...others])];
  for (const number of numbers) {
    const act = await findAct(context.db, conversationId, number);
    if (!act) throw unknown();
    await refuseUndoing(context, caller, act);
    const batch = act.batchId === null ? undefined : await findBatch(context.db, act.batchId);
    if (mergeOf(act) || (batch && batch.total > 1)) {
      throw fieldProblem('invalid', 'others', 'A merge or a batch is undone by itself.');
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
    act: first.act,
    others: rest.map(({ act }) => act),
  };
}

/** In both conversations, or in neither. */
async function undoMerge(
  context: Context,
  caller: StaffCaller,
  { conversationId, actNo }: Act,
): Promise<{ conversation: Conversation; act: Act }> {
  const result = await context.db
    .transaction()
    .execute((db) => undoMergeInDb(db, { conversationId, actNo }, byHand(caller)))
    .catch((error: unknown) => {
      if (error instanceof NotUndone) return error.result;
      throw error;
    });
  if (result.outcome === 'done') {
    await Promise.all(result.both.map((each) => dispatch(context, each.event, each)));
    const [{ conversation, act }] = result.both;
    return { conversation: await asReadBy(context, caller, conversation), act };
  }
  if (result.outcome === 'undone_before') {
    const conversation = await findConversation(context.db, conversationId);
    if (!conversation) throw unknown();
    return { conversation: await asReadBy(context, caller, conversation), act: result.act };
  }
  if (result.outcome === 'not_found') throw unknown();
  throw isUndoRefused(result) ? undoRefusal(result) : mergeRefusal(result);
}

/**
 * Requires the rights to make the undo's changes by hand, in every conversation that it changes.
 *
 * @throws Problem `forbidden`, `not_found` for a conversation outside the caller's scope
 */
async function refuseUndoing(context: Context, caller: StaffCaller, act: Act): Promise<void> {
  const merge = mergeOf(act);
  for (const permission of permissionsToUndo(act)) await refuseWithout(context, caller, permission);
  await assertInScope(context, caller, merge ? [merge.fromId, merge.intoId] : [act.conversationId]);
}

const unknown = (): Problem => new Problem('not_found', say('no_such_act'));

async function anothers({ db }: Pick<Context, 'db'>, { actorId, total }: Batch): Promise<Problem> {
  const name = (await findUser(db, actorId))?.name ?? 'Somebody';
  return new Problem('forbidden', say('batch_of_another', { name, count: total }));
}
