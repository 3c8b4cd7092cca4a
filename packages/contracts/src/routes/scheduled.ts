import * as Type from 'typebox';
import { AttachmentInputs } from '../messages/attachments.ts';
import { BlocksDraft } from '../messages/blocks.ts';
import { Macro } from '../messages/canned-replies.ts';
import { Original } from '../assistant/copilot.ts';
import { Message, MessageContent, MessageMarkdown } from '../entities.ts';
import { route } from '../route.ts';
import { MessageRecipients } from '../conversations/conversation-fields.ts';
import { ScheduledMessage, ScheduledRevision, SendDelay } from '../conversations/scheduled.ts';
import { Id, IdParam, Seq, Strict, Timestamp } from '../schema.ts';

const tag = {
  name: 'Scheduled messages',
  description: 'What the team has written to be sent later, or holds back for some seconds.',
};
const params = Strict({ id: IdParam });

export const listScheduled = route({
  method: 'GET',
  path: '/api/scheduled',
  access: 'staff',
  permission: 'conversations.read',
  tag,
  summary: 'List the caller’s scheduled and held messages, soonest first; or those that failed',
  query: Strict({
    stopped: Type.Optional(Type.Boolean({ description: 'Only what could not be sent, or only the others.' })),
  }),
  responses: { 200: Type.Array(ScheduledMessage) },
});

export const listScheduledOf = route({
  method: 'GET',
  path: '/api/conversations/:id/scheduled',
  access: 'staff',
  permission: 'conversations.read',
  conversations: ['params.id'],
  tag,
  summary: 'List the team’s scheduled messages in a conversation, soonest first; never shown to the customer',
  params,
  responses: { 200: Type.Array(ScheduledMessage) },
});

export const schedule = route({
  method: 'POST',
  path: '/api/conversations/:id/scheduled',
  access: 'staff',
  permission: 'conversations.reply',
  conversations: ['params.id'],
  tag,
  summary: 'Schedule a message, or hold it for some seconds; repeating it with the same clientMessageId is safe',
  refusals: ['conflict', 'conversation_closed', 'attributes_missing', 'blank_left'],
  params,
  body: Strict({
    /** May be left out where there are attachments. */
    content: Type.Optional(MessageContent),
    clientMessageId: Id,
    attachments: Type.Optional(AttachmentInputs),
    /** When it is sent, a year ahead at most. Without it, `delaySeconds` from now. */
    sendAt: Type.Optional(Timestamp),
    delaySeconds: Type.Optional(SendDelay),
    /** Newest seq that the author has seen; a later answer by another user stops the message. */
    basedOnSeq: Type.Optional(Seq),
    /** With `basedOnSeq`: any later message, one of the customer's too, stops it. */
    onlyIfQuiet: Type.Optional(Type.Boolean()),
    macro: Type.Optional(Macro),
    /** Text that the author wrote, if `content` is its translation. */
    original: Type.Optional(Original),
    /** The text with formatting; `content` is derived from it then. */
    markdown: Type.Optional(MessageMarkdown),
    /** Buttons, cards or a form below the text, which may be left out then. */
    blocks: Type.Optional(BlocksDraft),
    /** Message of the conversation that this one quotes. */
    replyTo: Type.Optional(Id),
    /** Recipients of its mail beside the customer; the participants unless given. Those in To and Cc become participants. */
    recipients: Type.Optional(MessageRecipients),
  }),
  responses: { 200: ScheduledMessage, 201: ScheduledMessage },
});

export const changeScheduled = route({
  method: 'PATCH',
  path: '/api/scheduled/:id',
  access: 'staff',
  permission: 'conversations.reply',
  tag,
  summary: 'Change the text or time of one’s own scheduled message; 409 if it was changed or sent in the meantime',
  refusals: ['conflict', 'blank_left'],
  params,
  body: Strict(
    {
      content: Type.Optional(MessageContent),
      sendAt: Type.Optional(Timestamp),
      /** Revision in the last response. */
      revision: ScheduledRevision,
    },
    { minProperties: 2 },
  ),
  responses: { 200: ScheduledMessage },
});

export const sendScheduled = route({
  method: 'POST',
  path: '/api/scheduled/:id/send',
  access: 'staff',
  permission: 'conversations.reply',
  tag,
  summary: 'Send one’s own scheduled message now, even after newer messages',
  refusals: ['already_taken', 'conversation_closed', 'attributes_missing', 'blank_left'],
  params,
  responses: { 200: Message },
});

export const cancelScheduled = route({
  method: 'DELETE',
  path: '/api/scheduled/:id',
  access: 'staff',
  permission: 'conversations.reply',
  tag,
  summary: 'Cancel a scheduled message, as its author, the assignee or an admin',
  refusals: ['conflict'],
  params,
  responses: { 200: ScheduledMessage },
});
