import * as Type from 'typebox';
import { Activity } from '../conversations/activities.ts';
import { MessageContent, MessageMarkdown } from '../entities.ts';
import { mentionsPerPageMax } from '../conversations/limits.ts';
import { searchMaxLength } from '../filter/limits.ts';
import { FoundNote, Mention, mentioning, NoteInput, NoteVersion } from '../conversations/notes.ts';
import { route } from '../route.ts';
import { Described, IdParam, NoContent, PageLimit, Seq, Strict } from '../schema.ts';

const tag = {
  name: 'Notes',
  description: 'What the team writes beside a conversation for itself, and who is mentioned there.',
};
const conversation = Strict({ id: IdParam });
const note = Strict({ id: IdParam, activityNo: Described(Seq, 'Which note: the activity that wrote it.') });

export const addNote = route({
  method: 'POST',
  path: '/api/conversations/:id/notes',
  access: 'staff',
  permission: 'conversations.note',
  conversations: ['params.id'],
  tag,
  summary: 'Write a note for the team; repeating it with the same clientNoteId is safe',
  params: conversation,
  body: NoteInput,
  responses: { 200: Activity, 201: Activity },
});

export const editNote = route({
  method: 'PATCH',
  path: '/api/conversations/:id/notes/:activityNo',
  access: 'staff',
  permission: 'conversations.note',
  conversations: ['params.id'],
  tag,
  summary: 'Edit one’s own note; admins can read the earlier text',
  params: note,
  body: Strict({ content: MessageContent, markdown: Type.Optional(MessageMarkdown), ...mentioning }),
  responses: { 200: Activity },
});

export const removeNote = route({
  method: 'DELETE',
  path: '/api/conversations/:id/notes/:activityNo',
  access: 'staff',
  permission: 'conversations.note',
  conversations: ['params.id'],
  tag,
  summary: 'Remove one’s own note; that there was one stays visible',
  params: note,
  responses: { 204: NoContent },
});

export const listNoteVersions = route({
  method: 'GET',
  path: '/api/conversations/:id/notes/:activityNo/versions',
  access: 'staff',
  permission: 'messages.read_history',
  conversations: ['params.id'],
  tag,
  summary: 'List the earlier texts of a note, oldest first',
  params: note,
  responses: { 200: Type.Array(NoteVersion) },
});

export const searchNotes = route({
  method: 'GET',
  path: '/api/notes',
  access: 'staff',
  permission: 'conversations.read',
  tag,
  summary: 'Search notes of conversations that match the filters, newest first',
  query: Strict({
    q: Type.String({ maxLength: searchMaxLength, description: 'As `q` of `GET /api/conversations`' }),
    limit: PageLimit(50, 10),
  }),
  responses: { 200: Type.Array(FoundNote) },
});

export const listMentions = route({
  method: 'GET',
  path: '/api/mentions',
  access: 'staff',
  permission: 'conversations.read',
  tag,
  summary: 'List the caller’s mentions, newest first',
  query: Strict({
    unread: Type.Optional(Type.Boolean({ description: 'Only what the caller has not read.' })),
    limit: PageLimit(mentionsPerPageMax),
  }),
  responses: { 200: Type.Array(Mention) },
});

export const readMentions = route({
  method: 'POST',
  path: '/api/conversations/:id/mentions/read',
  access: 'staff',
  permission: 'conversations.read',
  conversations: ['params.id'],
  tag,
  summary: 'Mark the caller’s mentions in a conversation as read',
  params: conversation,
  responses: { 204: NoContent },
});
