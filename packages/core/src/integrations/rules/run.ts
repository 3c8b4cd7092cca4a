/**
 * Runs rules. A run is stored in the transaction of what the rule does, one for each rule and event: a worker that is
 * killed at any point leaves either both or neither, and the job's next attempt does the rest.
 */
import type { Activity, Cause } from '@parley/contracts/conversations/activities';
import type { Conversation, Message } from '@parley/contracts/entities';
import { englishOf, type LocalizedText, localize, localizedOf, type Text } from '@parley/contracts/i18n/server-texts';
import type { RuleOccurrence } from '@parley/contracts/jobs';
import { textFor } from '@parley/contracts/messages/canned-replies';
import { fillTemplate, firstNameOf } from '@parley/contracts/messages/reply-template';
import { Problem } from '@parley/contracts/problems';
import { ruleDepthMax, ruleLoopConversations, ruleRunsPerHour } from '@parley/contracts/rules/limits';
import type { RuleReason } from '@parley/contracts/rules/rules';
import { isTriggered, type RuleTrigger } from '@parley/contracts/rules/triggers';
import { findActivity } from '@parley/db/activities/read';
import { writeActivity } from '@parley/db/activities/write';
import { insertAuditEntry } from '@parley/db/audit/audit-log';
import { lockConversation } from '@parley/db/conversations/lock';
import { findConversation, findShown } from '@parley/db/conversations/read';
import { ensureDelivery } from '@parley/db/deliveries/deliveries';
import { refusesAutoReply } from '@parley/db/mail/set-aside';
import { findMessage, newestMessages } from '@parley/db/messages/read';
import { noteRuleProblem, type StoredRule } from '@parley/db/rules/rules';
import * as runs from '@parley/db/rules/runs';
import { uuidv7 } from '@parley/db/uuid';
import { findVisitor } from '@parley/db/visitors/visitors';
import type { StaffCaller } from '../../callers.ts';
import type { Context } from '../../context.ts';
import { derivedId } from '../../derived-id.ts';
import { enqueueDelivery } from '../../deliveries/enqueue.ts';
import { summaryOf } from '../../deliveries/notices.ts';
import { dispatch } from '../../events/dispatch.ts';
import { inSharedTransaction, type SharedTransaction } from '../../events/shared-transaction.ts';
import { publishChange } from '../../live/publish-change.ts';
import { languageOf } from '../../messages/customer-language.ts';
import { type LocalizedMessage, type Plan, planActions, refuseBlank } from '../../messages/macro-actions.ts';
import { type Posted, postMessage } from '../../messages/post.ts';
import { inOneChange, performPlan } from '../../messages/send.ts';
import { assertMay } from '../../permissions/permissions.ts';
import { findWorkingHours } from '../../settings/schedules.ts';
import { type Notice, notify, publishNotified, recordNotice } from '../../notifications/notify.ts';
import { messageWords } from '../../text/message-words.ts';
import { activeRules, forgetRules, matchesFilter } from './active.ts';
import { forgetAuthors, presentAuthor } from './authors.ts';
import { holdsAt, type Moment } from './conditions.ts';
import { isAsWanted } from './idle.ts';

/** Event or time that a rule runs for. */
export interface Occasion {
  trigger: RuleTrigger;
  eventId: string;
  conversationId: string;
  chain: runs.Chain;
}

const noChain = (rootEventId: string): runs.Chain => ({ rootEventId, depth: 0, ruleIds: new Set() });

export const reasonOf = (text: Text): RuleReason => {
  const localized = localizedOf(text);
  return { reason: englishOf(text), ...(localized && { localized }) };
};

/** Runs the rules that follow an event, in their order. Returns the number of those that acted. */
export async function runRules(context: Context, occurrence: RuleOccurrence): Promise<number> {
  const { conversationId, eventId, seq, activityNo, ruleId } = occurrence;
  const byTrigger = await activeRules(context);
  const inQuestion = new Map<string, { rule: StoredRule; triggers: RuleTrigger[] }>();
  for (const trigger of occurrence.triggers) {
    for (const rule of byTrigger.get(trigger) ?? []) {
      if (ruleId !== undefined && rule.id !== ruleId) continue;
      const known = inQuestion.get(rule.id);
      if (known) known.triggers.push(trigger);
      else inQuestion.set(rule.id, { rule, triggers: [trigger] });
    }
  }
  if (inQuestion.size === 0) return 0;
  // All rules compare it as it is after the event: what one of them does is an event of its own.
  const conversation = await findShown(context.db, conversationId);
  if (!conversation) return 0;
  const [message, activity] = await Promise.all([
    seq === undefined ? undefined : findMessage(context.db, conversationId, seq),
    activityNo === undefined ? undefined : findActivity(context.db, conversationId, activityNo),
  ]);
  // An undo is wanted: no rule does it again.
  if (activity?.kind === 'undone') return 0;
  const happened = triggersThatHappened(occurrence.triggers, message, activity);
  const chain = await chainOfCause(context, eventId, activity, message);
  const moment = momentOf(context, conversation, message, occurrence.text);
  let acted = 0;
  const ordered = [...inQuestion.values()].toSorted((one, other) => one.rule.place - other.rule.place);
  for (const { rule, triggers } of ordered) {
    const trigger = triggers.find((each) => happened.has(each));
    if (!trigger || !matchesFilter(rule, conversation) || !(await holdsAt(rule, moment))) continue;
    const occasion = { trigger, eventId, conversationId, chain };
    if ((await runRule(context, rule, occasion, { seen: acted === 0 ? conversation : undefined })) === 'done')
      acted += 1;
    if (rule.stops) break;
  }
  return acted;
}

/** Returns which of the possible triggers it was, by the message or activity. */
function triggersThatHappened(
  possible: readonly RuleTrigger[],
  message: Message | undefined,
  activity: Activity | undefined,
): ReadonlySet<RuleTrigger> {
  const happened = activity && {
    byRule: activity.cause.by === 'rule',
    tagsBefore: activity.before.tagIds ?? [],
    tagsAfter: activity.after.tagIds ?? [],
    dueKind: activity.after.due?.kind ?? null,
  };
  return new Set(
    possible.filter((trigger) => {
      if (trigger === 'mail_received') return message?.email !== undefined;
      return !happened || isTriggered(trigger, happened);
    }),
  );
}

/** Returns the chain of rules that led to an event, so that they don't go round in circles. */
async function chainOfCause(
  { db }: Context,
  eventId: string,
  activity: Activity | undefined,
  message: Message | undefined,
): Promise<runs.Chain> {
  const byActivity = activity?.cause.by === 'automation' ? activity.cause.runId : undefined;
  // A message of a rule has the id of its run.
  const byMessage = message?.senderType === 'ai' ? message.clientMessageId : null;
  const runId = byActivity ?? byMessage;
  const chain = runId ? await runs.chainOf(db, runId) : undefined;
  return chain ? { ...chain, depth: chain.depth + 1 } : noChain(eventId);
}

function momentOf(
  context: Context,
  { websiteId, teamId, visitorId }: Conversation,
  message: Message | undefined,
  called: string | undefined,
): Moment {
  return {
    at: new Date(),
    text: called ?? (message && messageWords(message)),
    locale: async () => (message && visitorId ? (await findVisitor(context.db, visitorId))?.locale : null) ?? null,
    hours: () => findWorkingHours(context, { websiteId, teamId: teamId ?? null }),
  };
}

interface Circumstances {
  /** Asked again while the conversation is locked. */
  holds?: ((shared: SharedTransaction) => Promise<boolean>) | undefined;
  /** The conversation, if no rule has changed it since it was read: nothing is done that it already is. */
  seen?: Conversation | undefined;
}

/**
 * Runs one rule for one occasion, unless it has run for it. What it does is done together or not at all; a refusal is
 * stored with its reason.
 */
export async function runRule(
  context: Context,
  rule: StoredRule,
  occasion: Occasion,
  { holds, seen }: Circumstances = {},
): Promise<'done' | 'nothing' | 'refused' | 'failed' | 'skipped'> {
  const { conversationId, eventId, trigger, chain } = occasion;
  const run = {
    ruleId: rule.id,
    conversationId,
    eventId,
    trigger,
    rootEventId: chain.rootEventId,
    depth: chain.depth,
  };
  const circle = stoppedCircle(rule, chain);
  if (circle) return refuse(context, rule, run, circle);
  const author = await authorOf(context, rule);
  if (!author) return 'failed';
  let plan: Plan | undefined;
  try {
    await assertMay(context, author, 'conversations.read', { conversationId });
    plan = await planActions(context, author, rule.actions);
    if (!seen || !isAsWanted(rule.actions, seen)) return await perform(context, { rule, author, plan, run, holds });
    const nothing = { id: uuidv7(), outcome: 'nothing', actions: [], activityNo: null } as const;
    if (await runs.storeRun(context.db, { ...run, ...nothing }, ruleRunsPerHour)) return 'nothing';
    throw new NotStored();
  } catch (error) {
    if (error instanceof NotStored) return explain(context, rule, run);
    if (!(error instanceof Problem)) throw error;
    await runs.noteRun(context.db, run, { outcome: 'failed', reason: reasonOf(error.words) });
    const isFaultOfRule = plan ? error.localized?.code === 'tag_gone' : isFaultOfPlan(error);
    if (isFaultOfRule) await pauseRule(context, rule, error.words);
    return 'failed';
  }
}

/** Returns whether a plan is nothing but one change of the conversation. */
const changesOnly = ({ before, messages, notes, participants, customerAttributes, webhookIds }: Plan): boolean =>
  [before, messages, notes, participants, Object.keys(customerAttributes), webhookIds].every(
    ({ length }) => length === 0,
  );

/** Handles a run that wasn't stored, of which nothing was committed. */
async function explain(
  context: Context,
  rule: StoredRule,
  run: runs.NewRun,
): Promise<'refused' | 'failed' | 'skipped'> {
  const why = await runs.whyNotStored(context.db, run, ruleRunsPerHour);
  forgetAuthors(context);
  if (why === null) throw new Error('A run of a rule was not stored and could be now.');
  if (why === 'too_often')
    return refuse(context, rule, run, { words: localize('rule_too_often', { max: ruleRunsPerHour }), isNotable: true });
  if (why !== 'author_gone') return 'skipped';
  await pauseRule(context, rule, localize('rule_author_gone'));
  return 'failed';
}

/** Undoes what a run did that can't be stored. */
class NotStored extends Error {}

interface Guard {
  words: LocalizedText;
  /** The author is told. */
  isNotable: boolean;
}

async function refuse(
  context: Context,
  rule: StoredRule,
  run: runs.NewRun,
  { words, isNotable }: Guard,
): Promise<'refused'> {
  const reason = reasonOf(words);
  if (isNotable && !(await runs.wasStopped(context.db, rule.id)))
    await notify(
      context,
      ruleNotice('rule_stopped', rule, {
        eventId: derivedId(run.eventId, rule.id, 'stopped'),
        why: words,
      }),
    );
  await runs.noteRun(context.db, run, { outcome: 'refused', reason });
  const limits = { perHour: ruleRunsPerHour, conversations: ruleLoopConversations };
  if (isNotable && (await runs.isLoop(context.db, run, limits)))
    await pauseRule(context, rule, localize('rule_loops', { max: ruleLoopConversations }));
  return 'refused';
}

/**
 * Returns true if no conversation would get what the rule does. Actions are planned without the conversation, so nothing
 * that a customer does can pause a rule for all others.
 */
const isFaultOfPlan = ({ code, errors = [] }: Problem): boolean =>
  code === 'forbidden' || (code === 'invalid' && errors.some(({ path }) => path.startsWith('actions.')));

function stoppedCircle({ id }: StoredRule, { ruleIds, depth }: runs.Chain): Guard | undefined {
  // A rule that does what it follows is common, and harmless.
  if (ruleIds.has(id) && depth > 0) return { words: localize('rule_again'), isNotable: false };
  if (depth >= ruleDepthMax) return { words: localize('rule_too_deep', { max: ruleDepthMax }), isNotable: true };
  return undefined;
}

/** Returns the author with their present rights. A rule of a former user is paused. */
async function authorOf(context: Context, rule: StoredRule): Promise<StaffCaller | undefined> {
  try {
    if (rule.authorId !== null) return await presentAuthor(context, rule.authorId);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  await pauseRule(context, rule, localize('rule_author_gone'));
  return undefined;
}

/** Stops running a rule until it is saved again, and notes the reason for admins. */
export async function pauseRule(
  context: Context,
  { id, name }: Pick<StoredRule, 'id' | 'name'>,
  why: Text,
): Promise<void> {
  const problem = reasonOf(why);
  const notified = await context.db.transaction().execute(async (db) => {
    if (!(await noteRuleProblem(db, id, problem))) return undefined;
    await insertAuditEntry(db, {
      actorId: null,
      actorName: null,
      action: 'rule.paused',
      subject: { type: 'rule', id },
      details: { name, reason: problem.reason },
    });
    return recordNotice(
      { ...context, db },
      ruleNotice('rule_paused', { id, name }, { eventId: uuidv7(), why: localizedOf(why) }),
    );
  });
  if (!notified) return;
  forgetRules(context);
  await publishChange(context, { control: { type: 'settings_changed' }, frame: { type: 'rules_updated' } });
  await publishNotified(context, notified);
}

/** Notice to every admin that a rule doesn't run any more, or was stopped in a conversation. */
const ruleNotice = (
  kind: 'rule_paused' | 'rule_stopped',
  { id, name }: Pick<StoredRule, 'id' | 'name'>,
  { eventId, why }: { eventId: string; why: LocalizedText | undefined },
): Notice => ({
  eventId,
  kind,
  audience: 'administrators',
  actorId: null,
  subjectId: id,
  details: {
    rule: name,
    ...(why && { why: why.code }),
    ...(typeof why?.values['max'] === 'number' && { max: why.values['max'] }),
  },
});

interface Performance {
  rule: StoredRule;
  author: StaffCaller;
  plan: Plan;
  run: runs.NewRun;
  holds: Circumstances['holds'];
}

async function perform(
  context: Context,
  { rule, author, plan, run, holds }: Performance,
): Promise<'done' | 'nothing' | 'skipped'> {
  const { conversationId } = run;
  return inSharedTransaction(context, async (shared) => {
    const { transaction } = shared;
    // A single change locks the conversation itself.
    if ((holds || !changesOnly(plan)) && !(await lockConversation(transaction, conversationId))) return 'skipped';
    if (holds && !(await holds(shared))) return 'skipped';
    const runId = uuidv7();
    const cause: Cause = { by: 'automation', ruleId: rule.id, name: rule.name, runId };
    const [message] = plan.messages;
    const post = async () => message && postAsAssistant(context, shared, conversationId, runId, message);
    const { posted, activityNo, isCustomerChanged } = await performPlan<Posted | undefined>(context, shared, author, {
      conversationId,
      plan: message ? plan : inOneChange(plan),
      post,
      cause,
    });
    for (const webhookId of plan.webhookIds) await callWebhook(context, shared, { rule, run, runId, webhookId });
    const isAside = posted !== undefined || isCustomerChanged || plan.notes.length > 0 || plan.webhookIds.length > 0;
    const isDone = activityNo !== null || isAside;
    const actions = isDone ? rule.actions.map(({ type }) => type) : [];
    // Shows in the thread what left no other trace there.
    if (activityNo === null && isAside) {
      const event = await writeActivity(transaction, {
        conversationId,
        kind: 'rule_ran',
        cause,
        after: { ruleActions: actions },
      });
      if (event) shared.afterCommit(() => dispatch(context, event));
    }
    const outcome = isDone ? 'done' : 'nothing';
    const ended = { ...run, id: runId, outcome, actions, activityNo } as const;
    if (!(await runs.storeRun(transaction, ended, ruleRunsPerHour))) throw new NotStored();
    return outcome;
  });
}

/** Posts a rule's message in the customer's language; nothing to a mail that refuses automatic answers. */
async function postAsAssistant(
  context: Context,
  shared: SharedTransaction,
  conversationId: string,
  runId: string,
  message: LocalizedMessage,
): Promise<Posted | undefined> {
  const { transaction } = shared;
  const [conversation, messages] = await Promise.all([
    findConversation(transaction, conversationId),
    newestMessages(transaction, conversationId, 10),
  ]);
  if (!conversation) return undefined;
  const last = messages.findLast(({ senderType }) => senderType === 'customer');
  if (last && (await refusesAutoReply(transaction, conversationId, last.seq))) return undefined;
  const language = await languageOf({ db: transaction }, conversation, messages);
  const { customerName, customerEmail, website } = conversation;
  const content = fillTemplate(textFor(message, language), {
    'customer.name': customerName,
    'customer.firstName': firstNameOf(customerName),
    'customer.email': customerEmail,
    website,
    'conversation.id': conversationId,
  });
  refuseBlank(content, 'actions');
  const sender = { kind: 'assistant', isAnswer: false } as const;
  return postMessage(
    context,
    sender,
    { conversationId },
    { content, blocks: message.blocks, clientMessageId: runId },
    shared,
  );
}

/** Plans a signed call in the transaction; it is retried as the deliveries of webhooks are. */
async function callWebhook(
  context: Context,
  { transaction, afterCommit }: SharedTransaction,
  { rule, run, runId, webhookId }: { rule: StoredRule; run: runs.NewRun; runId: string; webhookId: string },
): Promise<void> {
  const { conversationId } = run;
  const conversation = (await findConversation(transaction, conversationId)) ?? null;
  const timestamp = new Date().toISOString();
  const data = { rule: { id: rule.id, name: rule.name }, runId, trigger: run.trigger, conversationId, conversation };
  const row = await ensureDelivery(transaction, {
    channel: 'webhook',
    eventId: derivedId(runId, webhookId),
    target: webhookId,
    ...summaryOf(localize('rule_matched', { name: rule.name })),
    conversationId,
    payload: { kind: 'webhook', body: { type: 'rule.matched', timestamp, data }, conversationId },
  });
  afterCommit(() => enqueueDelivery(context, row));
}
