/** All permissions of users, and the built-in roles. */
import { representativePermissions } from './representative-permissions.ts';
import { type BuiltInRole, type Rights, seesEverything } from './rights.ts';
import { OneOf } from '../schema.ts';

/** Every permission, in the groups of the dashboard. A new one needs an entry here, and its texts in the dashboard. */
export const permissionGroups = {
  conversations: [
    /** See conversations, with notes and files, and all that is one's own in them: drafts, reminders, unread. */
    'conversations.read',
    /** Write to customers, now or later, and have the assistant suggest replies. */
    'conversations.reply',
    /** Take over, assign, return to the assistant, and have a team's member have it. */
    'conversations.assign',
    /** Change status, priority, tags, snooze, attributes and the customer's identity; mark spam. */
    'conversations.update',
    'conversations.note',
    'conversations.merge',
    'conversations.delete',
    'conversations.delete_all',
    /** Download conversations. */
    'conversations.export',
    /** Write to many contacts at once. */
    'messages.send_bulk',
    /** Change and remove messages of others, and what others have scheduled. */
    'messages.revise_any',
    /** Read earlier versions of messages and notes. */
    'messages.read_history',
  ],
  contacts: [
    /** See who has a page of a website open now. */
    'visitors.read',
    'contacts.read',
    'contacts.update',
    'contacts.merge',
    'contacts.block',
    /** Export and erase all that is stored about a customer. */
    'privacy.manage',
  ],
  content: [
    /** Keep canned replies of one's own. */
    'replies.write',
    /** Add, change and remove the canned replies that all share. */
    'replies.share',
    'views.share',
    /** Change and remove what others share. */
    'views.manage',
    'tags.add',
    'tags.manage',
    'attributes.manage',
    'articles.manage',
  ],
  reports: [
    'reports.read',
    /** Review answers of others by the scorecards. */
    'reviews.write',
    /** Set scorecards, and reopen reviews of others. */
    'reviews.manage',
  ],
  installation: [
    'settings.read',
    'settings.change',
    /** Set how long closed conversations are kept: what is older is deleted. */
    'settings.retention',
    'websites.manage',
    /** See and replace the secrets by which websites vouch for their customers; let the assistant have files. */
    'websites.secrets',
    /** Say what the assistant may do: actions, the hosts they lead to, and the secrets that open those. */
    'tools.manage',
    'integrations.test',
    'deliveries.manage',
    'webhooks.manage',
    /** Say what is done by itself; a rule does no more than its author may. */
    'rules.manage',
    /** Mails that came in, and addresses that want none. */
    'mail.manage',
    /** Copy conversations from another installation. */
    'data.copy',
    /** Import from other products, and undo it. */
    'data.import',
  ],
  people: [
    /** Set the availability of any user. */
    'people.status',
    /** Change the name, address and picture of any user. */
    'people.update',
    'teams.manage',
    /** Invite users, give them roles, deactivate them; create roles. */
    'access.manage',
    /** Sign-in: second factor, providers, sessions of others. */
    'security.manage',
    'keys.manage',
    'audit.read',
  ],
} as const;

export type PermissionGroup = keyof typeof permissionGroups;
export type Permission = (typeof permissionGroups)[PermissionGroup][number];
export const permissions: readonly Permission[] = Object.values(permissionGroups).flat();
export const Permission = OneOf(permissions);

/**
 * Managing access, security, keys and tokens is for people who are signed in. No API key has any of these, whatever its
 * owner may, and no route that asks for one takes keys.
 */
export const forUsersOnly: ReadonlySet<Permission> = new Set<Permission>([
  'teams.manage',
  'access.manage',
  'security.manage',
  'keys.manage',
  'websites.secrets',
]);

/** Permission that a route requires; `signed_in` requires only a signed-in user. */
export type RoutePermission = Permission | 'signed_in';

/**
 * Permissions that affect or reveal the whole installation, useless to users who see only a part. A user who controls
 * where messages are passed on to could receive all of them.
 */
export const wholeInstallation: ReadonlySet<Permission> = new Set<Permission>([
  'settings.change',
  'settings.retention',
  'websites.manage',
  'websites.secrets',
  'tools.manage',
  'integrations.test',
  'deliveries.manage',
  'webhooks.manage',
  'rules.manage',
  'tags.manage',
  'attributes.manage',
  'reviews.manage',
  'conversations.delete_all',
  'privacy.manage',
  'mail.manage',
  'data.copy',
  'data.import',
  'teams.manage',
  'access.manage',
  'security.manage',
  'keys.manage',
  'audit.read',
]);

/** Permissions of built-in roles. The settings decide which `grantable` permissions a representative has as well. */
export const builtInPermissions: Record<BuiltInRole, readonly Permission[]> = {
  admin: permissions,
  representative: representativePermissions,
  lead: [
    ...representativePermissions,
    'conversations.export',
    'messages.send_bulk',
    'messages.revise_any',
    'messages.read_history',
    'replies.share',
    'views.manage',
    'tags.manage',
    'attributes.manage',
    'articles.manage',
    'websites.manage',
    'people.status',
    'reviews.write',
    'reviews.manage',
  ],
  light: [
    'conversations.read',
    'conversations.note',
    'visitors.read',
    'contacts.read',
    'reports.read',
    'settings.read',
  ],
  auditor: ['settings.read', 'audit.read'],
};

/** The rows they are stored as, the same in every installation. */
export const builtInRoleIds: Record<BuiltInRole, string> = {
  admin: '00000000-0000-7000-8000-000000000001',
  representative: '00000000-0000-7000-8000-000000000002',
  lead: '00000000-0000-7000-8000-000000000003',
  light: '00000000-0000-7000-8000-000000000004',
  auditor: '00000000-0000-7000-8000-000000000005',
};

/** Whether these rights have a permission: what touches everything only with the scope of everything. */
export const grants = (
  rights: Pick<Rights, 'permissions' | 'scope' | 'withinWebsiteIds'>,
  permission: Permission,
): boolean => rights.permissions.includes(permission) && (seesEverything(rights) || !wholeInstallation.has(permission));

/** The permissions that count: without those that are worth nothing in a narrower scope. */
export const effective = (rights: Rights): Rights => ({
  ...rights,
  permissions: rights.permissions.filter((permission) => grants(rights, permission)),
});
