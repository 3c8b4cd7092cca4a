import * as Type from 'typebox';
import { Contact, ContactEntry, ContactNote, ContactNoteVersion } from '../conversations/contacts.ts';
import { Conversation, MessageContent } from '../entities.ts';
import { attributesMax, contactsPerPageMax, conversationsPerPageMax, nameMaxLength } from '../limits.ts';
import { route } from '../route.ts';
import { Described, expected, Id, IdParam, Name, NoContent, Nullable, PageLimit, Strict } from '../schema.ts';
import { AttributeContent, AttributeKey } from '../conversations/attributes.ts';

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
  summary: 'People who have written or said who they are, newest first; the next page is in the Link header',
  query: Strict({
    q: Type.Optional(Type.String({ maxLength: 200, description: 'Beginnings of words of a name, address or number' })),
    blocked: Type.Optional(Type.Boolean({ description: 'Only those who are blocked' })),
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
  summary: 'A person: what they are known by, and what is known of them',
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
  summary: 'All conversations of a person, newest first; the next page is in the Link header',
  params,
  query: Strict({
    limit: PageLimit(conversationsPerPageMax),
    cursor: Type.Optional(Described(Id, 'As in the Link header of the page before.')),
  }),
  responses: { 200: Type.Array(Conversation) },
});

export const updateContact = route({
  method: 'PATCH',
  path: '/api/contacts/:id',
  access: 'staff',
  permission: 'contacts.update',
  contact: 'params.id',
  tag,
  summary: 'Name a person, on all of their conversations, and set what is known of them: all of it or nothing',
  params,
  body: Strict(
    {
      name: Type.Optional(Name({ maxLength: nameMaxLength })),
      ...expected({ name: Nullable(Type.String({ maxLength: nameMaxLength })) }),
      attributes: Type.Optional(
        Type.Array(
          Strict({
            key: AttributeKey,
            /** Null takes it away. */
            value: Nullable(AttributeContent),
            /** Value that the caller has seen; a different current one → 409. */
            expected: Type.Optional(Nullable(AttributeContent)),
          }),
          { minItems: 1, maxItems: attributesMax },
        ),
      ),
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
  summary: 'Block a person, whatever they come by: nothing they send reaches the team; doing it again is fine',
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
  summary: 'Let a person write again',
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
  summary: 'Make another contact one with this one, who remains; no message moves, and it can be undone',
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
  summary: 'Undo a merge of contacts, whatever was merged since; answers who is there again',
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
  summary: 'What the team noted about a person, newest first',
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
  summary: 'Write a note about a person for the team; repeating it with the same clientNoteId is safe',
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
  summary: 'Change a note of one’s own about a person; what it said before is kept for administrators',
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
  summary: 'Remove a note of one’s own about a person; that there was one stays to be seen',
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
  summary: 'What a note about a person has said, oldest first',
  params: note,
  responses: { 200: Type.Array(ContactNoteVersion) },
});
