/** What somebody of the team may do, and of which conversations, as it is now. */
import type { User } from '@parley/contracts/entities';
import { builtInPermissions, builtInRoleIds, type Permission } from '@parley/contracts/permissions';
import { grantable, type Rights } from '@parley/contracts/rights';
import { Problem } from '@parley/contracts/problems';
import { say } from '@parley/contracts/sayings';
import type { RepresentativesMay } from '@parley/contracts/settings';
import { readRights } from '@parley/db/roles/rights';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';

export type Person = Pick<StaffCaller, 'user' | 'rights' | 'key'>;

/** The rights that come with the product; what the settings let representatives do is added by `rightsOf`. */
export function builtInRights({ role }: Pick<User, 'role'>): Rights {
  return {
    roleId: builtInRoleIds[role],
    builtIn: role,
    roleName: role,
    permissions: [...builtInPermissions[role]],
    scope: 'everything',
    websiteIds: [],
    teammateIds: [],
  };
}

/** The rights of a person as they are now: those that came with the session, or read. */
export async function rightsOf(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  { user, rights }: Person,
): Promise<Rights> {
  const known = rights ?? (user.roleId === undefined ? builtInRights(user) : await readRights(db, user.id));
  if (!known) throw new Problem('forbidden', say('not_permitted'));
  if (known.builtIn !== 'representative') return known;
  return { ...known, permissions: [...known.permissions, ...granted((await settings.read()).representativesMay)] };
}

const granted = (may: RepresentativesMay): Permission[] =>
  (Object.keys(grantable) as (keyof typeof grantable)[]).filter((name) => may[name]).map((name) => grantable[name]);
