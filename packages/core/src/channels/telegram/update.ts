/**
 * Schemas of the parts of Telegram's updates that conversations need; the rest is ignored.
 * https://core.telegram.org/bots/api#update
 */
import { telegram } from '@parley/contracts/channels/telegram';
import * as Type from 'typebox';
import { Compile } from 'typebox/compile';

const TelegramUser = Type.Object({
  id: Type.Integer(),
  is_bot: Type.Optional(Type.Boolean()),
  first_name: Type.Optional(Type.String()),
  last_name: Type.Optional(Type.String()),
  username: Type.Optional(Type.String()),
  language_code: Type.Optional(Type.String()),
});
const Chat = Type.Object({ id: Type.Integer(), type: Type.String() });

const Message = Type.Object({
  message_id: Type.Integer(),
  from: Type.Optional(TelegramUser),
  chat: Chat,
  text: Type.Optional(Type.String()),
  caption: Type.Optional(Type.String()),
  location: Type.Optional(Type.Unknown()),
  /** Each is checked by itself: one that is malformed costs its formatting, not the message. */
  entities: Type.Optional(Type.Unknown()),
  caption_entities: Type.Optional(Type.Unknown()),
  reply_to_message: Type.Optional(Type.Unknown()),
  external_reply: Type.Optional(Type.Unknown()),
  quote: Type.Optional(Type.Unknown()),
  forward_origin: Type.Optional(Type.Unknown()),
});
export type Message = Type.Static<typeof Message>;
export type TelegramUser = Type.Static<typeof TelegramUser>;

/** A person's reactions to a message, all of them before and after a change; custom emoji and paid ones have no emoji. */
const MessageReaction = Type.Object({
  chat: Chat,
  message_id: Type.Integer(),
  user: Type.Optional(TelegramUser),
  old_reaction: Type.Array(Type.Object({ emoji: Type.Optional(Type.String()) })),
  new_reaction: Type.Array(Type.Object({ emoji: Type.Optional(Type.String()) })),
});
export type MessageReaction = Type.Static<typeof MessageReaction>;

const Update = Type.Object({
  update_id: Type.Integer(),
  message: Type.Optional(Message),
  edited_message: Type.Optional(Message),
  message_reaction: Type.Optional(MessageReaction),
  /** A button was pressed below a message of the bot's. */
  callback_query: Type.Optional(
    Type.Object({
      id: Type.String(),
      from: TelegramUser,
      message: Type.Optional(Type.Object({ message_id: Type.Integer(), chat: Chat })),
      data: Type.Optional(Type.String()),
    }),
  ),
  /** The bot was blocked or let in again, in this chat. */
  my_chat_member: Type.Optional(Type.Object({ chat: Chat, new_chat_member: Type.Object({ status: Type.String() }) })),
});
export type Update = Type.Static<typeof Update>;

/** The kinds of updates that are asked for. */
export const wantedUpdates = ['message', 'edited_message', 'message_reaction', 'callback_query', 'my_chat_member'];

const schema = Compile(Update);
const messageSchema = Compile(Message);

/** Returns a message inside another, such as the one that it replies to; null if invalid. */
export const messageIn = (value: unknown): Message | null => (messageSchema.Check(value) ? value : null);

/** Parses a stored update; null if invalid. */
export function readUpdate(raw: Buffer): Update | null {
  try {
    const update: unknown = JSON.parse(raw.toString('utf8'));
    return schema.Check(update) ? update : null;
  } catch {
    return null;
  }
}

/** File in any of Telegram's objects. */
const File = Type.Object({
  file_id: Type.String({ minLength: 1, maxLength: 500 }),
  file_unique_id: Type.String(),
  file_size: Type.Optional(Type.Integer({ minimum: 0 })),
  file_name: Type.Optional(Type.String()),
});
const fileSchema = Compile(File);
const { largestFetched } = telegram.customers;

/** Whether a file is larger than bots can fetch. */
export const isTooLarge = (file: unknown): boolean => fileSchema.Check(file) && (file.file_size ?? 0) > largestFetched;

/** Names for files that have none, by kind. */
const fileKinds: Readonly<Record<string, string>> = {
  animation: 'animation.mp4',
  audio: 'audio.mp3',
  photo: 'photo.jpg',
  video: 'video.mp4',
  video_note: 'video-message.mp4',
  voice: 'voice-message.ogg',
  document: 'file',
};

/** File that can be fetched: Telegram's id, the name, and the size in bytes, 0 if unknown. */
export interface SentFile {
  reference: string;
  name: string;
  size: number;
}

/** The file of a message; null where it has none, or one that bots cannot fetch. */
export function fileOf(message: Message): SentFile | null {
  const fields = new Map<string, unknown>(Object.entries(message));
  const kind = Object.keys(fileKinds).find((field) => fields.has(field));
  if (kind === undefined) return null;
  const value = fields.get(kind);
  // Photos come in several sizes, the largest last.
  const given: unknown = Array.isArray(value) ? value.at(-1) : value;
  if (!fileSchema.Check(given) || isTooLarge(given)) return null;
  return { reference: given.file_id, name: given.file_name ?? fileKinds[kind] ?? '', size: given.file_size ?? 0 };
}
