/** Takes conversations over. If two users take one at once, one gets it and the other learns the name. */
import type { ChangedConversation } from '@parley/contracts/entities';
import { Problem } from '@parley/contracts/problems';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { asReadBy } from './reads.ts';
import { byHand, changedBy, transition } from './transition.ts';
import { assertMay } from '../permissions/permissions.ts';

/**
 * Takes an unassigned conversation, or one of the assistant. Repeating it changes nothing.
 *
 * @throws Problem `already_taken` with the winner's name, `conversation_closed`, `not_found`, and `forbidden` when
 * `representativeId` is not the caller, or the caller is a service.
 */
export async function takeOver(
  context: Context,
  caller: StaffCaller,
  conversationId: string,
  representativeId: string,
): Promise<ChangedConversation> {
  await assertMay(context, caller, 'conversations.assign', { conversationId });
  if (representativeId !== caller.user.id) {
    throw new Problem('forbidden', 'Taking over is for oneself; use assigning for others.');
  }
  if (caller.key?.kind === 'service') {
    throw new Problem('forbidden', 'An API key of a service can’t have conversations. Assign this one to a user.');
  }
  const command = { type: 'take_over', representativeId } as const;
  const result = await transition(context, conversationId, [command], { cause: byHand(caller) });
  const { conversation, activityNo } = changedBy(result);
  return { ...(await asReadBy(context, caller, conversation)), activityNo };
}
