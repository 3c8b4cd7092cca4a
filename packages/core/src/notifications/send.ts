/**
 * Sends what is due by push and mail. Due times are rows of the database: a process that dies loses nothing, and what is
 * read in the meantime has no row any more.
 */
import { alertsPerMinute } from '@parley/contracts/notifications/limits';
import { describeKind, type NotificationWay } from '@parley/contracts/notifications/kinds';
import { quietUntil } from '@parley/contracts/notifications/quiet-hours';
import type { Notification } from '@parley/contracts/notifications/notification';
import { findNotifications } from '@parley/db/notifications/read';
import * as steps from '@parley/db/notifications/steps';
import type { Context } from '../context.ts';
import type { ExternalContext } from '../external/services.ts';
import { hasFocus } from '../presence/focus.ts';
import { visibleTo } from './visible.ts';
import { notificationWays, type Way } from './ways.ts';

const minuteMs = 60_000;

/** Minutes after which it is looked again whether a user is back. */
const lookAgainMinutes = 5;
/** Minutes until the next attempt after all attempts of a job have failed. */
const tryAgainMinutes = 10;
const usersAtOnce = 1_000;

/** Adds a job for each user and way with something due. Returns the number of them. */
export async function queueDueNotifications(context: Pick<Context, 'db' | 'queues'>): Promise<number> {
  const due = await steps.dueWays(context.db, usersAtOnce);
  await Promise.all(due.map((each) => context.queues.add('notification-ways', each)));
  return due.length;
}

type Due = { userId: string; way: NotificationWay };

/** Sends a user's due notifications by one way, or holds them back. Returns the number of those that went out. */
export async function sendDueNotifications(context: ExternalContext, { userId, way: id }: Due): Promise<number> {
  const way = notificationWays.find((each) => each.id === id);
  const user = await steps.findRecipient(context.db, userId);
  if (!way?.deliver || !user || (way.endsByFocus && (await hasFocus(context, userId)))) {
    await steps.deleteDueSteps(context.db, userId, id);
    return 0;
  }
  const now = new Date();
  const later = (until: Date, ids?: readonly string[]): Promise<void> =>
    steps.postponeSteps(context.db, { userId, way: id, until, ...(ids && { ids }) });
  const due = await steps.dueNotifications(context.db, userId, id);
  const found = new Map(
    (await visibleTo(context, userId, await findNotifications(context.db, idsOf(due)))).map((each) => [each.id, each]),
  );
  const held = heldUntil(user, now);
  const [passing, waiting] = divide(due, ({ id: each }) => {
    const notification = found.get(each);
    // Not to be seen any more: nothing is sent, and the step ends.
    if (notification === undefined || held === null) return true;
    return user.settings.urgentAlways && isUrgent(notification);
  });
  if (held && waiting.length > 0) await later(held, idsOf(waiting));
  if (passing.length === 0) return 0;
  const next = await nextSlot(context, { userId, way, now });
  if (next.free === 0) {
    await later(next.at, idsOf(passing));
    return 0;
  }
  // A second mail would come only after it was read.
  const fresh = id === 'mail' ? passing.filter(({ isMailed }) => !isMailed) : passing;
  const notifications = fresh.flatMap((each) => found.get(each.id) ?? []);
  if (notifications.length > 0) {
    const shown = notifications.slice(0, next.free);
    await way.deliver(context, user, { notifications: shown, more: notifications.length - shown.length });
  }
  await steps.endSteps(context.db, { way: id, sent: passing });
  return notifications.length;
}

/** Moves what could not be sent, after the last attempt of its job. */
export async function postponeFailed(context: Pick<Context, 'db'>, { userId, way }: Due): Promise<void> {
  await steps.postponeSteps(context.db, { userId, way, until: new Date(Date.now() + tryAgainMinutes * minuteMs) });
}

const idsOf = (some: readonly { id: string }[]): string[] => some.map(({ id }) => id);
const isUrgent = ({ kind }: Notification): boolean => describeKind(kind).isUrgent === true;

function divide<T>(all: readonly T[], isFirst: (each: T) => boolean): [T[], T[]] {
  const by = Map.groupBy(all, isFirst);
  return [by.get(true) ?? [], by.get(false) ?? []];
}

/** Returns until when nothing goes out to a user who is away or has quiet hours; null if it may. */
function heldUntil({ isOffDuty, settings }: steps.StoredRecipient, now: Date): Date | null {
  if (isOffDuty) return new Date(now.getTime() + lookAgainMinutes * minuteMs);
  return quietUntil(settings.quietHours, now);
}

/** Returns how many may go out now, and when the next one may. */
async function nextSlot(
  { db }: Pick<Context, 'db'>,
  { userId, way, now }: { userId: string; way: Way; now: Date },
): Promise<{ free: number; at: Date }> {
  if (way.id === 'app') return { free: Number.POSITIVE_INFINITY, at: now };
  const { everyMinutes } = way;
  const windowMs = (everyMinutes ?? 1) * minuteMs;
  const sent = await steps.sentSince(db, userId, way.id, new Date(now.getTime() - windowMs));
  const free =
    everyMinutes === undefined
      ? Math.max(0, alertsPerMinute - sent.length)
      : sent.length > 0
        ? 0
        : Number.POSITIVE_INFINITY;
  const last = everyMinutes === undefined ? sent[0] : sent.at(-1);
  return { free, at: new Date((last ?? now).getTime() + windowMs) };
}
