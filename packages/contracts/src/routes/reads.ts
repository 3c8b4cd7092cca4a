import * as Type from 'typebox';
import { route } from '../route.ts';
import { IdParam, NoContent, Seq, Strict } from '../schema.ts';
import { conversationsTag } from './conversations.ts';

const tag = conversationsTag;
const params = Strict({ id: IdParam });

export const markRead = route({
  method: 'POST',
  path: '/api/conversations/:id/read',
  access: 'staff',
  permission: 'conversations.read',
  conversations: ['params.id'],
  tag,
  summary: 'The caller has read everything up to a seq, or all of it; the customer sees it as seen',
  params,
  body: Strict({ seq: Type.Optional(Seq) }),
  responses: { 204: NoContent },
});

export const markUnread = route({
  method: 'POST',
  path: '/api/conversations/:id/unread',
  access: 'staff',
  permission: 'conversations.read',
  conversations: ['params.id'],
  tag,
  summary: 'Unread for the caller until they read it again; nobody else sees it',
  params,
  responses: { 204: NoContent },
});
