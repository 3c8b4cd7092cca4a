/** Maps a directory's groups to a role and a team, as admins decide. Unmapped groups grant nothing. */
import { fieldProblem, Problem } from '@parley/contracts/problems';
import type { DirectoryGroup, DirectoryGroupChange } from '@parley/contracts/users/scim';
import { localize } from '@parley/contracts/i18n/server-texts';
import { findRole } from '@parley/db/roles/roles';
import { listTeams } from '@parley/db/roles/teams';
import * as groups from '@parley/db/scim/groups';
import { refuseChanged } from '../as-seen.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { recordAudit } from '../audit/record.ts';
import { assertMayGrant } from '../users/roles.ts';
import { aboutGroup, giveByGroups, publishGiven } from './group-access.ts';
import { refuseWithout } from '../permissions/permissions.ts';

/** By name. */
export async function listDirectoryGroups(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
): Promise<DirectoryGroup[]> {
  await refuseWithout(context, caller, 'security.manage');
  return groups.listDirectoryGroups(context.db);
}

/**
 * Sets the role or team of a group's members, with effect at once. A team that groups fill has no other members.
 *
 * @throws Problem `not_found`, `invalid` for an unknown role or team, `forbidden` for a role with more permissions than
 * the caller, `conflict` if no admin would be left
 */
export async function updateDirectoryGroup(
  context: Context,
  caller: StaffCaller,
  id: string,
  { expected, ...change }: DirectoryGroupChange,
): Promise<DirectoryGroup> {
  await refuseWithout(context, caller, 'security.manage');
  const given = await context.db.transaction().execute(async (transaction) => {
    await groups.lockGroups(transaction);
    const group = await groups.findGroup(transaction, id);
    if (!group) throw new Problem('not_found', localize('no_such_directory_group'));
    await refuseChanged(transaction, { id, present: group, change, expected });
    const { roleId = group.roleId, teamId = group.teamId } = change;
    const within = { ...context, db: transaction };
    // Taking a role away from people is changing them, as much as giving it.
    for (const each of [roleId, group.roleId]) if (each !== null) await assertMayGive(within, caller, each);
    if (teamId !== null && (await listTeams(transaction, teamId)).length === 0) {
      throw fieldProblem('invalid', 'teamId', localize('no_such_team'));
    }
    await groups.updateGroup(transaction, id, { roleId, teamId });
    await recordAudit({ db: transaction }, caller, {
      action: 'directory_group.mapped',
      subject: aboutGroup(id),
      details: {
        name: group.displayName,
        before: { roleId: group.roleId, teamId: group.teamId },
        after: { roleId, teamId },
      },
    });
    const by = { name: caller.user.name, ...(caller.address !== undefined && { address: caller.address }) };
    const teamIds = [group.teamId, teamId].flatMap((each) => each ?? []);
    const userIds = group.members.map((member) => member.id);
    return giveByGroups(within, by, userIds, teamIds);
  });
  await publishGiven(context, caller.user, given);
  const changed = (await groups.listDirectoryGroups(context.db)).find((each) => each.id === id);
  if (!changed) throw new Problem('not_found', localize('no_such_directory_group'));
  return changed;
}

async function assertMayGive(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  roleId: string,
): Promise<void> {
  const role = await findRole(context.db, roleId);
  if (!role) throw fieldProblem('invalid', 'roleId', localize('no_such_role'));
  await assertMayGrant(context, caller, role.permissions);
}
