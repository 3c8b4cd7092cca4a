/**
 * Reads the metrics of the overview page. Each statement reads open conversations, or those that began or were answered
 * within the requested days.
 */
import type { Overview } from '@parley/contracts/routes/overview';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { leastUuidv7 } from '../uuid.ts';

/** Takes in every conversation. */
const all = sql<boolean>`true`;

/** Returns the number of conversations that wait for a representative now, and the one that has waited longest. */
export async function readWaiting(db: Database, within: RawBuilder<boolean> = all): Promise<Overview['waiting']> {
  const { rows } = await sql<{ count: number; conversationId: string | null; since: Date | null }>`
    select count(*) over () as count, id as conversation_id, waiting_since as since
    from conversations where status = 'waiting' and not hidden and ${within}
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

/** Returns the open conversations per assignee: all active users, the one with the most first, and unassigned ones. */
export async function readLoad(db: Database, within: RawBuilder<boolean> = all): Promise<Overview['load']> {
  const { rows } = await sql<Omit<Load, 'id'> & { id: string | null }>`
    with open as materialized (
      select assigned_representative_id as id, count(*) as count
      from conversations where status <> 'closed' and not hidden and ${within} group by 1
    )
    select users.id, name, status, profile_image_url, coalesce(open.count, 0) as open_conversations
    from users left join open using (id) where is_active and kind = 'person'
    union all
    select null, '', 'offline', null, coalesce((select count from open where id is null), 0)
    order by open_conversations desc, name
  `.execute(db);
  return {
    unassigned: rows.find(({ id }) => id === null)?.openConversations ?? 0,
    representatives: rows.flatMap(({ id, ...load }) => (id === null ? [] : [{ id, ...load }])),
  };
}
