/** Several changes of a conversation in one call, made together or not at all. */
import type { Conversation, ConversationStatus } from '@parley/contracts/entities';
import { Problem } from '@parley/contracts/problems';
import type { Command } from '@parley/db/conversations/commands';
import { findConversation } from '@parley/db/conversations/read';
import { findAccount } from '@parley/db/users/users';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { getConversation } from './read.ts';
import { byHand, changed, transition } from './transition.ts';

export interface ConversationChange {
  /** Null for nobody. */
  assignedRepresentativeId?: string | null;
  /** `closed` closes, `active` reopens, `waiting` asks for a person. */
  status?: ConversationStatus;
  /** True hands back to the assistant; false without naming anybody means: mine. */
  isAiAssisted?: boolean;
  /** Who the caller believes it is assigned to; somebody else meanwhile → `already_taken`. */
  expectedRepresentativeId?: string | null;
}

/** So often the change is planned anew because somebody else changed the status in the same instant. */
const attempts = 5;

/**
 * Assigns, hands back, closes or reopens, all of it in one change.
 *
 * @throws Problem `not_found`, `already_taken`, `conversation_closed`, `conflict` when others change it all the time,
 * `invalid` for what contradicts itself, an unknown representative, and for making a waiting one active: answering does
 * that
 */
export async function updateConversation(
  context: Context,
  caller: StaffCaller,
  id: string,
  change: ConversationChange,
): Promise<Conversation> {
  refuseContradictions(change);
  await assertAssignable(context, change.assignedRepresentativeId ?? null);
  const representativeId = change.expectedRepresentativeId;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const present = await findConversation(context.db, id);
    if (!present) throw new Problem('not_found', 'There is no such conversation.');
    if (representativeId !== undefined && present.assignedRepresentativeId !== representativeId) {
      return changed({ outcome: 'taken', conversation: present, by: present.representative });
    }
    const [first, ...others] = commandsFor(present.status, caller, change);
    if (!first) return getConversation(context, id);
    const result = await transition(context, id, [first, ...others], {
      cause: byHand(caller),
      reason: change.status === 'waiting' ? `${caller.user.name} asked for a person.` : null,
      status: present.status,
      representativeId,
    });
    // Planned for a status that it no longer has.
    if (result.outcome !== 'done' && result.outcome !== 'not_found' && result.conversation.status !== present.status) {
      continue;
    }
    return changed(result);
  }
  throw new Problem('conflict', 'Others are changing this conversation. Try again.');
}

/** What is to be done with a conversation of this status. Reopening comes first, closing last. */
function commandsFor(
  present: ConversationStatus,
  caller: StaffCaller,
  { status, assignedRepresentativeId, isAiAssisted }: ConversationChange,
): Command[] {
  const commands: Command[] = [];
  if (status === 'active' && present === 'waiting') {
    throw new Problem('invalid', 'A waiting conversation becomes active by an answer.');
  }
  if (status === 'active' && present === 'closed') commands.push({ type: 'reopen' });
  if (status === 'waiting' && present !== 'waiting') commands.push({ type: 'hand_off' });
  // Manual without naming anybody means: mine.
  const representativeId =
    isAiAssisted === false && assignedRepresentativeId === undefined ? caller.user.id : assignedRepresentativeId;
  if (representativeId !== undefined) commands.push({ type: 'assign', representativeId });
  if (isAiAssisted === true) commands.push({ type: 'hand_back' });
  if (status === 'closed') commands.push({ type: 'close' });
  return commands;
}

/** Passes for nobody and for an active account. @throws Problem `invalid` otherwise */
export async function assertAssignable(context: Pick<Context, 'db'>, representativeId: string | null): Promise<void> {
  if (representativeId === null || (await findAccount(context.db, representativeId))?.isActive) return;
  const message = 'There is no such representative.';
  throw new Problem('invalid', message, { errors: [{ path: 'assignedRepresentativeId', message }] });
}

function refuseContradictions({ assignedRepresentativeId, isAiAssisted }: ConversationChange): void {
  if (isAiAssisted === true && typeof assignedRepresentativeId === 'string') {
    const message = 'A conversation is either the assistant’s or somebody’s.';
    throw new Problem('invalid', message, { errors: [{ path: 'isAiAssisted', message }] });
  }
}
