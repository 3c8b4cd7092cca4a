/** Frames about conversations in lists, whether they are joined or not. */
import { HandOffSummary } from '../assistant/hand-off-packet.ts';
import * as Type from 'typebox';
import { Batch } from '../conversations/bulk.ts';
import { Conversation } from '../entities.ts';
import { batch, conversation, ids } from '../examples.ts';
import { UnreadByUser } from '../conversations/reads.ts';
import { Id, Nullable } from '../schema.ts';
import { frame, Viewer } from './frame.ts';

const conversationId = ids.conversation;

export const inboxFrames = [
  frame(
    'conversation_created',
    { conversation: Conversation, unread: Type.Optional(UnreadByUser) },
    {
      subject: 'conversation',
      description: 'A new conversation. `unread` lists the users for whom it is unread.',
      audience: 'staff',
      examples: [{ conversation, unread: { readers: [], others: 1 } }],
    },
  ),
  frame(
    'conversation_updated',
    { conversation: Conversation, unread: Type.Optional(UnreadByUser) },
    {
      subject: 'conversation',
      description:
        'The current state of a conversation; of several changes close together only the last is sent. ' +
        '`unreadCount` counts what no user has read; the reader’s own state is in `unread`.',
      audience: 'staff',
      examples: [{ conversation, unread: { readers: [{ userId: ids.representative, unreadCount: 0 }], others: 1 } }],
    },
  ),
  frame(
    'conversation_deleted',
    { conversationId: Id },
    {
      subject: 'conversation',
      description: 'A conversation was deleted. Staff receive it for all they can see, visitors for their own.',
      examples: [{ conversationId }],
    },
  ),
  frame(
    'conversations_deleted',
    {},
    {
      subject: 'team',
      description: 'All or many conversations were deleted, or many were imported: fetch the list again.',
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
        'The reader may no longer see a conversation: it was assigned to another user, or the reader’s role ' +
        'changed. Forget it; the gateway has left it.',
      audience: 'staff',
      examples: [{ conversationId }],
    },
  ),
  frame(
    'sent_mails_updated',
    { conversationId: Id },
    {
      subject: 'conversation',
      description: 'A mail of a conversation was sent, failed, or was reported about: fetch its mails again.',
      audience: 'staff',
      examples: [{ conversationId }],
    },
  ),
  frame(
    'person_needed',
    {
      conversationId: Id,
      summary: Nullable(HandOffSummary),
      /** English text of the summary. */
      reason: Nullable(Type.String()),
    },
    {
      subject: 'conversation',
      description: 'A hand-off: a person is needed.',
      audience: 'staff',
      examples: [
        {
          conversationId,
          summary: { reason: { code: 'person_wanted', values: {} }, asked: null, facts: [], tried: [] },
          reason: 'The customer asked for a person.',
        },
      ],
    },
  ),
  frame(
    'viewers',
    { conversationId: Id, viewers: Type.Array(Viewer) },
    {
      subject: 'conversation',
      description: 'Users who have a conversation open that `watch_viewers` asked for.',
      audience: 'staff',
      examples: [{ conversationId, viewers: [{ userId: ids.representative, name: 'Ada Byron', isDrafting: false }] }],
    },
  ),
  frame(
    'batch_updated',
    { batch: Batch },
    {
      subject: 'team',
      description: 'Progress of a batch of changes, for its `actorId`.',
      audience: 'staff',
      examples: [{ batch }],
    },
  ),
  frame(
    'bulk_message_updated',
    { bulkMessageId: Id },
    {
      subject: 'team',
      description: 'A bulk message has moved on: for its author, to fetch it again.',
      audience: 'staff',
      examples: [{ bulkMessageId: conversationId }],
    },
  ),
] as const;
