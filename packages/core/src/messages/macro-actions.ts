/** Plans the actions of a macro, and checks the rights for them. */
import type { ReplyAction } from '@parley/contracts/messages/canned-replies';
import { fieldProblem, Problem, type ProblemCode } from '@parley/contracts/problems';
import { blankIn } from '@parley/contracts/messages/reply-template';
import { setAttributes } from '@parley/contracts/routes/attributes';
import { updateConversation } from '@parley/contracts/routes/conversations';
import { addNote } from '@parley/contracts/routes/notes';
import { type LocalizedText, localize } from '@parley/contracts/i18n/server-texts';
import type { RoutePermission } from '@parley/contracts/permissions/permissions';
import type { Command } from '@parley/db/conversations/commands';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { checkedOfConversation } from '../conversations/attributes.ts';
import { assertAssignable, assertTeam } from '../conversations/update.ts';
import { cleanContent } from '../text/content.ts';
import { can, whyNot } from '../permissions/permissions.ts';

/** Changes to a conversation, in this order; the message follows `before`. */
export interface Plan {
  /** Commands that a message may need before it can be sent. */
  before: Command[];
  notes: string[];
  after: Command[];
}

interface Rule<A extends ReplyAction> {
  /** Name of the action in refusals. */
  called: LocalizedText;
  /** Permission of the route that does the same by hand. */
  needed: RoutePermission;
  /** @throws Problem `invalid` for an impossible action */
  plan(action: A, caller: StaffCaller, context: Pick<Context, 'db'>): Promise<Partial<Plan>> | Partial<Plan>;
}

/** Rules by action. A new action needs an entry here, a schema and a chip. */
const rules: { [T in ReplyAction['type']]: Rule<Extract<ReplyAction, { type: T }>> } = {
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
    plan: () => ({ after: [{ type: 'close' }] }),
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
      return { notes: [cleanContent(text)] };
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
    async plan(given, { user }, context) {
      const value = await checkedOfConversation(context, given);
      return { after: [{ type: 'set_attributes', values: { [given.key]: value }, userId: user.id }] };
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
};
const hourMs = 3600 * 1000;

/** Order of the commands that change the status, closing last. All others may come at any point. */
const places: Partial<Record<Command['type'], number>> = { assign_team: 0, assign: 1, close: 2 };
const placeOf = ({ type }: Command): number => places[type] ?? 3;

const ruleOf = (action: ReplyAction): Rule<ReplyAction> => rules[action.type];

/**
 * Returns the plan of the actions.
 *
 * @throws Problem `forbidden` that names the action and the missing right, `invalid` or `blank_left` that names the
 * action; `errors` contain its index
 */
export async function planActions(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  actions: readonly ReplyAction[],
): Promise<Plan> {
  for (const [index, action] of actions.entries()) {
    const { called, needed } = ruleOf(action);
    const lacked = await lackedRight(context, caller, needed);
    if (lacked) throw refusedAction(index, 'forbidden', localize('action_refused', { action: called, reason: lacked }));
  }
  const contradiction = contradictionIn(actions);
  if (contradiction) throw refusedAction(contradiction.index, 'invalid', contradiction.message);
  const plan: Plan = { before: [], notes: [], after: [] };
  for (const [index, action] of actions.entries()) {
    const { before = [], notes = [], after = [] } = await planOf(context, caller, index, action);
    plan.before.push(...before);
    plan.notes.push(...notes);
    plan.after.push(...after);
  }
  plan.after.sort((one, other) => placeOf(one) - placeOf(other));
  return plan;
}

/** @throws Problem that names the action */
async function planOf(
  context: Pick<Context, 'db'>,
  caller: StaffCaller,
  index: number,
  action: ReplyAction,
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

/** Returns the first action that contradicts another. */
export function contradictionIn(
  actions: readonly ReplyAction[],
): { index: number; message: LocalizedText } | undefined {
  const index = actions.findIndex(({ type }) => type === 'snooze');
  const isClosed = actions.some(({ type }) => type === 'close');
  return index >= 0 && isClosed ? { index, message: localize('closed_not_snoozed') } : undefined;
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
