/** Meta's notifications. https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/components */
import * as Type from 'typebox';
import { Compile } from 'typebox/compile';

const Text = Type.String();
/** Ids end up in the database and in addresses. */
const ShortId = Type.String({ minLength: 1, maxLength: 300 });
const WaId = Type.String({ pattern: '^\\d{4,20}$' });

const Media = Type.Object({
  id: Type.String({ pattern: '^[\\w-]{1,200}$' }),
  mime_type: Type.Optional(Text),
  caption: Type.Optional(Text),
  filename: Type.Optional(Text),
  voice: Type.Optional(Type.Boolean()),
});
export type Media = Type.Static<typeof Media>;

const Reply = Type.Object({ id: Text, title: Text });

/** Message of a customer. Kinds that aren't declared here are named. */
const Message = Type.Object({
  id: ShortId,
  from: WaId,
  /** Seconds since 1970. */
  timestamp: Type.String({ pattern: '^\\d{1,12}$' }),
  type: Type.String({ maxLength: 40 }),
  context: Type.Optional(Type.Object({ id: Type.Optional(ShortId) })),
  text: Type.Optional(Type.Object({ body: Text })),
  image: Type.Optional(Media),
  video: Type.Optional(Media),
  audio: Type.Optional(Media),
  document: Type.Optional(Media),
  sticker: Type.Optional(Media),
  location: Type.Optional(
    Type.Object({
      latitude: Type.Number({ minimum: -90, maximum: 90 }),
      longitude: Type.Number({ minimum: -180, maximum: 180 }),
      name: Type.Optional(Text),
      address: Type.Optional(Text),
    }),
  ),
  contacts: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.Object({ formatted_name: Text }),
        phones: Type.Optional(Type.Array(Type.Object({ phone: Type.Optional(Text) }))),
      }),
    ),
  ),
  button: Type.Optional(Type.Object({ text: Text, payload: Type.Optional(Text) })),
  interactive: Type.Optional(Type.Object({ button_reply: Type.Optional(Reply), list_reply: Type.Optional(Reply) })),
  reaction: Type.Optional(Type.Object({ message_id: ShortId, emoji: Type.Optional(Text) })),
});
export type Message = Type.Static<typeof Message>;

const Status = Type.Object({
  id: ShortId,
  status: Type.String({ maxLength: 20 }),
  recipient_id: WaId,
  errors: Type.Optional(
    Type.Array(
      Type.Object({
        code: Type.Integer(),
        title: Type.Optional(Text),
        error_data: Type.Optional(Type.Object({ details: Type.Optional(Text) })),
      }),
    ),
  ),
});
export type Status = Type.Static<typeof Status>;

/** Change of one number. What it carries is checked one by one when it is understood. */
const Change = Type.Object({
  metadata: Type.Optional(Type.Object({ phone_number_id: Text })),
  contacts: Type.Optional(Type.Array(Type.Unknown())),
  messages: Type.Optional(Type.Array(Type.Unknown())),
  statuses: Type.Optional(Type.Array(Type.Unknown())),
});
export type Change = Type.Static<typeof Change>;

const Notification = Type.Object({
  entry: Type.Array(Type.Object({ changes: Type.Array(Type.Object({ value: Change })) })),
});
export const notificationSchema = Compile(Notification);

const Named = Type.Object({ wa_id: WaId, profile: Type.Object({ name: Text }) });
export const namedSchema = Compile(Named);

/** Stored event: a message or a status. */
const Stored = Type.Union([
  Type.Object({ message: Message, name: Type.Optional(Text) }),
  Type.Object({ status: Status }),
]);
export type Stored = Type.Static<typeof Stored>;
const storedSchema = Compile(Stored);

/** Parses a stored event; null if it is none. */
export function readStored(raw: Buffer): Stored | null {
  try {
    const stored: unknown = JSON.parse(raw.toString('utf8'));
    return storedSchema.Check(stored) ? stored : null;
  } catch {
    return null;
  }
}
