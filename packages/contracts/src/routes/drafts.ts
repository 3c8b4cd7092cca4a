import * as Type from 'typebox';
import { Draft, DraftContent, DraftKind, DraftRevision } from '../conversations/drafts.ts';
import { draftsPerPageMax } from '../conversations/limits.ts';
import { route } from '../route.ts';
import { Described, Id, IdParam, NoContent, PageLimit, Strict } from '../schema.ts';

const tag = { name: 'Drafts', description: 'What the caller has written and not sent yet, on every device of theirs.' };
const params = Strict({ id: IdParam, kind: Described(DraftKind, 'Of a reply, or of a note.') });

export const listDrafts = route({
  method: 'GET',
  path: '/api/drafts',
  access: 'staff',
  permission: 'conversations.read',
  tag,
  summary: 'List the caller’s own drafts, newest first; optionally of one conversation',
  query: Strict({
    conversationId: Type.Optional(Described(Id, 'Only of this conversation.')),
    limit: PageLimit(draftsPerPageMax, draftsPerPageMax),
  }),
  responses: { 200: Type.Array(Draft) },
});

export const saveDraft = route({
  method: 'PATCH',
  path: '/api/conversations/:id/drafts/:kind',
  access: 'staff',
  permission: 'conversations.read',
  conversations: ['params.id'],
  tag,
  summary: 'Save a draft; 409 if another device saved it after `revision`, or it was sent',
  params,
  body: Strict({
    /** The `clientMessageId` or `clientNoteId` that it will be sent under, which removes it. */
    id: Id,
    content: DraftContent,
    /** Whether `content` is formatted text; absent means no. */
    isMarkdown: Type.Optional(Type.Boolean()),
    /** Revision in the last response; 0 for a new draft. */
    revision: DraftRevision,
  }),
  responses: { 200: Draft },
});

export const removeDraft = route({
  method: 'DELETE',
  path: '/api/conversations/:id/drafts/:kind',
  access: 'staff',
  permission: 'conversations.read',
  conversations: ['params.id'],
  tag,
  summary: 'Discard a draft; 409 if another device saved it after `revision`',
  params,
  query: Strict({ revision: Described(DraftRevision, 'As it was answered last.') }),
  responses: { 204: NoContent },
});
