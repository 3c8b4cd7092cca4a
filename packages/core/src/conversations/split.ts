/** Splits messages off into a new conversation of the same customer, and undoes it. */
import { splitMessagesMax } from '@parley/contracts/conversations/limits';
import type { ChangedConversation, Conversation } from '@parley/contracts/entities';
import { localize } from '@parley/contracts/i18n/server-texts';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { findConversation } from '@parley/db/conversations/read';
import * as splits from '@parley/db/conversations/split';
import { messagesAfter } from '@parley/db/messages/read';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { recordAudit } from '../audit/record.ts';
import { dispatch } from '../events/dispatch.ts';
import { assertMay } from '../permissions/permissions.ts';
import { publishDeletion } from './delete.ts';
import { asReadBy } from './reads.ts';
import { byHand } from './transition.ts';

/** Messages to split off: these, or all from one on. */
export interface SplitRequest {
  seqs?: readonly number[] | undefined;
  fromSeq?: number | undefined;
  /** Makes splitting repeatable. */
  clientSplitId: string;
}

export interface SplitConversations {
  /** With the activity that can be undone. */
  conversation: ChangedConversation;
  /** The new one. */
  splitOff: Conversation;
}

/**
 * Moves messages with their files and emails into a new conversation of the same customer; answers to its mails join it.
 * In their former places stay empty messages. Repeating it returns what was done.
 *
 * @throws Problem `forbidden`, `not_found`, `invalid` without a message to move, `too_large`, `conflict` for a spam or
 * merged conversation, if nothing would be left, and while a mail with one of the messages is being sent
 */
export async function splitConversation(
  context: Context,
  caller: StaffCaller,
  id: string,
  { seqs, fromSeq, clientSplitId }: SplitRequest,
): Promise<SplitConversations> {
  await assertMay(context, caller, 'conversations.merge', { conversationId: id });
  if ((seqs === undefined) === (fromSeq === undefined)) throw fieldProblem('invalid', 'seqs', localize('split_what'));
  const chosen = fromSeq === undefined ? (seqs ?? []) : await seqsFrom(context, id, fromSeq);
  const ordered = [...new Set(chosen)].toSorted((one, other) => one - other);
  if (ordered.length > splitMessagesMax)
    throw new Problem('too_large', localize('split_too_many', { max: splitMessagesMax }));
  const split = await context.db.transaction().execute(async (db) => {
    const request = { fromId: id, seqs: ordered, requestId: clientSplitId };
    const result = await splits.splitConversation(db, request, byHand(caller));
    if (result.outcome !== 'done' && result.outcome !== 'repeated') throw refusalOf(result);
    if (result.outcome === 'done')
      await recordAudit({ db }, caller, {
        action: 'conversation.split',
        subject: { type: 'conversation', id },
        details: { into: result.into.conversation.id, messages: ordered.length },
      });
    return result;
  });
  if (split.outcome === 'repeated') return known(context, caller, id, split.intoId);
  for (const update of split.updates) await dispatch(context, update);
  await dispatch(context, split.into.event, split.into);
  await dispatch(context, split.from.event, split.from);
  return {
    conversation: {
      ...(await asReadBy(context, caller, split.from.conversation)),
      activityNo: split.from.activity.activityNo,
    },
    splitOff: await asReadBy(context, caller, split.into.conversation),
  };
}

async function seqsFrom({ db }: Pick<Context, 'db'>, id: string, fromSeq: number): Promise<number[]> {
  const messages = await messagesAfter(db, id, fromSeq - 1, splitMessagesMax + 1);
  return messages.filter(({ removedAt }) => !removedAt).map(({ seq }) => seq);
}

async function known(context: Context, caller: StaffCaller, id: string, intoId: string): Promise<SplitConversations> {
  const [from, into] = await Promise.all([findConversation(context.db, id), findConversation(context.db, intoId)]);
  if (!from || !into) throw new Problem('not_found', localize('no_such_conversation'));
  return {
    conversation: { ...(await asReadBy(context, caller, from)), activityNo: null },
    splitOff: await asReadBy(context, caller, into),
  };
}

/** Brings split-off messages back and deletes the new conversation, unless something has happened there since. */
export async function undoSplit(
  context: Context,
  caller: StaffCaller,
  split: NonNullable<ReturnType<typeof splits.splitOf>>,
): Promise<splits.SplitUndone> {
  const result = await context.db.transaction().execute((db) => splits.undoSplit(db, split, byHand(caller)));
  if (result.outcome !== 'done') return result;
  for (const update of result.updates) await dispatch(context, update);
  await publishDeletion(context, result.deletion);
  await dispatch(context, result.from.event, result.from);
  return result;
}

function refusalOf({ outcome }: splits.NotSplit): Problem {
  switch (outcome) {
    case 'not_found':
      return new Problem('not_found', localize('no_such_conversation'));
    case 'no_such_message':
      return fieldProblem('invalid', 'seqs', localize('no_such_message'));
    case 'hidden':
      return new Problem('conflict', localize('split_of_spam'));
    case 'merged':
      return new Problem('conflict', localize('split_of_merged'));
    case 'everything':
      return new Problem('conflict', localize('split_everything'));
    case 'being_mailed':
      return new Problem('conflict', localize('split_being_mailed'));
  }
}
