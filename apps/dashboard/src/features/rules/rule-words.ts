import type { Rule, RuleAction, RuleContent, RuleState } from '@parley/contracts/rules/rules';
import type { RuleTrigger } from '@parley/contracts/rules/triggers';
import { type ActionNames, actionWords } from '../../domain/canned-replies/action-words.ts';
import { type Known, rowsOf, rowWords } from '../../domain/filter/conditions.ts';
import { replies } from '../../i18n/en/replies.ts';
import { ruleWords } from '../../i18n/en/rules.ts';
import { views } from '../../i18n/en/views.ts';
import { languageName, listed } from '../../i18n/language.ts';
import { targetTime } from '../../ui/times.ts';

export interface RuleNames extends ActionNames {
  webhooks: readonly { id: string; host: string }[];
}

/** A new trigger needs its words here. */
const triggers: Record<RuleTrigger, () => string> = {
  conversation_opened: () => ruleWords('triggerOpened'),
  customer_message: () => ruleWords('triggerCustomerMessage'),
  mail_received: () => ruleWords('triggerMail'),
  form_completed: () => ruleWords('triggerForm'),
  team_reply: () => ruleWords('triggerTeamReply'),
  assistant_reply: () => ruleWords('triggerAssistantReply'),
  note: () => ruleWords('triggerNote'),
  assigned: () => ruleWords('triggerAssigned'),
  handed_off: () => ruleWords('triggerHandedOff'),
  returned_to_assistant: () => ruleWords('triggerReturned'),
  closed: () => ruleWords('triggerClosed'),
  reopened: () => ruleWords('triggerReopened'),
  priority_changed: () => ruleWords('triggerPriority'),
  tag_added: () => ruleWords('triggerTagAdded'),
  tag_removed: () => ruleWords('triggerTagRemoved'),
  attribute_set: () => ruleWords('triggerAttribute'),
  customer_identified: () => ruleWords('triggerIdentified'),
  snoozed: () => ruleWords('triggerSnoozed'),
  snooze_over: () => ruleWords('triggerSnoozeOver'),
  sla_warned: () => ruleWords('triggerSlaWarned'),
  sla_breached: () => ruleWords('triggerSlaBreached'),
  promise_warned: () => ruleWords('triggerPromiseWarned'),
  promise_broken: () => ruleWords('triggerPromiseBroken'),
  rating_given: () => ruleWords('triggerRating'),
  review_low: () => ruleWords('triggerReviewLow'),
  webhook: () => ruleWords('triggerWebhook'),
  time_in_state: () => ruleWords('triggerTime'),
};
export const triggerWords = (trigger: RuleTrigger): string => triggers[trigger]();

const states: Record<RuleState, () => string> = {
  unanswered: () => ruleWords('stateUnanswered'),
  waiting: () => ruleWords('stateWaiting'),
  silent: () => ruleWords('stateSilent'),
  open: () => ruleWords('stateOpen'),
  closed: () => ruleWords('stateClosed'),
};
export const stateWords = (state: RuleState): string => states[state]();

/** Returns what a rule does in a few words. */
export function ruleActionWords(action: RuleAction, names: RuleNames): string {
  switch (action.type) {
    case 'untag':
      return `${ruleWords('untag')}: ${listed(
        action.remove.map((id) => names.tags.find((tag) => tag.id === id)?.name ?? replies('tagGone')),
      )}`;
    case 'return_to_assistant':
      return ruleWords('returnToAssistant');
    case 'hand_off':
      return ruleWords('handOff');
    case 'participant':
      return `${ruleWords('participant')}: ${action.address}`;
    case 'notify':
      return ruleWords('notify');
    case 'notify_lead':
      return ruleWords('notifyLead');
    case 'message':
      return ruleWords('message');
    case 'webhook':
      return `${ruleWords('webhook')}: ${
        names.webhooks.find(({ id }) => id === action.webhookId)?.host ?? ruleWords('webhookGone')
      }`;
    case 'assign':
    case 'assign_team':
    case 'attribute':
    case 'close':
    case 'note':
    case 'priority':
    case 'reopen':
    case 'snooze':
    case 'tag':
      return actionWords(action, names);
  }
}

/** Returns the conditions of a rule in words. */
function conditionWords({ filter, hours, words, languages }: RuleContent, known: Known): string[] {
  const rows = rowsOf(filter)?.rows.map((row) => rowWords(row, known)) ?? [views('complex')];
  return [
    ...rows,
    ...(hours === null ? [] : [ruleWords(hours === 'within' ? 'isWithinHours' : 'isOutsideHours')]),
    ...(words.length > 0 ? [ruleWords('wordsAre', { words: listed(words, 'disjunction') })] : []),
    ...(languages.length > 0
      ? [ruleWords('languagesAre', { languages: listed(languages.map(languageName), 'disjunction') })]
      : []),
  ];
}

/** Returns a rule as a sentence: "When the customer writes and Priority is Urgent: Assign to Ada Byron". */
export function ruleSentence(rule: Rule, names: RuleNames, known: Known): string {
  const trigger = rule.time
    ? ruleWords('timed', { state: stateWords(rule.time.state), duration: targetTime(rule.time.minutes) })
    : listed(rule.triggers.map(triggerWords));
  const actions = listed(rule.actions.map((action) => ruleActionWords(action, names)));
  const conditions = conditionWords(rule, known);
  return conditions.length === 0
    ? ruleWords('sentence', { trigger, actions })
    : ruleWords('sentenceIf', { trigger, actions, conditions: listed(conditions, 'conjunction') });
}
