import type { Permission } from './permissions.ts';

/** What a representative may who has no other role: all that is done with conversations one by one. Free of schemas, so that a page can have it. */
export const representativePermissions: readonly Permission[] = [
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
];
