/**
 * Reads the metrics of the overview page. Each statement reads open conversations, or those that began or were answered
 * within the requested days.
 */
import type { Overview, PeriodStatistics } from '@parley/contracts/routes/overview';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { leastUuidv7 } from '../uuid.ts';
import { availability } from '../users/availability.ts';

/** Takes in every conversation. */
const all = sql<boolean>`true`;

/**
 * Returns the number of conversations that wait for a representative now and aren't snoozed, and the one that has waited
 * longest.
 */
export async function readWaiting(db: Database, within: RawBuilder<boolean> = all): Promise<Overview['waiting']> {
  const { rows } = await sql<{ count: number; conversationId: string | null; since: Date | null }>`
    select count(*) over () as count, id as conversation_id, waiting_since as since
    from conversations where status = 'waiting' and snoozed_until is null and not hidden and ${within}
    order by waiting_since nulls last, id limit 1
  `.execute(db);
  const [row] = rows;
  const { conversationId = null, since = null } = row ?? {};
  return {
    count: row?.count ?? 0,
    longest: conversationId && since ? { conversationId, since: since.toISOString() } : null,
  };
}

export interface FirstAnswerStatistics {
  answeredBy: 'anybody' | 'representative';
  /** Position of its day among those given, from 1; null for all of them together. */
  day: number | null;
  count: number;
  /** Median and 90th percentile, in seconds. */
  quantiles: [number, number];
}

/** Returns the median of the first answers of representatives since then, in seconds; null with fewer than `least`. */
export async function medianFirstAnswer(db: Database, since: Date, least: number): Promise<number | null> {
  const { rows } = await sql<{ count: number; median: number | null }>`
    select count(*), percentile_cont(0.5) within group (order by seconds) as median
    from first_answers where answered_by = 'representative' and answered_at >= ${since}
  `.execute(db);
  const [row] = rows;
  return row && row.count >= least ? row.median : null;
}

/**
 * Returns how long first answers took, in total and for each of the days that begin at `starts`; days without any are
 * left out.
 */
export async function readFirstAnswers(
  db: Database,
  starts: readonly Date[],
  within?: RawBuilder<boolean>,
): Promise<FirstAnswerStatistics[]> {
  const isSeen = within
    ? sql`and exists (select from conversations where conversations.id = first_answers.conversation_id and ${within})`
    : sql``;
  const { rows } = await sql<FirstAnswerStatistics>`
    select answered_by, day, count(*) as count,
      percentile_cont(array[0.5, 0.9]) within group (order by seconds) as quantiles
    from (
      select answered_by, seconds, width_bucket(answered_at, ${starts}::timestamptz[]) as day
      from first_answers where answered_at >= ${starts[0]} ${isSeen}
    ) answered
    group by grouping sets ((answered_by), (answered_by, day))
  `.execute(db);
  return rows;
}

/**
 * How many conversations began in each quarter of an hour since `since` in which any did: the offset of every time zone
 * is a multiple of it. Keys are as old as what they name, so that their range is read and nothing else.
 */
export async function readConversationsBegun(
  db: Database,
  since: Date,
  within: RawBuilder<boolean> = all,
): Promise<{ at: Date; count: number }[]> {
  const { rows } = await sql<{ at: Date; count: number }>`
    select date_bin('15 minutes', created_at, timestamptz '2000-01-01 00:00Z') as at, count(*) as count
    from conversations
    where id >= ${leastUuidv7(since)} and created_at >= ${since} and not hidden and ${within}
    group by 1
  `.execute(db);
  return rows;
}

type Load = Overview['load']['representatives'][number];

/** Returns the number of snoozed conversations that come back before an instant. */
export async function countDue(db: Database, before: Date, within: RawBuilder<boolean> = all): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from conversations where snoozed_until < ${before} and not hidden and ${within}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns the number of conversations that are due soon or overdue without being snoozed, and of those overdue. */
export async function countDueSoon(db: Database, within: RawBuilder<boolean> = all): Promise<Overview['dueSoon']> {
  const { rows } = await sql<Overview['dueSoon']>`
    select count(*) as count, count(*) filter (where due_at <= now()) as overdue from conversations
    where due_soon_at <= now() and snoozed_until is null and status <> 'closed' and not hidden and ${within}
  `.execute(db);
  return rows[0] ?? { count: 0, overdue: 0 };
}

/**
 * Returns the conversations of two periods, from `start` until now and from `previousStart` until then: those that began
 * and were closed in each, and the median of the first answers to those that began in it.
 */
export async function readPeriods(
  db: Database,
  { start, previousStart }: { start: Date; previousStart: Date },
  within: RawBuilder<boolean> = all,
): Promise<Pick<Overview['week'], 'current' | 'previous'>> {
  const periodOf = (column: RawBuilder<unknown>) => sql`case
    when ${column} > ${start} then 'current' when ${column} > ${previousStart} and ${column} < ${start} then 'previous' end`;
  const { rows } = await sql<PeriodStatistics & { period: 'current' | 'previous' }>`
    with begun as materialized (
      select id, ${periodOf(sql`created_at`)} as period
      from conversations where id >= ${leastUuidv7(previousStart)} and not hidden and ${within}
    ), closed as materialized (
      select ${periodOf(sql`closed_at`)} as period
      from conversations where status = 'closed' and closed_at > ${previousStart} and not hidden and ${within}
    )
    select period,
      (select count(*) from begun where begun.period = periods.period) as begun,
      (select count(*) from closed where closed.period = periods.period) as closed,
      (select percentile_cont(0.5) within group (order by seconds)
        from begun join first_answers on conversation_id = begun.id and answered_by = 'anybody'
        where begun.period = periods.period) as first_answer_seconds
    from (values ('current'), ('previous')) as periods (period)
  `.execute(db);
  const statisticsOf = (name: 'current' | 'previous'): PeriodStatistics => {
    const { begun = 0, closed = 0, firstAnswerSeconds = null } = rows.find(({ period }) => period === name) ?? {};
    return { begun, closed, firstAnswerSeconds };
  };
  return { current: statisticsOf('current'), previous: statisticsOf('previous') };
}

/**
 * Returns the open conversations per assignee, without snoozed ones: all active users, or those of a team, the one with
 * the most first, and unassigned ones.
 */
export async function readLoad(
  db: Database,
  within: RawBuilder<boolean> = all,
  teamId?: string,
): Promise<Overview['load']> {
  const isMember = teamId
    ? sql`and exists (select from team_members where user_id = users.id and team_id = ${teamId})`
    : sql``;
  const { rows } = await sql<Omit<Load, 'id'> & { id: string | null }>`
    with open as materialized (
      select assigned_representative_id as id, count(*) as count,
        count(*) filter (where status = 'waiting') as waiting
      from conversations where status <> 'closed' and snoozed_until is null and not hidden and ${within} group by 1
    )
    select users.id, name, ${availability} as availability, profile_image_url, coalesce(open.count, 0) as open_conversations,
      coalesce(open.waiting, 0) as waiting_conversations
    from users left join open using (id) where is_active and kind = 'person' ${isMember}
    union all
    select null, '', 'offline', null, coalesce((select count from open where id is null), 0), 0
    order by open_conversations desc, name
  `.execute(db);
  return {
    unassigned: rows.find(({ id }) => id === null)?.openConversations ?? 0,
    representatives: rows.flatMap(({ id, ...load }) => (id === null ? [] : [{ id, ...load }])),
  };
}
