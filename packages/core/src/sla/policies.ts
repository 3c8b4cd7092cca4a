/** SLA policies: which conversations must be answered and solved by when. */
import type { BuiltInField } from '@parley/contracts/filter/filter-fields';
import { conditionsIn } from '@parley/contracts/filter/filter';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { workingHoursOf } from '@parley/contracts/schedules/business-hours';
import { isOpenAt, nextOpening } from '@parley/contracts/schedules/working-time';
import { slaPoliciesMax } from '@parley/contracts/sla/limits';
import { type SlaPolicy, type SlaPolicyDraft, slaPolicyFields, type SlaPreview } from '@parley/contracts/sla/sla';
import type { Database } from '@parley/db/database';
import { listTeams } from '@parley/db/roles/teams';
import { findFitting } from '@parley/db/sla/clocks';
import * as policies from '@parley/db/sla/policies';
import { type AsSeen, goneOr, holdAsSeen } from '../as-seen.ts';
import { differencesOf, fieldsOf } from '../audit/differences.ts';
import { recordAudit } from '../audit/record.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { readFilter } from '../conversations/filter.ts';
import { publishChange } from '../live/publish-change.ts';
import { refuseWithout } from '../permissions/permissions.ts';
import { scopeSql } from '../permissions/scope.ts';
import { listSchedules } from '../settings/schedules.ts';
import { activePolicies, conditionsOf, listSlaPolicies } from './active-policies.ts';
import { computeClocks } from './compute-clocks.ts';

const unknownPolicy = (): Problem => new Problem('not_found', localize('no_such_sla_policy'));
const taken = (name: string): Problem => fieldProblem('conflict', 'name', localize('name_taken', { name }));
const about = (id: string) => ({ type: 'sla_policy', id });
const announce = (context: Context) => publishChange(context, { frame: { type: 'sla_policies_updated' } });

/** @throws Problem as `checkSlaPolicy`, `conflict` for a name that is taken, and for too many */
export async function addSlaPolicy(context: Context, caller: StaffCaller, draft: SlaPolicyDraft): Promise<SlaPolicy> {
  await refuseWithout(context, caller, 'settings.change');
  const fields = await checkSlaPolicy(context, draft);
  const made = await context.db.transaction().execute(async (db) => {
    await policies.holdOrder(db);
    if ((await policies.listSlaPolicies(db)).length >= slaPoliciesMax)
      throw new Problem('conflict', localize('too_many_sla_policies', { max: slaPoliciesMax }));
    const added = await policies.insertSlaPolicy(db, fields);
    if (added === 'taken') throw taken(fields.name);
    await recordAudit({ db }, caller, {
      action: 'sla_policy.added',
      subject: about(added.id),
      details: { ...draftOf(added) },
    });
    return added;
  });
  await announce(context);
  return made;
}

/** @throws Problem `not_found`, as `checkSlaPolicy`, `conflict` for a name that is taken, and as `holdAsSeen` */
export async function updateSlaPolicy(
  context: Context,
  caller: StaffCaller,
  id: string,
  { expected, ...change }: AsSeen<policies.SlaPolicyChange, SlaPolicy>,
): Promise<SlaPolicy> {
  await refuseWithout(context, caller, 'settings.change');
  const after = await context.db.transaction().execute(async (db) => {
    const read = () => policies.findSlaPolicy(db, id);
    const before = await holdAsSeen(db, { table: 'slaPolicies', id, read, change, expected, unknown: unknownPolicy });
    const updated = await policies.updateSlaPolicy(
      db,
      id,
      await checkSlaPolicy(context, { ...draftOf(before), ...given(change) }),
    );
    if (updated === 'taken') throw taken(change.name ?? '');
    if (!updated) throw unknownPolicy();
    const details = { name: updated.name, ...differencesOf(before, updated, Object.keys(change)) };
    await recordAudit({ db }, caller, { action: 'sla_policy.updated', subject: about(id), details });
    return updated;
  });
  await announce(context);
  return after;
}

/** @throws Problem `conflict` if the ids aren't those of all policies */
export async function orderSlaPolicies(
  context: Context,
  caller: StaffCaller,
  ids: readonly string[],
): Promise<SlaPolicy[]> {
  await refuseWithout(context, caller, 'settings.change');
  await context.db.transaction().execute(async (db) => {
    await policies.holdOrder(db);
    const known = await policies.listSlaPolicies(db);
    if (ids.length !== known.length || known.some(({ id }) => !ids.includes(id)))
      throw new Problem('conflict', localize('sla_order'));
    await policies.orderSlaPolicies(db, ids);
    const names = ids.map((id) => known.find((each) => each.id === id)?.name);
    await recordAudit({ db }, caller, { action: 'sla_policy.moved', subject: about(ids[0] ?? ''), details: { names } });
  });
  await announce(context);
  return listSlaPolicies(context);
}

/** Its conversations follow the next policy that fits. @throws Problem `not_found` */
export async function deleteSlaPolicy(context: Context, caller: StaffCaller, id: string): Promise<void> {
  await refuseWithout(context, caller, 'settings.change');
  await context.db.transaction().execute(async (db) => {
    const present = await policies.findSlaPolicy(db, id);
    if (!present || !(await policies.deleteSlaPolicy(db, id))) throw await goneOr(db, id, unknownPolicy);
    await recordAudit({ db }, caller, {
      action: 'sla_policy.deleted',
      subject: about(id),
      details: { ...draftOf(present) },
    });
  });
  await announce(context);
}

/** Open conversations of which it is computed whether they are overdue. */
const previewedMax = 2_000;

/**
 * Returns how many open conversations of the caller's a policy would apply to, and how many would be overdue at once.
 *
 * @throws Problem as `checkSlaPolicy`, `not_found` for an unknown policy to replace
 */
export async function previewSlaPolicy(
  context: Pick<Context, 'db' | 'reads' | 'settings'>,
  caller: StaffCaller,
  { policy, id }: { policy: SlaPolicyDraft; id?: string | undefined },
): Promise<SlaPreview> {
  await refuseWithout(context, caller, 'settings.change');
  const draft = await checkSlaPolicy(context, policy);
  const known = await activePolicies(context);
  const present = id === undefined ? undefined : await policies.findSlaPolicy(context.db, id);
  if (id !== undefined && !present) throw unknownPolicy();
  const before = known.filter(({ position }) => position < (present?.position ?? known.length + 1));
  const candidate = { ...draft, id: id ?? '', position: before.length, updatedAt: new Date().toISOString() };
  const all = [...before, candidate];
  const within = await scopeSql(context, caller);
  const { count, newest } = await findFitting(context.db, conditionsOf(all), { within, limit: previewedMax });
  const now = new Date();
  const clocks = await computeClocks(context, context.db, newest, all);
  const overdue = clocks.filter((each) => each.clocks.some(({ dueAt }) => dueAt <= now)).length;
  return { open: count, overdue, isPartial: count > newest.length };
}

/** Fields that depend on the caller, or on the policies themselves. */
const refusedFields: ReadonlySet<string> = new Set<BuiltInField>([
  'unread',
  'following',
  'sla',
  'dueAt',
  'dueSoonAt',
  'breached',
]);

/**
 * Returns a draft as it is stored.
 *
 * @throws Problem `invalid` for a filter that isn't valid or depends on the caller, for no target, and for a schedule
 * without working time; `conflict` for teams without members
 */
export async function checkSlaPolicy(
  context: Pick<Context, 'db' | 'settings'>,
  draft: SlaPolicyDraft,
): Promise<SlaPolicyDraft> {
  const filter = await readFilter(context, draft.filter);
  const refused = conditionsIn(filter).find(
    ({ field, value }) => refusedFields.has(field) || [value].flat().includes('me'),
  );
  if (refused) throw fieldProblem('invalid', 'filter', localize('sla_field', { field: refused.field }));
  if ([draft.firstResponseMinutes, draft.nextResponseMinutes, draft.resolutionMinutes].every((each) => each === null))
    throw fieldProblem('invalid', 'firstResponseMinutes', localize('sla_without_target'));
  const scheduleId = draft.schedule === 'schedule' ? draft.scheduleId : null;
  await expectWorkingTime(context, draft.schedule, scheduleId);
  await expectMembers(context.db, filter);
  return { ...draft, name: draft.name.trim(), filter, scheduleId };
}

async function expectWorkingTime(
  context: Pick<Context, 'db' | 'settings'>,
  kind: SlaPolicy['schedule'],
  scheduleId: string | null,
): Promise<void> {
  if (kind !== 'schedule') return;
  const schedule = (await listSchedules(context)).find(({ id }) => id === scheduleId);
  if (!schedule) throw fieldProblem('invalid', 'scheduleId', localize('no_such_schedule'));
  const hours = workingHoursOf(schedule);
  if (!isOpenAt(hours, new Date()) && !nextOpening(hours, new Date()))
    throw fieldProblem('invalid', 'scheduleId', localize('sla_never_open'));
}

/** Targets for conversations of a team need a member of the team. */
async function expectMembers(db: Database, filter: SlaPolicyDraft['filter']): Promise<void> {
  const named = conditionsIn(filter).flatMap(({ field, value }) => (field === 'team' ? [value].flat() : []));
  if (named.length === 0) return;
  const empty = (await listTeams(db)).find(({ id, memberIds }) => named.includes(id) && memberIds.length === 0);
  if (empty) throw fieldProblem('conflict', 'filter', localize('sla_without_people', { team: empty.name }));
}

const given = <Change extends object>(change: Change) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<SlaPolicyDraft>;

/** Fields of a policy that callers write. */
const draftOf = (policy: SlaPolicy): SlaPolicyDraft => fieldsOf(policy, Object.keys(slaPolicyFields)) as SlaPolicyDraft;
