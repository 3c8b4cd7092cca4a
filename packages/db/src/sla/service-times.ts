/** The recent service, and the capacity, that promises to customers are computed from. */
import type { Service } from '@parley/contracts/sla/promise';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { availability, wasHere } from '../users/availability.ts';

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

/** People and queue that a promise depends on, beside the recent service. */
export interface Capacity {
  /** Conversations that wait for a person before one does. */
  waiting: number;
  available: number;
  /** Representatives who were at work on one of the last days, and aren't absent. */
  expected: number;
}

/** Returns the capacity of a team, or of everybody, for a conversation; null for one that is about to begin. */
export async function readCapacity(
  db: Database,
  id: string | null,
  teamId: string | null,
  days: number,
): Promise<Capacity> {
  const { rows } = await sql<Capacity>`
    with members as (
      select ${availability} as availability, ${wasHere(days)} as was_here from users
      where kind = 'person' and is_active and (${teamId}::uuid is null or exists
        (select from team_members where team_id = ${teamId}::uuid and user_id = users.id))
    )
    select
      (select count(*) from conversations where waiting_since is not null and status <> 'closed' and not hidden
        and id is distinct from ${id}::uuid and snoozed_until is null
        and team_id is not distinct from ${teamId}::uuid) as waiting,
      count(*) filter (where availability = 'online') as available,
      count(*) filter (where was_here) as expected
    from members
  `.execute(db);
  return rows[0] ?? { waiting: 0, available: 0, expected: 0 };
}
