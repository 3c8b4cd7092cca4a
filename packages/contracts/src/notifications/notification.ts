/** Notifications of a user, as the server keeps them, and what the user has chosen about them. */
import * as Type from 'typebox';
import { Id, Nullable, OneOf, Seq, Strict, Timestamp } from '../schema.ts';
import { Time, weekdays } from '../settings/settings.ts';
import { type ChosenWays, type NotificationKind, notificationKindNames, notificationWays } from './kinds.ts';

/** Values for the names in the text of a kind, beside those of its actor and customer. */
export type NotificationDetails = Record<string, string | number>;

export const Notification = Type.Object(
  {
    id: Id,
    kind: OneOf(notificationKindNames),
    /** Null for a kind about none. */
    conversationId: Nullable(Id),
    /** Team or rule that it is about; null for other kinds. */
    subjectId: Nullable(Id),
    /** Number of events since its user read it last. */
    count: Type.Integer({ minimum: 1, examples: [1] }),
    /** User who did it, with their present name; null if there is none. */
    actor: Nullable(Type.Object({ id: Id, name: Type.String({ examples: ['Ada Byron'] }) })),
    customer: Nullable(
      Type.Object({
        name: Nullable(Type.String({ examples: ['Jane Doe'] })),
        email: Nullable(Type.String({ examples: ['jane@example.com'] })),
        visitorId: Nullable(Id),
      }),
    ),
    /** Beginning of the message or note that it is about; null if there is none. */
    excerpt: Nullable(Type.String({ examples: ['Is the blue one in stock?'] })),
    details: Type.Unsafe<NotificationDetails>(
      Type.Object({}, { additionalProperties: Type.Union([Type.String(), Type.Number()]), examples: [{}] }),
    ),
    /** Activity and message that it is about. */
    activityNo: Nullable(Seq),
    seq: Nullable(Seq),
    /** First event since it was read last, and the newest one. */
    firstAt: Timestamp,
    lastAt: Timestamp,
    /** Null while its user has not opened the list since. */
    seenAt: Nullable(Timestamp),
    readAt: Nullable(Timestamp),
  },
  { $id: 'Notification' },
);
export type Notification = Type.Static<typeof Notification>;

const chosenWays = Type.Array(OneOf(notificationWays), { uniqueItems: true, maxItems: notificationWays.length });

/** Hours in which nothing is pushed or mailed, on the clock of a time zone. With equal times there are none. */
export const QuietHours = Strict({
  start: Time,
  end: Time,
  /** Days that are quiet from midnight to midnight. */
  wholeDays: Type.Array(OneOf(weekdays), { uniqueItems: true, maxItems: weekdays.length }),
  timeZone: Type.String({ minLength: 1, maxLength: 64, examples: ['Europe/Berlin'] }),
});
export type QuietHours = Type.Static<typeof QuietHours>;

const properties = {
  ways: Type.Unsafe<ChosenWays>(
    Strict(
      Object.fromEntries(notificationKindNames.map((kind) => [kind, Type.Optional(chosenWays)])) as Record<
        NotificationKind,
        Type.TOptional<typeof chosenWays>
      >,
      { examples: [{ followed: [] }] },
    ),
  ),
  quietHours: Nullable(QuietHours),
  /** Urgent kinds also go out in quiet hours. */
  urgentAlways: Type.Boolean(),
  sound: Type.Boolean(),
  /** Mails contain the beginning of messages and notes. */
  textInMail: Type.Boolean(),
};

/** Choices of a user about notifications; kinds without an entry in `ways` have their defaults. */
export const NotificationSettings = Type.Object(properties, { $id: 'NotificationSettings' });
export type NotificationSettings = Type.Static<typeof NotificationSettings>;
export const notificationSettingsProperties = properties;

export const defaultNotificationSettings: NotificationSettings = {
  ways: {},
  quietHours: null,
  urgentAlways: true,
  sound: true,
  textInMail: true,
};
