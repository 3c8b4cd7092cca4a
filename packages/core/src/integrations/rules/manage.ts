/** Rules as their authors keep them. The worker runs them (`run.ts`). */
import { createHash, randomBytes } from 'node:crypto';
import type { Filter } from '@parley/contracts/filter/filter';
import { localize } from '@parley/contracts/i18n/server-texts';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { ruleSizeMax, rulesMax } from '@parley/contracts/rules/limits';
import type { Rule, RuleAction, RuleContent, RuleRun } from '@parley/contracts/rules/rules';
import { messageTriggers } from '@parley/contracts/rules/triggers';
import * as rules from '@parley/db/rules/rules';
import { listRuns } from '@parley/db/rules/runs';
import { type AsSeen, goneOr, holdAsSeen } from '../../as-seen.ts';
import { differencesOf } from '../../audit/differences.ts';
import { recordAudit } from '../../audit/record.ts';
import type { StaffCaller } from '../../callers.ts';
import type { Context } from '../../context.ts';
import { readFilter } from '../../conversations/filter.ts';
import { publishChange } from '../../live/publish-change.ts';
import { planActions } from '../../messages/macro-actions.ts';
import { refuseWithout } from '../../permissions/permissions.ts';
import { refuseUnproven } from '../../permissions/proven.ts';
import { scopeSql } from '../../permissions/scope.ts';
import { forgetRules } from './active.ts';
import { reasonOf } from './run.ts';

const unknownRule = (): Problem => new Problem('not_found', localize('no_such_rule'));
const taken = (name: string): Problem => fieldProblem('conflict', 'name', localize('name_taken', { name }));
const about = (id: string) => ({ type: 'rule', id });

/** Has every process read the rules again, and every dashboard. */
async function announce(context: Context): Promise<void> {
  forgetRules(context);
  await publishChange(context, { control: { type: 'settings_changed' }, frame: { type: 'rules_updated' } });
}

/** Returns the rules in the order in which they run; those that name something deleted say so. */
export async function listRules(context: Pick<Context, 'db' | 'settings'>, caller: StaffCaller): Promise<Rule[]> {
  await refuseWithout(context, caller, 'rules.manage');
  const listed = await rules.listRules(context.db);
  const named = listed.map((rule) => idsIn([rule.filter, rule.actions]));
  const gone = new Set(await rules.unknownIds(context.db, [...new Set(named.flat())]));
  return listed.map((rule, index) => ({
    ...rule,
    problem:
      rule.problem ?? (named[index]?.some((id) => gone.has(id)) ? reasonOf(localize('rule_names_deleted')) : null),
  }));
}

const id = /"([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"/g;
const idsIn = (value: unknown): string[] => [...JSON.stringify(value).matchAll(id)].map(([, found = '']) => found);

/**
 * Adds a rule behind the others.
 *
 * @throws Problem `forbidden` for an action that the caller may not do by hand, `step_up_required`, `invalid` by field,
 * `conflict` for a name that is taken and for too many
 */
export async function addRule(context: Context, caller: StaffCaller, content: RuleContent): Promise<Rule> {
  await refuseWithout(context, caller, 'rules.manage');
  const rule = await checkedRule(context, caller, content);
  const added = await context.db.transaction().execute(async (db) => {
    const made = await rules.insertRule(db, rule, { authorId: caller.user.id, max: rulesMax });
    if (made === 'taken') throw taken(rule.name);
    if (made === 'full') throw new Problem('conflict', localize('too_many_rules', { max: rulesMax }));
    await recordAudit({ db }, caller, { action: 'rule.added', subject: about(made.id), details: detailsOf(rule) });
    return rules.findRule(db, made.id);
  });
  await announce(context);
  if (!added) throw unknownRule();
  return added;
}

/**
 * Changes a rule; from then on it has the rights of the caller.
 *
 * @throws Problem as `addRule`, `not_found`, and as `holdAsSeen`
 */
export async function updateRule(
  context: Context,
  caller: StaffCaller,
  ruleId: string,
  { expected, ...change }: AsSeen<Partial<RuleContent>, Rule>,
): Promise<Rule> {
  await refuseWithout(context, caller, 'rules.manage');
  const after = await context.db.transaction().execute(async (db) => {
    const read = async () => rules.findRule(db, ruleId);
    const before = await holdAsSeen(db, { table: 'rules', id: ruleId, read, change, expected, unknown: unknownRule });
    const wanted = { ...contentOf(before), ...change };
    // A rule that can't run any more can be turned off.
    const isOnlyOff = change.isOn === false && Object.keys(change).length === 1;
    const rule = isOnlyOff ? wanted : await checkedRule({ ...context, db }, caller, wanted);
    if ((await rules.updateRule(db, ruleId, rule, caller.user.id)) === 'taken') throw taken(rule.name);
    await recordAudit({ db }, caller, {
      action: 'rule.updated',
      subject: about(ruleId),
      details: { ...differencesOf(detailsOf(contentOf(before)), detailsOf(rule)) },
    });
    return rules.findRule(db, ruleId);
  });
  await announce(context);
  if (!after) throw unknownRule();
  return after;
}

/** Sets the order in which the rules run. @throws Problem `forbidden`, `conflict` if rules were added or deleted since */
export async function orderRules(context: Context, caller: StaffCaller, ids: readonly string[]): Promise<void> {
  await refuseWithout(context, caller, 'rules.manage');
  await context.db.transaction().execute(async (db) => {
    const present = new Set((await rules.listRules(db)).map((rule) => rule.id));
    if (present.size !== ids.length || ids.some((each) => !present.has(each)))
      throw new Problem('conflict', localize('changed_meanwhile_by_somebody'));
    await rules.orderRules(db, ids);
    await recordAudit({ db }, caller, { action: 'rules.ordered', details: { ids } });
  });
  await announce(context);
}

/** @throws Problem `forbidden`, `not_found` */
export async function deleteRule(context: Context, caller: StaffCaller, ruleId: string): Promise<void> {
  await refuseWithout(context, caller, 'rules.manage');
  await context.db.transaction().execute(async (db) => {
    const name = await rules.deleteRule(db, ruleId);
    if (name === undefined) throw await goneOr(db, ruleId, unknownRule);
    await recordAudit({ db }, caller, { action: 'rule.deleted', subject: about(ruleId), details: { name } });
  });
  await announce(context);
}

/** Returns the newest runs in conversations that the caller sees. @throws Problem `forbidden`, `not_found` */
export async function listRuleRuns(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  ruleId: string,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<RuleRun[]> {
  await refuseWithout(context, caller, 'rules.manage');
  if (!(await rules.findStoredRule(context.db, ruleId))) throw unknownRule();
  return listRuns(context.db, ruleId, { before, limit, where: await scopeSql(context, caller) });
}

export const hashOfKey = (key: string): string => createHash('sha256').update(key).digest('hex');

/** Makes a new address that triggers a rule; the previous one ends. @throws Problem `forbidden`, `not_found` */
export async function renewRuleAddress(
  context: Context,
  caller: StaffCaller,
  ruleId: string,
): Promise<{ url: string }> {
  await refuseWithout(context, caller, 'rules.manage');
  const key = randomBytes(32).toString('base64url');
  await context.db.transaction().execute(async (db) => {
    if (!(await rules.findStoredRule(db, ruleId))) throw unknownRule();
    await rules.storeRuleKey(db, ruleId, hashOfKey(key));
    await recordAudit({ db }, caller, { action: 'rule.address_renewed', subject: about(ruleId) });
  });
  await announce(context);
  return { url: `${context.publicUrl}/api/rule-calls/${key}` };
}

const contentOf = (rule: RuleContent): RuleContent => ({
  name: rule.name,
  isOn: rule.isOn,
  stops: rule.stops,
  triggers: rule.triggers,
  time: rule.time,
  filter: rule.filter,
  hours: rule.hours,
  words: rule.words,
  languages: rule.languages,
  actions: rule.actions,
});

/** A rule as the audit log records it, which is never erased: without texts, which may name customers. */
const detailsOf = ({ words, filter, actions, ...rule }: RuleContent) => ({
  ...rule,
  words: words.length,
  conditions: JSON.stringify(filter).length > 2_000 ? 'long' : filter,
  actions: actions.map(withoutTexts),
});

const withoutTexts = (action: RuleAction): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(action).filter(([name]) => !['text', 'variants', 'value', 'address', 'reason'].includes(name)),
  );

const calledOut: ReadonlySet<RuleAction['type']> = new Set(['message', 'webhook', 'participant']);

/** Returns a rule as it is stored. @throws Problem `invalid` by field, `forbidden`, `step_up_required` */
export async function checkedRule(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  content: RuleContent,
): Promise<RuleContent> {
  if (JSON.stringify(content).length > ruleSizeMax) throw fieldProblem('invalid', 'actions', localize('rule_too_long'));
  const rule = { ...content, name: content.name.trim(), filter: await readFilter(context, content.filter) };
  const { triggers, time } = rule;
  const isTimed = triggers.includes('time_in_state');
  if (isTimed && !time) throw fieldProblem('invalid', 'time', localize('rule_needs_time'));
  if (isTimed && triggers.length > 1) throw fieldProblem('invalid', 'triggers', localize('rule_only_time'));
  if (rule.words.length + rule.languages.length > 0 && !triggers.every((trigger) => messageTriggers.has(trigger)))
    throw fieldProblem('invalid', 'words', localize('rule_without_message'));
  if (isPersonal(rule.filter)) throw fieldProblem('invalid', 'filter', localize('rule_personal'));
  await planActions(context, caller, rule.actions);
  if (rule.actions.some(({ type }) => calledOut.has(type))) refuseUnproven(caller);
  return { ...rule, time: isTimed ? time : null };
}

/** Whether a filter depends on who reads it. */
function isPersonal(filter: Filter): boolean {
  if ('all' in filter) return filter.all.some(isPersonal);
  if ('any' in filter) return filter.any.some(isPersonal);
  if ('not' in filter) return isPersonal(filter.not);
  return filter.field === 'unread' || filter.field === 'following' || [filter.value].flat().includes('me');
}
