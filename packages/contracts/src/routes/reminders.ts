import * as Type from 'typebox';
import { Reminder } from '../conversations/reminders.ts';
import { route } from '../route.ts';
import { IdParam, NoContent, Strict, Timestamp } from '../schema.ts';

const tag = {
  name: 'Reminders',
  description: 'When the caller wants to see a conversation again; nobody else sees it.',
};
const params = Strict({ id: IdParam });

export const listReminders = route({
  method: 'GET',
  path: '/api/reminders',
  access: 'staff',
  permission: 'conversations.read',
  tag,
  summary: 'List the caller’s reminders, soonest first; due ones stay until dismissed',
  query: Strict({
    due: Type.Optional(Type.Boolean({ description: 'Only those that are due, or only the others.' })),
  }),
  responses: { 200: Type.Array(Reminder) },
});

export const setReminder = route({
  method: 'POST',
  path: '/api/conversations/:id/reminder',
  access: 'staff',
  permission: 'conversations.read',
  conversations: ['params.id'],
  tag,
  summary: 'Remind only the caller of a conversation, replacing an earlier reminder; lists don’t change',
  params,
  body: Strict({ remindAt: Timestamp }),
  responses: { 200: Reminder },
});

export const dismissReminder = route({
  method: 'DELETE',
  path: '/api/conversations/:id/reminder',
  access: 'staff',
  permission: 'conversations.read',
  conversations: ['params.id'],
  tag,
  summary: 'Dismiss or cancel the caller’s reminder',
  params,
  responses: { 204: NoContent },
});
