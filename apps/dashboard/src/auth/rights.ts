import type { User } from '@parley/contracts/entities';
import type { SignedInUser } from '@parley/contracts/sign-in';
import type { Permission } from '@parley/contracts/permissions';

/** Somebody as they are now, with what they may do as it was said. */
export const withRights = (now: User, { rights }: SignedInUser): SignedInUser => ({
  ...now,
  ...(rights && { rights }),
});

/** What representatives may who are not told what: all that is done with conversations one by one. */
const usual: ReadonlySet<Permission> = new Set<Permission>([
  'conversations.read',
  'conversations.reply',
  'conversations.assign',
  'conversations.update',
  'conversations.note',
  'conversations.merge',
  'conversations.delete',
  'contacts.read',
  'contacts.update',
  'contacts.merge',
  'contacts.block',
  'replies.write',
  'views.share',
  'tags.add',
  'reports.read',
  'settings.read',
  'settings.change',
  'integrations.test',
  'deliveries.manage',
  'data.copy',
]);

/** Whether somebody may, whatever the settings let representatives do beside; until the server has said it, as of old. */
export const mayAlways = ({ rights, role }: SignedInUser, permission: Permission): boolean =>
  rights ? rights.permissions.includes(permission) : role === 'admin' || usual.has(permission);

/** Whether what the settings let representatives do is for them. */
export const isRepresentative = ({ rights, role }: SignedInUser): boolean =>
  (rights?.builtIn ?? role) === 'representative';
