import type { User } from '@parley/contracts/entities';
import type { SignedInUser } from '@parley/contracts/sign-in';
import type { Permission } from '@parley/contracts/permissions';
import { representativePermissions } from '@parley/contracts/representative-permissions';

/** Somebody as they are now, with what they may do as it was said. */
export const withRights = (now: User, { rights }: SignedInUser): SignedInUser => ({
  ...now,
  ...(rights && { rights }),
});

/** Whether somebody may, whatever the settings let representatives do beside; until the server has said it, as of old. */
export const mayAlways = ({ rights, role }: SignedInUser, permission: Permission): boolean =>
  rights ? rights.permissions.includes(permission) : role === 'admin' || representativePermissions.includes(permission);

/** Whether what the settings let representatives do is for them. */
export const isRepresentative = ({ rights, role }: SignedInUser): boolean =>
  (rights?.builtIn ?? role) === 'representative';
