/** Closing and reopening. */
import type { Conversation, ConversationStatus } from '@parley/contracts/entities';
import { Problem } from '@parley/contracts/problems';
import { closeConversation, reopenConversation } from '@parley/db/conversations/change';
import { findConversation } from '@parley/db/conversations/read';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { announceChange, assertStillOf, type Expected } from './change.ts';
import { handOff } from './hand-off.ts';
import { openConversation } from './open.ts';

/** @throws Problem `conversation_closed` when it is closed already, `already_taken`, `not_found` */
async function close(
  context: Context,
  caller: StaffCaller,
  conversationId: string,
  expected: Expected,
): Promise<Conversation> {
  const changed = await closeConversation(context.db, conversationId, { actorId: caller.user.id, expected });
  return announceChange(context, conversationId, changed, expected);
}

/** @throws Problem `conflict` when it is not closed, `already_taken`, `not_found` */
async function reopen(
  context: Context,
  caller: StaffCaller,
  conversationId: string,
  expected: Expected,
): Promise<Conversation> {
  const changed = await reopenConversation(context.db, conversationId, { actorId: caller.user.id, expected });
  if (!changed) {
    await assertStillOf(context, conversationId, expected);
    throw new Problem('conflict', 'This conversation is open.');
  }
  return announceChange(context, conversationId, changed);
}

/**
 * Brings the conversation into a status by hand: `closed` closes, `active` reopens, `waiting` asks for a person.
 *
 * @throws Problem `invalid` for making a waiting one active: answering does that
 */
export async function setStatus(
  context: Context,
  caller: StaffCaller,
  conversationId: string,
  status: ConversationStatus,
  expected?: Expected,
): Promise<Conversation> {
  if (status === 'closed') return close(context, caller, conversationId, expected);
  const present = await findConversation(context.db, conversationId);
  if (!present) throw new Problem('not_found', 'There is no such conversation.');
  if (present.status === status) return present;
  if (status === 'active') {
    if (present.status === 'closed') return reopen(context, caller, conversationId, expected);
    throw new Problem('invalid', 'A waiting conversation becomes active by an answer.');
  }
  if (present.status === 'closed') throw new Problem('conversation_closed', 'This conversation is closed.');
  await handOff(context, conversationId, { reason: `${caller.user.name} asked for a person.` });
  return openConversation(context, conversationId);
}
