/** Frames about a joined conversation. */
import * as Type from 'typebox';
import { Activity } from '../conversations/activities.ts';
import { Attachment } from '../messages/attachments.ts';
import { Message, MessageReactions, Reaction, SenderType } from '../entities.ts';
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
      reactions: Type.Optional(Type.Array(MessageReactions)),
      /** It may have changed unheard. */
      conversation: Type.Optional(ConversationState),
    },
    {
      subject: 'conversation',
      description:
        'Answer to `join_conversation`. `messages` are those after `afterSeq`, at most 200 (the rest by a ' +
        'call), or the newest 50 without it; oldest first. The cursors show how far each side has received ' +
        'and read. Staff also get the newest activity as `lastActivityNo`, to read missing ones, and their ' +
        'own `readSeq`; visitors get the state of the `conversation`. `editNo` is the last edit that the ' +
        'answer includes; `edited` has at most 200 messages after `afterEdit`: if there are as many, join ' +
        'again. `reactions` are those to messages up to `afterSeq`, the newest 100 that ever had any.',
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
        'The message is stored. `message_ack` and `new_message` come in either order; their `seq` shows that ' +
        'they are the same message.',
      examples: [{ clientMessageId: ids.sentByStaff, message: answer }],
    },
  ),
  frame(
    'new_message',
    { conversationId: Id, message: Message },
    {
      subject: 'conversation',
      description:
        'A participant of a joined conversation wrote, possibly the reader. A `seq` that isn’t the next one ' +
        'shows a gap: hold the message and join again with `afterSeq`.',
      examples: [{ conversationId, message: question }],
    },
  ),
  frame(
    'attachment_updated',
    { conversationId: Id, seq: Seq, attachment: Attachment },
    {
      subject: 'conversation',
      description:
        'A file of message `seq` in a joined conversation was checked: it is ready or refused. A missed frame ' +
        'makes no difference: the message has the state too.',
      examples: [{ conversationId, seq: 1, attachment }],
    },
  ),
  frame(
    'message_updated',
    { conversationId: Id, message: Message },
    {
      subject: 'conversation',
      description:
        'A message of a joined conversation was edited, or removed (`removedAt`): its current form, in the ' +
        'place of its `seq`. `editNo` counts the edits of the conversation: one that isn’t the next shows a ' +
        'missed edit, and joining again with `afterEdit` brings it.',
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
    'message_reactions',
    { conversationId: Id, seq: Seq, reactionNo: Seq, reactions: Type.Array(Reaction) },
    {
      subject: 'conversation',
      description:
        'All reactions to the message `seq` of a joined conversation, after one of them changed. Ignore them if you know ' +
        'a higher `reactionNo` of the message.',
      examples: [
        {
          conversationId,
          seq: 2,
          reactionNo: 1,
          reactions: [{ emoji: '👍', senderType: 'customer', senderId: ids.visitor, senderName: null }],
        },
        { conversationId, seq: 2, reactionNo: 2, reactions: [] },
      ],
    },
  ),
  frame(
    'activity',
    { conversationId: Id, activity: Activity },
    {
      subject: 'conversation',
      description:
        'An activity of a joined conversation: taken over, assigned, noted, closed … `activityNo` counts ' +
        'without gaps; missing ones are read by `GET /api/conversations/{id}/activities`. An edited or ' +
        'removed note comes again in its current form, under its own `activityNo`.',
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
      description: 'This side has read everything up to `seq`.',
      examples: [{ conversationId, reader: 'customer', seq: 2 }],
    },
  ),
  frame(
    'delivered',
    { conversationId: Id, receiver: OneOf(sides), seq: Seq },
    {
      subject: 'conversation',
      description: 'Everything up to `seq` has arrived at this side.',
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
        'A piece of an assistant’s reply being written: `text` follows the first `at` characters (0 begins ' +
        'it, perhaps again), `done` ends it. `replyId` is also the `clientMessageId` of the message it ' +
        'becomes; a reply that ends without one is dropped.',
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
      description: 'Assignee and state of the joined conversation.',
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
        'Presence in a joined conversation: whether the visitor is on the page (`since`: away or gone since ' +
        'then), and which users have it open or are writing.',
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
