/** Estimates of the model: rows of `reviews` that are marked as such. */
import type { ReviewMark, Scorecard } from '@parley/contracts/reviews/reviews';
import type { ReviewScore } from '@parley/contracts/reviews/score';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';

export interface Estimate {
  id: string;
  conversationId: string;
  /** Null for the assistant. */
  personId: string | null;
}

const estimateDays = sql`interval '7 days'`;

/** Deletes estimates that a process which died has begun. */
export async function forgetInterrupted(db: Database): Promise<void> {
  await sql`delete from reviews where is_estimate and status = 'open' and created_at < now() - interval '10 minutes'`.execute(
    db,
  );
}

/**
 * Adds the next estimate of a scorecard, without marks: of what people have reviewed first, then of their queue, then of
 * conversations closed in the last 7 days. Undefined if there is none, or the day's number is reached.
 */
export async function takeEstimate(
  db: Database,
  { id, name, version, criteria, estimatesPerDay, coversAssistant }: Scorecard,
  fits: RawBuilder<boolean>,
): Promise<Estimate | undefined> {
  const { rows } = await sql<Estimate>`
    with candidates as (
      select reviews.conversation_id, representative_id as person, (reviews.status = 'finished')::int + 1 as rank, reviews.id
      from reviews join conversations on conversations.id = reviews.conversation_id
      where scorecard_id = ${id} and not is_estimate and reviews.status <> 'skipped' and not conversations.hidden
      union all
      select closed.conversation_id, answered.person, 0, closed.conversation_id from (
        select distinct conversation_id from closing_facts where closed_at > now() - ${estimateDays}
      ) as closed join conversations on conversations.id = closed.conversation_id
      cross join lateral (
        select answered_by as person from answer_facts where answer_facts.conversation_id = closed.conversation_id
          and (answered_by is not null or (is_assistant and ${coversAssistant}::boolean))
        group by answered_by order by count(*) desc, answered_by limit 1
      ) as answered
      where not conversations.hidden and conversations.merged_into is null and ${fits}
    ), next as (
      select conversation_id, person from candidates
      where not exists (select from reviews estimate where estimate.is_estimate and estimate.scorecard_id = ${id}
          and estimate.conversation_id = candidates.conversation_id
          and estimate.representative_id is not distinct from candidates.person)
      order by rank desc, id desc limit 1
    )
    insert into reviews (conversation_id, representative_id, scorecard_id, scorecard_name, version, criteria, is_estimate, reason)
    select conversation_id, person, ${id}::uuid, ${name}, ${version}::int, ${JSON.stringify(criteria)}::jsonb, true, 'estimate'
    from next where (select count(*) from reviews where is_estimate and scorecard_id = ${id}
      and created_at >= date_trunc('day', now())) < ${estimatesPerDay}::int
    on conflict (conversation_id, scorecard_id, representative_id, is_estimate) where scorecard_id is not null do nothing
    returning id, conversation_id, representative_id as person_id
  `.execute(db);
  return rows[0];
}

/** Stores the marks; without any it is skipped, so that the model isn't asked again. */
export async function storeEstimate(
  db: Database,
  id: string,
  marks: readonly ReviewMark[] | null,
  scored: ReviewScore | null,
): Promise<void> {
  await db
    .updateTable('reviews')
    .set({
      marks: JSON.stringify(marks ?? []),
      status: marks ? 'finished' : 'skipped',
      finishedAt: marks ? sql<Date>`now()` : null,
      ...scored,
    })
    .where('id', '=', id)
    .execute();
}

export async function dropEstimate(db: Database, id: string): Promise<void> {
  await db.deleteFrom('reviews').where('id', '=', id).where('status', '=', 'open').execute();
}
