/** Selects the files of a mail that its sender meant to send. */
import type { HtmlPicture } from '../text/html-text.ts';
import type { MailFile } from './parse.ts';

export interface SentFile extends MailFile {
  /** Alternative text from the mail; may be empty. */
  alt: string;
}

/** The pictures that the HTML half shows as new, and all of them. */
interface ShownPictures {
  own: { pictures: readonly HtmlPicture[] };
  whole: { pictures: readonly HtmlPicture[] };
}

/**
 * Minimum length in pixels of a picture's shorter edge within the text; smaller ones are logos, icons or tracking
 * pixels.
 */
const smallestPhoto = 100;

/** Parts that programs add for each other. */
const ofPrograms = /^(?:message\/|multipart\/|text\/|application\/(?:(?:x-)?pkcs7-|pgp-))/;
/** Types that people send although their mail program sets no disposition. */
const ofPeople = /^(?:message\/rfc822|text\/(?:calendar|vcard|x-vcard|directory))$/;

/**
 * Returns the files that were sent: attachments, and pictures, sounds and documents between the lines; first the
 * pictures in the order of the text, with their alternative text. Leaves out those of the quoted mail and the
 * signature, and decoration.
 */
export function sentFiles(files: readonly MailFile[], html: ShownPictures | null): SentFile[] {
  const placeIn = ({ pictures }: { pictures: readonly HtmlPicture[] }, { contentId }: MailFile): number =>
    contentId === null ? -1 : pictures.findIndex((picture) => picture.contentId === contentId);
  const isSent = (file: MailFile): boolean => {
    if (file.isAttached) return !/^message\/(?!rfc822$)|pkcs7-signature|pgp-signature/.test(file.mimeType);
    if (ofPeople.test(file.mimeType) || (file.mimeType.startsWith('text/') && file.givenName !== ''))
      return !isRepeated(file, files);
    if (ofPrograms.test(file.mimeType)) return false;
    if (!file.mimeType.startsWith('image/')) return true;
    const shown = html?.own.pictures[placeIn(html.own, file)];
    if (html && !shown && placeIn(html.whole, file) >= 0) return false;
    const { width, height } =
      shown?.width || shown?.height ? shown : (sizeOf(file.content) ?? { width: null, height: null });
    return Math.min(width ?? Infinity, height ?? Infinity) >= smallestPhoto;
  };
  const place = (file: MailFile): number => {
    const at = html ? placeIn(html.own, file) : -1;
    return at < 0 ? Number.POSITIVE_INFINITY : at;
  };
  return files
    .filter(isSent)
    .toSorted((one, other) => (place(one) === place(other) ? 0 : place(one) - place(other)))
    .map((file) => ({ ...file, alt: html?.own.pictures[place(file)]?.alt ?? '' }));
}

/** Whether the same is attached once more: calendars put an invitation between the alternatives and beside them. */
const isRepeated = (file: MailFile, files: readonly MailFile[]): boolean =>
  files.some(
    (other) => other !== file && other.isAttached && Buffer.from(file.content).equals(Buffer.from(other.content)),
  );

/** Returns width and height in pixels of a PNG, GIF or JPEG, from its beginning; null if they aren't there. */
function sizeOf(content: Uint8Array): { width: number; height: number } | null {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (bytes.length >= 24 && bytes.readUInt32BE(0) === 0x89504e47) {
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  }
  if (bytes.length >= 10 && bytes.toString('latin1', 0, 3) === 'GIF') {
    return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  }
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  // Segments of a JPEG, each with its length, up to the frame header. ITU-T T.81, annex B.
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; at += 2 + Math.max(2, bytes.readUInt16BE(at + 2))) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
  }
  return null;
}
