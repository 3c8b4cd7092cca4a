/** Whether somebody of the team may do something: the one place that decides it. */
import { keyPermissionsFor } from '@parley/contracts/api-keys';
import { builtInPermissions, grants, type Permission } from '@parley/contracts/permissions';
import { builtInRoles } from '@parley/contracts/rights';
import { Problem } from '@parley/contracts/problems';
import { type Saying, say } from '@parley/contracts/sayings';
import type { Context } from '../context.ts';
import { refuseKeyWithout } from './api-keys/caller.ts';
import { type Person, rightsOf } from './rights.ts';
import { isInScope } from './scope.ts';

/** A conversation that something is to be done with. */
export interface Subject {
  conversationId: string;
}

/** Whether somebody may do something, with this conversation if one is named. */
export async function can(
  context: Pick<Context, 'db' | 'settings'>,
  person: Person,
  permission: Permission,
  subject?: Subject,
): Promise<boolean> {
  if (!keyMay(person.key, permission)) return false;
  const rights = await rightsOf(context, person);
  if (!grants(rights, permission)) return false;
  return subject === undefined || isInScope(context, { ...person, rights }, subject.conversationId);
}

/** An API key may no more than it was given, whatever whom it belongs to may. */
const keyMay = (key: Person['key'], permission: Permission): boolean =>
  !key || keyPermissionsFor(permission).every((each) => key.permissions.includes(each));

const kept: Partial<Record<Permission, Saying>> = {
  'settings.retention': say('retention_kept'),
  'websites.manage': say('websites_kept'),
  'conversations.export': say('export_kept'),
  'replies.share': say('shared_replies_kept'),
};

/** @throws Problem `forbidden` */
export async function refuseWithout(
  context: Pick<Context, 'db' | 'settings'>,
  person: Person,
  permission: Permission,
): Promise<void> {
  refuseKeyWithout({ ...(person.key && { key: person.key }) }, keyPermissionsFor(permission));
  if (!(await can(context, person, permission))) throw lacking(permission);
}

/** The refusal of somebody who lacks a permission. */
export const lacking = (permission: Permission): Problem => new Problem('forbidden', whyNot(permission));

/** Why somebody without a permission may not. */
export const whyNot = (permission: Permission): Saying =>
  kept[permission] ?? say(isAdminsOnly(permission) ? 'admins_only' : 'not_permitted');

/** Of the roles that come with the product, nobody but administrators has it. */
const isAdminsOnly = (permission: Permission): boolean =>
  builtInRoles.every((role) => role === 'admin' || !builtInPermissions[role].includes(permission));
