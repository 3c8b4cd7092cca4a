/** Detects a file's type by its bytes. */
import { type FileKind, fileKinds, fileTypes } from '@parley/contracts/messages/attachments';
import { endingOf } from '@parley/contracts/messages/file-name';
import { fileTypeFromBuffer } from 'file-type';
import { plainTextOf } from '../text/decode.ts';

export interface ContentType {
  type: string;
  kind: FileKind;
}

/** Types with a different name in `file-type`. */
const aliases: Readonly<Record<string, string>> = {
  'image/apng': 'image/png',
  'image/heic-sequence': 'image/heic',
  'image/heif-sequence': 'image/heif',
  'audio/x-flac': 'audio/flac',
  'audio/x-wav': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/opus': 'audio/ogg',
};

/** Returns the type of a file, whatever its name; undefined for a type that can't be sent. */
export async function contentType(bytes: Uint8Array, name: string): Promise<ContentType | undefined> {
  const text = plainTextOf(bytes);
  const isText = text !== null && !writtenFormats.test(text);
  const isPlain = isText && !unusedLetters.test(text);
  const type = (isPlain ? undefined : await binaryType(bytes)) ?? (isText ? textType(text, name) : undefined);
  const kind = fileKinds.find((each) => type !== undefined && fileTypes[each].includes(type));
  return type !== undefined && kind !== undefined ? { type, kind } : undefined;
}

async function binaryType(bytes: Uint8Array): Promise<string | undefined> {
  const found = (await fileTypeFromBuffer(bytes))?.mime.replace(/;.*$/, '');
  if (found === undefined) return undefined;
  const type = aliases[found] ?? found;
  const ofSound = soundTypes[type];
  return ofSound !== undefined && isSoundAlone(bytes) ? ofSound : type;
}

/** Types of films, which browsers use for recorded sound, too, with the type of a file that has sound alone. */
const soundTypes: Readonly<Record<string, string>> = { 'video/webm': 'audio/webm', 'video/mp4': 'audio/mp4' };

/** Bytes in which the tracks of a recorded WebM file are described. */
const headBytes = 65_536;

/** Whether a film has tracks of sound alone, by their codecs in Matroska and their handlers in MP4. */
function isSoundAlone(bytes: Uint8Array): boolean {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = all.toString('latin1', 0, headBytes);
  if (/A_(?:OPUS|VORBIS|AAC)/.test(head)) return !/V_(?:VP|AV1|MPEG|MJPEG|THEORA|UNCOMPRESSED)/.test(head);
  let hasSound = false;
  // The description is at the end of many files.
  for (let at = all.indexOf('hdlr'); at >= 0; at = all.indexOf('hdlr', at + 4)) {
    const handler = all.toString('latin1', at + 12, at + 16);
    if (handler === 'vide') return false;
    hasSound ||= handler === 'soun';
  }
  return hasSound;
}

/**
 * Binary formats that may contain only letters, by a whole signature. Shorter signatures, such as the `BM` of a bitmap,
 * count only in files that aren't text: a list of cars begins with `BMW`.
 */
const writtenFormats = /^(?:%PDF-\d|GIF8[79]a|\{\\rtf|%!PS)/;

/** Windows-1252 has none of these: the file is text of another encoding, or a program without control characters. */
const unusedLetters = /[\u0081\u008d\u008f\u0090\u009d]/;

/** The beginning of markup, which a browser or a mail program could run: HTML, SVG and XML of any kind. */
const markup = /^\s*<[a-z!?/]/i;

/** A header field at the beginning, and one that every mail has. RFC 5322 */
const mailHeader = /^[\w-]{1,60}:[^\n]*\n/;
const ownHeader = /^(?:From|Date|Received|Return-Path|Message-ID|MIME-Version):/im;

/** Its name decides only which kind of text it is. */
function textType(text: string, name: string): string | undefined {
  if (markup.test(text)) return undefined;
  if (/^\s*BEGIN:VCALENDAR\s/i.test(text)) return 'text/calendar';
  if (/^\s*BEGIN:VCARD\s/i.test(text)) return 'text/vcard';
  const ending = endingOf(name);
  if (ending === 'eml' && mailHeader.test(text) && ownHeader.test(text.slice(0, 16_384))) return 'message/rfc822';
  return ending === 'csv' ? 'text/csv' : 'text/plain';
}
