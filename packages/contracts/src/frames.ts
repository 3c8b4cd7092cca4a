/** Frames of `/ws`: text frames, one JSON object each. */
import * as Type from 'typebox';
import { Act } from './acts.ts';
import { Attachment, AttachmentInputs } from './attachments.ts';
import { Batch } from './bulk.ts';
import { Macro } from './canned-replies.ts';
import { Original } from './copilot.ts';
import { Conversation, Message, MessageContent, SenderType, User } from './entities.ts';
import {
  answer,
  attachment,
  batch,
  conversation,
  ids,
  noted,
  question,
  reminder,
  representative,
  takenOver,
  visitorConversation,
} from './examples.ts';
import { type ErrorCode, errorCodes } from './problems.ts';
import { Draft, DraftKind } from './drafts.ts';
import { watchedRowsMax } from './limits.ts';
import { builtInPermissions, builtInRoleIds, type Permission } from './permissions.ts';
import { Rights } from './rights.ts';
import type { Placed } from './scope.ts';
import { UnreadByPerson } from './reads.ts';
import { Reminder } from './reminders.ts';
import { CleanLine, Id, Nullable, OneOf, Seq, Strict, Timestamp } from './schema.ts';
import { VisitorConversation } from './widget.ts';

/** State of a conversation for its visitor; messages are sent separately. */
const ConversationState = Type.Object({
  ...VisitorConversation.properties,
  messages: Type.Array(Message, { maxItems: 0 }),
});

/** Accepted for compatibility; must match the caller. */
const claimed = {
  userId: Type.Optional(Nullable(Id)),
  senderType: Type.Optional(SenderType),
  senderId: Type.Optional(Nullable(Id)),
};

/** Documentation of a frame: the only source for developers who write their own client. */
interface Told {
  description: string;
  /** Users with sockets that send or receive the frame. */
  audience?: 'everyone' | 'staff' | 'visitors';
  /** Without their `type`. */
  examples: readonly object[];
}

const told = (type: string, { description, audience = 'everyone', examples }: Told) => ({
  description,
  'x-audience': audience,
  examples: examples.map((example) => ({ type, ...example })),
});

const asked = <const T extends string, P extends Type.TProperties>(type: T, properties: P, about: Told) =>
  Strict({ type: Type.Literal(type), ...properties }, told(type, about));

const conversationId = ids.conversation;
const colleague = '01960a10-8a51-7c20-9d3e-6b1f4e2a90d7';

export const ClientFrame = Type.Union([
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
        'the writer has seen, a message is refused as `conversation_moved` when somebody else answered after it. ' +
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
        'that somebody has) and whenever it changes. Replaces what was asked for before; none ends it.',
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
]);
export type ClientFrame = Type.Static<typeof ClientFrame>;

export const sides = ['customer', 'staff'] as const;
export type Side = (typeof sides)[number];

/**
 * Recipients of a frame in the team's inbox: users who see the conversation, who see a conversation of the contact, or
 * who have the permission (and see the scope, if the frame has one); `team` means every user.
 */
export type FrameSubject = 'conversation' | 'contact' | 'team' | Permission;

interface Sent extends Told {
  subject: FrameSubject;
}

const frame = <const T extends string, P extends Type.TProperties>(type: T, properties: P, about: Sent) =>
  Object.assign(Type.Object({ type: Type.Literal(type), ...properties }, told(type, about)), {
    'x-subject': about.subject,
  });

/** User who has the conversation open. */
const Viewer = Type.Object({ userId: Id, name: Type.String(), isDrafting: Type.Boolean() });

const cursors = { customerDeliveredSeq: 1, customerReadSeq: 1, staffDeliveredSeq: 2, staffReadSeq: 2 };

const someRights: Rights = {
  roleId: builtInRoleIds.light,
  builtIn: 'light',
  roleName: 'light',
  permissions: [...builtInPermissions.light],
  scope: 'everything',
  teamIds: [],
  websiteIds: [],
  teammateIds: [],
};

export const ServerFrame = Type.Union([
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
      lastActNo: Type.Optional(Seq),
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
        'read. Staff are told the newest act as `lastActNo`, and read the rest when they know fewer, and as `readSeq` how ' +
        'far they themselves have read; a visitor is told how the `conversation` stands. `editNo` is the edit up to which ' +
        'the answer tells of edits; `edited`, at most 200, are what was asked for by `afterEdit`: when there are as many, ' +
        'join again.',
      examples: [
        { conversationId, lastSeq: 2, messages: [answer], ...cursors, lastActNo: 1, readSeq: 1 },
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
        'Somebody wrote in a joined conversation, the reader included. A `seq` that is not the next one shows a gap: ' +
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
    'act',
    { conversationId: Id, act: Act },
    {
      subject: 'conversation',
      description:
        'What happened to a joined conversation: taken over, assigned, noted, closed … Counted by `actNo` without gaps; ' +
        'what is missing is read by `GET /api/conversations/{id}/acts`. A note that was edited or removed comes once ' +
        'more, as it is now, under its own `actNo`.',
      audience: 'staff',
      examples: [
        { conversationId, act: takenOver },
        { conversationId, act: noted },
      ],
    },
  ),
  frame(
    'mentioned',
    { act: Act, userIds: Type.Array(Id) },
    {
      subject: 'conversation',
      description: 'Some of the team (`userIds`) were mentioned in a note, and were not before.',
      audience: 'staff',
      examples: [{ act: noted, userIds: noted.note?.mentions ?? [] }],
    },
  ),
  frame(
    'mentions_read',
    { userId: Id },
    {
      subject: 'team',
      description: 'That representative has seen where they are mentioned in some conversation.',
      audience: 'staff',
      examples: [{ userId: ids.representative }],
    },
  ),
  frame(
    'note_followed',
    { act: Act, userIds: Type.Array(Id) },
    {
      subject: 'conversation',
      description: 'A note was written in a conversation that these of the team (`userIds`) follow.',
      audience: 'staff',
      examples: [{ act: noted, userIds: noted.note?.mentions ?? [] }],
    },
  ),
  frame(
    'following',
    { conversationId: Id, isFollowing: Type.Boolean() },
    {
      subject: 'team',
      description: 'The reader follows a conversation, or not any more: on another device, or by writing a note.',
      audience: 'staff',
      examples: [{ conversationId, isFollowing: true }],
    },
  ),
  frame(
    'translation_chosen',
    { conversationId: Id, isOn: Type.Boolean() },
    {
      subject: 'team',
      description:
        'The reader reads a conversation in their own language, or as it was written: chosen on another device.',
      audience: 'staff',
      examples: [{ conversationId, isOn: true }],
    },
  ),
  frame(
    'hand_off_corrected',
    { conversationId: Id },
    {
      subject: 'conversation',
      description: 'The customer has said what is wrong of what was passed on, or right after all: read it again.',
      audience: 'staff',
      examples: [{ conversationId }],
    },
  ),
  frame(
    'assigned',
    { conversation: Conversation, act: Act, note: Nullable(Act) },
    {
      subject: 'conversation',
      description: 'A colleague has given the reader a conversation, perhaps with a note.',
      audience: 'staff',
      examples: [
        {
          conversation,
          act: { ...takenOver, kind: 'assigned', cause: { by: 'representative', userId: colleague } },
          note: null,
        },
      ],
    },
  ),
  frame(
    'draft',
    { conversationId: Id, kind: DraftKind, draft: Nullable(Draft) },
    {
      subject: 'team',
      description:
        'A draft of the reader’s own as it is now, on whichever device it was written; null once it is gone.',
      audience: 'staff',
      examples: [
        {
          conversationId,
          kind: 'reply',
          draft: {
            conversationId,
            kind: 'reply',
            id: ids.sentByStaff,
            content: 'Yes, three of',
            revision: 2,
            updatedAt: '2026-11-21T09:30:12.000Z',
          },
        },
        { conversationId, kind: 'reply', draft: null },
      ],
    },
  ),
  frame(
    'viewers',
    { conversationId: Id, viewers: Type.Array(Viewer) },
    {
      subject: 'conversation',
      description: 'Who of the team has a conversation open that was asked for by `watch_viewers`.',
      audience: 'staff',
      examples: [{ conversationId, viewers: [{ userId: ids.representative, name: 'Ada Byron', isDrafting: false }] }],
    },
  ),
  frame(
    'tags_updated',
    {},
    {
      subject: 'team',
      description:
        'The vocabulary of tags has changed: fetch it again, and conversations too, since tags that were merged or ' +
        'removed are no more on them.',
      audience: 'staff',
      examples: [{}],
    },
  ),
  frame(
    'attributes_updated',
    { contactId: Nullable(Id) },
    {
      subject: 'contact',
      description:
        'What is known of a contact has changed, or, with null, which attributes there are: fetch them again. What is ' +
        'known of a conversation changes by an act.',
      audience: 'staff',
      examples: [{ contactId: null }],
    },
  ),
  frame(
    'contact_updated',
    { contactId: Id },
    {
      subject: 'contact',
      description:
        'What is known of a person has changed, or what the team noted about them: fetch it again. One that is no more ' +
        'is another’s now.',
      audience: 'staff',
      examples: [{ contactId: ids.contact }],
    },
  ),
  frame(
    'snooze_ended',
    { conversation: Conversation, userId: Nullable(Id) },
    {
      subject: 'conversation',
      description:
        'The time until which a conversation was snoozed has come. `userId` is whose it is, or else who snoozed it.',
      audience: 'staff',
      examples: [{ conversation, userId: ids.representative }],
    },
  ),
  frame(
    'reminder_due',
    { reminder: Reminder, userId: Id },
    {
      subject: 'conversation',
      description: 'That representative wanted to be reminded of a conversation now. May come more than once.',
      audience: 'staff',
      examples: [{ reminder, userId: ids.representative }],
    },
  ),
  frame(
    'reminders_updated',
    { userId: Id },
    {
      subject: 'team',
      description: 'That representative has set or dismissed a reminder: fetch them again.',
      audience: 'staff',
      examples: [{ userId: ids.representative }],
    },
  ),
  frame(
    'scheduled_updated',
    { conversationId: Id, userId: Id },
    {
      subject: 'conversation',
      description:
        'A message that waits to be sent in that conversation, of that representative, is new, was changed, sent, taken ' +
        'back or stopped: fetch them again.',
      audience: 'staff',
      examples: [{ conversationId, userId: ids.representative }],
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
      description: 'Somebody else in the conversation writes, or stopped. Forget it after some seconds of silence.',
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
        'perhaps anew), `done` ends it. `replyId` is also the `clientMessageId` of the message it becomes; a reply ' +
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
  frame(
    'conversation_created',
    { conversation: Conversation, unread: Type.Optional(UnreadByPerson) },
    {
      subject: 'conversation',
      description: 'A conversation began. What of it is unread, and for whom, says `unread`.',
      audience: 'staff',
      examples: [{ conversation, unread: { readers: [], others: 1 } }],
    },
  ),
  frame(
    'conversation_updated',
    { conversation: Conversation, unread: Type.Optional(UnreadByPerson) },
    {
      subject: 'conversation',
      description:
        'The newest state of a conversation; of several close together only the last is told. Its `unreadCount` is what ' +
        'nobody of the team has read; the reader’s own is in `unread`.',
      audience: 'staff',
      examples: [{ conversation, unread: { readers: [{ userId: ids.representative, unreadCount: 0 }], others: 1 } }],
    },
  ),
  frame(
    'conversation_deleted',
    { conversationId: Id },
    {
      subject: 'conversation',
      description: 'A conversation is no more. Staff hear it of all, a visitor of their own.',
      examples: [{ conversationId }],
    },
  ),
  frame(
    'conversations_deleted',
    {},
    {
      subject: 'team',
      description: 'All conversations, or many, are no more: fetch the list again.',
      audience: 'staff',
      examples: [{}],
    },
  ),
  frame(
    'conversation_left',
    { conversationId: Id },
    {
      subject: 'team',
      description:
        'A conversation is no more one that the reader may see: somebody else has it now, or the reader’s role is another. ' +
        'Forget it; its room was left.',
      audience: 'staff',
      examples: [{ conversationId }],
    },
  ),
  frame(
    'rights_updated',
    { rights: Rights },
    {
      subject: 'team',
      description: 'What the reader may do, or of which conversations, is another now: fetch everything again.',
      audience: 'staff',
      examples: [{ rights: someRights }],
    },
  ),
  frame(
    'roles_updated',
    {},
    {
      subject: 'team',
      description: 'Roles or teams have changed: fetch them again.',
      audience: 'staff',
      examples: [{}],
    },
  ),
  frame(
    'representative_updated',
    { representative: User },
    {
      subject: 'team',
      description: 'Somebody of the team is new or has changed: status, name, picture, role.',
      audience: 'staff',
      examples: [{ representative }],
    },
  ),
  frame(
    'settings_updated',
    { section: Type.String() },
    {
      subject: 'team',
      description: 'A section of the settings has changed: fetch them again.',
      audience: 'staff',
      examples: [{ section: 'widgetConfig' }],
    },
  ),
  frame(
    'canned_replies_updated',
    { ownerId: Nullable(Id) },
    {
      subject: 'team',
      description:
        'The canned replies of that representative, or with null those that all share, have changed: fetch them again.',
      audience: 'staff',
      examples: [{ ownerId: null }],
    },
  ),
  frame(
    'websites_updated',
    {},
    { subject: 'team', description: 'The websites have changed: fetch them again.', audience: 'staff', examples: [{}] },
  ),
  frame(
    'person_needed',
    { conversationId: Id, reason: Nullable(Type.String()) },
    {
      subject: 'conversation',
      description: 'A hand-off: a person is needed.',
      audience: 'staff',
      examples: [{ conversationId, reason: 'The customer asks for a person.' }],
    },
  ),
  frame(
    'delivery_updated',
    { channel: Type.String() },
    {
      subject: 'deliveries.manage',
      description: 'Something was delivered over a channel, or was not: fetch its deliveries again.',
      audience: 'staff',
      examples: [{ channel: 'email' }],
    },
  ),
  frame(
    'inbound_mails_updated',
    {},
    {
      subject: 'mail.manage',
      description: 'A mail came in, or it is known what became of it.',
      audience: 'staff',
      examples: [{}],
    },
  ),
  frame(
    'views_updated',
    { userId: Nullable(Id) },
    {
      subject: 'team',
      description: 'Saved views have changed, that representative’s or, without one, shared ones: fetch them again.',
      audience: 'staff',
      examples: [{ userId: null }],
    },
  ),
  frame(
    'batch_updated',
    { batch: Batch },
    {
      subject: 'team',
      description: 'How far a batch of changes to many conversations is. Of concern to its `actorId`.',
      audience: 'staff',
      examples: [{ batch }],
    },
  ),
  frame(
    'progress',
    { task: Type.String(), done: Type.Integer(), total: Nullable(Type.Integer()) },
    {
      subject: 'team',
      description: 'How far a long task is; `total` is null while it is unknown.',
      audience: 'staff',
      examples: [{ task: 'sync', done: 1200, total: 5000 }],
    },
  ),
  frame(
    'resume',
    { reconnectInMs: Type.Optional(Type.Integer()) },
    {
      subject: 'team',
      description:
        'Events may have been missed: join again with `afterSeq`, and fetch lists again. With `reconnectInMs`, leave ' +
        'this socket after that long and open another one.',
      examples: [{}, { reconnectInMs: 4200 }],
    },
  ),
  frame(
    'error',
    {
      code: Type.Unsafe<ErrorCode>(OneOf(errorCodes)),
      message: Type.String(),
      clientMessageId: Type.Optional(Nullable(Id)),
      conversationId: Type.Optional(Id),
      retryAfterMs: Type.Optional(Type.Integer()),
      messages: Type.Optional(Type.Array(Message)),
    },
    {
      subject: 'team',
      description:
        'A frame was refused and changed nothing. `code` is to decide by, `message` to show; `clientMessageId` and ' +
        '`conversationId` say which frame it was, `retryAfterMs` when it is worth sending again. With ' +
        '`conversation_moved`, `messages` are those that came in between.',
      examples: [
        { code: 'rate_limited', message: 'Too fast. Please wait a moment.', conversationId, retryAfterMs: 200 },
        {
          code: 'conversation_moved',
          message: 'Somebody answered in between.',
          clientMessageId: ids.sentByStaff,
          conversationId,
          messages: [answer],
        },
      ],
    },
  ),
  frame('pong', {}, { subject: 'team', description: 'The answer to `ping`.', examples: [{}] }),
]);
export type ServerFrame = Type.Static<typeof ServerFrame>;
export type ServerFrameOf<T extends ServerFrame['type']> = Extract<ServerFrame, { type: T }>;
export type ClientFrameOf<T extends ClientFrame['type']> = Extract<ClientFrame, { type: T }>;

const subjects: ReadonlyMap<string, FrameSubject> = new Map(
  ServerFrame.anyOf.map((schema) => [schema.properties.type.const, schema['x-subject']] as const),
);

/** Returns the recipients of a frame in the team's inbox, as its declaration names them. */
export function subjectOf(type: ServerFrame['type']): FrameSubject {
  const subject = subjects.get(type);
  if (!subject) throw new Error(`No frame is called ${type}.`);
  return subject;
}

/**
 * Whether a frame is only for users who see some conversations: a frame about a contact is sent once for users who see
 * everything, and again for the scope of each of the contact's conversations.
 */
export const isForPart = ({ type, place }: { type: ServerFrame['type']; place: Placed | undefined }): boolean =>
  subjectOf(type) === 'contact' && place !== undefined;
