import type { Permission } from './permissions.ts';

/** Permissions of representatives without another role: work on single conversations. Free of schemas, for browsers. */
export const representativePermissions: readonly Permission[] = [
  'conversations.read',
  'conversations.reply',
  'conversations.assign',
  'conversations.update',
  'conversations.note',
  'conversations.merge',
  'conversations.delete',
  'visitors.read',
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
];
