/** What somebody of the team may do, and of which conversations, as it is now. */
import type { User } from '@parley/contracts/entities';
import { builtInPermissions, builtInRoleIds, type Permission } from '@parley/contracts/permissions';
import { grantable, type Rights } from '@parley/contracts/rights';
import { Problem } from '@parley/contracts/problems';
import type { RoleBundle } from '@parley/contracts/roles';
import { say } from '@parley/contracts/sayings';
import type { RepresentativesMay } from '@parley/contracts/settings';
import { readRights } from '@parley/db/roles/rights';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';

export type Person = Pick<StaffCaller, 'user' | 'rights' | 'key'>;

/** What the roles that come with the product permit; what the settings let representatives do is added by `rightsOf`. */
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

/** As role and teams say; undefined where there is no such person any more. */
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
  { user, rights }: Pick<Person, 'user' | 'rights'>,
): Promise<Rights> {
  const known = rights ?? (await storedRights(context, user));
  if (!known) throw new Problem('forbidden', say('not_permitted'));
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
