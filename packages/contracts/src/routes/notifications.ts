import * as Type from 'typebox';
import { notificationsPerPage } from '../notifications/limits.ts';
import { Notification, NotificationSettings, notificationSettingsProperties } from '../notifications/notification.ts';
import { route } from '../route.ts';
import { allOptional, Id, IdParam, NoContent, Nullable, PageLimit, Strict } from '../schema.ts';
import { conversationsTag } from './conversations.ts';

const tag = {
  name: 'Notifications',
  description: 'The caller’s notifications, the same on every device. Nobody else sees them.',
};

export const listNotifications = route({
  method: 'GET',
  path: '/api/notifications',
  access: 'staff',
  permission: 'conversations.read',
  tag,
  summary: 'List the caller’s notifications, newest first, one for each conversation',
  description: 'Those about conversations that the caller may no longer see are left out.',
  query: Strict({
    unread: Type.Optional(Type.Boolean({ description: 'Only unread ones.' })),
    before: Type.Optional(Type.String({ maxLength: 100, description: 'The `next` of the page before.' })),
    limit: PageLimit(notificationsPerPage, 30),
  }),
  responses: {
    200: Type.Object({
      notifications: Type.Array(Notification),
      unread: Type.Integer({ minimum: 0, description: 'Number of all unread ones.' }),
      next: Nullable(Type.String()),
    }),
  },
});

export const readNotifications = route({
  method: 'POST',
  path: '/api/notifications/read',
  access: 'staff',
  permission: 'conversations.read',
  tag,
  summary: 'Mark notifications as read, on every device: some, those of a conversation, or all',
  description: 'What has not gone out by push or mail yet is cancelled.',
  body: Type.Union([
    Strict({ ids: Type.Array(Id, { minItems: 1, maxItems: notificationsPerPage, uniqueItems: true }) }),
    Strict({ conversationId: Id }),
    Strict({ all: Type.Literal(true) }),
  ]),
  responses: { 204: NoContent },
});

export const unreadNotification = route({
  method: 'POST',
  path: '/api/notifications/:id/unread',
  access: 'staff',
  permission: 'conversations.read',
  tag,
  summary: 'Mark a notification as unread again',
  params: Strict({ id: IdParam }),
  responses: { 204: NoContent },
});

export const seeNotifications = route({
  method: 'POST',
  path: '/api/notifications/seen',
  access: 'staff',
  permission: 'conversations.read',
  tag,
  summary: 'Mark all notifications as seen; nothing of them is pushed or mailed any more',
  responses: { 204: NoContent },
});

export const readNotificationSettings = route({
  method: 'GET',
  path: '/api/notifications/settings',
  access: 'staff',
  permission: 'conversations.read',
  tag,
  summary: 'Read what the caller is notified of, and by which ways',
  responses: { 200: NotificationSettings },
});

export const updateNotificationSettings = route({
  method: 'PATCH',
  path: '/api/notifications/settings',
  access: 'staff',
  permission: 'conversations.read',
  tag,
  byKey: false,
  summary: 'Change what the caller is notified of, and by which ways; `ways` replaces the earlier choices',
  body: Strict(allOptional(notificationSettingsProperties)),
  responses: { 200: NotificationSettings },
});

const token = Strict({
  token: Type.String({ minLength: 1, maxLength: 200, description: 'As in the link of the mail.' }),
});

export const stopMailsPage = route({
  method: 'GET',
  path: '/api/notifications/stop-mails',
  access: 'anyone',
  tag,
  summary: 'Redirect from a mail’s link to the settings of notifications; opening it changes nothing',
  query: token,
  responses: { 302: Type.Unknown() },
  raw: true,
});

export const stopMails = route({
  method: 'POST',
  path: '/api/notifications/stop-mails',
  access: 'anyone',
  tag,
  summary:
    'Turn off mails with notifications for the user of the link: the one-click request of mail programs (RFC 8058)',
  refusals: ['not_found'],
  query: token,
  bodyLimit: 16 * 1024,
  responses: { 204: NoContent },
});

const params = Strict({ id: IdParam });

export const listMuted = route({
  method: 'GET',
  path: '/api/muted',
  access: 'staff',
  permission: 'conversations.read',
  tag,
  summary: 'List the open conversations that the caller has muted, last active first; at most 1,000',
  responses: { 200: Type.Object({ conversationIds: Type.Array(Id) }) },
});

export const mute = route({
  method: 'POST',
  path: '/api/conversations/:id/mute',
  access: 'staff',
  permission: 'conversations.read',
  conversations: ['params.id'],
  tag: conversationsTag,
  summary: 'Mute a conversation for the caller: only mentions, assignments and own reminders still notify',
  params,
  responses: { 204: NoContent },
});

export const unmute = route({
  method: 'DELETE',
  path: '/api/conversations/:id/mute',
  access: 'staff',
  permission: 'conversations.read',
  conversations: ['params.id'],
  tag: conversationsTag,
  summary: 'Unmute a conversation for the caller',
  params,
  responses: { 204: NoContent },
});
