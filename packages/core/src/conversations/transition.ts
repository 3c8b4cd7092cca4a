/** Changes conversations. Every change goes through here: made in one statement, then published. */
import type { Activity, Cause } from '@parley/contracts/conversations/activities';
import type { Priority } from '@parley/contracts/conversations/conversation-fields';
import type { Conversation } from '@parley/contracts/entities';
import { tagsPerConversationMax } from '@parley/contracts/conversations/limits';
import { fieldError, Problem } from '@parley/contracts/problems';
import { type LocalizedText, localize, type MessageKey } from '@parley/contracts/i18n/server-texts';
import type { Command } from '@parley/db/conversations/commands';
import { type Transition, type Transitioned, transition as transitionInDb } from '@parley/db/conversations/transition';
import type { MissingAttribute } from '@parley/db/conversations/required-to-close';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { dispatch } from '../events/dispatch.ts';

/** A representative did it by hand, or with a reply. */
export const byHand = ({ user }: StaffCaller, messageSeq?: number): Cause => ({
  by: 'representative',
  userId: user.id,
  ...(messageSeq !== undefined && { messageSeq }),
});

/** Applies the commands as one change and publishes it; a refusal is returned, not thrown. */
export async function transition(
  context: Context,
  conversationId: string,
  commands: readonly [Command, ...Command[]],
  how: Transition,
): Promise<Transitioned> {
  const done = await transitionInDb(context.db, conversationId, commands, how);
  if (done.outcome === 'done') await dispatch(context, done.event, done);
  return done;
}

type Refused = Exclude<Transitioned, { outcome: 'done' | 'unchanged' }>;

/**
 * The conversation as it is now, whether the change made it so or it was so before.
 *
 * @throws Problem as `refusalOf`
 */
export function changed(result: Transitioned): Conversation {
  if (result.outcome === 'done' || result.outcome === 'unchanged') return result.conversation;
  throw refusalOf(result);
}

/**
 * Returns the problem for a refused change: `not_found`, `conversation_closed`, `attributes_missing`
 * with the keys in its errors, `already_taken` with the assignee's name, or `conflict` with the conflicting change and its author, or with the fault in its tags. `inTheWay` contains
 * the conflicting activity.
 */
export function refusalOf(result: Refused): Problem {
  const inTheWay = 'activity' in result && result.activity ? { activity: result.activity } : undefined;
  switch (result.outcome) {
    case 'taken':
      return new Problem(
        'already_taken',
        result.by ? localize('taken_by', { who: result.by }) : localize('taken_by_somebody'),
        {
          inTheWay,
        },
      );
    case 'merged':
      return new Problem(
        'conversation_closed',
        localize('merged_since', { who: result.activity?.actorName ?? 'Someone' }),
        {
          inTheWay,
        },
      );
    case 'stale': {
      const [text, english] = staleWords(result.activity);
      return new Problem('conflict', text, { english, inTheWay });
    }
    case 'no_such_tag':
      return new Problem('conflict', localize('tag_gone'));
    case 'too_many_tags':
      return new Problem('conflict', localize('too_many_tags', { max: tagsPerConversationMax }));
    case 'closed':
      return new Problem('conversation_closed', localize('is_closed'), { inTheWay });
    case 'incomplete':
      return attributesMissing(result.missing);
    case 'not_found':
      return new Problem('not_found', localize('no_such_conversation'));
  }
}

/** Returns the problem for closing a conversation that lacks these attributes. */
export const attributesMissing = (missing: readonly MissingAttribute[]): Problem =>
  new Problem(
    'attributes_missing',
    localize('close_incomplete', { names: missing.map(({ name }) => name).join(', ') }),
    {
      errors: missing.map(({ key }) => fieldError(`attributes.${key}`, localize('must_not_be_empty'))),
    },
  );

/** Returns the changed conversation and the number of the activity. @throws Problem as `changed` */
export function changedBy(result: Transitioned): { conversation: Conversation; activityNo: number | null } {
  return { conversation: changed(result), activityNo: result.outcome === 'done' ? result.activity.activityNo : null };
}

/** Returns the text that names the conflicting change and its author, and a more detailed one in English. */
function staleWords(activity: Activity | undefined): [LocalizedText, english?: string] {
  if (!activity) return [localize('not_as_seen')];
  const { cause, actorName, after } = activity;
  const who = cause.by === 'customer' ? 'The customer’s message' : (actorName ?? 'Parley');
  if (after.priority)
    return [localize('priority_set_meanwhile', { who, priority: localize(priorityWords[after.priority]) })];
  if (after.snoozedUntil === undefined) return [localize('changed_since', { who })];
  // Other languages leave out the time, which the conversation itself shows.
  if (after.snoozedUntil)
    return [localize('snoozed_since', { who }), `${who} has snoozed this conversation until ${after.snoozedUntil}.`];
  const text = cause.by === 'customer' ? localize('written_by_customer') : localize('unsnoozed_since', { who });
  return [text, `${who} has ended the snooze.`];
}

const priorityWords = {
  low: 'priority_low',
  normal: 'priority_normal',
  high: 'priority_high',
  urgent: 'priority_urgent',
} as const satisfies Record<Priority, MessageKey>;
