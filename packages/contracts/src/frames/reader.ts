/** Frames about what concerns single representatives: mentions, followed conversations, drafts, reminders. */
import * as Type from 'typebox';
import { Activity } from '../conversations/activities.ts';
import { Draft, DraftKind } from '../conversations/drafts.ts';
import { Conversation } from '../entities.ts';
import { conversation, ids, noted, reminder, takenOver } from '../examples.ts';
import { Reminder } from '../conversations/reminders.ts';
import { Id, Nullable } from '../schema.ts';
import { frame } from './frame.ts';

const conversationId = ids.conversation;

const colleague = '01960a10-8a51-7c20-9d3e-6b1f4e2a90d7';

export const readerFrames = [
  frame(
    'mentioned',
    { activity: Activity, userIds: Type.Array(Id) },
    {
      subject: 'conversation',
      description: 'Some of the team (`userIds`) were mentioned in a note, and were not before.',
      audience: 'staff',
      examples: [{ activity: noted, userIds: noted.note?.mentions ?? [] }],
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
    { activity: Activity, userIds: Type.Array(Id) },
    {
      subject: 'conversation',
      description: 'A note was written in a conversation that these of the team (`userIds`) follow.',
      audience: 'staff',
      examples: [{ activity: noted, userIds: noted.note?.mentions ?? [] }],
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
    { conversation: Conversation, activity: Activity, note: Nullable(Activity) },
    {
      subject: 'conversation',
      description: 'A colleague has given the reader a conversation, perhaps with a note.',
      audience: 'staff',
      examples: [
        {
          conversation,
          activity: { ...takenOver, kind: 'assigned', cause: { by: 'representative', userId: colleague } },
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
] as const;
