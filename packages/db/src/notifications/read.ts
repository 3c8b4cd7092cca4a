/** Reads users' notifications. */
import type { Notification } from '@parley/contracts/notifications/notification';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { excerptLength } from '@parley/contracts/notifications/limits';

interface NotificationRow
  extends Omit<Notification, 'firstAt' | 'lastAt' | 'seenAt' | 'readAt' | 'actor' | 'customer'> {
  userId: string;
  actorId: string | null;
  actorName: string | null;
  customerName: string | null;
  customerEmail: string | null;
  visitorId: string | null;
  firstAt: Date;
  lastAt: Date;
  seenAt: Date | null;
  readAt: Date | null;
}

/** The note that it is about, else the customer's message, as they are now. */
const excerpt = sql`left(coalesce(
  (select case when bool_or(versions.kind = 'note_removed') then ''
      else (array_agg(versions.body order by versions.activity_no desc))[1] end
    from activities versions where versions.conversation_id = notifications.conversation_id
      and notifications.activity_no in (versions.activity_no, versions.about)
      and versions.kind in ('noted', 'note_edited', 'note_removed') and notifications.kind in ('mention', 'followed', 'assigned')),
  (select content from messages where messages.conversation_id = notifications.conversation_id
    and messages.seq = notifications.seq)), ${sql.lit(excerptLength)})`;

const columns = sql`notifications.id, notifications.user_id, notifications.kind, notifications.conversation_id,
  notifications.subject_id, notifications.count, notifications.details, notifications.activity_no, notifications.seq,
  notifications.actor_id, actors.name as actor_name, conversations.customer_name, conversations.customer_email,
  conversations.visitor_id, ${excerpt} as excerpt, notifications.first_at, notifications.last_at,
  notifications.seen_at, notifications.read_at`;

const from = sql`notifications left join conversations on conversations.id = notifications.conversation_id
  left join users actors on actors.id = notifications.actor_id`;

const toNotification = ({
  actorId,
  actorName,
  customerName,
  customerEmail,
  visitorId,
  firstAt,
  lastAt,
  seenAt,
  readAt,
  excerpt: text,
  ...row
}: Omit<NotificationRow, 'userId'>): Notification => ({
  ...row,
  excerpt: text === '' ? null : text,
  actor: actorId !== null && actorName !== null ? { id: actorId, name: actorName } : null,
  customer: row.conversationId === null ? null : { name: customerName, email: customerEmail, visitorId },
  firstAt: firstAt.toISOString(),
  lastAt: lastAt.toISOString(),
  seenAt: seenAt?.toISOString() ?? null,
  readAt: readAt?.toISOString() ?? null,
});

/** About no conversation, or about one that `where` matches. */
const isWithin = (where: RawBuilder<boolean> | undefined): RawBuilder<boolean> =>
  where ? sql<boolean>`(notifications.conversation_id is null or ${where})` : sql<boolean>`true`;

/** Returns a page of a user's list, newest first. `before` is time and id of the last one of the page before. */
export async function listNotifications(
  db: Database,
  userId: string,
  {
    unread,
    before,
    limit,
    where,
  }: {
    unread: boolean;
    before: { at: Date; id: string } | undefined;
    limit: number;
    where: RawBuilder<boolean> | undefined;
  },
): Promise<Notification[]> {
  const { rows } = await sql<NotificationRow>`
    select ${columns} from ${from}
    where notifications.user_id = ${userId}::uuid and notifications.in_app
      ${unread ? sql`and notifications.read_at is null` : sql``}
      ${before ? sql`and (notifications.last_at, notifications.id) < (${before.at}::timestamptz, ${before.id}::uuid)` : sql``}
      and ${isWithin(where)}
    order by notifications.last_at desc, notifications.id desc limit ${limit}
  `.execute(db);
  return rows.map(({ userId: _user, ...row }) => toNotification(row));
}

/** Returns notifications by id, with their users. */
export async function findNotifications(
  db: Database,
  ids: readonly string[],
): Promise<(Notification & { userId: string })[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<NotificationRow>`
    select ${columns} from ${from} where notifications.id = any(${[...ids]}::uuid[]) order by notifications.last_at desc
  `.execute(db);
  return rows.map(({ userId, ...row }) => ({ userId, ...toNotification(row) }));
}

/** Returns what a user's unread notifications are about: conversations, other subjects, else the notification itself. */
export async function unreadTags(db: Database, userId: string): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select distinct coalesce(conversation_id, subject_id, id)::text as tag from notifications
    where user_id = ${userId}::uuid and read_at is null
  `.execute(db);
  return rows.map(({ tag }) => tag);
}

/** Counts the unread notifications in a user's list. */
export async function countUnread(db: Database, userId: string, where?: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${where ? from : sql`notifications`}
    where notifications.user_id = ${userId}::uuid and notifications.in_app and notifications.read_at is null
      and ${isWithin(where)}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** Counts the unread notifications in the lists of users; users without any are left out. */
export async function countUnreadOf(db: Database, userIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ userId: string; count: number }>`
    select user_id, count(*)::int as count from notifications
    where user_id = any(${[...userIds]}::uuid[]) and in_app and read_at is null group by user_id
  `.execute(db);
  return new Map(rows.map(({ userId, count }) => [userId, count]));
}
