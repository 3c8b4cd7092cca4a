import * as Type from 'typebox';
import { Rating, RatingAnswer } from '../ratings/ratings.ts';
import { route } from '../route.ts';
import { Described, Id, IdParam, NoContent, PageLimit, Strict } from '../schema.ts';
import { visitorsTag } from './visitor.ts';

const tag = { name: 'Ratings', description: 'How satisfied customers are, asked once after a close.' };
const path = '/api/ratings/page';
const query = Strict({
  token: Type.String({ maxLength: 1000, description: 'Of the link' }),
  score: Type.Optional(Type.String({ maxLength: 1, description: 'Chosen when the page opens' })),
});

export const listRatings = route({
  method: 'GET',
  path: '/api/ratings',
  access: 'staff',
  permission: 'conversations.read',
  tag,
  summary: 'List ratings, newest first; without `reports.read` those of conversations that one answered in',
  query: Strict({
    conversationId: Type.Optional(Described(Id, 'Only of this conversation.')),
    contactId: Type.Optional(Described(Id, 'Only of this contact.')),
    limit: PageLimit(200),
    before: Type.Optional(Described(Id, 'Only what is older than this one.')),
  }),
  responses: { 200: Type.Array(Rating) },
});

export const rateAsVisitor = route({
  method: 'POST',
  path: '/api/visitor/ratings/:id',
  access: 'visitor',
  tag: visitorsTag,
  summary: 'Answer the question about a closed conversation, or within a day answer differently',
  refusals: ['not_found', 'blocked'],
  params: Strict({ id: IdParam }),
  body: RatingAnswer,
  responses: { 204: NoContent },
});

export const ratingPage = route({
  method: 'GET',
  path,
  access: 'anyone',
  tag,
  summary: 'Show the page behind a rating’s link; opening it changes nothing',
  refusals: ['not_found'],
  query,
  responses: { 200: Type.Unknown() },
  raw: true,
});

export const rateByLink = route({
  method: 'POST',
  path,
  access: 'anyone',
  tag,
  summary: 'Store the answer of the page behind a rating’s link',
  refusals: ['not_found'],
  query,
  body: RatingAnswer,
  bodyLimit: 16 * 1024,
  responses: { 200: Type.Unknown() },
  raw: true,
});
