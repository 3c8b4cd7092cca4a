/** Takes a customer's answer, from wherever they were asked. One per closing, which they can change for a day. */
import { isDeepStrictEqual } from 'node:util';
import { localize } from '@parley/contracts/i18n/server-texts';
import { Problem } from '@parley/contracts/problems';
import { ratingReasons } from '@parley/contracts/ratings/limits';
import type { Rating, RatingAnswer, RatingOfActivity } from '@parley/contracts/ratings/ratings';
import { transition as transitionInDb } from '@parley/db/conversations/transition';
import * as ratings from '@parley/db/ratings/ratings';
import { isBlocked } from '@parley/db/visitors/contacts';
import { sql } from 'kysely';
import type { StaffCaller, VisitorCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { dispatch } from '../events/dispatch.ts';
import { blocked } from '../permissions/blocked.ts';
import { can, refuseWithout } from '../permissions/permissions.ts';
import { scopeSql } from '../permissions/scope.ts';
import { publishAsked } from './ask.ts';
import { readRatingLink } from './links.ts';
import { type Question, questionFor } from './question.ts';

const gone = (): Problem => new Problem('not_found', localize('no_such_rating'));

/** Returns the answer on top of the one before: what is left out stays, except the reasons for another score. */
function ratedNow(before: ratings.RatingRow, { score, reasons, comment }: RatingAnswer): RatingOfActivity {
  const kept = score === before.score ? before.reasons : [];
  return {
    score,
    reasons: ratingReasons.filter((each) => (reasons ?? kept).includes(each)),
    comment: comment?.trim() ?? before.comment,
  };
}

/** Stores the answer with its activity. The same answer again changes nothing. @throws Problem `not_found` */
async function answer(context: Context, id: string, given: RatingAnswer): Promise<void> {
  const done = await context.db.transaction().execute(async (transaction) => {
    const rating = await ratings.holdRating(transaction, id);
    if (!rating?.isOpen) throw gone();
    const rated = ratedNow(rating, given);
    if (isDeepStrictEqual(rated, { score: rating.score, reasons: rating.reasons, comment: rating.comment }))
      return null;
    await ratings.storeAnswer(transaction, id, rated);
    return transitionInDb(transaction, rating.conversationId, [{ type: 'rate', score: rated.score }], {
      cause: { by: 'customer' },
      rated,
    });
  });
  if (done?.outcome !== 'done') return;
  await dispatch(context, done.event, done);
  await publishAsked(context, done.conversation.id);
}

/** Takes the answer from a visitor's widget. @throws Problem as `rateFromChannel` */
export const rateAsVisitor = (
  context: Context,
  caller: VisitorCaller,
  { id, answer: given }: { id: string; answer: RatingAnswer },
): Promise<void> => rateFromChannel(context, { visitorId: caller.visitorId, id, answer: given });

/** @throws Problem `blocked`, `not_found` for a rating that isn't the visitor's or can't be answered any more */
export async function rateFromChannel(
  context: Context,
  { visitorId, id, answer: given }: { visitorId: string; id: string; answer: RatingAnswer },
): Promise<void> {
  if (await isBlocked(context.db, visitorId)) throw blocked();
  if ((await ratings.findRating(context.db, id))?.visitorId !== visitorId) throw gone();
  await answer(context, id, given);
}

/** Takes the answer of a link's holder. @throws Problem `not_found` for an invalid link, and one that is over */
export const rateByToken = async (context: Context, token: string, given: RatingAnswer): Promise<void> =>
  answer(context, readRatingLink(context, token), given);

export interface RatingPage {
  question: Question;
  /** Given so far. Nothing else of the answer is shown: links get forwarded. */
  score: Rating['score'];
}

/** Returns what the page behind a link shows; reading it changes nothing. @throws Problem `not_found` */
export async function readRatingPage(
  context: Pick<Context, 'db' | 'settings' | 'secrets'>,
  token: string,
): Promise<RatingPage> {
  const rating = await ratings.findRating(context.db, readRatingLink(context, token));
  if (!rating?.isOpen) throw gone();
  return { question: await questionFor(context, rating.visitorId), score: rating.score };
}

/**
 * Returns the ratings that the caller may see, newest first: those of conversations in their scope; without
 * `reports.read` only those of conversations in which they answered.
 */
export async function listRatings(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  query: Omit<ratings.RatingsQuery, 'sharedBy'>,
): Promise<Rating[]> {
  await refuseWithout(context, caller, 'conversations.read');
  const isWhole = await can(context, caller, 'reports.read');
  const within = (await scopeSql(context, caller)) ?? sql<boolean>`true`;
  return ratings.listRatings(context.db, within, { ...query, ...(!isWhole && { sharedBy: caller.user.id }) });
}
