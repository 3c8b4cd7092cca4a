import * as Type from 'typebox';
import { Batch } from '../conversations/bulk.ts';
import { route } from '../route.ts';
import { allOptional, Id, IdParam, Strict } from '../schema.ts';
import { Topic, topicFields } from '../topics/topics.ts';

const tag = { name: 'Topics', description: 'What customers ask about, found in their words once a week.' };
const params = Strict({ id: IdParam });

export const listTopics = route({
  method: 'GET',
  path: '/api/topics',
  access: 'staff',
  permission: 'reports.read',
  tag,
  summary: 'List the topics, those with most conversations first',
  responses: { 200: Type.Array(Topic) },
});

export const updateTopic = route({
  method: 'PATCH',
  path: '/api/topics/:id',
  access: 'staff',
  permission: 'tags.manage',
  tag,
  summary: 'Rename, hide or show a topic',
  params,
  body: Strict(allOptional(topicFields), { minProperties: 1 }),
  responses: { 200: Topic },
});

export const mergeTopic = route({
  method: 'POST',
  path: '/api/topics/:id/merge',
  access: 'staff',
  permission: 'tags.manage',
  tag,
  summary: 'Merge a topic into another one, which gets its conversations',
  refusals: ['conflict'],
  params,
  body: Strict({ into: Id }),
  responses: { 200: Topic },
});

export const tagTopic = route({
  method: 'POST',
  path: '/api/topics/:id/tag',
  access: 'staff',
  permission: 'tags.manage',
  tag,
  summary: 'Make a tag of a topic: conversations of the caller’s scope get the tag of its name, as a bulk change',
  refusals: ['conflict'],
  params,
  responses: { 201: Batch },
});
