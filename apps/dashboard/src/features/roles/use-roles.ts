import type { Representative } from '@parley/contracts/entities';
import { builtInRoleIds } from '@parley/contracts/permissions';
import type { RoleBundle } from '@parley/contracts/roles';
import { listRoles } from '@parley/contracts/routes/roles';
import { useRead } from '../../api/read.ts';

/** Whose role it is: the id that `roleId` is, or that `role` stands for. */
export const roleIdOf = ({ role, roleId }: Pick<Representative, 'role' | 'roleId'>): string =>
  roleId ?? builtInRoleIds[role];

/** The roles, and which of them somebody has. */
export function useRoles(): { roles: readonly RoleBundle[]; of: (person: Representative) => RoleBundle | undefined } {
  const roles = useRead(listRoles, {}).data ?? [];
  return { roles, of: (person) => roles.find(({ id }) => id === roleIdOf(person)) };
}
