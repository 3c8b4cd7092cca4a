/** Writes notifications: one row for each user and subject, replaced and counted. */
import type { NotificationKind, NotificationWay } from '@parley/contracts/notifications/kinds';
import type { NotificationDetails } from '@parley/contracts/notifications/notification';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

export interface NewNotification {
  /** Id of the event: users are notified of it once. */
  eventId: string;
  kind: NotificationKind;
  subject: string;
  subjectId: string | null;
  conversationId: string | null;
  actorId: string | null;
  details: NotificationDetails;
  activityNo: number | null;
  seq: number | null;
  recipients: readonly { userId: string; ways: readonly NotificationWay[] }[];
  /** Seconds after which each way is due. */
  steps: readonly { way: NotificationWay; afterSeconds: number }[];
}

/**
 * Stores the notification for each recipient, and the ways by which it is still to go out. Returns the ids of the
 * users' rows; none if the event is known already.
 */
export async function writeNotifications(
  db: Database,
  given: NewNotification,
): Promise<{ id: string; userId: string; inApp: boolean }[]> {
  const { recipients, steps } = given;
  const { rows } = await sql<{ id: string; userId: string; inApp: boolean }>`
    with known as (
      insert into notified_events (event_id) values (${given.eventId}::uuid) on conflict do nothing returning event_id
    ), given as (
      select user_id, string_to_array(ways, ',') as ways
      from known cross join unnest(${recipients.map(({ userId }) => userId)}::uuid[],
        ${recipients.map(({ ways }) => ways.join(','))}::text[]) as given (user_id, ways)
    ), kept as (
      insert into notifications (user_id, subject, subject_id, conversation_id, kind, actor_id, details, activity_no, seq, in_app)
      select user_id, ${given.subject}::text, ${given.subjectId}::uuid, ${given.conversationId}::uuid, ${given.kind}::text,
        ${given.actorId}::uuid, ${JSON.stringify(given.details)}::jsonb, ${given.activityNo}::int, ${given.seq}::int,
        'app' = any(ways)
      from given order by user_id
      on conflict (user_id, subject) do update set
        kind = excluded.kind, actor_id = excluded.actor_id, details = excluded.details,
        activity_no = excluded.activity_no, seq = excluded.seq,
        count = case when notifications.read_at is null then notifications.count + 1 else 1 end,
        first_at = case when notifications.read_at is null then notifications.first_at else now() end,
        last_at = now(), seen_at = null, read_at = null,
        mailed_at = case when notifications.read_at is null then notifications.mailed_at end,
        in_app = excluded.in_app or (notifications.in_app and notifications.read_at is null)
      returning id, user_id, in_app, mailed_at
    ), planned as (
      insert into notification_steps (notification_id, way, user_id, due_at)
      select kept.id, step.way, kept.user_id, now() + make_interval(secs => step.seconds)
      from kept join given using (user_id)
        cross join unnest(${steps.map(({ way }) => way)}::text[], ${steps.map(({ afterSeconds }) => afterSeconds)}::float8[])
          as step (way, seconds)
      where step.way = any(given.ways) and not (step.way = 'mail' and kept.mailed_at is not null)
      on conflict do nothing
    )
    select id, user_id, in_app from kept order by user_id
  `.execute(db);
  return rows;
}

/** Deletes unread notifications of these kinds about a conversation, except one user's. Returns their users. */
export async function withdrawNotifications(
  db: Database,
  {
    conversationId,
    kinds,
    exceptUserId,
  }: {
    conversationId: string;
    kinds: readonly NotificationKind[];
    exceptUserId: string | null;
  },
): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    delete from notifications where conversation_id = ${conversationId}::uuid and kind = any(${[...kinds]}::text[])
      and read_at is null and user_id is distinct from ${exceptUserId}::uuid
    returning user_id
  `.execute(db);
  return rows.map(({ userId }) => userId);
}

/** Selects a user's notifications to mark as read. */
export type ToRead = { ids: readonly string[] } | { conversationId: string } | { all: true };

const isChosen = (which: ToRead) => {
  if ('all' in which) return sql`true`;
  if ('ids' in which) return sql`id = any(${[...which.ids]}::uuid[])`;
  return sql`conversation_id = ${which.conversationId}::uuid`;
};

/** Marks a user's notifications as read and cancels what is still to go out. Returns whether there were unread ones. */
export async function markRead(db: Database, userId: string, which: ToRead): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    with read as (
      update notifications set read_at = now(), seen_at = coalesce(seen_at, now()), mailed_at = null
      where user_id = ${userId}::uuid and read_at is null and ${isChosen(which)}
      returning id
    ), cancelled as (
      delete from notification_steps where notification_id in (select id from read)
    )
    select id from read
  `.execute(db);
  return rows.length > 0;
}

/** Marks a notification as unread again; nothing more goes out. Returns whether there is one that was read. */
export async function markUnread(db: Database, userId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ readAt: null })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('readAt', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Marks all of a user's notifications as seen and cancels what is still to go out. */
export async function markSeen(db: Database, userId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    with seen as (
      update notifications set seen_at = now() where user_id = ${userId}::uuid and seen_at is null and in_app returning id
    ), cancelled as (
      delete from notification_steps where notification_id in (select id from seen)
    )
    select id from seen
  `.execute(db);
  return rows.length > 0;
}

/** Deletes notifications with an older last event, and what is known of old events. Returns the number of both. */
export async function deleteNotificationsBefore(db: Database, days: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with old as (
      delete from notifications where id in (
        select id from notifications where last_at < now() - make_interval(days => ${days}) limit 10000)
      returning id
    ), forgotten as (
      delete from notified_events where event_id in (
        select event_id from notified_events where notified_at < now() - make_interval(days => 30) limit 10000)
      returning event_id
    )
    select (select count(*) from old)::int + (select count(*) from forgotten)::int as count
  `.execute(db);
  return rows[0]?.count ?? 0;
}
