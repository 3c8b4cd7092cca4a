/** Sends notifications to the devices of a user, and closes there what was read elsewhere. */
import { notificationTexts } from '@parley/contracts/i18n/catalogues/notifications';
import { pushTexts } from '@parley/contracts/i18n/catalogues/push';
import { describeKind } from '@parley/contracts/notifications/kinds';
import type { Notification } from '@parley/contracts/notifications/notification';
import { notificationTitle } from '@parley/contracts/notifications/notification-title';
import { type Language, languageOf } from '@parley/contracts/text/languages';
import { type PushContent, pushContents } from '@parley/contracts/users/limits';
import type { PushNotice } from '@parley/contracts/users/push';
import { findNotifications, unreadTags } from '@parley/db/notifications/read';
import { findRecipient } from '@parley/db/notifications/steps';
import type { StoredDevice } from '@parley/db/users/push-devices';
import type { Context } from '../context.ts';
import { asCallFailed } from '../external/answer.ts';
import type { ExternalContext } from '../external/services.ts';
import { openDevices } from '../push/devices.ts';
import { hostOfDevice, sendPush } from '../push/send.ts';
import { notificationPath } from './mail.ts';
import { visibleTo } from './visible.ts';
import type { Recipient } from './ways.ts';

/** Seconds that a push service keeps a message for a device that is off. */
const ttlSeconds = 12 * 3600;
const shownKeySeconds = 2 * 24 * 3600;

/** Tags of the notifications that the devices of a user may show. */
const shownKey = ({ prefix }: Pick<Context, 'prefix'>, userId: string): string => `${prefix}:pushed:${userId}`;

type Target = Pick<Recipient, 'id' | 'language' | 'unread'>;

/**
 * Sends these notifications to each open device of the user. If a device's push service is busy or away, the
 * device gets its own job, so that the others are not told twice.
 */
export async function pushNotifications(
  context: ExternalContext,
  user: Recipient,
  { notifications, more }: { notifications: readonly Notification[]; more: number },
): Promise<void> {
  const devices = await openDevices(context, user.id);
  if (devices.length === 0) return;
  const limit = (await context.settings.read()).pushConfig.content;
  await Promise.all(
    devices.map(async (device) => {
      // The newest last, which is then on top.
      for (const notification of notifications.toReversed()) {
        try {
          await pushOne(context, { user, device, limit }, notification);
        } catch (error) {
          const { transient, retryAfterMs } = asCallFailed(error);
          if (!transient) return;
          const retry = { deviceId: device.id, userId: user.id, notificationId: notification.id };
          await context.queues.add('push', retry, { delay: Math.max(retryAfterMs, firstWaitMs) });
        }
      }
      if (more > 0) await pushSummary(context, { user, device }, more).catch(asCallFailed);
    }),
  );
}

const firstWaitMs = 5_000;

interface Sending {
  user: Target;
  device: StoredDevice;
  limit: PushContent;
}

const languageFor = ({ user, device }: Pick<Sending, 'user' | 'device'>): Language =>
  languageOf(user.language ?? device.language) ?? 'en';

const tagOf = ({ id, conversationId, subjectId }: Pick<Notification, 'id' | 'conversationId' | 'subjectId'>): string =>
  conversationId ?? subjectId ?? id;

/** Returns the topic of a tag: 32 characters at most. */
const topicOf = (tag: string): string => tag.replaceAll('-', '').slice(0, 32);

async function pushOne(context: ExternalContext, sending: Sending, notification: Notification): Promise<void> {
  const tag = tagOf(notification);
  const key = shownKey(context, sending.user.id);
  // Noted first: what may be shown is closed when it is read.
  await context.redis.sadd(key, tag);
  await context.redis.expire(key, shownKeySeconds);
  await sendPush(context, sending.device, noticeOf(sending, notification), {
    ttlSeconds,
    urgency: urgencyOf(notification),
    topic: topicOf(tag),
  });
}

const pressing: ReadonlySet<Notification['kind']> = new Set<Notification['kind']>(['assigned', 'message', 'mention']);

const urgencyOf = ({ kind }: Notification): 'normal' | 'high' =>
  describeKind(kind).isUrgent === true || pressing.has(kind) ? 'high' : 'normal';

/** Returns the lesser of two contents. */
const lesser = (one: PushContent, other: PushContent): PushContent =>
  pushContents.indexOf(one) < pushContents.indexOf(other) ? one : other;

const takenOver: ReadonlySet<Notification['kind']> = new Set<Notification['kind']>(['waiting', 'hand_off']);

/** Returns a notification as the device shows it. */
export function noticeOf({ user, device, limit }: Sending, notification: Notification): PushNotice {
  const { kind, conversationId, excerpt, seq } = notification;
  const language = languageFor({ user, device });
  const texts = pushTexts(language);
  const content = lesser(limit, device.content);
  const actions: PushNotice['actions'] =
    conversationId === null
      ? []
      : [
          ...(takenOver.has(kind) ? [{ action: 'take_over' as const, title: texts('takeOver') }] : []),
          { action: 'reply' as const, title: texts('reply') },
        ];
  return {
    type: 'notice',
    tag: tagOf(notification),
    title: content === 'nothing' ? 'Parley' : notificationTitle(notificationTexts(language), notification),
    body: content === 'nothing' ? texts('news') : content === 'name' ? '' : (excerpt ?? ''),
    path: notificationPath(notification),
    unread: user.unread,
    language,
    ...(conversationId !== null && { conversationId, userId: user.id }),
    ...(seq !== null && { seq }),
    actions,
    failed: texts('failed'),
  };
}

async function pushSummary(
  context: ExternalContext,
  { user, device }: Omit<Sending, 'limit'>,
  more: number,
): Promise<void> {
  const language = languageFor({ user, device });
  const notice: PushNotice = {
    type: 'notice',
    tag: 'more',
    title: 'Parley',
    body: notificationTexts(language)('more', { count: more }),
    path: '/notifications',
    unread: user.unread,
    language,
    actions: [],
    failed: pushTexts(language)('failed'),
  };
  await sendPush(context, device, notice, { ttlSeconds, urgency: 'normal', topic: 'more' });
}

/**
 * Sends a notification to one device again, unless it was read or the device has been removed.
 * @throws CallFailed
 */
export async function pushAgain(
  context: ExternalContext,
  { userId, deviceId, notificationId }: { userId: string; deviceId: string; notificationId: string },
): Promise<void> {
  const [[notification], user, devices, { pushConfig }] = await Promise.all([
    findNotifications(context.db, [notificationId]),
    findRecipient(context.db, userId),
    openDevices(context, userId),
    context.settings.read(),
  ]);
  const device = devices.find(({ id }) => id === deviceId);
  if (!user || !device || notification?.userId !== userId || notification.readAt !== null) return;
  if ((await visibleTo(context, userId, [notification])).length === 0) return;
  await pushOne(context, { user, device, limit: pushConfig.content }, notification);
}

/** Apple ends the permission of a site that shows nothing for a message. */
const allowsSilent = (device: StoredDevice): boolean => !hostOfDevice(device).endsWith('.push.apple.com');

/** Closes on the user's devices what they have read elsewhere. */
export async function closePushed(context: ExternalContext, userId: string): Promise<void> {
  const key = shownKey(context, userId);
  const shown = await context.redis.smembers(key);
  if (shown.length === 0) return;
  const unread = new Set(await unreadTags(context.db, userId));
  const tags = shown.filter((tag) => !unread.has(tag));
  if (tags.length === 0) return;
  const [user, devices] = await Promise.all([findRecipient(context.db, userId), openDevices(context, userId)]);
  const [only] = tags.length === 1 ? tags : [];
  await Promise.all(
    devices.filter(allowsSilent).map((device) =>
      // A device that can't be reached shows what was read; opening the app closes it.
      sendPush(
        context,
        device,
        { type: 'read', tags, unread: user?.unread ?? 0 },
        { ttlSeconds, urgency: 'normal', ...(only !== undefined && { topic: topicOf(only) }) },
      ).catch(asCallFailed),
    ),
  );
  await context.redis.srem(key, ...tags);
}
