/** Reads and moves the steps by which notifications go out. */
import type { NotificationWay } from '@parley/contracts/notifications/kinds';
import type { NotificationSettings } from '@parley/contracts/notifications/notification';
import { defaultNotificationSettings } from '@parley/contracts/notifications/notification';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { isOff } from '../users/availability.ts';

/** Returns the users with something due, by way. */
export async function dueWays(db: Database, limit: number): Promise<{ userId: string; way: NotificationWay }[]> {
  const { rows } = await sql<{ userId: string; way: NotificationWay }>`
    select user_id, way from (
      select user_id, way, min(due_at) as due_at from notification_steps where due_at <= now() group by user_id, way
    ) as due order by due_at limit ${limit}
  `.execute(db);
  return rows;
}

/** Returns the notifications of a user that are due by a way, newest first, with their last event. */
export async function dueNotifications(
  db: Database,
  userId: string,
  way: NotificationWay,
): Promise<{ id: string; lastAt: Date; isMailed: boolean }[]> {
  const { rows } = await sql<{ id: string; lastAt: Date; isMailed: boolean }>`
    select notifications.id, notifications.last_at, notifications.mailed_at is not null as is_mailed
    from notification_steps join notifications on notifications.id = notification_id
    where notification_steps.user_id = ${userId}::uuid and way = ${way} and due_at <= now()
      and notifications.read_at is null
    order by notifications.last_at desc, notifications.id desc
  `.execute(db);
  return rows;
}

/** Moves steps of a user to a later time; all that are due, unless some are named. */
export async function postponeSteps(
  db: Database,
  { userId, way, ids, until }: { userId: string; way: NotificationWay; ids?: readonly string[]; until: Date },
): Promise<void> {
  await sql`
    update notification_steps set due_at = ${until}::timestamptz
    where user_id = ${userId}::uuid and way = ${way} and due_at <= now()
      ${ids ? sql`and notification_id = any(${[...ids]}::uuid[])` : sql``}
  `.execute(db);
}

/** Makes the steps of a user due at once: whether they are held back is decided again. */
export async function releaseSteps(db: Database, userId: string): Promise<void> {
  await sql`update notification_steps set due_at = least(due_at, now() + interval '10 seconds')
    where user_id = ${userId}::uuid and due_at > now() + interval '3 minutes'`.execute(db);
}

/** Deletes the due steps of a user by a way, done or not to be done. */
export async function deleteDueSteps(db: Database, userId: string, way: NotificationWay): Promise<void> {
  await sql`delete from notification_steps where user_id = ${userId}::uuid and way = ${way} and due_at <= now()`.execute(
    db,
  );
}

/**
 * Records that notifications went out by a way. A step stays due if something has happened since it was read, except by
 * mail: there is one for what happens until it is read.
 */
export async function endSteps(
  db: Database,
  { way, sent }: { way: NotificationWay; sent: readonly { id: string; lastAt: Date }[] },
): Promise<void> {
  await sql`
    with sent as (
      select id, last_at from unnest(${sent.map(({ id }) => id)}::uuid[],
        ${sent.map(({ lastAt }) => lastAt)}::timestamptz[]) as sent (id, last_at)
    ), noted as (
      update notifications set
        pushed_at = case when ${way} = 'push' then now() else notifications.pushed_at end,
        mailed_at = case when ${way} = 'mail' then now() else notifications.mailed_at end
      from sent where notifications.id = sent.id and notifications.read_at is null
    )
    delete from notification_steps using sent join notifications using (id)
    where notification_id = sent.id and way = ${way} and (way = 'mail' or notifications.last_at <= sent.last_at)
  `.execute(db);
}

/** Returns when notifications went out to a user by a way since a time, oldest first. */
export async function sentSince(db: Database, userId: string, way: 'push' | 'mail', since: Date): Promise<Date[]> {
  const column = sql.ref(way === 'push' ? 'pushedAt' : 'mailedAt');
  const { rows } = await sql<{ at: Date }>`
    select ${column} as at from notifications where user_id = ${userId}::uuid and ${column} > ${since}::timestamptz
    order by ${column}
  `.execute(db);
  return rows.map(({ at }) => at);
}

export interface StoredRecipient {
  id: string;
  name: string;
  email: string;
  language: string | null;
  settings: NotificationSettings;
  unread: number;
  /** Away by an absence or outside their shifts, or has chosen to be offline. */
  isOffDuty: boolean;
}

/** Returns an active user with what decides when and how notifications go out to them. */
export async function findRecipient(db: Database, userId: string): Promise<StoredRecipient | undefined> {
  const { rows } = await sql<
    Omit<StoredRecipient, 'settings'> & { [K in keyof NotificationSettings]: NotificationSettings[K] | null }
  >`
    select users.id, users.name, users.email, users.language, ways, quiet_hours, urgent_always, sound, text_in_mail,
      (select count(*)::int from notifications where user_id = users.id and in_app and read_at is null) as unread,
      users.status = 'offline' or ${isOff} as is_off_duty
    from users left join notification_settings on user_id = users.id
    where users.id = ${userId}::uuid and users.is_active
  `.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { id, name, email, language, unread, isOffDuty, ...settings } = row;
  return { id, name, email, language, unread, isOffDuty, settings: withDefaults(settings) };
}

/** Returns the settings with defaults in place of what is null. */
export const withDefaults = (
  stored: { [K in keyof NotificationSettings]: NotificationSettings[K] | null } | undefined,
): NotificationSettings => ({
  ways: stored?.ways ?? defaultNotificationSettings.ways,
  quietHours: stored?.quietHours ?? defaultNotificationSettings.quietHours,
  urgentAlways: stored?.urgentAlways ?? defaultNotificationSettings.urgentAlways,
  sound: stored?.sound ?? defaultNotificationSettings.sound,
  textInMail: stored?.textInMail ?? defaultNotificationSettings.textInMail,
});
