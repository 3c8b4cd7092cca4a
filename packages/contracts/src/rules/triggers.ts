/** Triggers of rules: what has to happen. The one list for the worker, the test on past days and the editor. */
import type { ActivityKind, ChangeKind } from '../conversations/activities.ts';
import type { SenderType } from '../entities.ts';
import type { DomainEvent, NoteEvent } from '../events.ts';
import type { RuleActionType, RuleContent } from './rules.ts';
import type { DueKind } from '../sla/due-kinds.ts';

/** In the order in which they are offered. */
export const ruleTriggers = [
  'conversation_opened',
  'customer_message',
  'mail_received',
  'form_completed',
  'team_reply',
  'assistant_reply',
  'note',
  'assigned',
  'handed_off',
  'returned_to_assistant',
  'closed',
  'reopened',
  'priority_changed',
  'tag_added',
  'tag_removed',
  'attribute_set',
  'customer_identified',
  'snoozed',
  'snooze_over',
  'sla_warned',
  'sla_breached',
  'promise_warned',
  'promise_broken',
  'rating_given',
  'review_low',
  'webhook',
  'time_in_state',
] as const;
export type RuleTrigger = (typeof ruleTriggers)[number];

/** Triggers that carry a message: its words and language can be conditions. */
export const messageTriggers: ReadonlySet<RuleTrigger> = new Set<RuleTrigger>([
  'conversation_opened',
  'customer_message',
  'mail_received',
  'form_completed',
  'team_reply',
  'assistant_reply',
  'webhook',
]);

/** Triggers of each kind of change; none for what no rule follows. A new kind needs its entry here. */
const ofChange: Record<ChangeKind, readonly RuleTrigger[]> = {
  assigned: ['assigned'],
  taken_over: ['assigned'],
  handed_off: ['handed_off'],
  returned_to_assistant: ['returned_to_assistant'],
  closed: ['closed'],
  reopened: ['reopened'],
  identified: ['customer_identified'],
  snoozed: ['snoozed'],
  unsnoozed: ['snooze_over'],
  prioritised: ['priority_changed'],
  tagged: ['tag_added', 'tag_removed'],
  described: ['attribute_set'],
  retitled: [],
  participants_changed: [],
  related_changed: [],
  marked_spam: [],
  unmarked_spam: [],
  merged: [],
  unmerged: [],
  split: [],
  split_off: [],
  sla_warned: ['sla_warned', 'promise_warned'],
  sla_breached: ['sla_breached', 'promise_broken'],
  rated: ['rating_given'],
  followed_up: [],
};

const isChangeKind = (kind: ActivityKind): kind is ChangeKind => Object.hasOwn(ofChange, kind);

/** Returns the triggers of a kind of activity. */
export const triggersOfActivity = (kind: ActivityKind): readonly RuleTrigger[] =>
  kind === 'noted' ? ['note'] : isChangeKind(kind) ? ofChange[kind] : [];

/** Facts of an activity that decide which of several triggers it was. */
export interface Happened {
  byRule: boolean;
  tagsBefore: readonly string[];
  tagsAfter: readonly string[];
  /** Kind of what is due; null for activities about something else. */
  dueKind: DueKind | null;
}

/** Returns whether a trigger of the activity's kind is what happened. */
export function isTriggered(trigger: RuleTrigger, { byRule, tagsBefore, tagsAfter, dueKind }: Happened): boolean {
  if (trigger === 'tag_added') return tagsAfter.some((id) => !tagsBefore.includes(id));
  if (trigger === 'tag_removed') return tagsBefore.some((id) => !tagsAfter.includes(id));
  if (trigger === 'snooze_over') return byRule;
  const isPromises = trigger === 'promise_warned' || trigger === 'promise_broken';
  return dueKind === null || isPromises === (dueKind === 'promise');
}

interface PostedMessage {
  senderType: SenderType;
  /** It opened the conversation. */
  opened: boolean;
  isMail: boolean;
  answersForm: boolean;
}

/** Returns the triggers of a message. */
export function triggersOfMessage({ senderType, opened, isMail, answersForm }: PostedMessage): readonly RuleTrigger[] {
  const first: readonly RuleTrigger[] = opened ? ['conversation_opened'] : [];
  if (senderType === 'customer')
    return [
      ...first,
      'customer_message',
      ...(isMail ? (['mail_received'] as const) : []),
      ...(answersForm ? (['form_completed'] as const) : []),
    ];
  return [...first, senderType === 'representative' ? 'team_reply' : 'assistant_reply'];
}

/** Returns the triggers that an event may be; the message or activity decides which of them it is. */
export function triggersOfEvent(event: DomainEvent | NoteEvent): readonly RuleTrigger[] {
  switch (event.type) {
    case 'message.posted':
      return [
        ...triggersOfMessage({ ...event, isMail: true, answersForm: event.formId !== undefined }),
        ...(event.activityNo === undefined ? [] : (['reopened'] as const)),
      ];
    case 'conversation.changed':
      return triggersOfActivity(event.change);
    case 'conversation.noted':
      return triggersOfActivity(event.kind);
    case 'review.low':
      return ['review_low'];
    case 'message.updated':
    case 'message.reacted':
    case 'conversation.deleted':
      return [];
  }
}

/** Triggers of what each action does. A new action needs its entry here. */
const ofAction: Record<RuleActionType, readonly RuleTrigger[]> = {
  assign: ['assigned'],
  assign_team: ['assigned'],
  return_to_assistant: ['returned_to_assistant', 'assistant_reply'],
  hand_off: ['handed_off'],
  reopen: ['reopened'],
  priority: ['priority_changed'],
  tag: ['tag_added'],
  untag: ['tag_removed'],
  attribute: ['attribute_set'],
  snooze: ['snoozed', 'snooze_over'],
  participant: [],
  note: ['note'],
  notify: ['note'],
  notify_lead: ['note'],
  message: ['assistant_reply'],
  webhook: [],
  close: ['closed'],
};

type Feeding = Pick<RuleContent, 'triggers' | 'actions'>;

/** Whether the actions of a rule can start it again, by themselves or through these other rules. */
export function feedsItself(rule: Feeding, others: readonly Feeding[]): boolean {
  const begun = new Set<RuleTrigger>();
  const waiting = new Set(others);
  const add = ({ actions }: Feeding): void => {
    for (const { type } of actions) for (const trigger of ofAction[type]) begun.add(trigger);
  };
  add(rule);
  for (let known = -1; known < begun.size; ) {
    known = begun.size;
    for (const other of waiting) {
      if (!other.triggers.some((trigger) => begun.has(trigger))) continue;
      waiting.delete(other);
      add(other);
    }
  }
  return rule.triggers.some((trigger) => begun.has(trigger));
}
