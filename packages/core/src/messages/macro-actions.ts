/** Plans the actions of a macro or a rule, and checks the rights for them. */
import type { ReplyAction } from '@parley/contracts/messages/canned-replies';
import { fieldProblem, Problem, type ProblemCode } from '@parley/contracts/problems';
import { blankIn, templateFaults } from '@parley/contracts/messages/reply-template';
import { setAttributes } from '@parley/contracts/routes/attributes';
import { updateConversation } from '@parley/contracts/routes/conversations';
import { addNote } from '@parley/contracts/routes/notes';
import { type LocalizedText, localize } from '@parley/contracts/i18n/server-texts';
import type { RoutePermission } from '@parley/contracts/permissions/permissions';
import type { RuleAction } from '@parley/contracts/rules/rules';
import type { BlocksDraft } from '@parley/contracts/messages/blocks';
import type { Command } from '@parley/db/conversations/commands';
import { findForm } from '@parley/db/forms/forms';
import { findWebhook } from '@parley/db/webhooks/webhooks';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { type AttributesToSet, checkedToSet } from '../conversations/attributes.ts';
import { assertAssignable, assertTeam } from '../conversations/update.ts';
import { isReachableEmail } from '@parley/contracts/text/email-address';
import { cleanContent } from '../text/content.ts';
import { faultOfBlocks } from './blocks.ts';
import { can, whyNot } from '../permissions/permissions.ts';

/** An action of a macro, or of a rule: these have some that nobody does by a reply. */
export type Action = ReplyAction | RuleAction;

/** Text of a message by language. */
export interface LocalizedMessage {
  text: string;
  variants: { language: string; text: string }[];
  blocks?: BlocksDraft | undefined;
}

/** Changes to a conversation, in this order; the message follows `before`. */
export interface Plan {
  /** Commands that a message may need before it can be sent. */
  before: Command[];
  messages: LocalizedMessage[];
  notes: { text: string; mentions: readonly string[]; mentionsLeads?: true }[];
  /** Addresses that get the conversation's mails from then on. */
  participants: string[];
  after: Command[];
  /** Attributes that the contact or their company gets. */
  customerAttributes: AttributesToSet;
  /** Webhooks that are called. */
  webhookIds: string[];
  /** Why it is closed. */
  reason?: string | undefined;
}

interface Rule<A extends Action> {
  /** Name of the action in refusals. */
  called: LocalizedText;
  /** Permission of the route that does the same by hand. */
  needed: RoutePermission;
  /** @throws Problem `invalid` for an impossible action */
  plan(
    action: A,
    caller: StaffCaller,
    context: Pick<Context, 'db' | 'settings'>,
  ): Promise<Partial<Plan>> | Partial<Plan>;
}

/** Rules by action. A new action needs an entry here, a schema and a chip. */
const rules: { [T in Action['type']]: Rule<Extract<Action, { type: T }>> } = {
  assign: {
    called: localize('action_assign'),
    needed: 'conversations.assign',
    async plan({ to }, { user }, context) {
      const representativeId = to === 'me' ? user.id : to === 'nobody' ? null : to;
      await assertAssignable(context, representativeId);
      return { after: [{ type: 'assign', representativeId }] };
    },
  },
  assign_team: {
    called: localize('action_assign'),
    needed: 'conversations.assign',
    async plan({ teamId }, _caller, context) {
      await assertTeam(context, teamId);
      return { after: [{ type: 'assign_team', teamId }] };
    },
  },
  close: {
    called: localize('action_close'),
    needed: updateConversation.permission,
    plan: (action) => ({ after: [{ type: 'close' }], ...('reason' in action && { reason: action.reason }) }),
  },
  reopen: {
    called: localize('action_reopen'),
    needed: updateConversation.permission,
    plan: () => ({ before: [{ type: 'reopen' }] }),
  },
  note: {
    called: localize('action_note'),
    needed: addNote.permission,
    plan: ({ text }) => {
      refuseBlank(text, 'text');
      return { notes: [{ text: cleanContent(text), mentions: [] }] };
    },
  },
  tag: {
    called: localize('action_tag'),
    needed: updateConversation.permission,
    plan: ({ add }) => ({ after: [{ type: 'tag', add }] }),
  },
  priority: {
    called: localize('action_priority'),
    needed: updateConversation.permission,
    plan: ({ priority }) => ({ after: [{ type: 'set', field: 'priority', value: priority }] }),
  },
  attribute: {
    called: localize('action_attribute'),
    needed: setAttributes.permission,
    async plan(given, caller, context) {
      const { value, subject } = await checkedToSet(context, caller, given);
      const values = { [given.key]: value };
      if (subject !== 'conversation') return { customerAttributes: values };
      return { after: [{ type: 'set_attributes', values, userId: caller.user.id }] };
    },
  },
  snooze: {
    called: localize('action_snooze'),
    needed: updateConversation.permission,
    plan: ({ hours }, { user }) => {
      const until = new Date(Date.now() + hours * hourMs);
      return { after: [{ type: 'snooze', until, wakesOnReply: true, userId: user.id }] };
    },
  },
  untag: {
    called: localize('action_untag'),
    needed: updateConversation.permission,
    plan: ({ remove }) => ({ after: [{ type: 'tag', remove }] }),
  },
  return_to_assistant: {
    called: localize('action_return'),
    needed: 'conversations.assign',
    plan: () => ({ after: [{ type: 'return_to_assistant' }] }),
  },
  hand_off: {
    called: localize('action_hand_off'),
    needed: updateConversation.permission,
    plan: () => ({ after: [{ type: 'hand_off' }] }),
  },
  participant: {
    called: localize('action_participant'),
    needed: 'conversations.reply',
    plan: ({ address }) => {
      if (!isReachableEmail(address.toLowerCase())) throw fieldProblem('invalid', 'address', localize('must_be_email'));
      return { participants: [address.toLowerCase()] };
    },
  },
  notify: {
    called: localize('action_notify'),
    needed: addNote.permission,
    async plan({ userIds, text }, _caller, context) {
      for (const id of userIds) await assertAssignable(context, id);
      refuseBlank(text, 'text');
      return { notes: [{ text: cleanContent(text), mentions: userIds }] };
    },
  },
  notify_lead: {
    called: localize('action_notify'),
    needed: addNote.permission,
    plan: ({ text }) => {
      refuseBlank(text, 'text');
      return { notes: [{ text: cleanContent(text), mentions: [], mentionsLeads: true }] };
    },
  },
  message: {
    called: localize('action_message'),
    needed: 'conversations.reply',
    async plan({ text, variants = [], blocks }, _caller, { db }) {
      const wrong = blocks && faultOfBlocks(blocks, []);
      if (wrong) throw wrong;
      if (blocks?.formId !== undefined && !(await findForm(db, blocks.formId)))
        throw fieldProblem('invalid', 'blocks.formId', localize('no_such_form'));
      for (const each of [text, ...variants.map((variant) => variant.text)]) {
        const [fault] = templateFaults(each);
        if (fault) throw fieldProblem('invalid', 'text', fault);
        if (!blocks || each !== '') cleanContent(each);
      }
      return { messages: [{ text, variants, blocks }] };
    },
  },
  webhook: {
    called: localize('action_webhook'),
    needed: 'webhooks.manage',
    async plan({ webhookId }, _caller, context) {
      if (!(await findWebhook(context.db, webhookId)))
        throw fieldProblem('invalid', 'webhookId', localize('no_such_webhook'));
      return { webhookIds: [webhookId] };
    },
  },
};
const hourMs = 3600 * 1000;

/** Order of the commands that change the status, closing last. All others may come at any point. */
const places: Partial<Record<Command['type'], number>> = {
  return_to_assistant: 0,
  hand_off: 0,
  assign_team: 1,
  assign: 2,
  close: 3,
};
const placeOf = ({ type }: Command): number => places[type] ?? 4;

const ruleOf = (action: Action): Rule<Action> => rules[action.type];

/**
 * Returns the plan of the actions.
 *
 * @throws Problem `forbidden` that names the action and the missing right, `invalid` or `blank_left` that names the
 * action; `errors` contain its index
 */
export async function planActions(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  actions: readonly Action[],
): Promise<Plan> {
  for (const [index, action] of actions.entries()) {
    const { called, needed } = ruleOf(action);
    const lacked = await lackedRight(context, caller, needed);
    if (lacked) throw refusedAction(index, 'forbidden', localize('action_refused', { action: called, reason: lacked }));
  }
  const contradiction = contradictionIn(actions);
  if (contradiction) throw refusedAction(contradiction.index, 'invalid', contradiction.message);
  const plan: Plan = {
    before: [],
    messages: [],
    notes: [],
    participants: [],
    after: [],
    customerAttributes: {},
    webhookIds: [],
  };
  for (const [index, action] of actions.entries()) {
    const part = await planOf(context, caller, index, action);
    plan.before.push(...(part.before ?? []));
    plan.messages.push(...(part.messages ?? []));
    plan.notes.push(...(part.notes ?? []));
    plan.participants.push(...(part.participants ?? []));
    plan.after.push(...(part.after ?? []));
    Object.assign(plan.customerAttributes, part.customerAttributes);
    plan.webhookIds.push(...(part.webhookIds ?? []));
    plan.reason ??= part.reason;
  }
  plan.after.sort((one, other) => placeOf(one) - placeOf(other));
  return plan;
}

/** @throws Problem that names the action */
async function planOf(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  index: number,
  action: Action,
): Promise<Partial<Plan>> {
  const rule = ruleOf(action);
  try {
    return await rule.plan(action, caller, context);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw refusedAction(index, error.code, localize('action_refused', { action: rule.called, reason: error.words }));
  }
}

const refusedAction = (index: number, code: ProblemCode, words: LocalizedText): Problem =>
  fieldProblem(code, `actions.${index}`, words);

/** Actions that decide who answers. */
const owners: ReadonlySet<Action['type']> = new Set(['return_to_assistant', 'hand_off']);

/** Returns the first action that contradicts another. */
export function contradictionIn(actions: readonly Action[]): { index: number; message: LocalizedText } | undefined {
  const at = (type: Action['type']): number => actions.findIndex((action) => action.type === type);
  if (at('snooze') >= 0 && at('close') >= 0) return { index: at('snooze'), message: localize('closed_not_snoozed') };
  const [first, second] = actions.flatMap(({ type }, index) => (owners.has(type) ? [index] : []));
  if (first !== undefined && second !== undefined) return { index: second, message: localize('one_owner') };
  const again = actions.findLastIndex(({ type }) => type === 'message');
  return again > at('message') ? { index: again, message: localize('one_message') } : undefined;
}

/** Returns the reason why the caller lacks a permission; undefined if they have it. */
export async function lackedRight(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  needed: RoutePermission,
): Promise<LocalizedText | undefined> {
  if (needed === 'signed_in' || (await can(context, caller, needed))) return undefined;
  return whyNot(needed);
}

/** @throws Problem `blank_left` for a text in which something is left to fill in */
export function refuseBlank(text: string, path: string): void {
  const blank = blankIn(text);
  if (!blank) return;
  throw fieldProblem('blank_left', path, localize('fill_in', { label: blank.label }));
}
