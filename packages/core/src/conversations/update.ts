/** Several changes of a conversation in one call. */
import type { Conversation, ConversationStatus } from '@parley/contracts/entities';
import { Problem } from '@parley/contracts/problems';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { assertStillOf } from './change.ts';
import { setStatus } from './close.ts';
import { openConversation } from './open.ts';
import { assertAssignable, assign, handBack } from './take-over.ts';

export interface ConversationChange {
  /** Null for nobody. */
  assignedRepresentativeId?: string | null;
  status?: ConversationStatus;
  /** True hands back to the assistant. */
  isAiAssisted?: boolean;
  /** Who the caller believes it is assigned to; somebody else meanwhile → `already_taken`. */
  expectedRepresentativeId?: string | null;
}

/**
 * Assigns, hands back, closes or reopens. Reopening comes before assigning, because a closed conversation can't be
 * assigned; closing comes last.
 *
 * @throws Problem `not_found`, `already_taken`, `conversation_closed`, `conflict`, `invalid`
 */
export async function updateConversation(
  context: Context,
  caller: StaffCaller,
  id: string,
  change: ConversationChange,
): Promise<Conversation> {
  const { assignedRepresentativeId, status, isAiAssisted } = change;
  let expected = change.expectedRepresentativeId;
  refuseContradictions(change);
  // Known before the status changes: what is refused must leave nothing changed.
  if (status !== undefined) {
    await assertAssignable(context, assignedRepresentativeId ?? null);
    await assertStillOf(context, id, expected);
  }
  let conversation: Conversation | undefined;
  const done = (changed: Conversation): void => {
    conversation = changed;
    if (expected !== undefined) expected = changed.assignedRepresentativeId;
  };
  if (status !== undefined && status !== 'closed') done(await setStatus(context, caller, id, status, expected));
  if (assignedRepresentativeId !== undefined) {
    done(await assign(context, caller, id, { representativeId: assignedRepresentativeId, expected }));
  }
  if (isAiAssisted === true) done(await handBack(context, caller, id, expected));
  // Manual without naming anybody means: mine.
  if (isAiAssisted === false && assignedRepresentativeId === undefined) {
    done(await assign(context, caller, id, { representativeId: caller.user.id, expected }));
  }
  if (status === 'closed') done(await setStatus(context, caller, id, status, expected));
  return conversation ?? openConversation(context, id);
}

function refuseContradictions({ assignedRepresentativeId, isAiAssisted }: ConversationChange): void {
  if (isAiAssisted === true && typeof assignedRepresentativeId === 'string') {
    const message = 'A conversation is either the assistant’s or somebody’s.';
    throw new Problem('invalid', message, { errors: [{ path: 'isAiAssisted', message }] });
  }
}
