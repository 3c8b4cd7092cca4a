import * as Type from 'typebox';
import { Contact, ContactEntry, ContactNote, ContactNoteVersion } from '../conversations/contacts.ts';
import { Conversation, MessageContent } from '../entities.ts';
import { contactsPerPageMax, conversationsPerPageMax } from '../conversations/limits.ts';
import { nameMaxLength } from '../users/limits.ts';
import { StartWays } from '../conversations/starting.ts';
import { filterTextMax } from '../filter/filter.ts';
import { route } from '../route.ts';
import { Described, expected, Id, IdParam, Name, NoContent, Nullable, PageLimit, Strict } from '../schema.ts';
import { TrackedEvent } from '../visitors/tracked-events.ts';
import { AttributeChanges } from '../conversations/attributes.ts';

const tag = {
  name: 'Contacts',
  description: 'The people behind the conversations: who they are, what is noted about them, blocking and merging.',
};
const params = Strict({ id: IdParam });
const note = Strict({ id: IdParam, noteId: Described(Id, 'Which note about the person.') });

export const listContacts = route({
  method: 'GET',
  path: '/api/contacts',
  access: 'staff',
  permission: 'contacts.read',
  tag,
  summary: 'List contacts who wrote or identified themselves, newest first; the Link header has the next page',
  query: Strict({
    q: Type.Optional(Type.String({ maxLength: 200, description: 'Beginnings of words of a name, address or number' })),
    blocked: Type.Optional(Type.Boolean({ description: 'Only those who are blocked' })),
    filter: Type.Optional(
      Type.String({
        maxLength: filterTextMax,
        description: 'A filter as JSON, of attributes of contacts and companies, as in `contact.plan`',
      }),
    ),
    limit: PageLimit(contactsPerPageMax),
    cursor: Type.Optional(Described(Id, 'As in the Link header of the page before.')),
  }),
  responses: { 200: Type.Array(ContactEntry) },
});

export const getContact = route({
  method: 'GET',
  path: '/api/contacts/:id',
  access: 'staff',
  permission: 'contacts.read',
  contact: 'params.id',
  tag,
  summary: 'Get a contact with identities and attributes',
  params,
  responses: { 200: Contact },
});

export const listContactConversations = route({
  method: 'GET',
  path: '/api/contacts/:id/conversations',
  access: 'staff',
  permission: 'contacts.read',
  contact: 'params.id',
  tag,
  summary: 'List all conversations of a contact, newest first; the Link header has the next page',
  params,
  query: Strict({
    limit: PageLimit(conversationsPerPageMax),
    cursor: Type.Optional(Described(Id, 'As in the Link header of the page before.')),
  }),
  responses: { 200: Type.Array(Conversation) },
});

export const listContactEvents = route({
  method: 'GET',
  path: '/api/contacts/:id/events',
  access: 'staff',
  permission: 'contacts.read',
  contact: 'params.id',
  tag,
  summary: 'List the newest events that websites tracked of a contact, newest first; at most 100',
  params,
  responses: { 200: Type.Array(TrackedEvent) },
});

export const listStartWays = route({
  method: 'GET',
  path: '/api/contacts/:id/ways',
  access: 'staff',
  permission: 'conversations.reply',
  contact: 'params.id',
  tag,
  summary: 'List the channels by which a contact can be written to first, the best one first',
  params,
  responses: { 200: StartWays },
});

export const updateContact = route({
  method: 'PATCH',
  path: '/api/contacts/:id',
  access: 'staff',
  permission: 'contacts.update',
  contact: 'params.id',
  tag,
  summary: 'Rename a contact on all their conversations, and set attributes: all or nothing',
  params,
  body: Strict(
    {
      name: Type.Optional(Name({ maxLength: nameMaxLength })),
      ...expected({ name: Nullable(Type.String({ maxLength: nameMaxLength })) }),
      /** Company that the contact belongs to; null for none. */
      companyId: Type.Optional(Nullable(Id)),
      attributes: Type.Optional(AttributeChanges),
    },
    { minProperties: 1 },
  ),
  responses: { 200: Contact },
});

export const blockContact = route({
  method: 'POST',
  path: '/api/contacts/:id/block',
  access: 'staff',
  permission: 'contacts.block',
  contact: 'params.id',
  tag,
  summary: 'Block a contact on every channel: nothing they send reaches the team; repeating it is fine',
  params,
  responses: { 200: Contact },
});

export const unblockContact = route({
  method: 'DELETE',
  path: '/api/contacts/:id/block',
  access: 'staff',
  permission: 'contacts.block',
  contact: 'params.id',
  tag,
  summary: 'Unblock a contact',
  params,
  responses: { 200: Contact },
});

export const mergeContacts = route({
  method: 'POST',
  path: '/api/contacts/:id/merge',
  access: 'staff',
  permission: 'contacts.merge',
  contact: 'params.id',
  tag,
  summary: 'Merge another contact into this one; no message moves, and it can be undone',
  params,
  body: Strict({ mergedId: Id }),
  responses: { 200: Type.Object({ contact: Contact, mergeId: Id }) },
});

export const unmergeContacts = route({
  method: 'DELETE',
  path: '/api/merges/:id',
  access: 'staff',
  permission: 'contacts.merge',
  tag,
  summary: 'Undo a merge of contacts, even after later merges; returns the restored contact',
  params,
  responses: { 200: Contact },
});

export const listContactNotes = route({
  method: 'GET',
  path: '/api/contacts/:id/notes',
  access: 'staff',
  permission: 'contacts.read',
  contact: 'params.id',
  tag,
  summary: 'List the team’s notes about a contact, newest first',
  params,
  responses: { 200: Type.Array(ContactNote) },
});

export const addContactNote = route({
  method: 'POST',
  path: '/api/contacts/:id/notes',
  access: 'staff',
  permission: 'conversations.note',
  contact: 'params.id',
  tag,
  summary: 'Write a note about a contact for the team; repeating it with the same clientNoteId is safe',
  params,
  body: Strict({ content: MessageContent, clientNoteId: Type.Optional(Id) }),
  responses: { 200: ContactNote, 201: ContactNote },
});

export const editContactNote = route({
  method: 'PATCH',
  path: '/api/contacts/:id/notes/:noteId',
  access: 'staff',
  permission: 'conversations.note',
  contact: 'params.id',
  tag,
  summary: 'Edit one’s own note about a contact; admins can read the earlier text',
  params: note,
  body: Strict({ content: MessageContent }),
  responses: { 200: ContactNote },
});

export const removeContactNote = route({
  method: 'DELETE',
  path: '/api/contacts/:id/notes/:noteId',
  access: 'staff',
  permission: 'conversations.note',
  contact: 'params.id',
  tag,
  summary: 'Remove one’s own note about a contact; that there was one stays visible',
  params: note,
  responses: { 204: NoContent },
});

export const listContactNoteVersions = route({
  method: 'GET',
  path: '/api/contacts/:id/notes/:noteId/versions',
  access: 'staff',
  permission: 'messages.read_history',
  contact: 'params.id',
  tag,
  summary: 'List the earlier texts of a note about a contact, oldest first',
  params: note,
  responses: { 200: Type.Array(ContactNoteVersion) },
});
