/** Rules: when something happens to a conversation and its conditions hold, the worker does something. */
import * as Type from 'typebox';
import { AttributeContent, AttributeKey } from '../conversations/attributes.ts';
import { Priority } from '../conversations/conversation-fields.ts';
import { noteMentionsMax, snoozeDaysMax, tagsPerConversationMax } from '../conversations/limits.ts';
import { Filter } from '../filter/filter.ts';
import { LocalizedText } from '../i18n/localized-text.ts';
import { BlocksDraft } from '../messages/blocks.ts';
import { LanguageTag, ReplyText } from '../messages/canned-replies.ts';
import { CleanLine, Id, Name, Nullable, OneOf, Seq, Strict, Timestamp } from '../schema.ts';
import { emailMaxLength } from '../users/limits.ts';
import { ruleActionsMax, ruleMinutesMax, ruleNameMaxLength, ruleWordsMax } from './limits.ts';
import { ruleTriggers } from './triggers.ts';

/** Texts by language, beside the one for all others. */
const texts = {
  text: ReplyText,
  variants: Type.Optional(Type.Array(Strict({ language: LanguageTag, text: ReplyText }), { maxItems: 30 })),
};

/** Action of a rule: those of macros, and those that nobody does by a reply. */
export const RuleAction = Type.Union([
  Strict({ type: Type.Literal('assign'), to: Type.Union([Type.Literal('nobody'), Id]) }),
  /** The team's way of assigning decides who gets it. */
  Strict({ type: Type.Literal('assign_team'), teamId: Id }),
  Strict({ type: Type.Literal('return_to_assistant') }),
  Strict({ type: Type.Literal('hand_off') }),
  Strict({ type: Type.Literal('reopen') }),
  Strict({ type: Type.Literal('priority'), priority: Priority }),
  Strict({ type: Type.Literal('tag'), add: Type.Array(Id, { minItems: 1, maxItems: tagsPerConversationMax }) }),
  Strict({ type: Type.Literal('untag'), remove: Type.Array(Id, { minItems: 1, maxItems: tagsPerConversationMax }) }),
  Strict({ type: Type.Literal('attribute'), key: AttributeKey, value: Nullable(AttributeContent) }),
  Strict({ type: Type.Literal('snooze'), hours: Type.Integer({ minimum: 1, maximum: snoozeDaysMax * 24 }) }),
  /** Adds a person to the Cc of the conversation's mails. */
  Strict({
    type: Type.Literal('participant'),
    address: CleanLine({ minLength: 3, maxLength: emailMaxLength }),
  }),
  Strict({ type: Type.Literal('note'), text: ReplyText }),
  /** A note that mentions these users. */
  Strict({
    type: Type.Literal('notify'),
    userIds: Type.Array(Id, { minItems: 1, maxItems: noteMentionsMax, uniqueItems: true }),
    text: ReplyText,
  }),
  /** A note that mentions the leads of the conversation's team; admins where there are none. */
  Strict({ type: Type.Literal('notify_lead'), text: ReplyText }),
  /** A message to the customer, in the assistant's name. */
  Strict({ type: Type.Literal('message'), ...texts, blocks: Type.Optional(BlocksDraft) }),
  /** A signed call of a webhook of the installation, as `rule.matched`. */
  Strict({ type: Type.Literal('webhook'), webhookId: Id }),
  Strict({ type: Type.Literal('close'), reason: Type.Optional(CleanLine({ minLength: 1, maxLength: 200 })) }),
]);
export type RuleAction = Type.Static<typeof RuleAction>;
export type RuleActionType = RuleAction['type'];

/** States that last, by what they begin with. */
export const ruleStates = ['unanswered', 'waiting', 'silent', 'open', 'closed'] as const;
export const RuleState = OneOf(ruleStates);
export type RuleState = Type.Static<typeof RuleState>;

/** Fields that authors of a rule write. */
export const ruleFields = {
  name: Name({ maxLength: ruleNameMaxLength }),
  isOn: Type.Boolean(),
  /** Rules after it are not run for an event that it has matched. */
  stops: Type.Boolean(),
  triggers: Type.Array(OneOf(ruleTriggers), { minItems: 1, maxItems: ruleTriggers.length, uniqueItems: true }),
  /** Time in a state, for the trigger `time_in_state` alone. */
  time: Nullable(
    Strict({
      state: RuleState,
      minutes: Type.Integer({ minimum: 1, maximum: ruleMinutesMax }),
      /** Counts only the time within the conversation’s hours. */
      isWorkingTime: Type.Boolean(),
    }),
  ),
  filter: Filter,
  /** Within or outside the hours of the conversation’s website and team. */
  hours: Nullable(OneOf(['within', 'outside'])),
  /** The message contains one of these. */
  words: Type.Array(CleanLine({ minLength: 1, maxLength: 100 }), { maxItems: ruleWordsMax }),
  /** The message is in one of these languages. */
  languages: Type.Array(LanguageTag, { maxItems: ruleWordsMax }),
  actions: Type.Array(RuleAction, { minItems: 1, maxItems: ruleActionsMax }),
};

export const RuleContent = Strict(ruleFields);
export type RuleContent = Type.Static<typeof RuleContent>;

/** Why something isn't done, for people. */
const Reason = Type.Object({ reason: Type.String(), localized: Type.Optional(LocalizedText) });
export type RuleReason = Type.Static<typeof Reason>;

export const Rule = Type.Object(
  {
    id: Id,
    ...ruleFields,
    /** Why it isn't run although it is on, until it is saved again: an action or condition names something deleted. */
    problem: Nullable(Reason),
    /** Whether its trigger `webhook` has an address; the address is returned only when it is made. */
    hasAddress: Type.Boolean(),
    /** The user who saved it last: it has their rights. */
    author: Nullable(Type.Object({ id: Id, name: Type.String() })),
    createdBy: Nullable(Type.String()),
    /** Runs of the last 7 days: those that did something, and those that failed or were refused. */
    runs: Type.Object({ done: Type.Integer({ minimum: 0 }), failed: Type.Integer({ minimum: 0 }) }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { $id: 'Rule' },
);
export type Rule = Type.Static<typeof Rule>;

/** `done`: it acted. `nothing`: everything was so already. `refused`: by a guard. `failed`: nothing was done. */
export const ruleOutcomes = ['done', 'nothing', 'refused', 'failed'] as const;
export type RuleOutcome = (typeof ruleOutcomes)[number];

export const RuleRun = Type.Object(
  {
    id: Id,
    ruleId: Id,
    conversationId: Id,
    /** Name or address of the customer; null without either. */
    customer: Nullable(Type.String()),
    trigger: OneOf(ruleTriggers),
    outcome: OneOf(ruleOutcomes),
    actions: Type.Array(Type.String()),
    reason: Nullable(Reason),
    /** Activity to undo; null if it changed nothing of the conversation. */
    activityNo: Nullable(Seq),
    /** How many rules led to it, one after the other. */
    depth: Type.Integer({ minimum: 0 }),
    createdAt: Timestamp,
  },
  { $id: 'RuleRun' },
);
export type RuleRun = Type.Static<typeof RuleRun>;

/** Gaps of a test on past days, so that its numbers are read with care. */
export const ruleTestGaps = ['state_now', 'no_history', 'cut', 'rate', 'circle'] as const;

export const RuleTest = Type.Object({
  /** Events of the period that the triggers take, and how many of them match. */
  events: Type.Integer({ minimum: 0 }),
  matches: Type.Integer({ minimum: 0 }),
  /** Conversations that would be matched, and that would be closed. */
  conversations: Type.Integer({ minimum: 0 }),
  closed: Type.Integer({ minimum: 0 }),
  messages: Type.Integer({ minimum: 0 }),
  gaps: Type.Array(OneOf(ruleTestGaps)),
  /** The newest of them. */
  examples: Type.Array(
    Type.Object({ conversationId: Id, customer: Nullable(Type.String()), trigger: OneOf(ruleTriggers), at: Timestamp }),
  ),
});
export type RuleTest = Type.Static<typeof RuleTest>;
