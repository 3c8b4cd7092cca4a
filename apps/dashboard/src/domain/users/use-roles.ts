import type { Representative } from '@parley/contracts/entities';
import { builtInRoleIds } from '@parley/contracts/permissions/permissions';
import type { RoleBundle } from '@parley/contracts/permissions/roles';
import { listRoles } from '@parley/contracts/routes/roles';
import { useRead } from '../../api/read.ts';

/** Returns the id of a user's role: `roleId`, or that of the built-in `role`. */
export const roleIdOf = ({ role, roleId }: Pick<Representative, 'role' | 'roleId'>): string =>
  roleId ?? builtInRoleIds[role];

/** Returns the roles, and a function for the role of a user. */
export function useRoles(): { roles: readonly RoleBundle[]; of: (member: Representative) => RoleBundle | undefined } {
  const roles = useRead(listRoles, {}).data ?? [];
  return { roles, of: (member) => roles.find(({ id }) => id === roleIdOf(member)) };
}
