/** Reads a user's present permissions and the conversations they cover. */
import type { User } from '@parley/contracts/entities';
import { builtInPermissions, builtInRoleIds, type Permission } from '@parley/contracts/permissions/permissions';
import { grantable, type Rights } from '@parley/contracts/permissions/rights';
import { Problem } from '@parley/contracts/problems';
import type { RoleBundle } from '@parley/contracts/permissions/roles';
import { localize } from '@parley/contracts/i18n/server-texts';
import type { RepresentativesMay } from '@parley/contracts/settings/settings';
import { readRights } from '@parley/db/roles/rights';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';

export type UserCaller = Pick<StaffCaller, 'user' | 'rights' | 'key'>;

/** Returns the permissions of a built-in role; `rightsOf` adds what the settings allow representatives. */
export function builtInRights({ role }: Pick<User, 'role'>): Rights {
  return {
    roleId: builtInRoleIds[role],
    builtIn: role,
    roleName: role,
    permissions: [...builtInPermissions[role]],
    scope: 'everything',
    teamIds: [],
    websiteIds: [],
    teammateIds: [],
  };
}

/** Returns the rights from role and teams; undefined if the user no longer exists. */
export const storedRights = async (
  { db }: Pick<Context, 'db'>,
  user: Pick<User, 'id' | 'role' | 'roleId'>,
): Promise<Rights | undefined> => (user.roleId === undefined ? builtInRights(user) : readRights(db, user.id));

/**
 * The rights of a person as they are now: those that came with the session or key, or read.
 *
 * @throws Problem `forbidden` where there is no such person any more
 */
export async function rightsOf(
  context: Pick<Context, 'db' | 'settings'>,
  { user, rights }: Pick<UserCaller, 'user' | 'rights'>,
): Promise<Rights> {
  const known = rights ?? (await storedRights(context, user));
  if (!known) throw new Problem('forbidden', localize('not_permitted'));
  return { ...known, permissions: await permissionsInForce(context, known) };
}

/** Returns the permissions a role gives: its own and, for the built-in representative role, those the settings grant. */
export async function permissionsInForce(
  { settings }: Pick<Context, 'settings'>,
  { builtIn, permissions }: Pick<RoleBundle, 'builtIn' | 'permissions'>,
): Promise<Permission[]> {
  if (builtIn !== 'representative') return permissions;
  return [...permissions, ...granted((await settings.read()).representativesMay)];
}

const granted = (may: RepresentativesMay): Permission[] =>
  (Object.keys(grantable) as (keyof typeof grantable)[]).filter((name) => may[name]).map((name) => grantable[name]);
