/** Frames about a joined conversation. */
import * as Type from 'typebox';
import { Activity } from '../conversations/activities.ts';
import { Attachment } from '../messages/attachments.ts';
import { Message, SenderType } from '../entities.ts';
import { answer, attachment, ids, noted, question, takenOver, visitorConversation } from '../examples.ts';
import { Id, Nullable, OneOf, Seq, Timestamp } from '../schema.ts';
import { ConversationState, frame, sides, Viewer } from './frame.ts';

const conversationId = ids.conversation;

const cursors = { customerDeliveredSeq: 1, customerReadSeq: 1, staffDeliveredSeq: 2, staffReadSeq: 2 };

export const conversationFrames = [
  frame(
    'joined',
    {
      conversationId: Id,
      lastSeq: Seq,
      messages: Type.Array(Message),
      /** Forward-only cursors at the time of joining. */
      customerDeliveredSeq: Seq,
      customerReadSeq: Seq,
      staffDeliveredSeq: Seq,
      staffReadSeq: Seq,
      lastActivityNo: Type.Optional(Seq),
      readSeq: Type.Optional(Seq),
      editNo: Type.Optional(Seq),
      edited: Type.Optional(Type.Array(Message)),
      /** It may have changed unheard. */
      conversation: Type.Optional(ConversationState),
    },
    {
      subject: 'conversation',
      description:
        'The answer to `join_conversation`. `messages` are those after `afterSeq`, at most 200 (the rest by a call), ' +
        'or the newest 50 when none was given; oldest first. The cursors say how far each side has received and ' +
        'read. Staff are told the newest activity as `lastActivityNo`, and read the rest when they know fewer, and as `readSeq` how ' +
        'far they themselves have read; a visitor is told how the `conversation` stands. `editNo` is the edit up to which ' +
        'the answer tells of edits; `edited`, at most 200, are what was asked for by `afterEdit`: when there are as many, ' +
        'join again.',
      examples: [
        { conversationId, lastSeq: 2, messages: [answer], ...cursors, lastActivityNo: 1, readSeq: 1 },
        { conversationId, lastSeq: 2, messages: [question, answer], ...cursors, conversation: visitorConversation },
      ],
    },
  ),
  frame(
    'message_ack',
    { clientMessageId: Nullable(Id), message: Message },
    {
      subject: 'conversation',
      description:
        'The message is stored. Its `message_ack` and its `new_message` come in either order; `seq` tells them to be one.',
      examples: [{ clientMessageId: ids.sentByStaff, message: answer }],
    },
  ),
  frame(
    'new_message',
    { conversationId: Id, message: Message },
    {
      subject: 'conversation',
      description:
        'A participant of a joined conversation wrote, possibly the reader. A `seq` that is not the next one shows a gap: ' +
        'hold the message and join again with `afterSeq`.',
      examples: [{ conversationId, message: question }],
    },
  ),
  frame(
    'attachment_updated',
    { conversationId: Id, seq: Seq, attachment: Attachment },
    {
      subject: 'conversation',
      description:
        'A file of the message `seq` of a joined conversation is checked now, ready or refused. One that was missed is ' +
        'read with its message.',
      examples: [{ conversationId, seq: 1, attachment }],
    },
  ),
  frame(
    'message_updated',
    { conversationId: Id, message: Message },
    {
      subject: 'conversation',
      description:
        'A message of a joined conversation was changed, or removed (`removedAt`): as it is now, in the place of its ' +
        '`seq`. Its `editNo` counts the edits of the conversation: one that is not the next shows that an edit was ' +
        'missed, and joining again with `afterEdit` brings it.',
      examples: [
        {
          conversationId,
          message: { ...answer, content: 'Yes, four of them.', editNo: 1, editedAt: '2026-11-21T09:30:40.000Z' },
        },
        { conversationId, message: { ...answer, content: '', editNo: 2, removedAt: '2026-11-21T09:31:00.000Z' } },
      ],
    },
  ),
  frame(
    'activity',
    { conversationId: Id, activity: Activity },
    {
      subject: 'conversation',
      description:
        'What happened to a joined conversation: taken over, assigned, noted, closed … Counted by `activityNo` without gaps; ' +
        'what is missing is read by `GET /api/conversations/{id}/activities`. A note that was edited or removed comes once ' +
        'more, as it is now, under its own `activityNo`.',
      audience: 'staff',
      examples: [
        { conversationId, activity: takenOver },
        { conversationId, activity: noted },
      ],
    },
  ),
  frame(
    'typing',
    {
      conversationId: Id,
      senderType: SenderType,
      senderId: Nullable(Id),
      senderName: Nullable(Type.String()),
      isTyping: Type.Boolean(),
    },
    {
      subject: 'conversation',
      description: 'Another participant is writing, or has stopped. Forget it after some seconds of silence.',
      examples: [
        {
          conversationId,
          senderType: 'representative',
          senderId: ids.representative,
          senderName: 'Ada Byron',
          isTyping: true,
        },
      ],
    },
  ),
  frame(
    'read',
    { conversationId: Id, reader: OneOf(sides), seq: Seq },
    {
      subject: 'conversation',
      description: 'That side has read everything up to `seq`.',
      examples: [{ conversationId, reader: 'customer', seq: 2 }],
    },
  ),
  frame(
    'delivered',
    { conversationId: Id, receiver: OneOf(sides), seq: Seq },
    {
      subject: 'conversation',
      description: 'Everything up to `seq` has arrived at that side.',
      examples: [{ conversationId, receiver: 'staff', seq: 2 }],
    },
  ),
  frame(
    'ai_delta',
    {
      conversationId: Id,
      replyId: Id,
      at: Type.Integer({ minimum: 0 }),
      text: Type.String(),
      done: Type.Optional(Type.Boolean()),
    },
    {
      subject: 'conversation',
      description:
        'A piece of an assistant’s reply being written: `text` is added after the first `at` characters (0 begins it, ' +
        'perhaps again), `done` ends it. `replyId` is also the `clientMessageId` of the message it becomes; a reply ' +
        'that ends without one is dropped.',
      examples: [
        { conversationId, replyId: '01960d2c-7a10-7c55-8e21-0a1b2c3d4e5f', at: 0, text: 'Let me ' },
        { conversationId, replyId: '01960d2c-7a10-7c55-8e21-0a1b2c3d4e5f', at: 7, text: 'look.', done: true },
      ],
    },
  ),
  frame(
    'conversation_state',
    { conversationId: Id, conversation: ConversationState },
    {
      subject: 'conversation',
      description: 'Who answers, and in what state the joined conversation is.',
      audience: 'visitors',
      examples: [{ conversationId, conversation: visitorConversation }],
    },
  ),
  frame(
    'presence',
    {
      conversationId: Id,
      visitor: Type.Object({
        isOnline: Type.Boolean(),
        /** Away, or gone, since then. */
        since: Nullable(Timestamp),
        pageUrl: Nullable(Type.String()),
        pageTitle: Nullable(Type.String()),
      }),
      viewers: Type.Array(Viewer),
    },
    {
      subject: 'conversation',
      description:
        'Whether the visitor of a joined conversation is on the page (`since`: away or gone since then), and who of ' +
        'the team has it open or writes.',
      audience: 'staff',
      examples: [
        {
          conversationId,
          visitor: { isOnline: true, since: null, pageUrl: 'https://shop.example.com/cart', pageTitle: 'Cart' },
          viewers: [{ userId: ids.representative, name: 'Ada Byron', isDrafting: true }],
        },
      ],
    },
  ),
] as const;
