/** Changing many conversations together: asked for here, done by the worker (`run.ts`). */
import { type Batch, type BulkCommand, bulkLimits } from '@parley/contracts/conversations/bulk';
import type { Filter } from '@parley/contracts/filter/filter';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import * as batches from '@parley/db/bulk/batches';
import { filterSql } from '@parley/db/conversations/filter';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { addOrLeave } from '../queues.ts';
import { checkedToSet } from '../conversations/attributes.ts';
import { meaningFor } from '../permissions/scope.ts';
import { readFilter } from '../conversations/filter.ts';
import { laterTime } from '../conversations/snooze.ts';
import { assertAssignable, assertTeam } from '../conversations/update.ts';
import { recordAudit } from '../audit/record.ts';
import { refuseWithout } from '../permissions/permissions.ts';
import { scopeSql, withinScope } from '../permissions/scope.ts';
import { cleanContent } from '../text/content.ts';

export interface BatchRequest {
  /** Either these … */
  ids?: string[];
  /** … or all that this takes in at the moment. */
  filter?: Filter;
  commands: BulkCommand[];
}

const askedBy = ({ user, key }: StaffCaller): batches.Asked => ({ actorId: user.id, keyId: key?.id ?? null });

const unknownBatch = () => new Problem('not_found', localize('no_such_batch'));

/**
 * Stores a batch and queues it. The conversations of a filter are determined here, at once.
 *
 * @throws Problem `invalid` for both or neither of ids and filter, an unknown representative, or too many conversations
 */
export async function startBatch(context: Context, caller: StaffCaller, request: BatchRequest): Promise<Batch> {
  const { ids, filter } = request;
  await refuseCommands(context, caller, request.commands);
  if ((ids === undefined) === (filter === undefined)) throw invalid('filter', 'Give either ids or a filter.');
  const commands: BulkCommand[] = [];
  for (const command of request.commands) {
    if (command.type === 'set_attribute')
      commands.push({ ...command, value: (await checkedToSet(context, caller, command)).value });
    else if (command.type === 'reply') commands.push({ ...command, content: cleanContent(command.content) });
    else commands.push(command);
    if (command.type === 'assign') await assertAssignable(context, command.representativeId);
    if (command.type === 'assign_team') await assertTeam(context, command.teamId);
    if (command.type === 'snooze') laterTime(command.until, 'commands');
  }
  const scope = await scopeSql(context, caller);
  const selection: batches.BatchSelection =
    filter === undefined
      ? { ids: ids ?? [], within: scope }
      : {
          where: filterSql(await withinScope(context, caller, await readFilter(context, filter)), meaningFor(caller)),
          most: bulkLimits.conversations,
        };
  const id = await context.db.transaction().execute(async (transaction) => {
    const made = await batches.insertBatch(transaction, { ...askedBy(caller), commands }, selection);
    if (made.total > bulkLimits.conversations) {
      throw invalid(
        'filter',
        `At most ${bulkLimits.conversations} conversations are changed at once. Narrow the filter.`,
      );
    }
    await recordAudit({ db: transaction }, caller, {
      action: 'conversations.changed',
      subject: { type: 'batch', id: made.id },
      details: { commands: commands.map(withoutValue), total: made.total },
    });
    return made.id;
  });
  await addOrLeave(context, 'bulk', { batchId: id });
  return ownBatch(context, caller, id);
}

/**
 * Undoes a batch, except where later changes build on it. A batch has one undo, however often it is asked for, and that
 * has one undo, which does it again. Conversations that the batch has not reached are left alone.
 *
 * @throws Problem `not_found` for an unknown batch or another user's, `forbidden` if the caller may not make its
 * changes by hand, `conflict` while it is running
 */
export async function undoBatch(context: Context, caller: StaffCaller, batchId: string): Promise<Batch> {
  await refuseWithout(context, caller, 'conversations.update');
  const batch = await ownBatch(context, caller, await batches.standing(context.db, batchId));
  await refuseCommands(context, caller, batch.commands);
  if (batch.finishedAt === null) throw new Problem('conflict', localize('batch_running'));
  const within = await scopeSql(context, caller);
  const undo = await context.db.transaction().execute(async (transaction) => {
    const made = await batches.insertUndo(transaction, batch, caller.key?.id ?? null, within);
    if (made.isNew) {
      await recordAudit({ db: transaction }, caller, {
        action: 'conversations.change_undone',
        subject: { type: 'batch', id: batch.id },
        details: { commands: batch.commands.map(withoutValue), total: batch.changed },
      });
    }
    return made;
  });
  if (undo.isNew) await addOrLeave(context, 'bulk', { batchId: undo.id });
  return ownBatch(context, caller, undo.id);
}

const assigning: ReadonlySet<BulkCommand['type']> = new Set(['assign', 'assign_team', 'return_to_assistant']);

/** A command as the audit log records it, which is never erased: a value or an answer may name a customer. */
function withoutValue(command: BulkCommand) {
  if (command.type === 'set_attribute') return { type: command.type, key: command.key };
  return command.type === 'reply' ? { type: command.type } : command;
}

/** Requires the right to do each of the commands by hand. @throws Problem `forbidden` */
export async function refuseCommands(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  commands: readonly BulkCommand[],
): Promise<void> {
  await refuseWithout(context, caller, 'conversations.update');
  if (commands.some(({ type }) => assigning.has(type))) {
    await refuseWithout(context, caller, 'conversations.assign');
  }
  if (commands.some(({ type }) => type === 'reply')) {
    await refuseWithout(context, caller, 'conversations.reply');
    await refuseWithout(context, caller, 'messages.send_bulk');
  }
}

/** @throws Problem `forbidden`, `not_found` for an unknown batch, or another user's */
export async function getBatch(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  id: string,
): Promise<Batch> {
  await refuseWithout(context, caller, 'conversations.read');
  return ownBatch(context, caller, id);
}

async function ownBatch({ db }: Pick<Context, 'db'>, { user }: StaffCaller, id: string): Promise<Batch> {
  const batch = await batches.findBatch(db, id);
  if (batch?.actorId !== user.id) throw unknownBatch();
  return batch;
}

function invalid(path: string, message: string): Problem {
  return fieldProblem('invalid', path, message);
}
