/**
 * Notifies users: the one way by which a notification comes to be. It is stored first, once per event, then sent by the
 * ways that each user has chosen.
 */
import {
  describeKind,
  type NotificationKind,
  notificationKindNames,
  type NotificationWay,
  waysOf,
} from '@parley/contracts/notifications/kinds';
import type { NotificationDetails } from '@parley/contracts/notifications/notification';
import { grants } from '@parley/contracts/permissions/permissions';
import type { Rights } from '@parley/contracts/permissions/rights';
import { type ConversationScope, sees } from '@parley/contracts/permissions/scope';
import { findConversationScopes } from '@parley/db/conversations/scopes';
import type { Database } from '@parley/db/database';
import { type Audience, listMembers, type Member } from '@parley/db/notifications/audience';
import { countUnreadOf, findNotifications } from '@parley/db/notifications/read';
import { withdrawNotifications, writeNotifications } from '@parley/db/notifications/write';
import type { Context } from '../context.ts';
import { publishToUser } from '../live/publish-change.ts';
import { permissionsInForce } from '../permissions/rights.ts';
import { notificationWays } from './ways.ts';

/** Notification that is to be recorded for an audience. */
export interface Notice {
  /** Id of the event; the same event notifies once. */
  eventId: string;
  kind: NotificationKind;
  audience: Audience;
  /** User who did it, and is not notified; null if it was nobody of the team. */
  actorId: string | null;
  conversationId?: string;
  /** Team or rule that it is about, if not a conversation; without one it replaces none before. */
  subjectId?: string;
  details?: NotificationDetails;
  activityNo?: number | undefined;
  seq?: number | undefined;
  /** Users who have read this message already are not notified. */
  unlessReadSeq?: number;
  /** Leaves out users for further reasons. */
  except?: readonly string[];
}

/** Stored notifications that are still to be published. */
export type Notified = readonly { id: string; userId: string; inApp: boolean }[];

type Recording = Pick<Context, 'settings'> & { db: Database };

/** Stores a notification for each user of the audience who may see what it is about, and publishes it. */
export async function notify(context: Context, notice: Notice): Promise<void> {
  await publishNotified(context, await recordNotice(context, notice));
}

/** Stores the notifications, in the transaction of what they are about; `publishNotified` follows the commit. */
export async function recordNotice(context: Recording, notice: Notice): Promise<Notified> {
  const { eventId, kind, conversationId, subjectId, actorId, details = {}, activityNo = null, seq = null } = notice;
  const recipients = await recipientsOf(context, notice);
  if (recipients.length === 0) return [];
  return writeNotifications(context.db, {
    eventId,
    kind,
    subject: conversationId ?? `${kind}:${subjectId ?? eventId}`,
    subjectId: subjectId ?? null,
    conversationId: conversationId ?? null,
    actorId,
    details,
    activityNo,
    seq,
    recipients,
    steps: notificationWays.flatMap(({ id, afterSeconds }) =>
      afterSeconds === null ? [] : [{ way: id, afterSeconds }],
    ),
  });
}

/** Returns who gets it, and by which ways: users who may see it now, did not do it, and have not turned it off. */
async function recipientsOf(
  context: Recording,
  { kind, audience, conversationId, actorId, unlessReadSeq, except = [] }: Notice,
): Promise<{ userId: string; ways: readonly NotificationWay[] }[]> {
  const scope =
    conversationId === undefined
      ? undefined
      : (await findConversationScopes(context.db, [conversationId])).get(conversationId);
  if (conversationId !== undefined && !scope) return [];
  const ignoresMute = describeKind(kind).ignoresMute === true;
  const members = await listMembers(context.db, audience, {
    conversationId: conversationId ?? null,
    seq: unlessReadSeq ?? null,
  });
  const recipients: { userId: string; ways: readonly NotificationWay[] }[] = [];
  for (const member of members) {
    const { userId, isMuted, hasRead, ways: chosen } = member;
    const ways = waysOf(kind, chosen);
    if (userId === actorId || except.includes(userId) || hasRead) continue;
    if ((isMuted && !ignoresMute) || ways.length === 0) continue;
    if (scope && !(await maySee(context, member, scope))) continue;
    recipients.push({ userId, ways });
  }
  return recipients;
}

async function maySee(context: Recording, member: Member, scope: ConversationScope): Promise<boolean> {
  const { builtIn, permissions, scope: reach, userId, sharesTeam, sharesWebsite, sharesAssignee } = member;
  const { teamId, websiteId, assignedRepresentativeId } = scope;
  // Teams, websites and colleagues beyond the conversation’s don’t matter here.
  const rights: Pick<Rights, 'permissions' | 'scope' | 'teamIds' | 'websiteIds' | 'teammateIds'> = {
    permissions: await permissionsInForce(context, { builtIn, permissions }),
    scope: reach,
    teamIds: sharesTeam && teamId ? [teamId] : [],
    websiteIds: sharesWebsite && websiteId !== null ? [websiteId] : [],
    teammateIds: sharesAssignee && assignedRepresentativeId !== null ? [assignedRepresentativeId] : [],
  };
  return grants(rights, 'conversations.read') && sees(rights, userId, scope);
}

/** Sends new notifications to the dashboards of their users; without Redis they are read there later. */
export async function publishNotified(
  context: Pick<Context, 'db' | 'publisher' | 'log'>,
  notified: Notified,
): Promise<void> {
  const shown = notified.filter(({ inApp }) => inApp);
  if (shown.length === 0) return;
  const [notifications, unread] = await Promise.all([
    findNotifications(
      context.db,
      shown.map(({ id }) => id),
    ),
    countUnreadOf(
      context.db,
      shown.map(({ userId }) => userId),
    ),
  ]);
  await Promise.all(
    notifications.map(({ userId, ...notification }) =>
      publishToUser(context, userId, {
        type: 'notifications_changed',
        unread: unread.get(userId) ?? 0,
        notification,
      }),
    ),
  );
}

/** Sends the number of unread notifications to the dashboards of these users, after some were read or withdrawn. */
export async function publishUnread(
  context: Pick<Context, 'db' | 'publisher' | 'log' | 'queues'>,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  const closing = userIds.map((userId) => context.queues.add('push', { userId }));
  const unread = await countUnreadOf(context.db, userIds);
  await Promise.all(
    userIds.map((userId) =>
      publishToUser(context, userId, {
        type: 'notifications_changed',
        unread: unread.get(userId) ?? 0,
        notification: null,
      }),
    ),
  );
  // Without Redis the devices show it until the app is opened.
  await Promise.allSettled(closing);
}

const endWhenTaken: readonly NotificationKind[] = notificationKindNames.filter(
  (kind) => describeKind(kind).endsWhenTaken,
);

/** Withdraws the notifications that a conversation waits, once a user has taken it. */
export async function withdrawWaiting(
  context: Pick<Context, 'db' | 'publisher' | 'log' | 'queues'>,
  { conversationId, takenBy }: { conversationId: string; takenBy: string | null },
): Promise<void> {
  const userIds = await withdrawNotifications(context.db, {
    conversationId,
    kinds: endWhenTaken,
    exceptUserId: takenBy,
  });
  await publishUnread(context, userIds);
}
