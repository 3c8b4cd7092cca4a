/** Frames that clients send. */
import * as Type from 'typebox';
import { ProactiveOrigin } from '../proactive/proactive.ts';
import { MessageRecipients } from '../conversations/conversation-fields.ts';
import { AttachmentInputs } from '../messages/attachments.ts';
import { BlocksDraft, ResponseDraft } from '../messages/blocks.ts';
import { Macro } from '../messages/canned-replies.ts';
import { Original } from '../assistant/copilot.ts';
import { MessageContent, MessageMarkdown, SenderType } from '../entities.ts';
import { answer, attachment, ids, question } from '../examples.ts';
import { watchedRowsMax } from '../conversations/limits.ts';
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
        'Join a conversation; answered with `joined`. With `afterSeq`, the last seq received without a gap, ' +
        'the answer has the messages after it, and in `edited` those up to it that were edited or removed ' +
        'after `afterEdit`, the last known edit (0 by default). Joining again is allowed, and is how a client ' +
        'resumes.',
      examples: [{ conversationId }, { conversationId, afterSeq: 1 }, { conversationId, afterSeq: 2, afterEdit: 1 }],
    },
  ),
  asked(
    'leave_conversation',
    { conversationId: Id },
    { description: 'Leave a conversation. Not answered.', examples: [{ conversationId }] },
  ),
  asked(
    'send_message',
    {
      conversationId: Type.Optional(Id),
      clientConversationId: Type.Optional(Id),
      proactive: Type.Optional(ProactiveOrigin),
      content: Type.Optional(MessageContent),
      attachments: Type.Optional(AttachmentInputs),
      clientMessageId: Type.Optional(Id),
      messageType: Type.Optional(Type.Literal('text')),
      basedOnSeq: Type.Optional(Seq),
      macro: Type.Optional(Macro),
      original: Type.Optional(Original),
      markdown: Type.Optional(MessageMarkdown),
      replyTo: Type.Optional(Id),
      blocks: Type.Optional(BlocksDraft),
      response: Type.Optional(ResponseDraft),
      recipients: Type.Optional(MessageRecipients),
      senderType: claimed.senderType,
      senderId: claimed.senderId,
    },
    {
      description:
        'Send a message; answered with `message_ack` once it is stored, or `error`. A visitor’s first message ' +
        'needs no `conversationId`: it opens the conversation, and without one later messages go to the newest. ' +
        'A visitor starts another one with a `clientConversationId`, made by the sender: the first message with it opens ' +
        'one, later ones with the same go there; one that begins with a proactive message, or after it, names it in ' +
        '`proactive`. `content`, trimmed, has 1 to 10,000 ' +
        'characters. `clientMessageId`, made by the sender, makes repeating safe: the same ID and text are ' +
        'stored once and acknowledged each time. With `basedOnSeq`, the newest seq the writer has seen, the ' +
        'message is refused as `conversation_moved` if another representative answered after it. Staff may ' +
        'add a `macro`: its actions and the message are stored together, or neither. With `original`, for ' +
        'staff only, `content` is a translation: the customer is told so, and both texts are stored. With ' +
        '`markdown`, for staff only, the text has formatting, and `content` is derived from it. ' +
        '`attachments` are the sender’s own uploads, complete or under way, with or without `content`. ' +
        '`replyTo` is the id of a message of the same conversation that this one quotes. `recipients`, for staff only, ' +
        'are those whom its mail goes to beside the customer; customers never see them. `blocks`, for staff only, are buttons, ' +
        'cards or a form below the text. With `response`, for visitors only, the message answers a button or a form.',
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
      description:
        'The sender is typing, or has stopped. Sent to the others in the conversation; dropped when not joined.',
      examples: [{ conversationId, isTyping: true }],
    },
  ),
  asked(
    'read',
    { conversationId: Id, seq: Seq },
    {
      description:
        'The sender’s side has read everything up to `seq`. Unread is counted per representative; the ' +
        'customer sees what any of them has read.',
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
        'Rows of a list that are visible: sends which users have one of them open, now (`viewers`) and ' +
        'whenever that changes. Replaces the earlier list; an empty one ends it.',
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
      description: 'The visitor is on this page now, or has left it (`isAway`) or returned.',
      audience: 'visitors',
      examples: [{ url: 'https://shop.example.com/cart', title: 'Cart' }, { isAway: true }],
    },
  ),
  asked(
    'active',
    {},
    {
      description:
        'The sender is using the dashboard: sent at the first input, and at most once a minute while there is more. ' +
        'Without it, a representative counts as offline after 10 minutes. Typing and sending count as well. Not answered.',
      audience: 'staff',
      examples: [{}],
    },
  ),
  asked(
    'focus',
    { isFocused: Type.Boolean() },
    {
      description:
        'The page with this socket has got the focus, or lost it. Notifications are pushed to other devices only while no ' +
        'page of the user has it. Not answered.',
      audience: 'staff',
      examples: [{ isFocused: true }],
    },
  ),
  asked(
    'ping',
    {},
    {
      description: 'Checks the connection. Answered with `pong` at once, not limited beyond the limit of frames.',
      examples: [{}],
    },
  ),
] as const;
