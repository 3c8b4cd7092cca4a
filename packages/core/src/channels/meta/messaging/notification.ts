/** Notifications of direct messages. https://developers.facebook.com/docs/messenger-platform/reference/webhook-events */
import * as Type from 'typebox';
import { Compile } from 'typebox/compile';

const Text = Type.String();
/** Ids end up in the database and in addresses. */
const MessageId = Type.String({ minLength: 1, maxLength: 300 });
const AccountId = Type.String({ pattern: '^\\d{4,30}$' });
const Account = Type.Object({ id: AccountId });
/** Milliseconds since 1970. */
const Time = Type.Number({ minimum: 0, maximum: 8_640_000_000_000_000 });

const Attachment = Type.Object({
  type: Type.String({ maxLength: 40 }),
  payload: Type.Optional(
    Type.Object({
      url: Type.Optional(Type.String({ maxLength: 4_000 })),
      title: Type.Optional(Text),
      coordinates: Type.Optional(
        Type.Object({
          lat: Type.Number({ minimum: -90, maximum: 90 }),
          long: Type.Number({ minimum: -180, maximum: 180 }),
        }),
      ),
    }),
  ),
});
export type Attachment = Type.Static<typeof Attachment>;

const Message = Type.Object({
  mid: MessageId,
  text: Type.Optional(Text),
  is_deleted: Type.Optional(Type.Boolean()),
  quick_reply: Type.Optional(Type.Object({ payload: Text })),
  reply_to: Type.Optional(Type.Object({ mid: Type.Optional(MessageId) })),
  attachments: Type.Optional(Type.Array(Attachment)),
});
export type Message = Type.Static<typeof Message>;

const event = { sender: Account, recipient: Account, timestamp: Time };

/** Event of one customer. */
const Stored = Type.Union([
  Type.Object({ ...event, message: Message }),
  Type.Object({
    ...event,
    postback: Type.Object({ mid: Type.Optional(MessageId), title: Type.Optional(Text), payload: Type.Optional(Text) }),
  }),
  Type.Object({
    ...event,
    reaction: Type.Object({
      mid: MessageId,
      action: Type.String(),
      emoji: Type.Optional(Type.String({ maxLength: 40 })),
    }),
  }),
  Type.Object({
    ...event,
    read: Type.Object({ mid: Type.Optional(MessageId), watermark: Type.Optional(Time) }),
  }),
  Type.Object({
    ...event,
    delivery: Type.Object({ mids: Type.Optional(Type.Array(MessageId)), watermark: Type.Optional(Time) }),
  }),
]);
export type Stored = Type.Static<typeof Stored>;
const storedSchema = Compile(Stored);

/** Notification with the events of an account, each of which is checked when it is understood. */
export const notificationSchema = Compile(
  Type.Object({
    object: Type.String(),
    entry: Type.Array(Type.Object({ id: Type.String(), messaging: Type.Optional(Type.Array(Type.Unknown())) })),
  }),
);

/** A message of the account's own, as its other programs and ours have sent it. */
export const echoSchema = Compile(Type.Object({ message: Type.Object({ is_echo: Type.Literal(true) }) }));

/** Parses a stored event; null if it is none. */
export function readStored(raw: Buffer): Stored | null {
  try {
    const stored: unknown = JSON.parse(raw.toString('utf8'));
    return storedSchema.Check(stored) ? stored : null;
  } catch {
    return null;
  }
}
