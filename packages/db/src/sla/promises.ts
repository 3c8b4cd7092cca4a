/** Promises to customers of when a person will answer, and the recent service that they are computed from. */
import type { Service } from '@parley/contracts/sla/promise';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { availability } from '../users/availability.ts';

/** First answer of a representative. */
export interface FirstAnswer {
  websiteId: string | null;
  teamId: string | null;
  askedAt: Date;
  answeredAt: Date;
}

/** Returns the newest first answers of representatives since then. */
export async function recentFirstAnswers(db: Database, since: Date, limit: number): Promise<FirstAnswer[]> {
  const { rows } = await sql<FirstAnswer>`
    select website_id, team_id, answered_at - make_interval(secs => seconds) as asked_at, answered_at
    from first_answers join conversations on conversations.id = first_answers.conversation_id
    where answered_by = 'representative' and answered_at >= ${since} and not hidden
    order by answered_at desc limit ${limit}
  `.execute(db);
  return rows;
}

/** Service by website; null for all conversations together. */
export type ServiceByWebsite = readonly (Service & { websiteId: string | null })[];

/** Replaces what is stored about the recent service. */
export async function storeService(db: Database, services: ServiceByWebsite): Promise<void> {
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(services)}::jsonb) as given
        ("websiteId" uuid, answers integer, "medianSeconds" double precision, "p90Seconds" double precision)
    ), outdated as (
      delete from service_times where not exists
        (select from given where given."websiteId" is not distinct from service_times.website_id)
    )
    insert into service_times (website_id, answers, median_seconds, p90_seconds)
    select * from given where "websiteId" is null or exists (select from websites where websites.id = given."websiteId")
    on conflict (website_id) do update set answers = excluded.answers, median_seconds = excluded.median_seconds,
      p90_seconds = excluded.p90_seconds, measured_at = now()
  `.execute(db);
}

/** Returns the recent service for a website; that for all conversations if it has too few answers of its own. */
export async function findService(
  db: Database,
  websiteId: string | null,
  leastAnswers: number,
): Promise<Service | undefined> {
  const { rows } = await sql<Service>`
    select answers, median_seconds, p90_seconds from service_times
    where website_id is null or (website_id = ${websiteId}::uuid and answers >= ${leastAnswers})
    order by website_id nulls last limit 1
  `.execute(db);
  return rows[0];
}

/** Returns the number of conversations that wait for a person before one does, and of available representatives. */
export async function readCapacity(
  db: Database,
  id: string,
  teamId: string | null,
): Promise<{ waiting: number; available: number }> {
  const { rows } = await sql<{ waiting: number; available: number }>`
    select
      (select count(*) from conversations where waiting_since is not null and status <> 'closed' and not hidden
        and id <> ${id} and snoozed_until is null and team_id is not distinct from ${teamId}::uuid) as waiting,
      (select count(*) from users where ${availability} = 'online' and kind = 'person'
        and (${teamId}::uuid is null or exists
          (select from team_members where team_id = ${teamId}::uuid and user_id = users.id))) as available
  `.execute(db);
  return rows[0] ?? { waiting: 0, available: 0 };
}

export interface OpenPromise {
  conversationId: string;
  givenAt: Date;
  /** Time that the customer was told first, and last. */
  firstDueAt: Date;
  dueAt: Date;
  renewedAt: Date | null;
  /** First answer of a representative since. */
  answeredAt: Date | null;
}

const columns = sql`conversation_id, given_at, first_due_at, due_at, renewed_at, (
  select min(created_at) from messages where messages.conversation_id = promises.conversation_id
    and sender_type = 'representative' and created_at >= given_at) as answered_at`;

async function findOpen(db: Database, condition: RawBuilder<unknown>): Promise<OpenPromise[]> {
  const { rows } = await sql<OpenPromise>`
    select ${columns} from promises where ended_at is null and ${condition}`.execute(db);
  return rows;
}

/** Returns the open promises of conversations. */
export const openPromises = (db: Database, ids: readonly string[]): Promise<OpenPromise[]> =>
  findOpen(db, sql`conversation_id = any(${ids}::uuid[])`);

/** Returns open promises that have been renewed without the customer having been told. */
export const untoldPromises = (db: Database, limit: number): Promise<OpenPromise[]> =>
  findOpen(db, sql`renewed_at is not null and told_at is null limit ${limit}`);

/** Returns open promises that are overdue and can be renewed. */
export const overduePromises = (db: Database, limit: number): Promise<OpenPromise[]> =>
  findOpen(
    db,
    sql`renewed_at is null and due_at between now() - interval '1 hour' and now()
    order by due_at limit ${limit}`,
  );

/** Stores a promise, unless there is an open one. Returns the open one. */
export async function storePromise(
  db: Database,
  conversationId: string,
  dueAt: Date,
): Promise<OpenPromise | undefined> {
  await sql`
    with given as (
      insert into promises (conversation_id, due_at, first_due_at) values (${conversationId}, ${dueAt}, ${dueAt})
      on conflict do nothing returning conversation_id
    )
    update conversations set sla_stale = true from given where conversations.id = given.conversation_id
  `.execute(db);
  return (await openPromises(db, [conversationId]))[0];
}

/** Gives an open promise another time, once. Returns whether it did. */
export async function renewPromise(
  db: Database,
  { conversationId, givenAt }: OpenPromise,
  dueAt: Date,
): Promise<boolean> {
  const { rows } = await sql`
    with renewed as (
      update promises set due_at = ${dueAt}, renewed_at = now()
      where conversation_id = ${conversationId} and given_at = ${givenAt} and renewed_at is null and ended_at is null
      returning conversation_id
    )
    update conversations set sla_stale = true from renewed where conversations.id = renewed.conversation_id
    returning conversations.id
  `.execute(db);
  return rows.length > 0;
}

/** Records that the customer has been told of the other time. */
export async function noteTold(db: Database, { conversationId, givenAt }: OpenPromise): Promise<void> {
  await sql`update promises set told_at = now()
    where conversation_id = ${conversationId} and given_at = ${givenAt}`.execute(db);
}

/** Ends an open promise: kept, broken, or neither. */
export async function endPromise(
  db: Database,
  { conversationId, givenAt }: OpenPromise,
  isKept: boolean | null,
): Promise<void> {
  await sql`update promises set ended_at = now(), is_kept = ${isKept}::boolean
    where conversation_id = ${conversationId} and given_at = ${givenAt} and ended_at is null`.execute(db);
}

/** Returns the number of promises that ended since then, and of those that were kept. */
export async function countPromises(
  db: Database,
  since: Date,
  within: RawBuilder<boolean> = sql`true`,
): Promise<{ given: number; kept: number }> {
  const { rows } = await sql<{ given: number; kept: number }>`
    select count(*) as given, count(*) filter (where is_kept) as kept
    from promises join conversations on conversations.id = promises.conversation_id
    where ended_at >= ${since} and is_kept is not null and ${within}
  `.execute(db);
  return rows[0] ?? { given: 0, kept: 0 };
}
