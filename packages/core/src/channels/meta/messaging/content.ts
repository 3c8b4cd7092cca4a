/** Readable text of a direct message: every kind becomes text or a named placeholder, none is lost. */
import { shortFileName } from '@parley/contracts/messages/file-name';
import { messageMaxLength } from '@parley/contracts/messages/limits';
import { cleanLine, wholeStart } from '@parley/contracts/text/clean-line';
import { isSafeHref } from '@parley/contracts/text/links';
import type { Attachment, Message } from './notification.ts';

/** Names of files, by their kind; Meta passes on none. */
const fileNames: Readonly<Record<string, string>> = {
  image: 'photo.jpg',
  video: 'video.mp4',
  audio: 'voice-message.mp4',
  file: 'file',
};
/** Names of other kinds. */
const kinds: Readonly<Record<string, string>> = {
  fallback: 'Link',
  share: 'Shared post',
  story_mention: 'Mention in a story',
  ig_reel: 'Reel',
  reel: 'Reel',
  location: 'Location',
  template: 'Template',
};
const filesMax = 10;
const longestLine = 200;

/** File of a message: its address at Meta and a name. */
export interface SentFile {
  reference: string;
  name: string;
  size: number;
}

export const filesOf = ({ attachments = [] }: Message): SentFile[] =>
  attachments.slice(0, filesMax).flatMap(({ type, payload: { url } = {} }) => {
    const usual = fileNames[type];
    return usual === undefined || url === undefined
      ? []
      : [{ reference: url, name: nameOf(type, usual, url), size: 0 }];
  });

/** The last part of the address where it looks like a file's name. */
function nameOf(type: string, usual: string, url: string): string {
  const last = decoded(URL.parse(url)?.pathname.split('/').at(-1) ?? '');
  if (type === 'file') return /\.\w{1,8}$/.test(last) ? shortFileName(cleanLine(last), longestLine) : usual;
  const ending = /\.(jpe?g|png|gif|webp|mp4|mp3|m4a|ogg|aac)$/i.exec(last)?.[1];
  return ending === undefined ? usual : usual.replace(/\w+$/, ending.toLowerCase());
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Returns what was written, with what was sent along besides files. */
export function captionOf({ text = '', attachments = [] }: Message): string {
  const others = attachments.slice(0, filesMax).filter(({ type }) => fileNames[type] === undefined);
  return fitting([text, ...others.map(lineOf)].filter(Boolean).join('\n'));
}

/** Returns the text of a message with the names of its files; empty for a message without any. */
export const contentOf = (message: Message): string =>
  fitting([captionOf(message), ...filesOf(message).map(({ name }) => `[${name}]`)].filter(Boolean).join('\n'));

function lineOf({ type, payload: { url, title = '', coordinates } = {} }: Attachment): string {
  const name = `[${kinds[type] ?? cleanLine(type)}]`;
  if (coordinates) {
    const { lat, long } = coordinates;
    return `${name} ${lat}, ${long}\nhttps://www.openstreetmap.org/?mlat=${lat}&mlon=${long}#map=17/${lat}/${long}`;
  }
  return [name, cleanLine(title, longestLine), url !== undefined && isSafeHref(url) ? url : '']
    .filter(Boolean)
    .join(' ');
}

/** Returns the text without what a message can't have, cut to its longest length; null characters aren't stored. */
const fitting = (text: string): string => wholeStart(text.replaceAll('\0', '').trim(), messageMaxLength);
