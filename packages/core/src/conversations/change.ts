/** The end of every change of a conversation: announce it, or say why it did not happen. */
import type { Conversation } from '@parley/contracts/entities';
import { Problem } from '@parley/contracts/problems';
import type { Changed } from '@parley/db/conversations/change';
import { findConversation } from '@parley/db/conversations/read';
import type { Context } from '../context.ts';
import { dispatch } from '../events/dispatch.ts';

/** Whom the caller believes to have the conversation: null for nobody, undefined for whoever it may be. */
export type Expected = string | null | undefined;

/** Somebody else has the conversation. */
export const alreadyTaken = (winner: string | null | undefined): Problem =>
  new Problem('already_taken', `${winner ?? 'Somebody else'} has already taken over this conversation.`);

/** Passes while the conversation is whose the caller believes it is. @throws Problem `already_taken`, `not_found` */
export async function assertStillOf(
  context: Pick<Context, 'db'>,
  conversationId: string,
  expected: Expected,
): Promise<void> {
  const present = await findConversation(context.db, conversationId);
  if (!present) throw new Problem('not_found', 'There is no such conversation.');
  const { assignedRepresentativeId, representative } = present;
  if (expected !== undefined && assignedRepresentativeId !== expected) throw alreadyTaken(representative);
}

/**
 * Announces a change and answers the conversation.
 *
 * @throws Problem `not_found`, `already_taken` when it is not whose it was expected to be, or `conversation_closed` when
 * the change needs an open one.
 */
export async function announceChange(
  context: Context,
  conversationId: string,
  changed: Changed | undefined,
  expected?: Expected,
): Promise<Conversation> {
  if (!changed) {
    await assertStillOf(context, conversationId, expected);
    throw new Problem('conversation_closed', 'This conversation is closed.');
  }
  await dispatch(context, changed.event, changed);
  return changed.conversation;
}
