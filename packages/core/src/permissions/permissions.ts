/** Decides whether a user may do something. Every permission check goes through this file. */
import { builtInPermissions, grants, type Permission } from '@parley/contracts/permissions/permissions';
import { builtInRoles } from '@parley/contracts/permissions/rights';
import { Problem } from '@parley/contracts/problems';
import { type LocalizedText, localize } from '@parley/contracts/i18n/server-texts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { refuseKeyWithout } from './api-key-caller.ts';
import { type Requester, currentRequester } from './requester.ts';
import { type UserCaller, rightsOf } from './rights.ts';
import { assertInScope, isInScope } from './scope.ts';

/** A conversation that something is to be done with. */
export interface Subject {
  conversationId: string;
}

/** Returns whether a user has a permission, in this conversation if one is named. */
export async function can(
  context: Pick<Context, 'db' | 'settings'>,
  caller: UserCaller,
  permission: Permission,
  subject?: Subject,
): Promise<boolean> {
  const rights = await rightsOf(context, caller);
  if (!grants(rights, permission)) return false;
  return subject === undefined || isInScope(context, { ...caller, rights }, subject.conversationId);
}

const kept: Partial<Record<Permission, LocalizedText>> = {
  'settings.retention': localize('retention_kept'),
  'websites.manage': localize('websites_kept'),
  'conversations.export': localize('export_kept'),
  'replies.share': localize('shared_replies_kept'),
};

/** @throws Problem `forbidden` */
export async function refuseWithout(
  context: Pick<Context, 'db' | 'settings'>,
  caller: UserCaller,
  permission: Permission,
): Promise<void> {
  refuseKeyWithout(caller, [permission]);
  if (!(await can(context, caller, permission))) throw lacking(permission);
}

/** Passes for the caller's own account. @throws Problem `forbidden` for another's without the permission */
export async function refuseForOthers(
  context: Pick<Context, 'db' | 'settings'>,
  caller: UserCaller,
  permission: Permission,
  userId: string,
): Promise<void> {
  if (userId !== caller.user.id) await refuseWithout(context, caller, permission);
}

/** @throws Problem `forbidden` without the permission, `not_found` for a conversation outside the scope */
export async function assertMay(
  context: Pick<Context, 'db' | 'settings'>,
  caller: UserCaller,
  permission: Permission,
  { conversationId }: Subject,
): Promise<void> {
  await refuseWithout(context, caller, permission);
  await assertInScope(context, caller, [conversationId]);
}

/**
 * Returns the requester of a delayed task if they still have this permission, in this conversation if one is named.
 * Every job that acts for a user begins with it, unless its use case checks the same.
 *
 * @throws Problem `forbidden` with the reason, `not_found` for a conversation that they can no longer see
 */
export async function assertStillMay(
  context: Pick<Context, 'db' | 'settings'>,
  requester: Requester & { userId: string },
  permission: Permission,
  subject?: Subject,
): Promise<StaffCaller> {
  const caller = await presentCaller(context, requester);
  if (subject) await assertMay(context, caller, permission, subject);
  else await refuseWithout(context, caller, permission);
  return caller;
}

/** Returns the requester of a delayed task with their present rights. @throws Problem `forbidden` for a former user or key */
export async function presentCaller(
  context: Pick<Context, 'db' | 'settings'>,
  requester: Requester & { userId: string },
): Promise<StaffCaller> {
  const caller = await currentRequester(context, requester);
  if (!caller) throw new Problem('forbidden', localize('author_deactivated'));
  return caller;
}

/** Returns the refusal for a missing permission. */
export const lacking = (permission: Permission): Problem => new Problem('forbidden', whyNot(permission));

/** Returns the text that explains a missing permission. */
export const whyNot = (permission: Permission): LocalizedText =>
  kept[permission] ?? localize(isAdminsOnly(permission) ? 'admins_only' : 'not_permitted');

/** Returns true if only admins have it among the built-in roles. */
const isAdminsOnly = (permission: Permission): boolean =>
  builtInRoles.every((role) => role === 'admin' || !builtInPermissions[role].includes(permission));
