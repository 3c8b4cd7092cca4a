import type { Activity } from '@parley/contracts/conversations/activities';
import type { User } from '@parley/contracts/entities';
import type { SignedInUser } from '@parley/contracts/users/sign-in';
import type { Permission } from '@parley/contracts/permissions/permissions';
import { permissionsToUndo } from '@parley/contracts/conversations/undo';
import { representativePermissions } from '@parley/contracts/permissions/representative-permissions';

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

/** Returns true if the user may do what the undo of an activity does; the server checks the same. */
export const mayUndo = (me: SignedInUser, activity: Pick<Activity, 'before' | 'after'>): boolean =>
  permissionsToUndo(activity).every((permission) => mayAlways(me, permission));

/** Whether what the settings let representatives do is for them. */
export const isRepresentative = ({ rights, role }: SignedInUser): boolean =>
  (rights?.builtIn ?? role) === 'representative';
