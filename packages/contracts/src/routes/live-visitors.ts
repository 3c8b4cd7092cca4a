import * as Type from 'typebox';
import { MessageContent } from '../entities.ts';
import { route } from '../route.ts';
import { Described, Id, IdParam, Strict } from '../schema.ts';
import { LiveVisitors } from '../visitors/live-visitors.ts';

const tag = {
  name: 'Live visitors',
  description: 'Who has a page of a website open now, for websites that have switched this on.',
};

export const listLiveVisitors = route({
  method: 'GET',
  path: '/api/live-visitors',
  access: 'staff',
  permission: 'visitors.read',
  tag,
  summary: 'Count the visitors of each website now, and list those who report their pages',
  query: Strict({ websiteId: Type.Optional(Described(Id, 'Only of this website.')) }),
  responses: { 200: LiveVisitors },
});

export const startWithLiveVisitor = route({
  method: 'POST',
  path: '/api/live-visitors/:id/conversations',
  access: 'staff',
  permission: 'conversations.reply',
  tag,
  summary: 'Start a conversation with a visitor who is on a page now; they see it at once',
  refusals: ['conflict'],
  params: Strict({ id: IdParam }),
  body: Strict({ websiteId: Id, content: MessageContent, clientMessageId: Id }),
  responses: { 201: Type.Object({ conversationId: Id }) },
});
