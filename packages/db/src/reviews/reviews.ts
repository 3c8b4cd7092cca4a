/** Reviews in the database. */
import type { ReviewReason, ReviewStatus } from '@parley/contracts/reviews/limits';
import type { Review, ReviewDraft, Scorecard } from '@parley/contracts/reviews/reviews';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database, Transaction } from '../database.ts';
import type { ReviewsTable } from '../tables/reviews.ts';

interface Row extends Selectable<ReviewsTable> {
  personName: string | null;
  reviewerName: string | null;
}

const named = sql`reviews.*, persons.name as person_name, reviewers.name as reviewer_name
  from reviews left join users persons on persons.id = reviews.representative_id
    left join users reviewers on reviewers.id = reviews.reviewer_id`;

const toReview = (row: Row): Review => ({
  id: row.id,
  conversationId: row.conversationId,
  scorecardId: row.scorecardId,
  scorecard: { name: row.scorecardName, version: row.version, criteria: row.criteria },
  person: row.representativeId === null ? null : { id: row.representativeId, name: row.personName ?? '' },
  reviewer: row.reviewerId === null ? null : { id: row.reviewerId, name: row.reviewerName ?? '' },
  status: row.status,
  isEstimate: row.isEstimate,
  reason: row.reason,
  reasonSize: row.reasonSize,
  marks: row.marks,
  notes: row.notes,
  comment: row.comment,
  score: row.score,
  isCriticalFailed: row.isCriticalFailed,
  answer: row.answer,
  answeredAt: row.answeredAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
});

export interface ReviewsQuery {
  status?: ReviewStatus | undefined;
  conversationId?: string | undefined;
  personId?: string | undefined;
  limit: number;
  before?: string | undefined;
}

/**
 * Estimates are shown beside people's reviews once these are finished, so that they sway nobody; people's own open
 * reviews are hidden from them.
 */
const readableBy = (userId: string): RawBuilder<boolean> => sql`
  (reviews.status = 'finished' or reviews.representative_id is distinct from ${userId}::uuid)
  and (not reviews.is_estimate or not exists (
    select from reviews other where other.conversation_id = reviews.conversation_id
      and other.scorecard_id = reviews.scorecard_id
      and other.representative_id is not distinct from reviews.representative_id
      and not other.is_estimate and other.status = 'open'))`;

const ownOf = (userId: string): RawBuilder<boolean> =>
  sql`reviews.representative_id = ${userId}::uuid and reviews.status = 'finished' and not reviews.is_estimate`;

/** Returns reviews, newest first: of a reviewer's scope, or the finished ones of a user's own answers. */
export async function listReviews(
  db: Database,
  { userId, isReviewer, within }: { userId: string; isReviewer: boolean; within: RawBuilder<boolean> },
  { status, conversationId, personId, limit, before }: ReviewsQuery,
): Promise<Review[]> {
  const { rows } = await sql<Row>`
    select ${named} join conversations on conversations.id = reviews.conversation_id
    where not conversations.hidden and ${within} and ${isReviewer ? readableBy(userId) : ownOf(userId)}
      ${status === undefined ? sql`` : sql`and reviews.status = ${status} and not reviews.is_estimate`}
      ${conversationId === undefined ? sql`` : sql`and reviews.conversation_id = ${conversationId}`}
      ${personId === undefined ? sql`` : sql`and reviews.representative_id = ${personId}`}
      ${before === undefined ? sql`` : sql`and reviews.id < ${before}`}
    order by reviews.id desc limit ${limit}
  `.execute(db);
  return rows.map(toReview);
}

export async function findReview(db: Database, id: string): Promise<Review | undefined> {
  const { rows } = await sql<Row>`select ${named} where reviews.id = ${id}`.execute(db);
  return rows[0] && toReview(rows[0]);
}

/** Returns a review and locks it. */
export async function holdReview(transaction: Transaction, id: string): Promise<Review | undefined> {
  await sql`select from reviews where id = ${id} for no key update`.execute(transaction);
  return findReview(transaction, id);
}

export interface NewReview {
  conversationId: string;
  personId: string | null;
  reviewerId: string | null;
  isEstimate: boolean;
  reason: ReviewReason;
}

/** Adds a review, or returns the id of the one that the scorecard has of the same answers. */
export async function insertReview(
  transaction: Transaction,
  { id, name, version, criteria }: Scorecard,
  { conversationId, personId, reviewerId, isEstimate, reason }: NewReview,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with added as (
      insert into reviews (conversation_id, representative_id, reviewer_id, scorecard_id, scorecard_name, version, criteria,
        is_estimate, reason)
      values (${conversationId}, ${personId}::uuid, ${reviewerId}::uuid, ${id}, ${name}, ${version}::int,
        ${JSON.stringify(criteria)}::jsonb, ${isEstimate}::boolean, ${reason})
      on conflict (conversation_id, scorecard_id, representative_id, is_estimate) where scorecard_id is not null do nothing
      returning id
    )
    select id from added union all
    select id from reviews where conversation_id = ${conversationId} and scorecard_id = ${id}
      and representative_id is not distinct from ${personId}::uuid and is_estimate = ${isEstimate}::boolean
    limit 1
  `.execute(transaction);
  return rows[0]?.id ?? '';
}

export async function storeMarks(
  transaction: Transaction,
  id: string,
  { marks, notes, comment, reviewerId }: ReviewDraft & { reviewerId: string },
): Promise<void> {
  await transaction
    .updateTable('reviews')
    .set({ marks: JSON.stringify(marks), notes: JSON.stringify(notes), comment, reviewerId })
    .where('id', '=', id)
    .execute();
}

/** Stores a status; a finished review gets its score, another one loses it, and its answer stays. */
export async function storeStatus(
  transaction: Transaction,
  id: string,
  change: { status: ReviewStatus; score: number | null; isCriticalFailed: boolean; reviewerId?: string },
): Promise<void> {
  await transaction
    .updateTable('reviews')
    .set({ ...change, finishedAt: change.status === 'finished' ? sql<Date>`now()` : null })
    .where('id', '=', id)
    .execute();
}

export async function storeReply(transaction: Transaction, id: string, text: string): Promise<void> {
  await transaction
    .updateTable('reviews')
    .set({ answer: text, answeredAt: text === '' ? null : sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Returns whether a user, or with null the assistant, has answered in a conversation. */
export async function hasAnswered(db: Database, conversationId: string, userId: string | null): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from messages where conversation_id = ${conversationId} and ${
      userId === null ? sql`sender_type = 'ai'` : sql`sender_type = 'representative' and sender_id = ${userId}::uuid`
    }) as found
  `.execute(db);
  return rows[0]?.found === true;
}

/** Returns the highest seq of a conversation's messages. */
export async function lastSeqOf(db: Database, conversationId: string): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`
    select max(seq) as last from messages where conversation_id = ${conversationId}
  `.execute(db);
  return rows[0]?.last ?? 0;
}
