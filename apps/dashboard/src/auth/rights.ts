import type { User } from '@parley/contracts/entities';
import type { SignedInUser } from '@parley/contracts/sign-in';
import type { Permission } from '@parley/contracts/permissions';
import { representativePermissions } from '@parley/contracts/representative-permissions';

/** Returns the changed user with the rights that are known so far. */
export const withRights = (now: User, { rights }: SignedInUser): SignedInUser => ({
  ...now,
  ...(rights && { rights }),
});

/**
 * Whether the user has a permission by their role, without what the settings grant to representatives; derived from
 * `role` until the server has sent the rights.
 */
export const mayAlways = ({ rights, role }: SignedInUser, permission: Permission): boolean =>
  rights ? rights.permissions.includes(permission) : role === 'admin' || representativePermissions.includes(permission);

/** Whether what the settings let representatives do is for them. */
export const isRepresentative = ({ rights, role }: SignedInUser): boolean =>
  (rights?.builtIn ?? role) === 'representative';
