import type { Permission } from '@parley/contracts/permissions/permissions';
import { wordsOf } from '../../api/call-error.ts';
import { rolesWords } from '../../i18n/en/roles.ts';

/** Under which key each is called. */
const keys = {
  'conversations.read': 'conversations.read',
  'conversations.reply': 'conversations.reply',
  'conversations.assign': 'conversations.assign',
  'conversations.update': 'conversations.update',
  'conversations.note': 'conversations.note',
  'conversations.merge': 'conversations.merge',
  'conversations.delete': 'conversations.delete',
  'conversations.delete_all': 'conversations.delete_all',
  'conversations.export': 'conversations.export',
  'messages.send_bulk': 'messages.send_bulk',
  'messages.revise_any': 'messages.revise_any',
  'messages.read_history': 'messages.read_history',
  'visitors.read': 'visitors.read',
  'contacts.read': 'contacts.read',
  'contacts.update': 'contacts.update',
  'contacts.merge': 'contacts.merge',
  'contacts.block': 'contacts.block',
  'privacy.manage': 'privacy.manage',
  'replies.write': 'replies.write',
  'replies.share': 'replies.share',
  'views.share': 'views.share',
  'views.manage': 'views.manage',
  'tags.add': 'tags.add',
  'tags.manage': 'tags.manage',
  'attributes.manage': 'attributes.manage',
  'articles.manage': 'articles.manage',
  'reports.read': 'reports.read',
  'reviews.write': 'reviews.write',
  'reviews.manage': 'reviews.manage',
  'settings.read': 'settings.read',
  'settings.change': 'settings.change',
  'settings.retention': 'settings.retention',
  'websites.manage': 'websites.manage',
  'websites.secrets': 'websites.secrets',
  'tools.manage': 'tools.manage',
  'integrations.test': 'integrations.test',
  'deliveries.manage': 'deliveries.manage',
  'webhooks.manage': 'webhooks.manage',
  'rules.manage': 'rules.manage',
  'mail.manage': 'mail.manage',
  'data.copy': 'data.copy',
  'data.import': 'data.import',
  'people.status': 'people.status',
  'people.update': 'people.update',
  'teams.manage': 'teams.manage',
  'access.manage': 'access.manage',
  'security.manage': 'security.manage',
  'keys.manage': 'keys.manage',
  'audit.read': 'audit.read',
} as const satisfies { [Each in Permission]: Each };

/** Returns a permission in words. */
export const permissionWords = (permission: Permission): string => rolesWords(keys[permission]);

export const isPermission = (text: string): text is Permission => Object.hasOwn(keys, text);

/**
 * Returns why a change of rights was refused: the server's text contains the keys of permissions, which are replaced.
 */
export const refusalOfRights = (error: unknown): string =>
  wordsOf(error).replaceAll(/[a-z]+\.[a-z_]+/g, (text) => (isPermission(text) ? permissionWords(text) : text));
