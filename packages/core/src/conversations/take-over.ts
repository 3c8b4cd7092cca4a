/** Who answers: take over, assign, hand back. Of two who want a conversation at once one gets it, the other is told who. */
import type { Conversation } from '@parley/contracts/entities';
import { Problem } from '@parley/contracts/problems';
import { type AssignOutcome, assignConversation, takeOver as takeOverInDb } from '@parley/db/conversations/assign';
import { handBack as handBackInDb } from '@parley/db/conversations/change';
import { findAccount } from '@parley/db/people/users';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { dispatch } from '../events/dispatch.ts';
import { alreadyTaken, announceChange, type Expected } from './change.ts';

/**
 * Takes a conversation over from the assistant, or from nobody. Doing it again is fine.
 *
 * @throws Problem `already_taken` with the winner's name, `conversation_closed`, `not_found`, and `forbidden` when
 * `representativeId` is not the caller.
 */
export async function takeOver(
  context: Context,
  caller: StaffCaller,
  conversationId: string,
  representativeId: string,
): Promise<Conversation> {
  if (representativeId !== caller.user.id) {
    throw new Problem('forbidden', 'Taking over is for oneself; use assigning for others.');
  }
  return settle(context, await takeOverInDb(context.db, conversationId, representativeId));
}

/**
 * Assigns to a representative, which ends the assistant's part, or to nobody.
 *
 * @throws Problem `invalid` when there is no such active representative; otherwise as `takeOver`.
 */
export async function assign(
  context: Context,
  caller: StaffCaller,
  conversationId: string,
  assignment: { representativeId: string | null; expected?: Expected },
): Promise<Conversation> {
  await assertAssignable(context, assignment.representativeId);
  const outcome = await assignConversation(context.db, conversationId, { ...assignment, actorId: caller.user.id });
  return settle(context, outcome);
}

/** Passes for nobody and for an active account. @throws Problem `invalid` otherwise */
export async function assertAssignable(context: Pick<Context, 'db'>, representativeId: string | null): Promise<void> {
  if (representativeId === null || (await findAccount(context.db, representativeId))?.isActive) return;
  const message = 'There is no such representative.';
  throw new Problem('invalid', message, { errors: [{ path: 'assignedRepresentativeId', message }] });
}

/** Hands the conversation back to the assistant. @throws Problem `already_taken`, `conversation_closed`, `not_found` */
export async function handBack(
  context: Context,
  caller: StaffCaller,
  conversationId: string,
  expected?: Expected,
): Promise<Conversation> {
  const changed = await handBackInDb(context.db, conversationId, { actorId: caller.user.id, expected });
  return announceChange(context, conversationId, changed, expected);
}

async function settle(context: Context, outcome: AssignOutcome): Promise<Conversation> {
  switch (outcome.outcome) {
    case 'assigned':
      await dispatch(context, outcome.event, outcome);
      return outcome.conversation;
    case 'taken':
      throw alreadyTaken(outcome.by?.name);
    case 'closed':
      throw new Problem('conversation_closed', 'This conversation is closed.');
    case 'not_found':
      throw new Problem('not_found', 'There is no such conversation.');
  }
}
