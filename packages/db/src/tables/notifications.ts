import type { ChosenWays, NotificationKind, NotificationWay } from '@parley/contracts/notifications/kinds';
import type { NotificationDetails, QuietHours } from '@parley/contracts/notifications/notification';
import type { ColumnType } from 'kysely';
import type { Defaulted, DefaultedInstant, Instant, Json, NullableInstant } from './columns.ts';

/** Stores what users are notified of, one row for each user and subject. */
export interface NotificationsTable {
  id: Defaulted<string>;
  userId: string;
  /** Id of the conversation, or kind and id of what else it is about. */
  subject: string;
  conversationId: string | null;
  /** Team or rule that it is about. */
  subjectId: string | null;
  kind: NotificationKind;
  /** Number of events since it was read last. */
  count: Defaulted<number>;
  actorId: string | null;
  details: Json<NotificationDetails>;
  activityNo: number | null;
  seq: number | null;
  /** Whether the list of the dashboard has it. */
  inApp: boolean;
  firstAt: DefaultedInstant;
  lastAt: DefaultedInstant;
  seenAt: NullableInstant;
  readAt: NullableInstant;
  pushedAt: NullableInstant;
  /** Null again once it is read. */
  mailedAt: NullableInstant;
}

/** Stores the ways by which notifications are still to go out; reading one deletes its rows. */
export interface NotificationStepsTable {
  notificationId: string;
  way: NotificationWay;
  userId: string;
  dueAt: Instant;
}

/** Stores the events that users were notified of, so that each counts once. */
export interface NotifiedEventsTable {
  eventId: string;
  notifiedAt: DefaultedInstant;
}

/** Stores what users have chosen about notifications; without a row they have the defaults. */
export interface NotificationSettingsTable {
  userId: string;
  ways: Json<ChosenWays>;
  quietHours: ColumnType<QuietHours | null, string | null | undefined, string | null>;
  urgentAlways: Defaulted<boolean>;
  sound: Defaulted<boolean>;
  textInMail: Defaulted<boolean>;
}

/** Stores the conversations that users have muted for themselves. */
export interface MutedConversationsTable {
  userId: string;
  conversationId: string;
  mutedAt: DefaultedInstant;
}

export interface NotificationTables {
  notifications: NotificationsTable;
  notificationSteps: NotificationStepsTable;
  notifiedEvents: NotifiedEventsTable;
  notificationSettings: NotificationSettingsTable;
  mutedConversations: MutedConversationsTable;
}
