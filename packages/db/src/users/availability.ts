/**
 * The availability of users: what they chose, together with an open dashboard, input, absences and shifts. Stored in
 * Postgres, so that a transaction can rely on it, and so that it ends by itself when the process that wrote it is gone.
 */
import type { Availability } from '@parley/contracts/entities';
import { defaultSettings } from '@parley/contracts/settings/settings';
import { connectionGraceSeconds } from '@parley/contracts/users/limits';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { isOffShift } from './shifts.ts';

/** Interval at which a gateway renews the connections of its users. */
export const connectionRenewalSeconds = 15;

/** Minutes without input after which users count as offline, as the settings have them; read once per statement. */
const inputMinutes = sql`coalesce((select (availability_config ->> 'inputMinutes')::integer from settings limit 1),
  ${sql.lit(defaultSettings.availabilityConfig.inputMinutes)})`;

/** Condition on `users`: they have a dashboard open and use it. Another way to be reachable is one more condition here. */
const isReachable = sql<boolean>`exists (select from availabilities where user_id = users.id
  and connected_until > now() and input_at > now() - make_interval(mins => ${inputMinutes}))`;

/** Condition on `users`: an absence of theirs is under way. */
const isAbsent = sql<boolean>`exists (select from absences where user_id = users.id
  and starts_at <= now() and ends_at > now())`;

/** Condition on `users`: they don't work now, by an absence or by their shifts. */
export const isOff = sql<boolean>`(${isAbsent} or ${isOffShift})`;

/** Condition on `users`: they used the dashboard on one of the last days, and no absence of theirs is under way. */
export const wasHere = (days: number): RawBuilder<boolean> => sql<boolean>`(exists (select from availabilities
  where user_id = users.id and input_at > now() - make_interval(days => ${days})) and not ${isAbsent})`;

/** Availability of a row of `users`, with one meaning everywhere: the chosen status of those who are at work. */
export const availability: RawBuilder<Availability> = sql<Availability>`(case
  when users.is_active and users.status <> 'offline' and ${isReachable} and not ${isOff} then users.status
  else 'offline' end)`;

/** Keeps users connected until the gateway's next renewal and the grace after it. */
export async function keepConnected(db: Database, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await connectUntil(db, userIds, connectionGraceSeconds + connectionRenewalSeconds);
}

/** The gateway has no socket of the user any more; another one renews the connection if it has. */
export async function endConnection(db: Database, userId: string): Promise<void> {
  await connectUntil(db, [userId], connectionGraceSeconds);
}

/** Users in the order of their ids, so that two gateways don't wait for each other. */
async function connectUntil(db: Database, userIds: readonly string[], seconds: number): Promise<void> {
  await sql`
    insert into availabilities (user_id, connected_until)
    select id, now() + make_interval(secs => ${seconds}) from users where id = any(${[...userIds]}::uuid[]) order by id
    on conflict (user_id) do update set connected_until = excluded.connected_until
  `.execute(db);
}

/** Records that the user did something in the dashboard now. */
export async function recordInput(db: Database, userId: string): Promise<void> {
  await sql`
    insert into availabilities (user_id, input_at) select id, now() from users where id = ${userId}::uuid
    on conflict (user_id) do update set input_at = excluded.input_at
  `.execute(db);
}

export interface ChangedAvailability {
  userId: string;
  availability: Availability;
}

/**
 * Stores the present availability of these users, or of all, and returns the changes since it was stored
 * last. Of concurrent calls one returns each change.
 */
export async function storeAvailabilities(db: Database, userIds?: readonly string[]): Promise<ChangedAvailability[]> {
  const among = userIds ? sql`users.id = any(${[...userIds]}::uuid[])` : sql`true`;
  const { rows } = await sql<ChangedAvailability>`
    with present as (
      select users.id, ${availability} as availability from users where kind = 'person' and ${among}
    )
    insert into availabilities (user_id, availability)
    select id, present.availability from present left join availabilities on user_id = id
    where present.availability <> coalesce(availabilities.availability, 'offline') order by id
    on conflict (user_id) do update set availability = excluded.availability, since = now()
      where availabilities.availability <> excluded.availability
    returning user_id, availability
  `.execute(db);
  return rows;
}

/** Returns some of the available users, those with a picture first. */
export async function availableOf(
  db: Database,
  limit: number,
): Promise<{ name: string; profileImageUrl: string | null }[]> {
  return db
    .selectFrom('users')
    .select(['name', 'profileImageUrl'])
    .where('kind', '=', 'person')
    .where(availability, '=', 'online')
    .orderBy((eb) => eb('profileImageUrl', 'is', null))
    .orderBy('name')
    .limit(limit)
    .execute();
}
