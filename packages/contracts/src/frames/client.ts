/** Frames that clients send. */
import * as Type from 'typebox';
import { AttachmentInputs } from '../messages/attachments.ts';
import { Macro } from '../messages/canned-replies.ts';
import { Original } from '../assistant/copilot.ts';
import { MessageContent, SenderType } from '../entities.ts';
import { answer, attachment, ids, question } from '../examples.ts';
import { watchedRowsMax } from '../limits.ts';
import { CleanLine, Id, Nullable, Seq } from '../schema.ts';
import { asked } from './frame.ts';

/** Accepted for compatibility; must match the caller. */
const claimed = {
  userId: Type.Optional(Nullable(Id)),
  senderType: Type.Optional(SenderType),
  senderId: Type.Optional(Nullable(Id)),
};

const conversationId = ids.conversation;

export const clientFrames = [
  asked(
    'join_conversation',
    { conversationId: Id, userId: claimed.userId, afterSeq: Type.Optional(Seq), afterEdit: Type.Optional(Seq) },
    {
      description:
        'Enter a conversation; answered with `joined`. With `afterSeq`, the last seq one has without a gap, the ' +
        'answer brings what came after it, and as `edited` the messages up to it that were changed or removed after ' +
        '`afterEdit`, the last edit one knows of (0 unless given). Joining again is fine, and is how a client resumes.',
      examples: [{ conversationId }, { conversationId, afterSeq: 1 }, { conversationId, afterSeq: 2, afterEdit: 1 }],
    },
  ),
  asked(
    'leave_conversation',
    { conversationId: Id },
    { description: 'Hear no more of a conversation. Not answered.', examples: [{ conversationId }] },
  ),
  asked(
    'send_message',
    {
      conversationId: Type.Optional(Id),
      content: Type.Optional(MessageContent),
      attachments: Type.Optional(AttachmentInputs),
      clientMessageId: Type.Optional(Id),
      messageType: Type.Optional(Type.Literal('text')),
      basedOnSeq: Type.Optional(Seq),
      macro: Type.Optional(Macro),
      original: Type.Optional(Original),
      senderType: claimed.senderType,
      senderId: claimed.senderId,
    },
    {
      description:
        'Write a message; answered with `message_ack` once it is stored, or `error`. A visitor’s first needs no ' +
        '`conversationId`: it opens the conversation. Of `content` 1 to 10,000 characters have to be left when its ends ' +
        'are trimmed. `clientMessageId`, made up by the sender, makes sending again ' +
        'safe: the same id and text are stored once and acknowledged each time. With `basedOnSeq`, the newest seq ' +
        'the writer has seen, a message is refused as `conversation_moved` when another representative answered after it. ' +
        'The team may have a `macro` done with it: its actions and the message are stored together, or neither. ' +
        'With `original`, of the team alone, `content` is its translation: the customer is told so, and both are kept. ' +
        '`attachments` are uploads of the sender’s own, whole or still under way, with or without `content`.',
      examples: [
        { content: question.content, clientMessageId: ids.sentByVisitor },
        { conversationId, content: answer.content, clientMessageId: ids.sentByStaff, basedOnSeq: 1 },
        {
          conversationId,
          content: answer.content,
          clientMessageId: ids.sentByStaff,
          macro: { actions: [{ type: 'assign', to: 'me' }, { type: 'close' }] },
        },
        {
          conversationId,
          content: answer.content,
          original: { language: 'de', sentIn: 'en', text: 'Ja, in allen Größen.' },
        },
        { clientMessageId: ids.sentByVisitor, attachments: [{ id: attachment.id, alt: 'The error message' }] },
      ],
    },
  ),
  asked(
    'typing',
    { conversationId: Id, isTyping: Type.Boolean() },
    {
      description: 'The sender writes, or stopped. Told to the others in the conversation; dropped when not in it.',
      examples: [{ conversationId, isTyping: true }],
    },
  ),
  asked(
    'read',
    { conversationId: Id, seq: Seq },
    {
      description:
        'Everything up to `seq` has been read by the sender’s side; unread is each representative’s own, seen by the ' +
        'customer what one of them has read.',
      examples: [{ conversationId, seq: 2 }],
    },
  ),
  asked(
    'delivered',
    { conversationId: Id, seq: Seq },
    { description: 'Everything up to `seq` has arrived at the sender’s side.', examples: [{ conversationId, seq: 2 }] },
  ),
  asked(
    'watch_viewers',
    { conversationIds: Type.Array(Id, { maxItems: watchedRowsMax, uniqueItems: true }) },
    {
      description:
        'These are the rows of a list that are seen: say who of the team has one of them open, now (`viewers`, of those ' +
        'that is assigned) and whenever it changes. Replaces what was asked for before; none ends it.',
      audience: 'staff',
      examples: [{ conversationIds: [conversationId] }, { conversationIds: [] }],
    },
  ),
  asked(
    'visit',
    {
      url: Type.Optional(Type.String({ maxLength: 2000 })),
      title: Type.Optional(CleanLine({ maxLength: 300 })),
      isAway: Type.Optional(Type.Boolean()),
    },
    {
      description: 'The visitor is on this page now, or left it (`isAway`) and came back.',
      audience: 'visitors',
      examples: [{ url: 'https://shop.example.com/cart', title: 'Cart' }, { isAway: true }],
    },
  ),
  asked(
    'ping',
    {},
    {
      description: 'Is the connection alive? Answered with `pong` at once, past any limit but that of frames.',
      examples: [{}],
    },
  ),
] as const;
