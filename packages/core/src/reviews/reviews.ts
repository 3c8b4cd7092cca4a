/** Reviews of answers by the criteria of scorecards. Nobody reviews their own answers. */
import { Problem, fieldProblem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { lowScoreBelow, markValues, type ReviewStatus } from '@parley/contracts/reviews/limits';
import type { Review, ReviewDraft } from '@parley/contracts/reviews/reviews';
import { scoreOf } from '@parley/contracts/reviews/score';
import type { ListedReview } from '@parley/contracts/routes/reviews';
import { findListed } from '@parley/db/conversations/read';
import type { Transaction } from '@parley/db/database';
import { insertEvent } from '@parley/db/outbox/insert';
import * as reviews from '@parley/db/reviews/reviews';
import { findScorecard } from '@parley/db/reviews/scorecards';
import { sql } from 'kysely';
import { recordAudit } from '../audit/record.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { dispatch } from '../events/dispatch.ts';
import { assertMay, can, refuseWithout } from '../permissions/permissions.ts';
import { assertInScope, scopeSql } from '../permissions/scope.ts';
import { announceReviews } from './scorecards.ts';

const unknown = (): Problem => new Problem('not_found', localize('no_such_review'));

/**
 * Returns the reviews that the caller may see, newest first. With `reviews.write` those of their scope; open ones of
 * their own answers and estimates of what is still open are hidden. Without it, the finished ones of their own answers.
 */
export async function listReviews(
  context: Context,
  caller: StaffCaller,
  query: reviews.ReviewsQuery,
): Promise<ListedReview[]> {
  await refuseWithout(context, caller, 'conversations.read');
  const isReviewer = await can(context, caller, 'reviews.write');
  const within = (await scopeSql(context, caller)) ?? sql<boolean>`true`;
  const found = await reviews.listReviews(context.db, { userId: caller.user.id, isReviewer, within }, query);
  const ids = [...new Set(found.map(({ conversationId }) => conversationId))];
  const listed = new Map(
    (await findListed(context.db, ids)).map(({ conversation }) => [conversation.id, conversation]),
  );
  return found.flatMap((review) => {
    const conversation = listed.get(review.conversationId);
    return conversation ? [{ review, conversation }] : [];
  });
}

/**
 * Begins a review, or returns the one of the same scorecard, person and conversation.
 *
 * @throws Problem `forbidden`, `not_found` for a conversation outside the scope and an unknown scorecard, `conflict` for
 * one's own answers and for a person without an answer
 */
export async function startReview(
  context: Context,
  caller: StaffCaller,
  { conversationId, scorecardId, personId }: { conversationId: string; scorecardId: string; personId: string | null },
): Promise<Review> {
  await assertMay(context, caller, 'reviews.write', { conversationId });
  if (personId === caller.user.id) throw new Problem('conflict', localize('review_of_own'));
  const started = await context.db.transaction().execute(async (db) => {
    const scorecard = await findScorecard(db, scorecardId);
    if (!scorecard) throw new Problem('not_found', localize('no_such_scorecard'));
    if (!(await reviews.hasAnswered(db, conversationId, personId)))
      throw new Problem('conflict', localize('review_without_answer'));
    const id = await reviews.insertReview(db, scorecard, {
      conversationId,
      personId,
      reviewerId: null,
      isEstimate: false,
      reason: 'picked',
    });
    return reviews.findReview(db, id);
  });
  if (!started) throw unknown();
  await announceReviews(context);
  return started;
}

/** Locks a review that the caller may write. @throws Problem `forbidden`, `not_found`, `conflict` for one's own answers */
async function holdForReviewer(context: Context, caller: StaffCaller, db: Transaction, id: string): Promise<Review> {
  const review = await reviews.holdReview(db, id);
  if (!review || review.isEstimate) throw unknown();
  await assertInScope(context, caller, [review.conversationId]);
  if (review.person?.id === caller.user.id) throw new Problem('conflict', localize('review_of_own'));
  return review;
}

/**
 * Saves an open review, which becomes the caller's.
 *
 * @throws Problem `forbidden`, `not_found`, `invalid` for a mark that its criterion doesn't have and a comment at a
 * message that there isn't, `conflict` if it isn't open or another user has begun it
 */
export async function saveReview(
  context: Context,
  caller: StaffCaller,
  id: string,
  draft: ReviewDraft,
): Promise<Review> {
  await refuseWithout(context, caller, 'reviews.write');
  const saved = await context.db.transaction().execute(async (db) => {
    const review = await holdForReviewer(context, caller, db, id);
    if (review.status !== 'open') throw new Problem('conflict', localize('review_not_open'));
    if (review.reviewer && review.reviewer.id !== caller.user.id)
      throw new Problem('conflict', localize('review_begun', { name: review.reviewer.name }));
    checkMarks(review, draft);
    const last = await reviews.lastSeqOf(db, review.conversationId);
    const stray = draft.notes.find(({ seq }) => seq < 1 || seq > last);
    if (stray) throw fieldProblem('invalid', 'notes', localize('review_note', { seq: stray.seq }));
    await reviews.storeMarks(db, id, { ...draft, reviewerId: caller.user.id });
    return reviews.findReview(db, id);
  });
  if (!saved) throw unknown();
  await announceReviews(context);
  return saved;
}

/** @throws Problem `invalid` */
function checkMarks({ scorecard }: Review, { marks }: ReviewDraft): void {
  const isMarkedTwice = new Set(marks.map(({ criterionId }) => criterionId)).size < marks.length;
  const isStray = marks.some(({ criterionId, value }) => {
    const criterion = scorecard.criteria.find((each) => each.id === criterionId);
    return !criterion || (value !== null && !markValues[criterion.scale].includes(value));
  });
  if (isMarkedTwice || isStray) throw fieldProblem('invalid', 'marks', localize('review_mark'));
}

/**
 * Finishes, skips or reopens a review; the same status again changes nothing. A low score is an event for rules.
 *
 * @throws Problem `forbidden`, `not_found`, `conflict` for an incomplete one, and for one that another user has begun
 * without `reviews.manage`
 */
export async function settleReview(
  context: Context,
  caller: StaffCaller,
  id: string,
  status: ReviewStatus,
): Promise<Review> {
  await refuseWithout(context, caller, 'reviews.write');
  const isManager = await can(context, caller, 'reviews.manage');
  const settled = await context.db.transaction().execute(async (db) => {
    const review = await holdForReviewer(context, caller, db, id);
    if (review.status === status) return { review };
    if (review.reviewer && review.reviewer.id !== caller.user.id && (!isManager || status === 'finished'))
      throw new Problem('conflict', localize('review_begun', { name: review.reviewer.name }));
    const { criteria } = review.scorecard;
    const scored = status === 'finished' ? scoreOf(criteria, review.marks) : { score: null, isCriticalFailed: false };
    if (status === 'finished' && (scored.score === null || review.marks.length < criteria.length))
      throw new Problem('conflict', localize('review_incomplete'));
    await reviews.storeStatus(db, id, { status, ...scored });
    if (status === 'finished' || review.status === 'finished')
      await recordAudit({ db }, caller, {
        action: status === 'finished' ? 'review.finished' : 'review.reopened',
        subject: { type: 'review', id },
        details: {
          conversationId: review.conversationId,
          scorecard: review.scorecard.name,
          person: review.person?.name ?? null,
          score: scored.score ?? review.score,
        },
      });
    const isLow = scored.score !== null && scored.score < lowScoreBelow;
    return {
      review: await reviews.findReview(db, id),
      event: isLow ? await insertEvent(db, { type: 'review.low', conversationId: review.conversationId }) : undefined,
    };
  });
  if (!settled.review) throw unknown();
  if (settled.event) await dispatch(context, settled.event);
  await announceReviews(context);
  return settled.review;
}

/**
 * Stores the reply of the reviewed representative; an empty text removes it.
 *
 * @throws Problem `not_found` for a review that isn't theirs, `conflict` if it isn't finished
 */
export async function answerReview(context: Context, caller: StaffCaller, id: string, text: string): Promise<Review> {
  await refuseWithout(context, caller, 'conversations.read');
  const answered = await context.db.transaction().execute(async (db) => {
    const review = await reviews.holdReview(db, id);
    if (!review || review.isEstimate || review.person?.id !== caller.user.id) throw unknown();
    await assertInScope(context, caller, [review.conversationId]);
    if (review.status !== 'finished') throw new Problem('conflict', localize('review_not_finished'));
    await reviews.storeReply(db, id, text.trim());
    return reviews.findReview(db, id);
  });
  if (!answered) throw unknown();
  await announceReviews(context);
  return answered;
}
