/** Frames about what concerns single representatives: mentions, followed conversations, drafts, reminders. */
import * as Type from 'typebox';
import { Activity } from '../conversations/activities.ts';
import { Draft, DraftKind } from '../conversations/drafts.ts';
import { ids, noted, notification } from '../examples.ts';
import { Notification } from '../notifications/notification.ts';
import { Id, Nullable } from '../schema.ts';
import { frame } from './frame.ts';

const conversationId = ids.conversation;

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
    'notifications_changed',
    { unread: Type.Integer({ minimum: 0 }), notification: Nullable(Notification) },
    {
      subject: 'team',
      description:
        'The reader has a notification (`notification`), new or changed, or has read some on any device: the number of ' +
        'unread ones; fetch the list again.',
      audience: 'staff',
      examples: [
        { unread: 1, notification },
        { unread: 0, notification: null },
      ],
    },
  ),
  frame(
    'muted',
    { conversationId: Id, isMuted: Type.Boolean() },
    {
      subject: 'team',
      description: 'The reader muted or unmuted a conversation, on another device.',
      audience: 'staff',
      examples: [{ conversationId, isMuted: true }],
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
