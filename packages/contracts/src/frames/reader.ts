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
      description: 'Users (`userIds`) were mentioned in a note for the first time.',
      audience: 'staff',
      examples: [{ activity: noted, userIds: noted.note?.mentions ?? [] }],
    },
  ),
  frame(
    'mentions_read',
    { userId: Id },
    {
      subject: 'team',
      description: 'This representative has seen their mentions in a conversation.',
      audience: 'staff',
      examples: [{ userId: ids.representative }],
    },
  ),
  frame(
    'note_followed',
    { activity: Activity, userIds: Type.Array(Id) },
    {
      subject: 'conversation',
      description: 'A note was written in a conversation that these users (`userIds`) follow.',
      audience: 'staff',
      examples: [{ activity: noted, userIds: noted.note?.mentions ?? [] }],
    },
  ),
  frame(
    'following',
    { conversationId: Id, isFollowing: Type.Boolean() },
    {
      subject: 'team',
      description: 'The reader followed or unfollowed a conversation, on another device or by writing a note.',
      audience: 'staff',
      examples: [{ conversationId, isFollowing: true }],
    },
  ),
  frame(
    'translation_chosen',
    { conversationId: Id, isOn: Type.Boolean() },
    {
      subject: 'team',
      description: 'The reader switched between translations and originals for a conversation, on another device.',
      audience: 'staff',
      examples: [{ conversationId, isOn: true }],
    },
  ),
  frame(
    'hand_off_corrected',
    { conversationId: Id },
    {
      subject: 'conversation',
      description: 'The customer corrected the hand-off: read it again.',
      audience: 'staff',
      examples: [{ conversationId }],
    },
  ),
  frame(
    'assigned',
    { conversation: Conversation, activity: Activity, note: Nullable(Activity) },
    {
      subject: 'conversation',
      description: 'A colleague assigned a conversation to the reader, perhaps with a note.',
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
      description: 'The current draft of the reader’s own, from any device; null once it was discarded or sent.',
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
            isMarkdown: false,
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
      description: 'A reminder of this representative is due. May come more than once.',
      audience: 'staff',
      examples: [{ reminder, userId: ids.representative }],
    },
  ),
  frame(
    'reminders_updated',
    { userId: Id },
    {
      subject: 'team',
      description: 'This representative has set or dismissed a reminder: fetch them again.',
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
        'A scheduled message of this representative in that conversation was added, changed, sent, cancelled ' +
        'or stopped: fetch them again.',
      audience: 'staff',
      examples: [{ conversationId, userId: ids.representative }],
    },
  ),
] as const;
