/** The text of bytes, in whichever encoding they are. */
import sniff from 'html-encoding-sniffer';

/** Escape sequences that change between the character sets of ISO-2022-JP. */
const escape = '\u001b';
const japaneseEscapes = ['(B', '(J', '(I', '$@', '$B', '$(D'].map((each) => `${escape}${each}`);

/** A character of several bytes in UTF-8, or a byte of none, in text that was decoded byte by byte. */
const beyondAscii = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}|[\x80-\xff]/g;

/**
 * Decodes invalid UTF-8: as Windows-1252, which most of it is. Where only some characters are, as in a page that was put
 * together of two encodings, the others stay UTF-8.
 */
function decodeMixed(bytes: Uint8Array): string {
  const older = new TextDecoder('windows-1252');
  const utf8 = new TextDecoder('utf-8');
  const single = Buffer.from(bytes).toString('latin1');
  const lengths = single.match(beyondAscii)?.map(({ length }) => length) ?? [];
  if (lengths.filter((length) => length > 1).length <= lengths.length / 2) return older.decode(bytes);
  return single.replaceAll(beyondAscii, (found) =>
    (found.length > 1 ? utf8 : older).decode(Buffer.from(found, 'latin1')),
  );
}

/** Decodes text; `isMarkup` allows it to declare its own encoding. UTF-8 may have parts in Windows-1252. */
export function textOf(bytes: Uint8Array, contentType: string | null, isMarkup: boolean): string {
  const label = /charset\s*=\s*"?([\w-]+)/i.exec(contentType ?? '')?.[1];
  const encoding = sniff(bytes.subarray(0, isMarkup ? 4096 : 4), {
    ...(label !== undefined && { transportLayerEncodingLabel: label }),
    defaultEncoding: unmarkedUtf16(bytes) ?? 'UTF-8',
  });
  if (encoding !== 'UTF-8') return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decodeMixed(bytes);
  }
}

/** Returns the encoding of a text by its beginning, for decoding it piece by piece. */
export function encodingOf(start: Uint8Array): string {
  const encoding = sniff(start.subarray(0, 4), { defaultEncoding: unmarkedUtf16(start.subarray(0, 512)) ?? 'UTF-8' });
  if (encoding !== 'UTF-8') return encoding;
  try {
    // Its last character may be cut.
    new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true });
    return encoding;
  } catch {
    return 'windows-1252';
  }
}

/**
 * Text that a person wrote, or null for bytes that are none. In an older encoding of many scripts, such as Shift JIS, the
 * letters beyond ASCII may be others than were meant.
 */
export function plainTextOf(bytes: Uint8Array): string | null {
  const text = textOf(bytes, null, false);
  // UTF-16 that is none: halves of characters. U+FFFD itself is part of many a UTF-8 text.
  if (isUtf16(bytes) && text.includes('\ufffd')) return null;
  // Control characters but for tabs, line ends, page breaks, and the end of a file of DOS.
  const whole = text.endsWith('\u001a') ? text.slice(0, -1) : text;
  const plain = whole.includes(escape)
    ? japaneseEscapes.reduce((rest, each) => rest.replaceAll(each, ''), whole)
    : whole;
  return /\p{Cc}/u.test(plain.replaceAll(/[\t\n\f\r\u0080-\u009f]/g, '')) ? null : text;
}

const isUtf16 = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff) || unmarkedUtf16(bytes) !== null;

/** Recognises UTF-16 without a byte order mark by the zero half of most letters; returns null otherwise. */
function unmarkedUtf16(bytes: Uint8Array): 'UTF-16LE' | 'UTF-16BE' | null {
  if (bytes.length < 2 || bytes.length % 2 === 1) return null;
  const start = bytes.subarray(0, 512);
  const zeros = [0, 0];
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = start.length / 2 / 3;
  if (odd > many && even === 0) return 'UTF-16LE';
  return even > many && odd === 0 ? 'UTF-16BE' : null;
}
