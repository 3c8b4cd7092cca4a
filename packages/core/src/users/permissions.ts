/** Whether somebody of the team may do something: the one place that decides it. */
import { builtInPermissions, grants, type Permission } from '@parley/contracts/permissions';
import { builtInRoles } from '@parley/contracts/rights';
import { Problem } from '@parley/contracts/problems';
import { type Saying, say } from '@parley/contracts/sayings';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { refuseKeyWithout } from './api-keys/caller.ts';
import { type Asker, askerNow } from './asker.ts';
import { type Person, rightsOf } from './rights.ts';
import { assertInScope, isInScope } from './scope.ts';

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
  const rights = await rightsOf(context, person);
  if (!grants(rights, permission)) return false;
  return subject === undefined || isInScope(context, { ...person, rights }, subject.conversationId);
}

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
  refuseKeyWithout(person, [permission]);
  if (!(await can(context, person, permission))) throw lacking(permission);
}

/**
 * Who asked for something that is made later, where they still may have it made: with this permission, in this
 * conversation if one is named. Every job that acts in somebody's name begins with it.
 *
 * @throws Problem `forbidden` saying what is in the way, `not_found` for a conversation that they see no more
 */
export async function assertStillMay(
  context: Pick<Context, 'db' | 'settings'>,
  asker: Asker & { userId: string },
  permission: Permission,
  subject?: Subject,
): Promise<StaffCaller> {
  const person = await askerNow(context, asker);
  if (!person) throw new Problem('forbidden', say('author_deactivated'));
  await refuseWithout(context, person, permission);
  if (subject) await assertInScope(context, person, [subject.conversationId]);
  return person;
}

/** The refusal of somebody who lacks a permission. */
export const lacking = (permission: Permission): Problem => new Problem('forbidden', whyNot(permission));

/** Why somebody without a permission may not. */
export const whyNot = (permission: Permission): Saying =>
  kept[permission] ?? say(isAdminsOnly(permission) ? 'admins_only' : 'not_permitted');

/** Of the roles that come with the product, nobody but administrators has it. */
const isAdminsOnly = (permission: Permission): boolean =>
  builtInRoles.every((role) => role === 'admin' || !builtInPermissions[role].includes(permission));
