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
  summary: 'What the caller wants to be reminded of, the soonest first; those that are due stay until dismissed',
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
  summary: 'Remind the caller, and nobody else, of a conversation; it stays where it is. Replaces an earlier one',
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
  summary: 'Dismiss the caller’s reminder, or call it off',
  params,
  responses: { 204: NoContent },
});
