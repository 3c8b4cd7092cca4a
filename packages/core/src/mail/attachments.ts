/** What in a mail is no text, and whether a person sees it as something that was sent. */
import type { HtmlPicture } from './html-text.ts';
import type { MailFile } from './parse.ts';

export interface SentFile extends MailFile {
  /** What is to be seen, as the mail says; may be empty. */
  alt: string;
}

/** The pictures that the HTML half shows as new, and all of them. */
interface ShownPictures {
  own: { pictures: readonly HtmlPicture[] };
  whole: { pictures: readonly HtmlPicture[] };
}

/** A picture in the text whose shorter edge is less, in pixels, is a logo, an icon or a tracking pixel. */
const smallestPhoto = 100;

/** Parts that programs add for each other. */
const ofPrograms = /^(?:message\/|multipart\/|text\/|application\/(?:(?:x-)?pkcs7-|pgp-))/;
/** What people send all the same, although their program says nothing of how it is to be shown. */
const ofPeople = /^(?:message\/rfc822|text\/(?:calendar|vcard|x-vcard|directory))$/;

/**
 * What was sent along: attachments, and pictures, sounds and papers put between the lines; first the pictures in the order
 * in which the text shows them, with what it says is to be seen. Not those of the quoted mail or the signature, and no
 * decoration.
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

/** Width and height in pixels of a PNG, GIF or JPEG, from its beginning; null where that doesn't say. */
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
