/** Manages roles: limits what users may grant, and applies changes at once to everyone with the role. */
import type { Role } from '@parley/contracts/entities';
import {
  builtInRoleIds,
  type Permission,
  permissions,
  wholeInstallation,
} from '@parley/contracts/permissions/permissions';
import { type Scope, seesEverything } from '@parley/contracts/permissions/rights';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { type RoleBundle, rolesMax } from '@parley/contracts/permissions/roles';
import { localize } from '@parley/contracts/i18n/server-texts';
import * as roles from '@parley/db/roles/roles';
import { findUser } from '@parley/db/users/users';
import { type AsSeen, holdAsSeen } from '../as-seen.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { differencesOf } from '../audit/differences.ts';
import { recordAudit } from '../audit/record.ts';
import { publishChange } from '../live/publish-change.ts';
import { permissionsInForce, rightsOf } from '../permissions/rights.ts';
import { refuseWithout } from '../permissions/permissions.ts';

const unknownRole = (): Problem => new Problem('not_found', localize('no_such_role'));
const taken = (name: string): Problem => fieldProblem('conflict', 'name', localize('name_taken', { name }));
const about = (id: string) => ({ type: 'role', id });

export interface RoleDraft {
  name: string;
  permissions: Permission[];
  scope: Scope;
}

/** Lists the roles with the permissions they give, those that come with the product first. */
export async function listRoles(context: Pick<Context, 'db' | 'settings'>): Promise<RoleBundle[]> {
  const stored = await roles.listRoles(context.db);
  return Promise.all(stored.map(async (role) => ({ ...role, permissions: await permissionsInForce(context, role) })));
}

/**
 * @throws Problem `forbidden` for permissions that the caller lacks, `conflict` for an existing name, and for too many
 * roles
 */
export async function addRole(context: Context, caller: StaffCaller, draft: RoleDraft): Promise<RoleBundle> {
  await refuseWithout(context, caller, 'access.manage');
  const fields = { ...draft, name: draft.name.trim() };
  await assertMayGrant(context, caller, fields.permissions);
  refuseBeyondScope(fields);
  const role = await roles.insertRole(context.db, { ...fields, max: rolesMax });
  if (role === 'taken') throw taken(fields.name);
  if (role === 'full') throw new Problem('conflict', localize('too_many_roles', { max: rolesMax }));
  await recordAudit(context, caller, {
    action: 'role.added',
    subject: about(role.id),
    details: { name: role.name, scope: role.scope, permissions: role.permissions },
  });
  await publishRoles(context);
  return role;
}

/**
 * Changes a custom role. It applies at once to open sockets and sessions.
 *
 * @throws Problem `conflict` for a built-in role or an existing name, `forbidden` for permissions that the caller
 * lacks, and as `holdAsSeen`
 */
export async function updateRole(
  context: Context,
  caller: StaffCaller,
  id: string,
  { expected, ...fields }: AsSeen<Partial<RoleDraft>, RoleBundle>,
): Promise<RoleBundle> {
  await refuseWithout(context, caller, 'access.manage');
  const name = fields.name?.trim();
  const change = { ...fields, ...(name !== undefined && { name }) };
  const { before, after } = await context.db.transaction().execute(async (transaction) => {
    const read = () => roles.findRole(transaction, id);
    const present = await changeable(
      await holdAsSeen(transaction, { table: 'roles', id, read, change, expected, unknown: unknownRole }),
    );
    await assertMayGrant(context, caller, [...present.permissions, ...(change.permissions ?? [])]);
    refuseBeyondScope({ ...present, ...change });
    const changed = await roles.updateRole(transaction, id, change);
    if (changed === 'taken') throw taken(name ?? '');
    if (!changed) throw unknownRole();
    await recordAudit({ db: transaction }, caller, {
      action: 'role.updated',
      subject: about(id),
      details: { name: changed.name, ...differencesOf(present, changed, ['name', 'scope', 'permissions']) },
    });
    return { before: present, after: changed };
  });
  if (before.scope !== after.scope || before.permissions.join() !== after.permissions.join()) {
    await rightsChanged(context);
  }
  await publishRoles(context);
  return after;
}

/** Deletes a role. @throws Problem `not_found`, `conflict` for a built-in role, or one that users have */
export async function deleteRole(context: Context, caller: StaffCaller, id: string): Promise<void> {
  await refuseWithout(context, caller, 'access.manage');
  const role = await changeable(await roles.findRole(context.db, id));
  const outcome = await roles.deleteRole(context.db, id);
  if (outcome === 'in_use') throw new Problem('conflict', localize('role_in_use'));
  if (!outcome) throw unknownRole();
  await recordAudit(context, caller, { action: 'role.deleted', subject: about(id), details: { name: role.name } });
  await publishRoles(context);
}

/**
 * Refuses permissions on the whole installation for narrower scopes: they would have no effect until the scope is
 * widened.
 */
function refuseBeyondScope({ scope, permissions: given }: Pick<RoleDraft, 'scope' | 'permissions'>): void {
  const beyond = scope === 'everything' ? [] : given.filter((each) => wholeInstallation.has(each));
  if (beyond.length === 0) return;
  throw fieldProblem('invalid', 'permissions', localize('beyond_scope', { permissions: beyond.join(', ') }));
}

/** Refuses to grant permissions that the caller lacks. @throws Problem `forbidden` that names the missing ones */
export async function assertMayGrant(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  given: readonly Permission[],
): Promise<void> {
  await assertMayHave(context, caller, given);
  if (!seesEverything(await rightsOf(context, caller))) throw notYours([]);
}

/** Refuses permissions beyond those of the key's owner. @throws Problem `forbidden` that names the missing ones */
export async function assertMayHave(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  wanted: readonly Permission[],
): Promise<void> {
  const own = await rightsOf(context, caller);
  const beyond = permissions.filter((each) => wanted.includes(each) && !own.permissions.includes(each));
  if (beyond.length > 0) throw notYours(beyond);
}

const notYours = (beyond: readonly Permission[]): Problem =>
  new Problem('forbidden', localize('not_yours_to_grant', { permissions: beyond.join(', ') }));

/**
 * Refuses to change users with more permissions than the caller: the caller could gain theirs. @throws Problem
 * `forbidden`
 */
export async function assertMayChange(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  userId: string,
): Promise<void> {
  if (userId === caller.user.id) return;
  const user = await findUser(context.db, userId);
  if (user) await assertMayGrant(context, caller, (await rightsOf(context, { user })).permissions);
}

/**
 * Returns the role to assign, as it is stored: `role` for the two built-in ones, and `roleId` in addition for others.
 *
 * @throws Problem `invalid` for both at once or an unknown one, `forbidden` for one with more permissions than the
 * caller
 */
export async function grantedRole(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  { role, roleId }: { role?: Role; roleId?: string },
): Promise<{ role?: Role; roleId?: string | null }> {
  if (role !== undefined && roleId !== undefined)
    throw fieldProblem('invalid', 'roleId', 'Give either role or roleId.');
  const wanted = roleId ?? (role && builtInRoleIds[role]);
  if (wanted === undefined) return {};
  const found = await roles.findRole(context.db, wanted);
  if (!found) throw fieldProblem('invalid', 'roleId', localize('no_such_role'));
  await assertMayGrant(context, caller, await permissionsInForce(context, found));
  return storedRole(found);
}

/** A role as accounts keep it. */
export const storedRole = ({
  id,
  builtIn,
}: Pick<RoleBundle, 'id' | 'builtIn'>): { role: Role; roleId: string | null } =>
  builtIn === 'admin' || builtIn === 'representative'
    ? { role: builtIn, roleId: null }
    : { role: 'representative', roleId: id };

/** Makes sessions and sockets read the rights of their users again. */
export const rightsChanged = (context: Context): Promise<void> =>
  publishChange(context, { control: { type: 'rights_changed' } });

/** Makes dashboards that show roles or teams fetch them again. */
export const publishRoles = (context: Context): Promise<void> =>
  publishChange(context, { frame: { type: 'roles_updated' } });

async function changeable(role: RoleBundle | undefined): Promise<RoleBundle> {
  if (!role) throw unknownRole();
  if (role.builtIn) throw new Problem('conflict', localize('role_built_in'));
  return role;
}
