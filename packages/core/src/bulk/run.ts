/** Applies a batch, conversation by conversation; after a kill it continues behind the last one. */
import type { Batch, BulkCommand } from '@parley/contracts/conversations/bulk';
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { listAttributes } from '@parley/db/attributes/attributes';
import * as batches from '@parley/db/bulk/batches';
import type { Command } from '@parley/db/conversations/commands';
import { type Transition, type Transitioned, transition } from '@parley/db/conversations/transition';
import { type Undone, undoActivity } from '@parley/db/conversations/undo';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { type AttributesToSet, setCustomerAttributes } from '../conversations/attributes.ts';
import { refusalOf } from '../conversations/transition.ts';
import { isUndoRefused, undoRefusal } from '../conversations/undo-refusal.ts';
import { dispatch } from '../events/dispatch.ts';
import { inSharedTransaction, type SharedTransaction } from '../events/shared-transaction.ts';
import { publishToUser } from '../live/publish-change.ts';
import { postMessage } from '../messages/post.ts';
import { assertStillMay } from '../permissions/permissions.ts';
import { inScopeOf } from '../permissions/scope.ts';
import { refuseCommands } from './start.ts';

/** So many are in memory at once, and so many of them under way. */
const pageSize = 100;
const atOnce = 4;
/** Progress is shown at most this often. */
const publishEveryMs = 300;

/** Works a batch off; `signal` stops between two pages. Answers whether it is finished. */
export async function runBatch(context: Context, batchId: string, signal?: AbortSignal): Promise<boolean> {
  const batch = await batches.findBatch(context.db, batchId);
  if (!batch || batch.finishedAt !== null) return true;
  const parts = await partsOf(context, batch);
  let publishedAt = 0;
  for (;;) {
    if (signal?.aborted) return false;
    const items = await batches.itemsLeft(context.db, batchId, pageSize);
    if (items.length === 0) break;
    const page = await stillSeen(context, batch, items);
    if (!page) continue;
    const { caller, seen } = page;
    const waiting = items.values();
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (const item of waiting)
          await changeOne(context, { batch, parts, caller }, item, seen.has(item.conversationId));
      }),
    );
    if (Date.now() - publishedAt < publishEveryMs) continue;
    publishedAt = Date.now();
    await endPage(context, batchId, 'running');
  }
  await endPage(context, batchId, 'done');
  return true;
}

/**
 * Returns the requester and the conversations that they still see, if they may still change any; otherwise ends the batch, with
 * that reason for each remaining conversation. Checked before every page, so that a lost right takes effect within
 * seconds.
 */
async function stillSeen(
  context: Context,
  batch: Batch,
  items: readonly batches.BatchItem[],
): Promise<{ caller: StaffCaller; seen: ReadonlySet<string> } | undefined> {
  try {
    const keyId = await batches.keyOfBatch(context.db, batch.id);
    const requester = { userId: batch.actorId, ...(keyId !== undefined && { keyId }) };
    const caller = await assertStillMay(context, requester, 'conversations.update');
    await refuseCommands(context, caller, batch.commands);
    const ids = items.map(({ conversationId }) => conversationId);
    return { caller, seen: await inScopeOf(context, caller, ids) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await batches.refuseLeft(context.db, batch.id, { reason: error.message, localized: error.localized });
    return undefined;
  }
}

/** Gives a batch up: the changes made so far stay, and can be undone. */
export async function giveUpBatch(context: Context, batchId: string): Promise<void> {
  await endPage(context, batchId, 'failed');
}

async function endPage(context: Context, batchId: string, status: Batch['status']): Promise<void> {
  await batches.addUp(context.db, batchId, status);
  const batch = await batches.findBatch(context.db, batchId);
  if (batch) await publishToUser(context, batch.actorId, { type: 'batch_updated', batch });
}

/** Changes one conversation and records it in one transaction, then publishes it like every change. */
async function changeOne(context: Context, work: Work, { n }: batches.BatchItem, isSeen: boolean): Promise<void> {
  try {
    if (!isSeen) throw new Problem('not_found', localize('no_such_conversation'));
    const { batch } = work;
    const done = await inSharedTransaction(context, async (shared) => {
      const { transaction } = shared;
      // Another worker has the item by now: this one was taken for dead.
      const item = await batches.lockItem(transaction, batch.id, n);
      if (!item) return undefined;
      const { outcome, ...made } = await changeIn(context, shared, work, item);
      await batches.noteOutcome(transaction, batch.id, n, outcome);
      return made;
    });
    if (done?.result?.outcome === 'done') await dispatch(context, done.result.event, done.result);
    await done?.announce?.();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await batches.noteOutcome(context.db, work.batch.id, n, refused(error));
  }
}

interface Work {
  batch: Batch;
  parts: Parts;
  /** Requester with their present rights. */
  caller: StaffCaller;
}

interface Made {
  outcome: Outcome;
  result?: Transitioned | Undone | undefined;
  /** Notifies the team of a changed contact or company. */
  announce?: (() => Promise<void>) | undefined;
}

/** @throws Problem for a contact or company that can't be changed, with which nothing is */
async function changeIn(
  context: Context,
  shared: SharedTransaction,
  { batch, parts, caller }: Work,
  { conversationId, undoOf }: batches.BatchItem,
): Promise<Made> {
  const { transaction } = shared;
  const how = { cause: { by: 'representative', userId: batch.actorId }, batchId: batch.id } as const;
  if (undoOf !== null) {
    const result = await undoActivity(transaction, conversationId, undoOf, how);
    return { outcome: noted(result), result };
  }
  const [first, ...others] = parts.commands;
  const conditions = { ...how, ...conditionsOf(batch) };
  const result = first && (await transition(transaction, conversationId, [first, ...others], conditions));
  const outcome: Outcome = result ? noted(result) : { outcome: 'unchanged' };
  if (outcome.outcome === 'refused') return { outcome, result };
  if (parts.reply !== undefined)
    await postMessage(context, caller, { conversationId }, { content: parts.reply }, shared);
  const customer = { conversationId, values: parts.customerAttributes };
  const announce = await setCustomerAttributes(context, transaction, caller, customer);
  const isChanged = announce !== undefined || parts.reply !== undefined;
  return { outcome: isChanged ? { ...outcome, outcome: 'changed' } : outcome, result, announce };
}

/** Changes that a batch makes to each conversation, and to its contact and their company. */
interface Parts {
  commands: readonly Command[];
  customerAttributes: AttributesToSet;
  /** Answer to each customer. */
  reply: string | undefined;
}

async function partsOf({ db }: Context, { commands, actorId }: Batch): Promise<Parts> {
  const set = commands.flatMap((command) => (command.type === 'set_attribute' ? command : []));
  const ofCustomers = new Set(
    set.length === 0
      ? []
      : (await listAttributes(db)).flatMap(({ subject, key }) => (subject === 'conversation' ? [] : key)),
  );
  const isOfCustomer = (command: BulkCommand) => command.type === 'set_attribute' && ofCustomers.has(command.key);
  return {
    commands: commands.flatMap((command) =>
      isOfCustomer(command) || command.type === 'reply' ? [] : commandOf(command, actorId),
    ),
    reply: commands.find((command) => command.type === 'reply')?.content,
    customerAttributes: Object.fromEntries(set.filter(isOfCustomer).map(({ key, value }) => [key, value])),
  };
}

function commandOf(command: Exclude<BulkCommand, { type: 'reply' }>, userId: string): Command {
  if (command.type === 'snooze')
    return { type: 'snooze', until: new Date(command.until), wakesOnReply: command.wakesOnReply ?? true, userId };
  if (command.type === 'prioritise') return { type: 'set', field: 'priority', value: command.priority };
  if (command.type === 'set_attribute')
    return { type: 'set_attributes', values: { [command.key]: command.value }, userId };
  return command;
}

/** Only closed conversations are reopened: a waiting one becomes active by an answer. */
const conditionsOf = ({ commands }: Batch): Pick<Transition, 'status'> =>
  commands.some(({ type }) => type === 'reopen') ? { status: 'closed' } : {};

type Outcome = Parameters<typeof batches.noteOutcome>[3];

const refused = ({ message, localized }: Problem): Outcome => ({ outcome: 'refused', reason: message, localized });

function noted(result: Transitioned | Undone): Outcome {
  if (result.outcome === 'done') return { outcome: 'changed', activityNo: result.activity.activityNo };
  if (result.outcome === 'unchanged' || result.outcome === 'undone_before') return { outcome: 'unchanged' };
  return refused(isUndoRefused(result) ? undoRefusal(result) : refusalOf(result));
}
