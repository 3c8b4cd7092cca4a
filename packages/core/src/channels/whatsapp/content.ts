/** Readable text of a WhatsApp message: every kind becomes text or a named placeholder, none is lost. */
import { shortFileName } from '@parley/contracts/messages/file-name';
import { messageMaxLength } from '@parley/contracts/messages/limits';
import { cleanLine, wholeStart } from '@parley/contracts/text/clean-line';
import type { Media, Message } from './notification.ts';

/** Names of files that have none, by the kind of message. */
const fileNames = {
  image: 'photo.jpg',
  video: 'video.mp4',
  audio: 'voice-message.ogg',
  document: 'file',
  sticker: 'sticker.webp',
} as const;
type FileKind = keyof typeof fileNames;
const fileKinds = Object.keys(fileNames) as FileKind[];

/** Names of kinds that have no text. */
const kinds: Readonly<Record<string, string>> = {
  order: 'Order',
  system: 'System message',
  request_welcome: 'Opened the chat',
  unsupported: 'A message that WhatsApp doesn’t pass on',
};

const longestLine = 200;
const longestName = 200;
const contactsMax = 10;
const line = (text: string): string => cleanLine(text, longestLine);

/** File of a message: Meta's id and a name. */
export interface SentFile {
  reference: string;
  name: string;
  caption: string;
}

export function fileOf(message: Message): SentFile | undefined {
  const kind = fileKinds.find((each) => message[each] !== undefined);
  const media: Media | undefined = kind && message[kind];
  if (!kind || !media) return undefined;
  const name = media.filename ? shortFileName(line(media.filename), longestName) : nameOf(kind, media);
  return { reference: media.id, name, caption: fitting(media.caption ?? '') };
}

/** Files without a name get the ending of their type. */
function nameOf(kind: FileKind, { mime_type: type = '' }: Media): string {
  const ending = /^(?:image|video|audio)\/(jpeg|png|webp|mp4|mpeg|aac|amr|ogg|3gpp)\b/.exec(type)?.[1];
  return ending === undefined ? fileNames[kind] : fileNames[kind].replace(/\.\w+$/, `.${ending}`);
}

/** Returns the text of a message; null for one without any, such as a reaction. */
export function contentOf(message: Message): string | null {
  const { text, location, contacts, button, interactive, type } = message;
  const pressed = interactive?.button_reply ?? interactive?.list_reply;
  if (text) return fitting(text.body);
  if (pressed) return fitting(pressed.title);
  if (button) return fitting(button.text);
  const file = fileOf(message);
  if (file) return fitting([file.caption, `[${file.name}]`].filter(Boolean).join('\n'));
  if (location) {
    const { latitude, longitude, name = '', address = '' } = location;
    const map = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`;
    return [`[Location] ${line(name) || `${latitude}, ${longitude}`}`, line(address), map].filter(Boolean).join('\n');
  }
  if (contacts) {
    const lines = contacts.slice(0, contactsMax).map(({ name, phones = [] }) => {
      const numbers = phones.slice(0, contactsMax).map(({ phone = '' }) => line(phone));
      return [`[Contact] ${line(name.formatted_name)}`, ...numbers].filter(Boolean).join('\n');
    });
    return fitting(lines.join('\n'));
  }
  if (message.reaction) return null;
  return `[${kinds[type] ?? line(type)}]`;
}

/** Returns the text without what a message can't have, cut to its longest length; null characters aren't stored. */
const fitting = (text: string): string => wholeStart(text.replaceAll('\0', '').trim(), messageMaxLength);
