/** Manages the caller's notifications: the list, what is read, and by which ways they come. */
import { followedMax } from '@parley/contracts/conversations/limits';
import { localize } from '@parley/contracts/i18n/server-texts';
import type { Notification, NotificationSettings } from '@parley/contracts/notifications/notification';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { isTimeZone } from '@parley/contracts/schedules/time-zones';
import * as read from '@parley/db/notifications/read';
import * as settings from '@parley/db/notifications/settings';
import { releaseSteps } from '@parley/db/notifications/steps';
import * as write from '@parley/db/notifications/write';
import { isUuid } from '@parley/db/uuid';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { publishToUser } from '../live/publish-change.ts';
import { assertMay, refuseWithout } from '../permissions/permissions.ts';
import { scopeSql } from '../permissions/scope.ts';
import { publishUnread } from './notify.ts';

export interface NotificationsPage {
  notifications: Notification[];
  unread: number;
  next: string | null;
}

/** Returns a page of the caller's notifications. @throws Problem `invalid` for a `before` that no page had */
export async function listNotifications(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  { unread = false, before, limit }: { unread?: boolean | undefined; before?: string | undefined; limit: number },
): Promise<NotificationsPage> {
  await refuseWithout(context, caller, 'conversations.read');
  const where = await scopeSql(context, caller);
  const { id: userId } = caller.user;
  const [notifications, count] = await Promise.all([
    read.listNotifications(context.db, userId, { unread, before: readCursor(before), limit, where }),
    read.countUnread(context.db, userId, where),
  ]);
  const last = notifications.length === limit ? notifications.at(-1) : undefined;
  return { notifications, unread: count, next: last ? `${last.lastAt}_${last.id}` : null };
}

function readCursor(text: string | undefined): { at: Date; id: string } | undefined {
  if (text === undefined) return undefined;
  const [time = '', id = ''] = text.split('_', 2);
  const at = new Date(time);
  if (Number.isNaN(at.getTime()) || !isUuid(id)) throw fieldProblem('invalid', 'before', 'There is no such page.');
  return { at, id };
}

/** Marks notifications of the caller as read on every device, and cancels what is still to go out. */
export async function readNotifications(context: Context, caller: StaffCaller, which: write.ToRead): Promise<void> {
  await refuseWithout(context, caller, 'conversations.read');
  await readByUser(context, caller.user.id, which);
}

/** Marks a user's notifications as read, for use cases that show them the same. */
export async function readByUser(
  context: Pick<Context, 'db' | 'publisher' | 'log' | 'queues'>,
  userId: string,
  which: write.ToRead,
): Promise<void> {
  if (await write.markRead(context.db, userId, which)) await publishUnread(context, [userId]);
}

/** Marks one of the caller's notifications as unread. @throws Problem `not_found` */
export async function unreadNotification(context: Context, caller: StaffCaller, id: string): Promise<void> {
  await refuseWithout(context, caller, 'conversations.read');
  const [found] = await read.findNotifications(context.db, [id]);
  if (found?.userId !== caller.user.id) throw new Problem('not_found', 'There is no such notification.');
  if (await write.markUnread(context.db, caller.user.id, id)) await publishUnread(context, [caller.user.id]);
}

/** Marks the caller's notifications as seen: their push messages and mails are not needed any more. */
export async function seeNotifications(context: Context, caller: StaffCaller): Promise<void> {
  await refuseWithout(context, caller, 'conversations.read');
  await write.markSeen(context.db, caller.user.id);
}

/** Returns the caller's choices. */
export async function readNotificationSettings(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
): Promise<NotificationSettings> {
  await refuseWithout(context, caller, 'conversations.read');
  return settings.readSettings(context.db, caller.user.id);
}

/** Changes the caller's choices. @throws Problem `invalid` for an unknown time zone */
export async function updateNotificationSettings(
  context: Context,
  caller: StaffCaller,
  change: Partial<NotificationSettings>,
): Promise<NotificationSettings> {
  await refuseWithout(context, caller, 'conversations.read');
  if (change.quietHours && !isTimeZone(change.quietHours.timeZone))
    throw fieldProblem('invalid', 'quietHours.timeZone', localize('must_be_time_zone'));
  const { id: userId } = caller.user;
  const changed = await settings.updateSettings(context.db, userId, change);
  if (change.quietHours !== undefined) await releaseSteps(context.db, userId);
  await publishToUser(context, userId, { type: 'settings_updated', section: 'notifications' });
  return changed;
}

/** Mutes a conversation for the caller, or ends that, on all their devices. @throws Problem `not_found` */
export async function setMuted(
  context: Context,
  caller: StaffCaller,
  conversationId: string,
  isMuted: boolean,
): Promise<void> {
  await assertMay(context, caller, 'conversations.read', { conversationId });
  const { id: userId } = caller.user;
  if (!(await settings.setMuted(context.db, { userId, conversationId, isMuted }))) return;
  await publishToUser(context, userId, { type: 'muted', conversationId, isMuted });
}

/** Returns the ids of the open conversations that the caller has muted, those last active first. */
export async function listMuted(context: Pick<Context, 'db' | 'settings'>, caller: StaffCaller): Promise<string[]> {
  await refuseWithout(context, caller, 'conversations.read');
  return settings.mutedConversations(context.db, caller.user.id, followedMax, await scopeSql(context, caller));
}
