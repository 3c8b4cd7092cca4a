/** Devices of users that receive push notifications, and what is sent to them. */
import * as Type from 'typebox';
import { LocalizedText } from '../i18n/localized-text.ts';
import { Id, Nullable, OneOf, Timestamp } from '../schema.ts';
import { pushContents } from './limits.ts';

export const PushDevice = Type.Object(
  {
    id: Id,
    name: Type.String({ examples: ['Firefox on Android'] }),
    /** True for the browser of this session. */
    isCurrent: Type.Boolean(),
    /** Host of the push service. */
    service: Type.String({ examples: ['updates.push.services.mozilla.com'] }),
    content: OneOf(pushContents),
    createdAt: Timestamp,
    lastSentAt: Nullable(Timestamp),
    /** Reason why the last message was not accepted; null after one that was. */
    failure: Nullable(Type.Object({ at: Timestamp, message: Type.String(), localized: Type.Optional(LocalizedText) })),
  },
  { $id: 'PushDevice' },
);
export type PushDevice = Type.Static<typeof PushDevice>;

/** Notification about one conversation, as the service worker receives it. */
export interface PushNotice {
  type: 'notice';
  /** Conversation, or what else it is about: a newer notification with the same tag replaces it. */
  tag: string;
  title: string;
  body: string;
  /** Path of the screen that a press opens. */
  path: string;
  /** Unread notifications of the user, for the icon of the app. */
  unread: number;
  language: string;
  /** Conversation that the actions apply to, and the user who takes them; without one there are none. */
  conversationId?: string;
  userId?: string;
  /** Newest message that the user has seen when replying. */
  seq?: number;
  actions: { action: 'take_over' | 'reply'; title: string }[];
  /** Shown instead when an action failed. */
  failed: string;
}

/** Closes notifications that were read on another device. */
export interface PushRead {
  type: 'read';
  tags: readonly string[];
  unread: number;
}

export type PushMessage = PushNotice | PushRead;
