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
  summary: 'Mark a conversation as read for the caller, up to a seq or completely; the customer sees it as seen',
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
  summary: 'Mark a conversation as unread, for the caller alone',
  params,
  responses: { 204: NoContent },
});
