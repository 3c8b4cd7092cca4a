/** Assigns the role and teams of a directory's groups. They are valid from the change on, and end with it. */
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import type { RoleBundle } from '@parley/contracts/permissions/roles';
import { scopes } from '@parley/contracts/permissions/rights';
import type { User } from '@parley/contracts/entities';
import type { Transaction } from '@parley/db/database';
import { listRoles } from '@parley/db/roles/roles';
import {
  fillTeam,
  findRoleBefore,
  forgetRoleBefore,
  groupsOf,
  keepRoleBefore,
  type RoleBefore,
} from '@parley/db/scim/groups';
import { findUser, updateAccess } from '@parley/db/users/users';
import type { Context } from '../context.ts';
import { type AuditedAction, recordAuditOf } from '../audit/record.ts';
import { publishChange } from '../live/publish-change.ts';
import { endSessionsOf } from '../sessions.ts';
import { mailAdministrators } from '../users/account-mails.ts';
import { rightsChanged, storedRole, publishRoles } from '../users/roles.ts';
import { refuseLockOut } from '../users/lock-out.ts';

/** The context within a transaction. */
export type Within = Context & { db: Transaction };

/** Outcome of a change of groups, to be published once it is stored. */
export interface Given {
  users: User[];
  /** Ids of users who are no longer admins. */
  endedAdmins: string[];
  areTeamsChanged: boolean;
}

/**
 * Assigns the roles and teams of users' groups. Of several roles the one with the most permissions counts. Users
 * without such a group get their previous role back, but never become admins by leaving a group.
 *
 * @throws Problem `conflict` if no admin would be left: then nothing of the change may be stored
 */
export async function giveByGroups(
  context: Within,
  by: { name: string; address?: string },
  userIds: readonly string[],
  teamIds: readonly string[],
): Promise<Given> {
  const { db: transaction } = context;
  let areTeamsChanged = false;
  for (const id of new Set(teamIds)) {
    if (await fillTeam(transaction, id, userIds)) areTeamsChanged = true;
  }
  const users: User[] = [];
  const endedAdmins: string[] = [];
  if (userIds.length === 0) return { users, endedAdmins, areTeamsChanged };
  const groups = await groupsOf(transaction, userIds);
  const ranked = (await listRoles(transaction)).toSorted(byRank);
  for (const id of new Set(userIds)) {
    const mine = groups.filter(({ userId }) => userId === id);
    const wanted = ranked.find((role) => mine.some(({ roleId }) => roleId === role.id));
    const changed = await giveRole(transaction, id, wanted);
    if (!changed) continue;
    users.push(changed.user);
    if (changed.endsAdmin) endedAdmins.push(id);
    await recordAuditOf({ db: transaction }, by, {
      action: 'user.access_changed',
      subject: { type: 'user', id },
      details: {
        role: changed.user.role,
        roleId: changed.user.roleId ?? null,
        groups: mine.filter(({ roleId }) => roleId !== null).map(({ displayName }) => displayName),
      },
    });
  }
  if (endedAdmins.length > 0) await refuseLockOut(transaction, context);
  return { users, endedAdmins, areTeamsChanged };
}

/** Sorts admins first, then by number of permissions; a wider scope before a narrower one. */
function byRank(a: RoleBundle, b: RoleBundle): number {
  return (
    Number(b.builtIn === 'admin') - Number(a.builtIn === 'admin') ||
    b.permissions.length - a.permissions.length ||
    scopes.indexOf(a.scope) - scopes.indexOf(b.scope) ||
    a.name.localeCompare(b.name)
  );
}

async function giveRole(
  transaction: Transaction,
  id: string,
  wanted: RoleBundle | undefined,
): Promise<{ user: User; endsAdmin: boolean } | undefined> {
  const user = await findUser(transaction, id);
  if (!user) return undefined;
  const now: RoleBefore = { role: user.role, roleId: user.roleId ?? null };
  const before = await findRoleBefore(transaction, id);
  if (!wanted && !before) return undefined;
  if (wanted && !before) await keepRoleBefore(transaction, id, now);
  if (!wanted) await forgetRoleBefore(transaction, id);
  const next = wanted ? storedRole(wanted) : ordinary(before);
  if (next.role === now.role && next.roleId === now.roleId) return undefined;
  const changed = await updateAccess(transaction, id, next);
  if (changed === 'last_admin') throw new Problem('conflict', localize('last_admin'));
  return changed && { user: changed, endsAdmin: now.role === 'admin' && changed.role !== 'admin' };
}

const ordinary = (before: RoleBefore | undefined): RoleBefore =>
  before && before.role !== 'admin' ? before : { role: 'representative', roleId: null };

/** Ends the sessions of users with a changed role, and publishes the new roles and teams. `by` is the actor. */
export async function publishGiven(
  context: Context,
  by: { name: string },
  { users, endedAdmins, areTeamsChanged }: Given,
): Promise<void> {
  for (const user of users) {
    await endSessionsOf(context, user.id);
    await publishChange(context, { frame: { type: 'representative_updated', representative: user } });
  }
  if (areTeamsChanged) await rightsChanged(context);
  await publishRoles(context);
  for (const of of endedAdmins) await mailAdministrators(context, { about: 'admin_ended', of, by: by.name });
}

/** Returns the audit log's subject for a group. */
export const aboutGroup = (id: string): AuditedAction['subject'] & object => ({ type: 'directory_group', id });
