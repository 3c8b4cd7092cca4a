import * as Type from 'typebox';
import { route } from '../route.ts';
import { Id, IdParam, NoContent, Strict } from '../schema.ts';
import { conversationsTag } from './conversations.ts';

const tag = conversationsTag;
const params = Strict({ id: IdParam });

export const follow = route({
  method: 'POST',
  path: '/api/conversations/:id/follow',
  access: 'staff',
  permission: 'conversations.read',
  conversations: ['params.id'],
  tag,
  summary: 'Follow a conversation, to be notified of new messages and notes',
  params,
  responses: { 204: NoContent },
});

export const unfollow = route({
  method: 'DELETE',
  path: '/api/conversations/:id/follow',
  access: 'staff',
  permission: 'conversations.read',
  conversations: ['params.id'],
  tag,
  summary: 'Unfollow a conversation, even after writing a note or being mentioned there',
  params,
  responses: { 204: NoContent },
});

export const listFollowers = route({
  method: 'GET',
  path: '/api/conversations/:id/followers',
  access: 'staff',
  permission: 'conversations.read',
  conversations: ['params.id'],
  tag,
  summary: 'List the users who follow a conversation, by name',
  params,
  responses: { 200: Type.Array(Type.Object({ userId: Id, name: Type.String() })) },
});

export const listFollowed = route({
  method: 'GET',
  path: '/api/following',
  access: 'staff',
  permission: 'conversations.read',
  tag,
  summary: 'List the conversations that the caller follows, last active first; at most 1,000',
  responses: { 200: Type.Object({ conversationIds: Type.Array(Id) }) },
});
