import { catalogue } from '../catalogue.ts';

export const notifications = catalogue('notifications', {
  title: 'Notifications',
  show: 'Show',
  filter: 'Which notifications',
  all: 'All',
  unreadOnly: 'Unread',
  unread: 'Unread',
  markAllRead: 'Mark all as read',
  markRead: 'Mark as read',
  markUnread: 'Mark as unread',
  times: { one: '{count} time', other: '{count} times' },
  none: 'No notifications',
  noneUnread: 'Nothing unread',
  noneHint: 'Assignments, mentions, messages to you and due times appear here, on every device.',
  settings: 'Notification settings',
  seeAll: 'See all',
  mute: 'Mute conversation',
  unmute: 'Unmute conversation',
  nowMuted: 'Conversation muted',
  noLongerMuted: 'Conversation no longer muted',
});
