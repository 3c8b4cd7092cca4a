import * as Type from 'typebox';
import { Attachment } from '../messages/attachments.ts';
import {
  CannedReply,
  ImportReport,
  importFormats,
  importMaxLength,
  Macro,
  ReplyAction,
  replyActionsMax,
  ReplyFiles,
  replyFields,
} from '../messages/canned-replies.ts';
import { ChangedConversation } from '../entities.ts';
import { route } from '../route.ts';
import { allOptional, expected, Id, IdParam, NoContent, Nullable, OneOf, Strict } from '../schema.ts';

const tag = {
  name: 'Canned replies',
  description: 'Texts that are written again and again, and what is done with a conversation beside them.',
};
const params = Strict({ id: IdParam });
const { name, shortcut, text, variants, actions, blocks, websiteIds } = replyFields;
/** Only the members of the team are offered a shared reply that names one. */
const teamId = Nullable(Id);
const replyChange = { isShared: Type.Boolean(), teamId, ...replyFields, attachments: ReplyFiles };

export const listCannedReplies = route({
  method: 'GET',
  path: '/api/canned-replies',
  access: 'staff',
  permission: 'signed_in',
  tag,
  summary: 'List shared canned replies, those of the caller’s teams and the caller’s own, by shortcut',
  responses: { 200: Type.Array(CannedReply) },
});

/** Shared ones: administrators, and representatives where `representativesMay.sharedReplies` says so. */
export const addCannedReply = route({
  method: 'POST',
  path: '/api/canned-replies',
  access: 'staff',
  permission: 'replies.write',
  tag,
  summary: 'Create a canned reply: one’s own, or a shared one if permitted',
  refusals: ['conflict'],
  body: Strict({
    isShared: Type.Boolean(),
    name,
    shortcut,
    text,
    ...allOptional({ teamId, variants, actions, blocks, websiteIds, attachments: ReplyFiles }),
  }),
  responses: { 201: CannedReply },
});

export const updateCannedReply = route({
  method: 'PATCH',
  path: '/api/canned-replies/:id',
  access: 'staff',
  permission: 'replies.write',
  tag,
  summary: 'Update one’s own canned reply, or a shared one if permitted',
  refusals: ['conflict'],
  params,
  body: Strict({ ...allOptional(replyChange), ...expected(replyChange) }, { minProperties: 1 }),
  responses: { 200: CannedReply },
});

export const deleteCannedReply = route({
  method: 'DELETE',
  path: '/api/canned-replies/:id',
  access: 'staff',
  permission: 'replies.write',
  tag,
  summary: 'Delete one’s own canned reply, or a shared one if permitted',
  params,
  responses: { 204: NoContent },
});

export const takeReplyFiles = route({
  method: 'POST',
  path: '/api/canned-replies/:id/files',
  access: 'staff',
  permission: 'conversations.reply',
  tag,
  summary: 'Copy the files of a canned reply to the caller’s uploads, for the next message',
  params,
  responses: { 201: Type.Array(Attachment) },
});

export const exportCannedReplies = route({
  method: 'GET',
  path: '/api/canned-replies/export',
  access: 'staff',
  permission: 'replies.write',
  tag,
  summary: 'Export the caller’s own canned replies as CSV, and the shared ones if permitted; the import accepts it',
  responses: { 200: Type.String() },
  raw: true,
});

/**
 * Invalid entries are skipped and reported by line; all others are imported at once. A file that is none
 * of its format changes nothing.
 */
export const importCannedReplies = route({
  method: 'POST',
  path: '/api/canned-replies/import',
  access: 'staff',
  permission: 'replies.write',
  tag,
  summary: 'Import canned replies from CSV, or from the JSON of Chatwoot’s or Intercom’s API',
  body: Strict({
    format: OneOf(importFormats),
    content: Type.String({ minLength: 1, maxLength: importMaxLength }),
    /** Default for entries without a value of their own. */
    isShared: Type.Boolean(),
    /** Treatment of an entry with a shortcut that exists already. */
    existing: Type.Optional(OneOf(['skip', 'replace'], { default: 'skip' })),
  }),
  bodyLimit: 2 * importMaxLength,
  responses: { 200: ImportReport },
});

export const runMacro = route({
  method: 'POST',
  path: '/api/conversations/:id/macro',
  access: 'staff',
  permission: 'conversations.update',
  conversations: ['params.id'],
  tag,
  summary: 'Run a macro without a message, all actions or none; repeating it with the same ID is safe',
  refusals: ['already_taken', 'conversation_closed', 'attributes_missing', 'conflict', 'blank_left'],
  params,
  body: Strict({
    clientMacroId: Id,
    ...Macro.properties,
    actions: Type.Array(ReplyAction, { minItems: 1, maxItems: replyActionsMax }),
  }),
  responses: { 200: ChangedConversation },
});
