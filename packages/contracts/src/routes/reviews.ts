import * as Type from 'typebox';
import { Conversation } from '../entities.ts';
import { reviewCommentMaxLength, reviewStatuses } from '../reviews/limits.ts';
import { Review, ReviewDraft, Scorecard, ScorecardDraft, scorecardFields } from '../reviews/reviews.ts';
import { route } from '../route.ts';
import {
  allOptional,
  Described,
  expected,
  Id,
  IdParam,
  NoContent,
  Nullable,
  OneOf,
  PageLimit,
  Strict,
} from '../schema.ts';

const tag = { name: 'Reviews', description: 'Quality of answers, marked by the criteria of scorecards.' };
const params = Strict({ id: IdParam });

export const listScorecards = route({
  method: 'GET',
  path: '/api/scorecards',
  access: 'staff',
  permission: 'reviews.write',
  tag,
  summary: 'List the scorecards by name',
  responses: { 200: Type.Array(Scorecard) },
});

export const addScorecard = route({
  method: 'POST',
  path: '/api/scorecards',
  access: 'staff',
  permission: 'reviews.manage',
  tag,
  summary: 'Create a scorecard; its sample of the week before is drawn within minutes',
  refusals: ['conflict'],
  body: ScorecardDraft,
  responses: { 201: Scorecard },
});

export const updateScorecard = route({
  method: 'PATCH',
  path: '/api/scorecards/:id',
  access: 'staff',
  permission: 'reviews.manage',
  tag,
  summary: 'Change a scorecard; reviews that were begun keep the criteria that they have',
  refusals: ['conflict'],
  params,
  body: Strict({ ...allOptional(scorecardFields), ...expected(scorecardFields) }, { minProperties: 1 }),
  responses: { 200: Scorecard },
});

export const deleteScorecard = route({
  method: 'DELETE',
  path: '/api/scorecards/:id',
  access: 'staff',
  permission: 'reviews.manage',
  tag,
  summary: 'Delete a scorecard with the reviews that nobody has begun; the others stay',
  params,
  responses: { 204: NoContent },
});

export const ListedReview = Type.Object({ review: Review, conversation: Conversation }, { $id: 'ListedReview' });
export type ListedReview = Type.Static<typeof ListedReview>;

export const listReviews = route({
  method: 'GET',
  path: '/api/reviews',
  access: 'staff',
  permission: 'conversations.read',
  tag,
  summary:
    'List reviews with their conversations, newest first; without `reviews.write` the finished ones of one’s own answers',
  query: Strict({
    status: Type.Optional(Described(OneOf(reviewStatuses), 'Only these.')),
    conversationId: Type.Optional(Described(Id, 'Only of this conversation.')),
    personId: Type.Optional(Described(Id, 'Only of this representative’s answers.')),
    limit: PageLimit(100),
    before: Type.Optional(Described(Id, 'Only what is older than this one.')),
  }),
  responses: { 200: Type.Array(ListedReview) },
});

export const startReview = route({
  method: 'POST',
  path: '/api/reviews',
  access: 'staff',
  permission: 'reviews.write',
  tag,
  summary: 'Begin a review of a person’s answers in a conversation; an open one of the same scorecard is returned',
  refusals: ['conflict'],
  body: Strict({
    conversationId: Id,
    scorecardId: Id,
    /** Null for the assistant. */
    personId: Nullable(Id),
  }),
  responses: { 201: Review },
});

export const saveReview = route({
  method: 'PUT',
  path: '/api/reviews/:id',
  access: 'staff',
  permission: 'reviews.write',
  tag,
  summary: 'Save marks and comments of an open review, which becomes the caller’s',
  refusals: ['conflict'],
  params,
  body: ReviewDraft,
  responses: { 200: Review },
});

export const settleReview = route({
  method: 'PUT',
  path: '/api/reviews/:id/status',
  access: 'staff',
  permission: 'reviews.write',
  tag,
  summary: 'Finish, reopen or skip a review; only its reviewer and `reviews.manage` change a begun one',
  refusals: ['conflict'],
  params,
  body: Strict({ status: OneOf(reviewStatuses) }),
  responses: { 200: Review },
});

export const answerReview = route({
  method: 'PUT',
  path: '/api/reviews/:id/answer',
  access: 'staff',
  permission: 'conversations.read',
  tag,
  summary: 'Answer a finished review of one’s own answers; an empty text removes the answer',
  params,
  body: Strict({ text: Type.String({ maxLength: reviewCommentMaxLength }) }),
  responses: { 200: Review },
});
