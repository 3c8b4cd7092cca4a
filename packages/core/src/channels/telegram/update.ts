/** What Telegram tells, as far as conversations go by it; everything else in it is left alone. https://core.telegram.org/bots/api#update */
import { telegram } from '@parley/contracts/channels/telegram';
import * as Type from 'typebox';
import { Compile } from 'typebox/compile';

const Person = Type.Object({
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
  from: Type.Optional(Person),
  chat: Chat,
  text: Type.Optional(Type.String()),
  caption: Type.Optional(Type.String()),
});
export type Message = Type.Static<typeof Message>;
export type Person = Type.Static<typeof Person>;

const Update = Type.Object({
  update_id: Type.Integer(),
  message: Type.Optional(Message),
  edited_message: Type.Optional(Message),
  /** The bot was blocked or let in again, in this chat. */
  my_chat_member: Type.Optional(Type.Object({ chat: Chat, new_chat_member: Type.Object({ status: Type.String() }) })),
});
export type Update = Type.Static<typeof Update>;

/** The kinds of updates that are asked for. */
export const wantedUpdates = ['message', 'edited_message', 'my_chat_member'];

const schema = Compile(Update);

/** A stored update; null for what is none. */
export function readUpdate(raw: Buffer): Update | null {
  try {
    const update: unknown = JSON.parse(raw.toString('utf8'));
    return schema.Check(update) ? update : null;
  } catch {
    return null;
  }
}

/** What people send beside text, by the field that it comes in, in words. What comes first says the most. */
const kinds: Record<string, string> = {
  animation: 'Animation',
  audio: 'Audio file',
  photo: 'Photo',
  sticker: 'Sticker',
  story: 'Story',
  video: 'Video',
  video_note: 'Video message',
  voice: 'Voice message',
  document: 'File',
  contact: 'Contact',
  venue: 'Place',
  location: 'Location',
  poll: 'Poll',
  dice: 'Dice',
  game: 'Game',
  checklist: 'Checklist',
  paid_media: 'Paid media',
  invoice: 'Invoice',
};

/** A file as Telegram tells of it, wherever it stands. */
const File = Type.Object({
  file_id: Type.String({ minLength: 1, maxLength: 500 }),
  file_unique_id: Type.String(),
  file_size: Type.Optional(Type.Integer({ minimum: 0 })),
  file_name: Type.Optional(Type.String()),
});
type File = Type.Static<typeof File>;
const fileSchema = Compile(File);

/** What a file of each kind is called that has no name there. */
const fileKinds: Readonly<Record<string, string>> = {
  animation: 'animation.mp4',
  audio: 'audio.mp3',
  photo: 'photo.jpg',
  video: 'video.mp4',
  video_note: 'video-message.mp4',
  voice: 'voice-message.ogg',
  document: 'file',
};

/** What was sent along, where it can be fetched: its name there, and how large it is as far as that is told. */
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
  // Of a photo there are several sizes, the largest last.
  const given: unknown = Array.isArray(value) ? value.at(-1) : value;
  if (!fileSchema.Check(given) || (given.file_size ?? 0) > largestFetched) return null;
  return { reference: given.file_id, name: given.file_name ?? fileKinds[kind] ?? '', size: given.file_size ?? 0 };
}

/** What was written, or with what was sent. */
export const captionOf = ({ text = '', caption = '' }: Message): string => plain(text) || plain(caption);

const { largestFetched } = telegram.customers;

/** What a chat tells of itself: nobody has written it. */
const events = [
  'pinned_message',
  'message_auto_delete_timer_changed',
  'chat_background_set',
  'write_access_allowed',
  'connected_website',
  'successful_payment',
  'refunded_payment',
  'boost_added',
  'users_shared',
  'chat_shared',
  'web_app_data',
  'gift',
  'unique_gift',
];

/** The details of a kind that say which one it was. */
const details = ['emoji', 'file_name', 'title', 'question', 'first_name', 'phone_number'];

/**
 * What was written, or what was sent instead, named, for where it is not taken over. Null for what nobody has written, and for
 * nothing.
 */
export function contentOf(message: Message): string | null {
  const text = plain(message.text ?? '');
  if (text !== '') return text;
  const fields = new Map<string, unknown>(Object.entries(message));
  if (events.some((field) => fields.has(field))) return null;
  const kind = Object.keys(kinds).find((field) => fields.has(field));
  const caption = plain(message.caption ?? '');
  const name = kind === undefined ? 'Something' : [kinds[kind], ...detailsOf(fields.get(kind))].join(' · ');
  const named = isTooLarge(kind === undefined ? undefined : fields.get(kind))
    ? `[${name}, larger than ${largestFetched / 1024 / 1024} MB, cannot be fetched]`
    : `[${name}, cannot be shown here]`;
  return caption === '' ? named : `${named}\n${caption}`;
}

const isTooLarge = (file: unknown): boolean => fileSchema.Check(file) && (file.file_size ?? 0) > largestFetched;

function detailsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const fields = new Map<string, unknown>(Object.entries(value));
  return details.flatMap((name) => {
    const detail = fields.get(name);
    return typeof detail === 'string' && detail !== '' ? [plain(detail).slice(0, 200).toWellFormed()] : [];
  });
}

/** Text that can be stored. */
const plain = (text: string): string => text.replaceAll('\0', '').toWellFormed().trim();
