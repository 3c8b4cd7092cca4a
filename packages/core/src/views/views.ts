/** Saved views: one's own, and those shared with a team and with all. */
import type { AuditAction } from '@parley/contracts/audit/audit-actions';
import type { Filter } from '@parley/contracts/filter/filter';
import { kindOf, mayNameAttribute } from '@parley/contracts/filter/filter-fields';
import { parseFilter } from '@parley/contracts/filter/filter-parse';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { countedInboxes, inboxFilter, teamInbox } from '@parley/contracts/conversations/inboxes';
import { type ListSort, type View, viewsMax, type ViewScope } from '@parley/contracts/conversations/views';
import { listAttributes } from '@parley/db/attributes/attributes';
import { countConversations } from '@parley/db/conversations/counts';
import type { Transaction } from '@parley/db/database';
import { listTeams, teamIdsOf } from '@parley/db/roles/teams';
import * as views from '@parley/db/views/views';
import { type AsSeen, goneOr, refuseChanged } from '../as-seen.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { meaningFor } from '../permissions/scope.ts';
import { readFilter, readFilterText } from '../conversations/filter.ts';
import { recordAudit } from '../audit/record.ts';
import { publishChange } from '../live/publish-change.ts';
import { can, refuseWithout } from '../permissions/permissions.ts';
import { withinScope } from '../permissions/scope.ts';

export interface ViewDraft {
  name: string;
  filter: Filter;
  sort?: ListSort;
  scope?: ViewScope;
  /** Team of a view with the scope `team`; null or absent for all teams. */
  teamId?: string | null;
}

export type ViewChange = AsSeen<Partial<ViewDraft>, View> & { place?: number };

const unknownView = () => new Problem('not_found', localize('no_such_view'));

/** The caller's and the shared ones, by scope and place. */
export async function listViews({ db }: Pick<Context, 'db'>, { user }: StaffCaller): Promise<View[]> {
  return withFaults(db, await views.listViews(db, user.id));
}

/** A filter that takes in nothing, and one that takes in all. */
const nothing: Filter = { any: [] };
const everything: Filter = { all: [] };

/** Returns the views, marked where an attribute of the filter has been deleted since, or declared again as another type. */
async function withFaults(db: Context['db'], known: readonly View[]): Promise<View[]> {
  const attributes = known.some(({ filter }) => mayNameAttribute(filter)) ? await listAttributes(db) : [];
  return known.map((view) => ('filter' in parseFilter(view.filter, attributes) ? view : { ...view, isBroken: true }));
}

/** Counts the conversations of the caller's inboxes, teams and views, all at one moment. */
export async function countViews(
  context: Pick<Context, 'db' | 'reads' | 'settings'>,
  caller: StaffCaller,
): Promise<{ id: string; count: number }[]> {
  await refuseWithout(context, caller, 'conversations.read');
  const [known, teamIds] = await Promise.all([listViews(context, caller), teamIdsOf(context.db, caller.user.id)]);
  const counted = [
    ...[...countedInboxes, ...teamIds.map(teamInbox)].map((id) => ({ id, filter: inboxFilter(id) ?? everything })),
    ...known.map(({ id, filter, isBroken }) => ({ id, filter: isBroken ? nothing : filter })),
  ];
  const filters = await Promise.all(counted.map(({ filter }) => withinScope(context, caller, filter)));
  const counts = await context.reads.run((db) => countConversations(db, filters, meaningFor(caller)));
  return counted.map(({ id }, index) => ({ id, count: counts[index] ?? 0 }));
}

/** How many conversations a filter, given as JSON, takes in. @throws Problem `invalid` */
export async function countFiltered(
  context: Pick<Context, 'db' | 'reads' | 'settings'>,
  caller: StaffCaller,
  filter: string,
): Promise<{ count: number }> {
  await refuseWithout(context, caller, 'conversations.read');
  const counted = await withinScope(context, caller, await readFilterText(context, filter));
  const [count = 0] = await context.reads.run((db) => countConversations(db, [counted], meaningFor(caller)));
  return { count };
}

/** @throws Problem `invalid` for the filter, `conflict` for more views than one person may have */
export async function addView(context: Context, caller: StaffCaller, draft: ViewDraft): Promise<View> {
  await refuseWithout(context, caller, 'conversations.read');
  const { sort = 'activity', scope = 'me' } = draft;
  const fields = {
    name: draft.name.trim(),
    filter: await readFilter(context, draft.filter),
    sort,
    scope,
    teamId: draft.teamId ?? null,
    ownerId: caller.user.id,
  };
  if (scope !== 'me') await refuseWithout(context, caller, 'views.share');
  await assertTeamOf(context, caller, fields);
  if ((await views.countOwned(context.db, caller.user.id)) >= viewsMax) {
    throw new Problem('conflict', localize('too_many_views', { max: viewsMax }));
  }
  const view = await views.insertView(context.db, fields);
  if (isShared(view)) await audit(context, caller, 'view.added', view);
  await publishViews(context, [view]);
  return view;
}

/** @throws Problem `not_found`, `forbidden` for another user's, `invalid` for the filter, and as `refuseChanged` */
export async function updateView(
  context: Context,
  caller: StaffCaller,
  id: string,
  { place, filter, name, expected, ...change }: ViewChange,
): Promise<View> {
  await refuseWithout(context, caller, 'conversations.read');
  const fields = {
    ...change,
    ...(name !== undefined && { name: name.trim() }),
    ...(filter !== undefined && { filter: await readFilter(context, filter) }),
  };
  const { before, after } = await context.db.transaction().execute(async (transaction) => {
    const found = await lockOwn({ ...context, db: transaction }, transaction, caller, id);
    await refuseChanged(transaction, { id, present: found, change: { ...fields, place }, expected });
    if (fields.scope === 'me' && found.ownerId !== caller.user.id) {
      throw new Problem('forbidden', localize('view_unshared_by_owner'));
    }
    if (fields.scope !== undefined && fields.scope !== 'me' && !isShared(found)) {
      await refuseWithout(context, caller, 'views.share');
    }
    const { scope = found.scope, teamId = scope === 'team' ? found.teamId : null } = fields;
    const isElsewhere = scope !== found.scope || teamId !== found.teamId;
    if (isElsewhere) await assertTeamOf({ ...context, db: transaction }, caller, { scope, teamId });
    const changed =
      Object.keys(fields).length > 0 ? await views.updateView(transaction, found, { ...fields, teamId }) : found;
    const moved = place === undefined ? changed : await views.moveView(transaction, changed, place);
    if (isShared(found) || isShared(moved)) {
      await audit({ db: transaction }, caller, 'view.updated', moved);
    }
    return { before: found, after: moved };
  });
  await publishViews(context, [before, after]);
  const [marked = after] = await withFaults(context.db, [after]);
  return marked;
}

/** @throws Problem `not_found`, `forbidden` for another user's */
export async function deleteView(context: Context, caller: StaffCaller, id: string): Promise<void> {
  await refuseWithout(context, caller, 'conversations.read');
  const view = await context.db.transaction().execute(async (transaction) => {
    const found = await lockOwn({ ...context, db: transaction }, transaction, caller, id);
    await views.deleteView(transaction, id);
    if (isShared(found)) await audit({ db: transaction }, caller, 'view.deleted', found);
    return found;
  });
  await publishViews(context, [view]);
}

const isShared = ({ scope }: View): boolean => scope !== 'me';

/** Returns a view that the caller may change: their own, and with the right to it, a shared one. */
async function lockOwn(
  context: Pick<Context, 'db' | 'settings'>,
  transaction: Transaction,
  caller: StaffCaller,
  id: string,
): Promise<View> {
  const { user } = caller;
  const view = await views.lockView(transaction, id);
  if (!view) throw await goneOr(transaction, id, unknownView);
  const mayManage = await can(context, caller, 'views.manage');
  if (!(view.ownerId === user.id || (isShared(view) && (mayManage || (await isFor(transaction, user.id, view)))))) {
    throw unknownView();
  }
  if (view.ownerId !== user.id && !mayManage) {
    throw new Problem('forbidden', localize('view_changed_by_owner'));
  }
  return view;
}

async function isFor(db: Context['db'], userId: string, { teamId }: View): Promise<boolean> {
  return teamId === null || (await teamIdsOf(db, userId)).includes(teamId);
}

/** Refuses sharing with a team that the caller isn't in, unless they manage shared views. @throws Problem `invalid` */
async function assertTeamOf(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  { scope, teamId }: Pick<View, 'scope' | 'teamId'>,
): Promise<void> {
  if (teamId === null) return;
  if (scope !== 'team') throw fieldProblem('invalid', 'teamId', 'Only a view with the scope `team` has one.');
  const isTheirs =
    (await teamIdsOf(context.db, caller.user.id)).includes(teamId) ||
    ((await can(context, caller, 'views.manage')) && (await listTeams(context.db, teamId)).length > 0);
  if (!isTheirs) throw fieldProblem('invalid', 'teamId', localize('no_such_team'));
}

/** Replaces values that may name a customer in the audit log, which is never erased. */
const notKept = '…';

/** Returns a filter without values that may name a customer. */
export function withoutTexts(filter: Filter): Filter {
  if ('all' in filter) return { all: filter.all.map(withoutTexts) };
  if ('any' in filter) return { any: filter.any.map(withoutTexts) };
  if ('not' in filter) return { not: withoutTexts(filter.not) };
  const { kind } = kindOf(filter.field);
  const isText =
    kind === 'text' || (kind === 'attribute' && (typeof filter.value === 'string' || Array.isArray(filter.value)));
  return isText ? { ...filter, value: notKept } : filter;
}

async function audit(
  context: Pick<Context, 'db'>,
  caller: StaffCaller,
  action: Extract<AuditAction, `view.${string}`>,
  view: View,
): Promise<void> {
  const { id, scope, teamId, sort } = view;
  const name = view.name.replaceAll(/\S+@\S+/g, notKept);
  await recordAudit(context, caller, {
    action,
    subject: { type: 'view', id },
    details: { name, scope, ...(teamId && { teamId }), filter: withoutTexts(view.filter), sort },
  });
}

async function publishViews(context: Context, changed: readonly View[]): Promise<void> {
  const owner = changed.some(isShared) ? null : (changed[0]?.ownerId ?? null);
  await publishChange(context, { frame: { type: 'views_updated', userId: owner } });
}
