/** Teams: which people work on the conversations of which websites. */
import { parseFilter } from '@parley/contracts/filter/filter-parse';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { type Team, teamsMax } from '@parley/contracts/permissions/roles';
import type { RoutingChange } from '@parley/contracts/routing/routing';
import { localize } from '@parley/contracts/i18n/server-texts';
import { type Database, isForeignKeyViolation } from '@parley/db/database';
import { listAttributes } from '@parley/db/attributes/attributes';
import * as teams from '@parley/db/roles/teams';
import { keepViewsOfTeam } from '@parley/db/views/views';
import { type AsSeen, goneOr, holdAsSeen } from '../as-seen.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { differencesOf } from '../audit/differences.ts';
import { recordAudit } from '../audit/record.ts';
import { addOrLeave } from '../queues.ts';
import { refuseWithout } from '../permissions/permissions.ts';
import { rightsChanged, publishRoles } from './roles.ts';

const unknownTeam = (): Problem => new Problem('not_found', localize('no_such_team'));
const taken = (name: string): Problem => fieldProblem('conflict', 'name', localize('name_taken', { name }));
const about = (id: string) => ({ type: 'team', id });
const details = ({ name, memberIds, leadIds, websiteIds, scheduleId, routing }: Team) => ({
  name,
  memberIds,
  leadIds,
  websiteIds,
  scheduleId,
  routing,
});
/** A schedule that was deleted in the meantime. */
function unknownSchedule(error: unknown): never {
  if (isForeignKeyViolation(error)) throw fieldProblem('invalid', 'scheduleId', localize('no_such_schedule'));
  throw error;
}

/** @throws Problem `invalid` for a filter that can't be read */
export async function refuseBrokenFilter(
  { db }: Pick<Context, 'db'>,
  routing: RoutingChange | undefined,
): Promise<void> {
  if (!routing?.first) return;
  const parsed = parseFilter(routing.first, await listAttributes(db));
  if (!('filter' in parsed))
    throw new Problem('invalid', parsed.errors[0]?.message ?? 'The filter is not valid.', { errors: parsed.errors });
}

/** By name. */
export async function listTeams({ db }: Pick<Context, 'db'>): Promise<Team[]> {
  return teams.listTeams(db);
}

/** @throws Problem `forbidden`, `conflict` for a name that is taken, and for too many */
export async function addTeam(
  context: Context,
  caller: StaffCaller,
  draft: teams.TeamFields & { name: string },
): Promise<Team> {
  await refuseWithout(context, caller, 'teams.manage');
  await refuseBrokenFilter(context, draft.routing);
  const name = draft.name.trim();
  const team = await context.db.transaction().execute(async (transaction) => {
    const made = await teams.insertTeam(transaction, { ...draft, name, max: teamsMax }).catch(unknownSchedule);
    if (made === 'taken') throw taken(name);
    if (made === 'full') throw new Problem('conflict', localize('too_many_teams', { max: teamsMax }));
    await recordAudit({ db: transaction }, caller, {
      action: 'team.added',
      subject: about(made.id),
      details: details(made),
    });
    return made;
  });
  await changed(context, team.id);
  return team;
}

/**
 * Replaces members and websites as a whole; deleted ones are left out. @throws Problem `conflict`, and as `holdAsSeen`
 */
export async function updateTeam(
  context: Context,
  caller: StaffCaller,
  id: string,
  { expected, ...fields }: AsSeen<teams.TeamFields, Team>,
): Promise<Team> {
  await refuseWithout(context, caller, 'teams.manage');
  await refuseBrokenFilter(context, fields.routing);
  const name = fields.name?.trim();
  const change = { ...fields, ...(name !== undefined && { name }) };
  const team = await context.db.transaction().execute(async (transaction) => {
    const read = async () => (await teams.listTeams(transaction, id))[0];
    const present = await holdAsSeen(transaction, { table: 'teams', id, read, change, expected, unknown: unknownTeam });
    if (change.memberIds) await refuseMembersOfDirectory(transaction, id, change.memberIds);
    const made = await teams.updateTeam(transaction, id, change).catch(unknownSchedule);
    if (made === 'taken') throw taken(name ?? '');
    if (!made) throw unknownTeam();
    await recordAudit({ db: transaction }, caller, {
      action: 'team.updated',
      subject: about(id),
      details: { name: made.name, ...differencesOf(details(present), details(made)) },
    });
    return made;
  });
  await changed(context, team.id);
  return team;
}

/** Refuses to change members that a directory's groups control. @throws Problem `conflict` */
async function refuseMembersOfDirectory(db: Database, id: string, memberIds: readonly string[]): Promise<void> {
  const [team] = await teams.listTeams(db, id);
  if (!team?.directoryGroup) return;
  const isSame = team.memberIds.length === memberIds.length && team.memberIds.every((each) => memberIds.includes(each));
  if (!isSame) throw new Problem('conflict', localize('team_by_directory', { group: team.directoryGroup }));
}

/** Views for it are their owners' alone from then on. @throws Problem `not_found` */
export async function deleteTeam(context: Context, caller: StaffCaller, id: string): Promise<void> {
  await refuseWithout(context, caller, 'teams.manage');
  const [team] = await teams.listTeams(context.db, id);
  const isDeleted = await context.db.transaction().execute(async (transaction) => {
    await keepViewsOfTeam(transaction, id);
    return teams.deleteTeam(transaction, id);
  });
  if (!team || !isDeleted) throw await goneOr(context.db, id, unknownTeam);
  await recordAudit(context, caller, { action: 'team.deleted', subject: about(id), details: { name: team.name } });
  await changed(context);
}

async function changed(context: Context, teamId?: string): Promise<void> {
  await rightsChanged(context);
  await publishRoles(context);
  if (teamId !== undefined) await addOrLeave(context, 'routing', { teamId });
}
