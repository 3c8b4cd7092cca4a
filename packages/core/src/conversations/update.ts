/** Several changes of a conversation in one call, made together or not at all. */
import { onlyReason } from '@parley/contracts/assistant/hand-off';
import {
  changeableFields,
  conversationFields,
  type ConversationStatus,
  fieldOf,
  permissionFor,
  seenFields,
  settableFields,
} from '@parley/contracts/conversations/conversation-fields';
import type { ChangedConversation } from '@parley/contracts/entities';
import type { Permission } from '@parley/contracts/permissions/permissions';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import type { Body } from '@parley/contracts/route';
import type { updateConversation as updateRoute } from '@parley/contracts/routes/conversations';
import { localize } from '@parley/contracts/i18n/server-texts';
import { Timestamp } from '@parley/contracts/schema';
import type { Command } from '@parley/db/conversations/commands';
import { findConversation } from '@parley/db/conversations/read';
import { lastChangeOf, type Transition } from '@parley/db/conversations/transition';
import { listTeams } from '@parley/db/roles/teams';
import { isAssignable } from '@parley/db/users/users';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { refuseWithout, assertMay } from '../permissions/permissions.ts';
import { addNote, type NewNote, transitionWithNote } from './notes.ts';
import { checkParticipants } from './participants.ts';
import { getConversation } from './read.ts';
import { asReadBy } from './reads.ts';
import { checkRelated } from './related.ts';
import { laterTime } from './snooze.ts';
import { byHand, changedBy, refusalOf, transition } from './transition.ts';

/** The body of the route, with a note of any caller's. `waiting` as status asks for a person. */
export type ConversationChange = Omit<Body<typeof updateRoute>, 'note'> & {
  /** Written with the change, both or neither. */
  note?: NewNote;
};

/** Maximum number of tries when others change the status at the same time. */
const attempts = 5;

/**
 * Assigns, returns to the assistant, closes, reopens, tags, prioritises or snoozes, all of it in one change.
 *
 * @throws Problem `not_found`, `already_taken`, `conversation_closed`, `attributes_missing`, `conflict` with the author of a conflicting
 * change, or if others keep changing it, `invalid` for a contradiction, an unknown representative, and for making a
 * waiting conversation active: answering does that
 */
export async function updateConversation(
  context: Context,
  caller: StaffCaller,
  id: string,
  change: ConversationChange,
): Promise<ChangedConversation> {
  await assertMay(context, caller, 'conversations.update', { conversationId: id });
  refuseContradictions(change);
  for (const permission of permissionsFor(change)) await refuseWithout(context, caller, permission);
  if (change.note) await refuseWithout(context, caller, 'conversations.note');
  await assertAssignable(context, newRepresentative(caller, change) ?? null);
  await assertTeam(context, change.teamId ?? null);
  const { expectedRepresentativeId } = change;
  const seen = seenBy(change);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const present = await findConversation(context.db, id);
    if (!present) throw new Problem('not_found', localize('no_such_conversation'));
    if (expectedRepresentativeId !== undefined && present.assignedRepresentativeId !== expectedRepresentativeId) {
      const activity = await lastChangeOf(context.db, id, 'assignedRepresentativeId');
      throw refusalOf({ outcome: 'taken', conversation: present, by: present.representative, activity });
    }
    const participants =
      change.participants && (await checkParticipants(context, present.customerEmail, change.participants));
    const relatedIds = change.relatedIds && (await checkRelated(context, caller, present, change.relatedIds));
    const [first, ...others] = commandsFor(present.status, caller, {
      ...change,
      ...(participants && { participants }),
      ...(relatedIds && { relatedIds }),
    });
    if (!first) {
      if (change.note) await addNote(context, caller, id, change.note);
      return { ...(await getConversation(context, caller, id)), activityNo: null };
    }
    const commands = [first, ...others] as const;
    const how = {
      cause: byHand(caller),
      handOffSummary: onlyReason(localize('asked_for_person', { who: caller.user.name })),
      status: present.status,
      seen,
    };
    const result = change.note
      ? await transitionWithNote(context, caller, { id, commands, how, note: change.note })
      : await transition(context, id, commands, how);
    // Planned for a status that it no longer has.
    if (result.outcome !== 'done' && result.outcome !== 'not_found' && result.conversation.status !== present.status) {
      continue;
    }
    const { conversation, activityNo } = changedBy(result);
    return { ...(await asReadBy(context, caller, conversation)), activityNo };
  }
  throw new Problem('conflict', localize('being_changed'));
}

/** The permissions for changing these fields. */
const permissionsFor = (change: ConversationChange): Set<Permission> =>
  new Set(changeableFields.filter((name) => change[name] !== undefined).map(permissionFor));

/** The values that the caller has seen; instants as activities record them. */
const seenBy = (change: ConversationChange): NonNullable<Transition['seen']> =>
  Object.fromEntries(
    seenFields.map((name) => {
      const value = change[conversationFields[name].seen];
      return [
        name,
        fieldOf(name).type === Timestamp && typeof value === 'string' ? new Date(value).toISOString() : value,
      ];
    }),
  );

/** Returns the new assignee. Turning the assistant off without naming one assigns the caller. */
const newRepresentative = (
  { user }: StaffCaller,
  { isAiAssisted, assignedRepresentativeId }: ConversationChange,
): string | null | undefined =>
  isAiAssisted === false && assignedRepresentativeId === undefined ? user.id : assignedRepresentativeId;

/**
 * Returns the commands for a conversation of this status. Reopening comes first, then the other changes of the status
 * with closing last, then labels.
 */
function commandsFor(present: ConversationStatus, caller: StaffCaller, change: ConversationChange): Command[] {
  const { status, isAiAssisted } = change;
  const commands: Command[] = [];
  if (status === 'active' && present === 'waiting') {
    throw new Problem('invalid', 'A waiting conversation becomes active by an answer.');
  }
  if (status === 'active' && present === 'closed') commands.push({ type: 'reopen' });
  if (status === 'waiting' && present !== 'waiting') commands.push({ type: 'hand_off' });
  if (change.teamId !== undefined) commands.push({ type: 'assign_team', teamId: change.teamId });
  const representativeId = newRepresentative(caller, change);
  if (representativeId !== undefined) commands.push({ type: 'assign', representativeId });
  if (isAiAssisted === true) commands.push({ type: 'return_to_assistant' });
  if (status === 'closed') commands.push({ type: 'close' });
  return [...commands, ...labelling(caller, change)];
}

/** Returns the commands that change neither the assignee nor the status. */
function labelling({ user }: StaffCaller, change: ConversationChange): Command[] {
  const { addTags: add, removeTags: remove, snoozedUntil, wakesOnReply = true } = change;
  const commands: Command[] = [];
  if (typeof snoozedUntil === 'string') {
    commands.push({ type: 'snooze', until: laterTime(snoozedUntil, 'snoozedUntil'), wakesOnReply, userId: user.id });
  }
  if (snoozedUntil === null) commands.push({ type: 'unsnooze' });
  for (const field of settableFields) {
    const value = change[field];
    if (value !== undefined) commands.push({ type: 'set', field, value });
  }
  if (add || remove) commands.push({ type: 'tag', add, remove });
  return commands;
}

/** Accepts null and active users. @throws Problem `invalid` otherwise */
export async function assertAssignable(context: Pick<Context, 'db'>, representativeId: string | null): Promise<void> {
  if (representativeId === null || (await isAssignable(context.db, representativeId))) return;
  throw fieldProblem('invalid', 'assignedRepresentativeId', localize('no_such_representative'));
}

/** Passes for none and for one that there is. @throws Problem `invalid` otherwise */
export async function assertTeam({ db }: Pick<Context, 'db'>, teamId: string | null): Promise<void> {
  if (teamId === null || (await listTeams(db, teamId)).length > 0) return;
  throw fieldProblem('invalid', 'teamId', localize('no_such_team'));
}

function refuseContradictions(change: ConversationChange): void {
  const { assignedRepresentativeId, isAiAssisted, status, snoozedUntil, wakesOnReply, addTags, removeTags } = change;
  if (isAiAssisted === true && typeof assignedRepresentativeId === 'string') {
    throw fieldProblem('invalid', 'isAiAssisted', 'A conversation is either the assistant’s or assigned to a user.');
  }
  if (typeof snoozedUntil === 'string' && status === 'closed') {
    throw fieldProblem('invalid', 'snoozedUntil', localize('closed_not_snoozed'));
  }
  if (wakesOnReply !== undefined && typeof snoozedUntil !== 'string') {
    throw fieldProblem('invalid', 'wakesOnReply', 'This goes with a time to snooze until.');
  }
  if (addTags?.some((id) => removeTags?.includes(id))) {
    throw fieldProblem('invalid', 'removeTags', 'A tag is either put on or taken off.');
  }
}
