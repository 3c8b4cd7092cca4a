/** What the actions of a macro do, and who may have them done. */
import type { ReplyAction } from '@parley/contracts/canned-replies';
import { fieldProblem, Problem, type ProblemCode } from '@parley/contracts/problems';
import { blankIn } from '@parley/contracts/reply-template';
import type { Route } from '@parley/contracts/route';
import { updateConversation } from '@parley/contracts/routes/conversations';
import { addNote } from '@parley/contracts/routes/notes';
import { type Saying, say } from '@parley/contracts/sayings';
import type { RepresentativesMay } from '@parley/contracts/settings';
import type { Command } from '@parley/db/conversations/commands';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { assertAssignable } from '../conversations/update.ts';
import { cleanContent } from '../messages/post.ts';

/** What is done with a conversation, in this order; the message comes behind what is done `before`. */
export interface Plan {
  /** What a message may need before it can be sent. */
  before: Command[];
  notes: string[];
  after: Command[];
}

interface Rule<A extends ReplyAction> {
  /** The word of who reads why it may not be done. */
  called: Saying;
  /** The route by which the same is done by hand: who may call it may have a macro do it. */
  byHand: Route;
  /** @throws Problem `invalid` for what can't be done by anybody */
  plan(action: A, caller: StaffCaller, context: Pick<Context, 'db'>): Promise<Partial<Plan>> | Partial<Plan>;
}

/** One entry for each action there is; a new one is this, its schema and its chip. */
const rules: { [T in ReplyAction['type']]: Rule<Extract<ReplyAction, { type: T }>> } = {
  assign: {
    called: say('action_assign'),
    byHand: updateConversation,
    async plan({ to }, { user }, context) {
      const representativeId = to === 'me' ? user.id : to === 'nobody' ? null : to;
      await assertAssignable(context, representativeId);
      return { after: [{ type: 'assign', representativeId }] };
    },
  },
  close: { called: say('action_close'), byHand: updateConversation, plan: () => ({ after: [{ type: 'close' }] }) },
  reopen: { called: say('action_reopen'), byHand: updateConversation, plan: () => ({ before: [{ type: 'reopen' }] }) },
  note: {
    called: say('action_note'),
    byHand: addNote,
    plan: ({ text }) => {
      refuseBlank(text, 'text');
      return { notes: [cleanContent(text)] };
    },
  },
  tag: {
    called: say('action_tag'),
    byHand: updateConversation,
    plan: ({ add }) => ({ after: [{ type: 'tag', add }] }),
  },
  priority: {
    called: say('action_priority'),
    byHand: updateConversation,
    plan: ({ priority }) => ({ after: [{ type: 'prioritise', priority }] }),
  },
  snooze: {
    called: say('action_snooze'),
    byHand: updateConversation,
    plan: ({ hours }, { user }) => {
      const until = new Date(Date.now() + hours * hourMs);
      return { after: [{ type: 'snooze', until, wakesOnReply: true, userId: user.id }] };
    },
  },
};
const hourMs = 3600 * 1000;

/** What has to do with the status comes first, closing last of it: what may be done at any time goes with either. */
const places: Partial<Record<Command['type'], number>> = { assign: 0, close: 1 };
const placeOf = ({ type }: Command): number => places[type] ?? 2;

const ruleOf = (action: ReplyAction): Rule<ReplyAction> => rules[action.type];

/**
 * What the actions come to.
 *
 * @throws Problem `forbidden` that names the action and the right it lacks, `invalid` or `blank_left` that names the
 * action; `errors` say which of them by its place
 */
export async function planActions(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  actions: readonly ReplyAction[],
): Promise<Plan> {
  const { representativesMay } = await context.settings.read();
  for (const [index, action] of actions.entries()) {
    const { called, byHand } = ruleOf(action);
    const lacking = lackedRight(byHand, caller, representativesMay);
    if (lacking) throw refusedAction(index, 'forbidden', say('action_refused', { action: called, reason: lacking }));
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
    throw refusedAction(index, error.code, say('action_refused', { action: rule.called, reason: error.words }));
  }
}

const refusedAction = (index: number, code: ProblemCode, words: Saying): Problem =>
  fieldProblem(code, `actions.${index}`, words);

/** Where actions say opposite things. */
export function contradictionIn(actions: readonly ReplyAction[]): { index: number; message: Saying } | undefined {
  const index = actions.findIndex(({ type }) => type === 'snooze');
  const isClosed = actions.some(({ type }) => type === 'close');
  return index >= 0 && isClosed ? { index, message: say('closed_not_snoozed') } : undefined;
}

/** The right that a caller of the route lacks, in words; undefined for none. */
export function lackedRight(
  { access, permission }: Pick<Route, 'access' | 'permission'>,
  { user }: Pick<StaffCaller, 'user'>,
  may: RepresentativesMay,
): Saying | undefined {
  if (user.role === 'admin') return undefined;
  if (access === 'admin') return say('admins_only');
  return permission && !may[permission] ? say('right_lacking', { right: permission }) : undefined;
}

/** @throws Problem `blank_left` for a text in which something is left to fill in */
export function refuseBlank(text: string, path: string): void {
  const blank = blankIn(text);
  if (!blank) return;
  throw fieldProblem('blank_left', path, say('fill_in', { label: blank.label }));
}
