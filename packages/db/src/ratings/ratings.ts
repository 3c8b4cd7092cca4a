/** Ratings in the database: which closings customers are asked about, when, and what they answered. */
import { ratingChangeHours, ratingDays, type RatingReason, type Score } from '@parley/contracts/ratings/limits';
import type { Rating, RatingAnswer, RatingPlace } from '@parley/contracts/ratings/ratings';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database, Transaction } from '../database.ts';
import { prepared } from '../prepared.ts';
import type { RatingsTable } from '../tables/ratings.ts';
import { sessionsOfSameContact } from '../visitors/contacts.ts';

export type RatingRow = Selectable<RatingsTable>;

/**
 * Plans the question about a closing, once. Nothing is planned without an answer since the close before, and for a
 * conversation that is open again.
 */
export async function planRating(
  db: Database,
  { conversationId, closingNo, delayMinutes }: { conversationId: string; closingNo: number; delayMinutes: number },
): Promise<void> {
  await sql`
    insert into ratings (conversation_id, closing_no, closed_at, due_at, shares)
    select conversations.id, ${closingNo}::integer, conversations.closed_at,
      conversations.closed_at + make_interval(mins => ${delayMinutes}::integer), given.shares
    from conversations cross join lateral (
      select jsonb_agg(jsonb_build_object('userId', answerer, 'answers', n) order by n desc) as shares from (
        select case when sender_type = 'representative' then sender_id end as answerer, count(*) as n from answers
        where answers.conversation_id = conversations.id and (sender_type = 'ai' or sender_id is not null)
          and seq > coalesce((select max(after_seq) from activities where activities.conversation_id = conversations.id
            and kind = 'closed' and activity_no < ${closingNo}::integer), 0)
        group by answerer
      ) as counted
    ) as given
    where conversations.id = ${conversationId} and conversations.closed_at is not null and conversations.status = 'closed'
      and given.shares is not null
    on conflict (conversation_id, closed_at) do nothing
  `.execute(db);
}

export interface DueRating extends Pick<RatingRow, 'id' | 'conversationId'> {
  /** False if it was opened, hidden, merged or blocked since. */
  isStillClosed: boolean;
  fits: boolean;
}

/** Locks a question that is due; undefined if there is none that nobody else has locked. */
export async function takeDueRating(
  transaction: Transaction,
  fits: RawBuilder<boolean>,
): Promise<DueRating | undefined> {
  const { rows } = await sql<DueRating>`
    with due as (
      select id, conversation_id, closed_at from ratings where due_at <= now()
      order by due_at limit 1 for update skip locked
    )
    select due.id, due.conversation_id,
      conversations.status = 'closed' and conversations.closed_at = due.closed_at and conversations.merged_into is null
        and not conversations.hidden and not conversations.is_blocked as is_still_closed, ${fits} as fits
    from due join conversations on conversations.id = due.conversation_id
  `.execute(transaction);
  return rows[0];
}

/** Returns whether the visitor's contact was asked within these days; of several questions at once, one gets through. */
export async function wasAskedLately(
  transaction: Transaction,
  { visitorId, days }: { visitorId: string; days: number },
): Promise<boolean> {
  const sessions = sessionsOfSameContact(visitorId);
  await sql`select pg_advisory_xact_lock(hashtext('ratings'), hashtext((select min(each::text) from unnest(${sessions}) as each)))`.execute(
    transaction,
  );
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from ratings join conversations on conversations.id = ratings.conversation_id
      where conversations.visitor_id = any(${sessions}) and ratings.asked_at > now() - make_interval(days => ${days}::integer)
    ) as found
  `.execute(transaction);
  return rows[0]?.found === true;
}

/** Records where the customer is asked, or with null that they are not. */
export async function settleRating(transaction: Transaction, id: string, place: RatingPlace | null): Promise<void> {
  await transaction
    .updateTable('ratings')
    .set({ dueAt: null, place, askedAt: place === null ? null : sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Requires that a question can be answered now, for the first time or differently. */
const isOpen = sql<boolean>`(ratings.asked_at > now() - make_interval(days => ${sql.lit(ratingDays)})
  and (ratings.rated_at is null or ratings.rated_at > now() - make_interval(hours => ${sql.lit(ratingChangeHours)})))`;

/** Returns the question about the last close of a conversation, while it can be answered. */
export async function askedRatingOf(
  db: Database,
  conversationId: string,
): Promise<{ id: string; score: Score | null } | undefined> {
  const [row] = await prepared(
    db,
    sql<{ id: string; score: Score | null }>`
      select ratings.id, ratings.score from ratings join conversations on conversations.id = conversation_id
      where conversation_id = ${conversationId} and ratings.closed_at = conversations.closed_at and ${isOpen}`,
  );
  return row;
}

export interface OpenRating extends RatingRow {
  isOpen: boolean;
  visitorId: string | null;
}

const read = (id: string, lock: RawBuilder<unknown>) => sql<OpenRating>`
  select ratings.*, ${isOpen} is true as is_open, conversations.visitor_id
  from ratings join conversations on conversations.id = ratings.conversation_id where ratings.id = ${id} ${lock}`;

/** Returns a rating and whether it can be answered now. */
export async function findRating(db: Database, id: string): Promise<OpenRating | undefined> {
  return (await read(id, sql``).execute(db)).rows[0];
}

/** Returns a rating and locks it. */
export async function holdRating(transaction: Transaction, id: string): Promise<OpenRating | undefined> {
  return (await read(id, sql`for update of ratings`).execute(transaction)).rows[0];
}

export async function storeAnswer(
  transaction: Transaction,
  id: string,
  { score, reasons = [], comment = '' }: RatingAnswer,
): Promise<void> {
  await transaction
    .updateTable('ratings')
    .set({ score, reasons, comment, ratedAt: sql<Date>`coalesce(rated_at, now())` })
    .where('id', '=', id)
    .execute();
}

export interface RatingsQuery {
  limit: number;
  before?: string | undefined;
  conversationId?: string | undefined;
  contactId?: string | undefined;
  /** Only those of which this user has a share. */
  sharedBy?: string | undefined;
}

interface ListedRow extends Omit<RatingRow, 'askedAt' | 'place'> {
  askedAt: Date;
  place: RatingPlace;
  reasons: RatingReason[];
  sharers: Rating['shares'];
}

/** Returns the questions that were asked and their answers, newest first. */
export async function listRatings(db: Database, within: RawBuilder<boolean>, query: RatingsQuery): Promise<Rating[]> {
  const { limit, before, conversationId, contactId, sharedBy } = query;
  const { rows } = await sql<ListedRow>`
    select ratings.*, (
      select coalesce(jsonb_agg(jsonb_build_object('userId', share."userId", 'name', users.name, 'answers', share.answers)
        order by share.answers desc), '[]')
      from jsonb_to_recordset(ratings.shares) as share ("userId" uuid, answers integer)
      left join users on users.id = share."userId"
    ) as sharers
    from ratings join conversations on conversations.id = ratings.conversation_id
    where asked_at is not null and not conversations.hidden and ${within}
      ${before === undefined ? sql`` : sql`and ratings.id < ${before}`}
      ${conversationId === undefined ? sql`` : sql`and ratings.conversation_id = ${conversationId}`}
      ${
        contactId === undefined
          ? sql``
          : sql`and conversations.visitor_id = any(array(select visitor_id from identities where contact_id = ${contactId}))`
      }
      ${sharedBy === undefined ? sql`` : sql`and ratings.shares @> ${JSON.stringify([{ userId: sharedBy }])}::jsonb`}
    order by ratings.id desc limit ${limit}
  `.execute(db);
  return rows.map((row) => ({
    id: row.id,
    conversationId: row.conversationId,
    closingNo: row.closingNo,
    askedAt: row.askedAt.toISOString(),
    place: row.place,
    score: row.score,
    reasons: row.reasons,
    comment: row.comment,
    ratedAt: row.ratedAt?.toISOString() ?? null,
    shares: row.sharers,
  }));
}
